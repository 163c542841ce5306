//! How the launches of a kernel share the time, and the programs of each launch.
//!
//! Many launches have two programs: one whose numbers are C's, and one that takes more for granted, of which only
//! *race free* counts. What C's program says is better, and it may take for ever, so there are three rounds:
//!
//! 1. Each launch has an equal part of the time. Half of it is for C's program, and where that decides nothing, the rest
//!    is for the other. Where C's had no time and the other was race free, the launches that follow begin with the other:
//!    they are most often alike.
//! 2. Where neither decided, C's programs that had too little time share what is left.
//! 3. Then they share it where the other one decided: what C's says takes nothing more for granted.

use crate::rerun::part_of;
use crate::value::KernelVerdict;
use cuda::{Assumption, Launched};
use oracle::check::Settings;
use oracle::check::answer::Verdict;
use semantics::Limits;

/// What is said of the programs of a launch, and what is taken for granted for that.
pub type Decided = (KernelVerdict, Vec<Assumption>);

/// Who decides the programs of a launch.
pub struct Deciders<'d> {
    /// The one whose numbers are C's.
    pub in_c: &'d dyn Fn(&Launched, &mut Settings<'_>) -> KernelVerdict,
    /// The one that takes more for granted, where there is one: race free, or nothing.
    pub granted: &'d dyn Fn(&Launched, &mut Settings<'_>) -> Option<Decided>,
    /// Whether there is one.
    pub has_granted: &'d dyn Fn(&Launched) -> bool,
}

/// What is said of a launch so far.
struct Said {
    decided: Decided,
    /// Whether C's program decided nothing, and had too little time for it.
    hurried: bool,
}

impl Said {
    /// Whether nothing is decided, and more time may help.
    fn is_open(&self) -> bool {
        self.hurried && leaves_open(&self.decided.0)
    }

    /// Whether what is decided takes more for granted than C's program does, which may decide it, too.
    fn is_granted(&self) -> bool {
        self.hurried && !leaves_open(&self.decided.0)
    }
}

impl Deciders<'_> {
    /// What is said of each of these launches, which differ.
    pub fn decide(&self, launches: &[&Launched], settings: &mut Settings<'_>) -> Vec<Decided> {
        let mut granted_first = false;
        let mut said: Vec<Said> = Vec::new();
        for (n, launched) in launches.iter().enumerate() {
            let first = || self.first(launched, granted_first, settings);
            let one = part_of(1, launches.len() - n, first);
            granted_first |= one.hurried && !leaves_open(&one.decided.0);
            said.push(one);
        }
        for wants_more in [Said::is_open, Said::is_granted] {
            let again: Vec<usize> = (0..said.len()).filter(|n| wants_more(&said[*n])).collect();
            for (done, n) in again.iter().enumerate() {
                let in_c = || (self.in_c)(launches[*n], settings);
                let verdict = part_of(1, again.len() - done, in_c);
                if !leaves_open(&verdict) {
                    said[*n] = Said { decided: (verdict, Vec::new()), hurried: false };
                }
            }
        }
        said.into_iter().map(|one| one.decided).collect()
    }

    /// The first round of a launch.
    fn first(&self, launched: &Launched, granted_first: bool, settings: &mut Settings<'_>) -> Said {
        let said = |decided, hurried| Said { decided, hurried };
        if !(self.has_granted)(launched) {
            return said(((self.in_c)(launched, settings), Vec::new()), false);
        }
        if granted_first {
            let found = part_of(1, 2, || (self.granted)(launched, settings));
            if let Some(found) = found {
                return said(found, true);
            }
        }
        let (verdict, hurried) = part_of(1, 2, || {
            let whole = Limits::time_left();
            let verdict = (self.in_c)(launched, settings);
            // A part of it is kept for runs, which may take less.
            let left = Limits::time_left().zip(whole);
            (verdict, left.is_some_and(|(left, whole)| left < whole / 4))
        });
        if !leaves_open(&verdict) {
            return said((verdict, Vec::new()), false);
        }
        let found = match granted_first {
            true => None,
            false => (self.granted)(launched, settings),
        };
        said(found.unwrap_or((verdict, Vec::new())), hurried)
    }
}

