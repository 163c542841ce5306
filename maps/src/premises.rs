//! Control and data independence, and the approximating binders, premise by premise: the whole derivation, or where it
//! fails. [L24, Figs. 4 and 7]
//!
//! [`control_independent`](crate::control_independent) and its like answer; these show. The rules are written once more,
//! and a test holds the two together.

use crate::independence::{Approximating, Variables, exact, exact_cond, with};
use crate::syntax::Protocol;
use semantics::{Cond, Expr, Name, Spelling, printer};

/// One application of a rule, whether it succeeds or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The rule, as `CI-SEQ`; `EXACT` of the premise `X ⊢ e`.
    pub rule: &'static str,
    /// What it concludes: `{x} ⊢CI skip`. Of the approximating binders with the two sets.
    pub conclusion: String,
    /// Whether it does: all its premises hold.
    pub holds: bool,
    /// From the left, those that fail too.
    pub premises: Vec<Judged>,
}

impl Judged {
    fn new(rule: &'static str, conclusion: String, premises: Vec<Judged>) -> Judged {
        let holds = premises.iter().all(|premise| premise.holds);
        Judged { rule, conclusion, holds, premises }
    }
}

/// How conclusions are spelt, and in what words a judgment is written.
struct Writer {
    spelling: Spelling,
    name: &'static str,
}

impl Writer {
    fn turnstile(&self) -> &'static str {
        match self.spelling {
            Spelling::Ascii => "|-",
            Spelling::Unicode => "⊢",
            Spelling::Latex => r"\vdash",
        }
    }

    fn says(&self, x: &Variables, p: &Protocol) -> String {
        let text = printer::statement(p, self.spelling);
        format!("{} {}{} {text}", set(x, self.spelling), self.turnstile(), self.name)
    }

    fn about(&self, x: &Variables, what: String, holds: bool) -> Judged {
        let conclusion = format!("{} {} {what}", set(x, self.spelling), self.turnstile());
        Judged { rule: "EXACT", conclusion, holds, premises: Vec::new() }
    }

    fn exact(&self, x: &Variables, e: &Expr) -> Judged {
        self.about(x, printer::expr(e, self.spelling), exact(x, e))
    }

    fn exact_cond(&self, x: &Variables, c: &Cond) -> Judged {
        self.about(x, printer::cond(c, self.spelling), exact_cond(x, c))
    }
}

/// `{x, y}`, or the empty set's sign.
fn set(x: &Variables, spelling: Spelling) -> String {
    let names: Vec<String> = x.iter().map(Name::to_string).collect();
    match (names.is_empty(), spelling) {
        (true, Spelling::Unicode) => "∅".into(),
        (true, Spelling::Latex) => r"\emptyset".into(),
        (_, Spelling::Latex) => format!(r"\{{{}\}}", names.join(", ")),
        _ => format!("{{{}}}", names.join(", ")),
    }
}

/// Why `X ⊢CI p`, or why not.
pub fn explain_control(x: &Variables, p: &Protocol, spelling: Spelling) -> Judged {
    control(&Writer { spelling, name: "CI" }, x, p)
}

fn control(writer: &Writer, x: &Variables, p: &Protocol) -> Judged {
    let inside = |p: &Protocol| control(writer, x, p);
    let (rule, premises) = match p {
        Protocol::Skip => ("CI-SKIP", vec![]),
        Protocol::Sync(_) => ("CI-SYNC", vec![]),
        Protocol::Access { .. } => ("CI-ACC", vec![]),
        Protocol::Seq(p1, p2) => ("CI-SEQ", vec![inside(p1), inside(p2)]),
        Protocol::Var(_, p) => ("CI-VAR", vec![inside(p)]),
        Protocol::If(c, p1, p2) => ("CI-IF", vec![writer.exact_cond(x, c), inside(p1), inside(p2)]),
        Protocol::For(y, e1, e2, p) => {
            let body = control(writer, &with(x, y), p);
            ("CI-FOR", vec![writer.exact(x, e1), writer.exact(x, e2), body])
        }
    };
    Judged::new(rule, writer.says(x, p), premises)
}

