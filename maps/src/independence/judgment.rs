//! What the judgments of independence conclude, and how it is written.

use super::{Approximating, Variables};
use crate::syntax::Protocol;
use semantics::{Cond, Expr, Name, Shown, Spelling, notation, printer};
use std::fmt;

/// A judgment of independence, or its denial. The rules are read off the protocol's form, so where a premise of the
/// only rule fails, that is a derivation, too: of the judgment's denial. [L24, Figs. 4 and 7]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Independence {
    /// `X ⊢CI p`, or `X ⊬CI p`
    Control {
        /// `X`
        exact: Variables,
        /// `p`
        of: Protocol,
        /// Whether it holds.
        holds: bool,
    },
    /// `X ⊢DI p`, or `X ⊬DI p`
    Data {
        /// `X`
        exact: Variables,
        /// `p`
        of: Protocol,
        /// Whether it holds.
        holds: bool,
    },
    /// `aa(X, p) = (control, data)`
    Approximating {
        /// `X`
        exact: Variables,
        /// `p`
        of: Protocol,
        /// The two sets.
        binders: Approximating,
    },
    /// `X ⊢ e`, or `X ⊬ e`
    Exact {
        /// `X`
        exact: Variables,
        /// `e`, or `c`
        of: Term,
        /// Whether it holds.
        holds: bool,
    },
}

/// What may be exact: an expression or a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `e`
    Expr(Expr),
    /// `c`
    Cond(Cond),
}

impl Term {
    /// Its free variables.
    pub fn free_variables(&self) -> Variables {
        match self {
            Term::Expr(e) => e.free_variables(),
            Term::Cond(c) => c.free_variables(),
        }
    }

    /// As text.
    pub fn show(&self, spelling: Spelling) -> String {
        match self {
            Term::Expr(e) => printer::expr(e, spelling),
            Term::Cond(c) => printer::cond(c, spelling),
        }
    }
}

impl Independence {
    /// Whether the judgment holds; the approximating binders always come to something.
    pub fn holds(&self) -> bool {
        match self {
            Independence::Control { holds, .. }
            | Independence::Data { holds, .. }
            | Independence::Exact { holds, .. } => *holds,
            Independence::Approximating { .. } => true,
        }
    }
}

/// `{x, y}`
fn set(x: &Variables, spelling: Spelling) -> String {
    let names: Vec<String> = x.iter().map(|x: &Name| spelling.name(x)).collect();
    notation::set(&names, spelling)
}

/// `⊢CI`, or `⊬CI`
fn turnstile(name: &str, holds: bool, spelling: Spelling) -> String {
    match (spelling, holds) {
        (Spelling::Ascii | Spelling::Exact, true) => format!("|-{name}"),
        (Spelling::Ascii | Spelling::Exact, false) => format!("|/-{name}"),
        (Spelling::Unicode, true) => format!("⊢{name}"),
        (Spelling::Unicode, false) => format!("⊬{name}"),
        (Spelling::Latex, _) => {
            let sign = if holds { r"\vdash" } else { r"\nvdash" };
            format!(r"{sign}_{{\mathsf{{{name}}}}}")
        }
    }
}

impl Shown for Independence {
    fn show(&self, spelling: Spelling) -> String {
        let says = |exact: &Variables, name: &str, holds: bool, what: String| {
            format!("{} {} {what}", set(exact, spelling), turnstile(name, holds, spelling))
        };
        match self {
            Independence::Control { exact, of, holds } => {
                says(exact, "CI", *holds, printer::statement(of, spelling))
            }
            Independence::Data { exact, of, holds } => {
                says(exact, "DI", *holds, printer::statement(of, spelling))
            }
            Independence::Exact { exact, of, holds } => says(exact, "", *holds, of.show(spelling)),
            Independence::Approximating { exact, of, binders } => {
                let name = match spelling {
                    Spelling::Latex => r"\mathit{aa}",
                    _ => "aa",
                };
                let [x, control, data] =
                    [exact, &binders.control, &binders.data].map(|names| set(names, spelling));
                let p = printer::statement(of, spelling);
                format!("{name}({x}, {p}) = ({control}, {data})")
            }
        }
    }

    fn is_side_condition(&self) -> bool {
        matches!(self, Independence::Exact { .. })
    }
}

impl fmt::Display for Independence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}