/// Whether nothing is decided: then more may be taken for granted.
fn leaves_open(verdict: &KernelVerdict) -> bool {
    let open = match verdict.verdict {
        Verdict::Potential | Verdict::Unknown | Verdict::Unsupported => true,
        Verdict::Drf | Verdict::Racy => false,
    };
    open && verdict.divergences.is_empty()
}

#[cfg(test)]
mod tests {
    use super::Deciders;
    use crate::reason::Why;
    use crate::value::KernelVerdict;
    use cuda::{Launched, Options, load};
    use oracle::check::Settings;
    use oracle::check::answer::Verdict;
    use oracle::solver::{Budget, choose};
    use semantics::{Limits, Source, limits};
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::time::Duration;

    fn verdict(verdict: Verdict) -> KernelVerdict {
        KernelVerdict::without("k", verdict, Why::NoLaunch)
    }

    /// What is asked of four launches, `c` or `g` and its number, and the verdicts: C's programs have the answer only
    /// once they are asked as often as this.
    fn asked(times: usize, granted: bool) -> (Vec<String>, Vec<Verdict>) {
        let text = "__global__ void k(int *a) { a[threadIdx.x] = 1; }
            void host(int *a) { k<<<1, 1>>>(a); k<<<1, 2>>>(a); k<<<1, 3>>>(a); k<<<1, 4>>>(a); }";
        let none: BTreeMap<String, String> = BTreeMap::new();
        let unit = load(Source::new("t.cu", text), &Options::default(), &none).expect("a kernel");
        let launches: Vec<&Launched> = unit.kernels[0].launches.iter().collect();
        assert_eq!(launches.len(), 4);
        let order = RefCell::new(Vec::new());
        let number = |of: &Launched| of.launch.block[0].expect("a number");
        let in_c = |of: &Launched, _: &mut Settings<'_>| {
            let name = format!("c{}", number(of));
            order.borrow_mut().push(name.clone());
            if order.borrow().iter().filter(|other| **other == name).count() < times {
                while limits::ask_now().is_ok() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                return verdict(Verdict::Unknown);
            }
            verdict(Verdict::Racy)
        };
        let not_wrapping = |of: &Launched, _: &mut Settings<'_>| {
            order.borrow_mut().push(format!("g{}", number(of)));
            granted.then(|| (verdict(Verdict::Drf), Vec::new()))
        };
        let deciders = Deciders { in_c: &in_c, granted: &not_wrapping, has_granted: &|_| true };
        let mut chosen = choose("embedded").expect("a solver");
        let mut settings = Settings {
            solver: chosen.solver.as_mut(),
            budget: Budget::default(),
            report_benign: true,
            witnesses: true,
        };
        let time = Duration::from_millis(600);
        let decided =
            Limits::default().within(time).enter(|| deciders.decide(&launches, &mut settings));
        (order.into_inner(), decided.into_iter().map(|(of, _)| of.verdict).collect())
    }

    #[test]
    fn what_takes_more_for_granted_is_in_time_for_each_launch() {
        let (order, verdicts) = asked(9, true);
        assert_eq!(order, ["c1", "g1", "g2", "g3", "g4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Drf; 4]);
    }

    #[test]
    fn c_is_asked_again_for_what_takes_more_for_granted() {
        let (order, verdicts) = asked(2, true);
        assert_eq!(order, ["c1", "g1", "g2", "g3", "g4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy, Verdict::Drf, Verdict::Drf, Verdict::Drf]);
    }

    #[test]
    fn what_is_decided_at_once_is_asked_once() {
        let (order, verdicts) = asked(1, true);
        assert_eq!(order, ["c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy; 4]);
    }

    #[test]
    fn where_neither_decides_c_is_asked_again() {
        let (order, verdicts) = asked(2, false);
        assert_eq!(order, ["c1", "g1", "c2", "g2", "c3", "g3", "c4", "g4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy; 4]);
    }
}