/// Why `X ⊢DI p`, or why not.
pub fn explain_data(x: &Variables, p: &Protocol, spelling: Spelling) -> Judged {
    data(&Writer { spelling, name: "DI" }, x, p)
}

fn data(writer: &Writer, x: &Variables, p: &Protocol) -> Judged {
    let inside = |p: &Protocol| data(writer, x, p);
    let (rule, premises) = match p {
        Protocol::Skip => ("DI-SKIP", vec![]),
        Protocol::Sync(_) => ("DI-SYNC", vec![]),
        Protocol::Access { index, .. } => ("DI-ACC", vec![writer.exact(x, index)]),
        Protocol::Seq(p1, p2) => ("DI-SEQ", vec![inside(p1), inside(p2)]),
        Protocol::Var(_, p) => ("DI-VAR", vec![inside(p)]),
        Protocol::If(_, p1, p2) => ("DI-IF", vec![inside(p1), inside(p2)]),
        Protocol::For(y, e1, e2, p) if exact(x, e1) && exact(x, e2) => {
            let body = data(writer, &with(x, y), p);
            ("DI-FOR-I", vec![writer.exact(x, e1), writer.exact(x, e2), body])
        }
        Protocol::For(_, _, _, p) => ("DI-FOR-D", vec![inside(p)]),
    };
    Judged::new(rule, writer.says(x, p), premises)
}

/// How `aa(X, p)` comes about: the two sets, of each part of the protocol.
pub fn explain_approximating(x: &Variables, p: &Protocol, spelling: Spelling) -> Judged {
    approximating(&Writer { spelling, name: "" }, x, p).0
}

fn approximating(writer: &Writer, x: &Variables, p: &Protocol) -> (Judged, Approximating) {
    let free = |free: Variables| -> Variables { free.difference(x).cloned().collect() };
    let controls = |of: Variables| Approximating { control: free(of), data: Variables::new() };
    let (rule, own, parts) = match p {
        Protocol::Skip => ("AA-SKIP", Approximating::default(), vec![]),
        Protocol::Sync(_) => ("AA-SYNC", Approximating::default(), vec![]),
        Protocol::Access { index, .. } => {
            let data = free(index.free_variables());
            ("AA-ACC", Approximating { control: Variables::new(), data }, vec![])
        }
        Protocol::Seq(p1, p2) => {
            let parts = vec![approximating(writer, x, p1), approximating(writer, x, p2)];
            ("AA-SEQ", Approximating::default(), parts)
        }
        Protocol::Var(_, p) => {
            ("AA-VAR", Approximating::default(), vec![approximating(writer, x, p)])
        }
        Protocol::If(c, p1, p2) => {
            let parts = vec![approximating(writer, x, p1), approximating(writer, x, p2)];
            ("AA-IF", controls(c.free_variables()), parts)
        }
        Protocol::For(y, e1, e2, p) => {
            let mut bounds = e1.free_variables();
            e2.add_free_variables(&mut bounds);
            let inner = if bounds.is_subset(x) { with(x, y) } else { x.clone() };
            ("AA-FOR", controls(bounds), vec![approximating(writer, &inner, p)])
        }
    };
    let (premises, sets): (Vec<Judged>, Vec<Approximating>) = parts.into_iter().unzip();
    let joined = sets.into_iter().fold(own, Approximating::join);
    let spelling = writer.spelling;
    let (control, data) = (set(&joined.control, spelling), set(&joined.data, spelling));
    let text = printer::statement(p, spelling);
    let conclusion = format!("aa({}, {text}) = ({control}, {data})", set(x, spelling));
    (Judged::new(rule, conclusion, premises), joined)
}
