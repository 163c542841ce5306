//! Judgments and histories as text.

use super::history::{Accesses, History, Phase};
use super::rules::Judgment;
use semantics::{Shown, Spelling, notation, printer};
use std::fmt;

impl Accesses {
    /// `({A[0]}, A:1=9)`: what is read, and what is written.
    pub fn show(&self, spelling: Spelling) -> String {
        let read = |(array, j): &(semantics::Name, semantics::Number)| {
            format!("{}[{j}]", spelling.name(array))
        };
        let reads: Vec<String> = self.reads.iter().map(read).collect();
        let writes = notation::store(&self.writes, spelling);
        format!("({}, {writes})", notation::set(&reads, spelling))
    }
}

impl Phase {
    /// `{0: ({}, A:0=0), 1: ({A[0]}, A:0=1)}`
    pub fn show(&self, spelling: Spelling) -> String {
        let colon = match spelling {
            Spelling::Latex => "{:} ",
            _ => ": ",
        };
        let thread = |(i, a): (&semantics::Thread, &Accesses)| {
            format!("{}{colon}{}", notation::thread(i, spelling), a.show(spelling))
        };
        notation::set(&self.threads().map(thread).collect::<Vec<_>>(), spelling)
    }
}

impl History {
    /// `[{0: ({}, A:0=0)}, {}]`, the newest phase first.
    pub fn show(&self, spelling: Spelling) -> String {
        let phases: Vec<String> = self.phases().map(|phase| phase.show(spelling)).collect();
        format!("[{}]", phases.join(", "))
    }
}

impl fmt::Display for Accesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}

impl Shown for Judgment {
    /// `H; A, b ⇓ᵢ B`, where the paper has `H` beside the arrow: `A, b ⇓_{H,i} B`.
    fn show(&self, spelling: Spelling) -> String {
        match self {
            Judgment::Runs(a, b, h, i, after) => format!(
                "{}; {}, {} {} {}",
                h.show(spelling),
                a.show(spelling),
                printer::statement(b, spelling),
                notation::evaluates_under(i, spelling),
                after.show(spelling)
            ),
            Judgment::Parallel(h, b, threads, after) => {
                let threads: Vec<String> =
                    threads.iter().map(|i| notation::thread(i, spelling)).collect();
                let threads = notation::set(&threads, spelling);
                let arrow = match spelling {
                    Spelling::Ascii | Spelling::Exact => format!("=>_{threads}"),
                    Spelling::Unicode => format!("⇓_{threads}"),
                    Spelling::Latex => format!(r"\Downarrow_{{{threads}}}"),
                };
                format!(
                    "{}, {} {arrow} {}",
                    h.show(spelling),
                    printer::statement(b, spelling),
                    after.show(spelling)
                )
            }
            Judgment::Evaluates(e, i, k) => notation::evaluates(e, i, k, spelling),
            Judgment::Decides(c, i, b) => notation::decides(c, i, *b, spelling),
            Judgment::LastWrite(h, array, j, k) => {
                let lastwrite = spelling.keyword("lastwrite");
                let array = spelling.name(array);
                format!("{lastwrite}({array}[{j}], {}) = {k}", h.show(spelling))
            }
        }
    }

    fn is_side_condition(&self) -> bool {
        !matches!(self, Judgment::Runs(..) | Judgment::Parallel(..))
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}
