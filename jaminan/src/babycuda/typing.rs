//! Behavioural types: which protocol a program of BabyCUDA has. [L22, Fig. 6]

use super::NotBabyCuda;
use crate::syntax::Stmt;
use maps::Protocol;
use maps::independence::Variables;
use semantics::{Cond, Derivation, Expr, Mode, Name, Shown, Spelling, notation, printer};
use std::fmt;
use std::sync::Arc;

/// What the typing rules conclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// `V ⊢ b ▶ u`
    Has(Variables, Stmt, Protocol),
    /// `V ⊢ n`: the free variables of `n` are in `V`
    Expr(Variables, Expr),
    /// `V ⊢ c`
    Cond(Variables, Cond),
}

/// Why a program has no type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllTyped {
    /// An index, bound or condition mentions a variable outside of `V`: one that was read.
    Unknown {
        /// The rule that asks.
        rule: &'static str,
        /// What mentions it.
        text: String,
        /// The variable.
        variable: Name,
    },
    /// A binder's name is in `V` already: `x ∉ V` fails.
    Taken {
        /// The rule that asks.
        rule: &'static str,
        /// The binder.
        binder: Name,
    },
    /// No program of BabyCUDA.
    NotBabyCuda(NotBabyCuda),
}

impl fmt::Display for IllTyped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllTyped::Unknown { rule, text, variable } => {
                write!(f, "{rule}: `{text}` depends on {variable}, which is read from an array")
            }
            IllTyped::Taken { rule, binder } => write!(f, "{rule}: {binder} is bound already"),
            IllTyped::NotBabyCuda(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for IllTyped {}

/// A derivation of `V ⊢ b ▶ u`, or why there is none.
pub type Derived = Result<Arc<Derivation<Typing>>, IllTyped>;

/// The protocol `u` with `V ⊢ b ▶ u`; there is at most one. `V` always has `tid`, which is no
/// variable here.
///
/// # Errors
/// The first premise, from the left, that fails.
pub fn type_of(v: &Variables, b: &Stmt) -> Result<Protocol, IllTyped> {
    match &derive(v, b)?.conclusion {
        Typing::Has(_, _, u) => Ok(u.clone()),
        Typing::Expr(..) | Typing::Cond(..) => Ok(Protocol::Skip),
    }
}

/// The derivation of `V ⊢ b ▶ u`.
///
/// # Errors
/// The first premise, from the left, that fails.
pub fn derive(v: &Variables, b: &Stmt) -> Derived {
    semantics::unless_planted!(crate::planted::babycuda::derive(v, b));
    let typed = Typed { v, b };
    match b {
        // V ⊢ n
        Stmt::Write { array, index, site, .. } => {
            let n = expr("T-WRITE", v, index)?;
            let u = access(Mode::Wr, array, index, site);
            Ok(typed.by("T-WRITE", u, vec![n]))
        }
        // V ⊢ n   V ⊢ b ▶ u   x ∉ V
        Stmt::Read { x, array, index, body, site } => {
            let n = expr("T-READ", v, index)?;
            fresh("T-READ", v, x)?;
            let (body, u) = part(v, body)?;
            let read = access(Mode::Rd, array, index, site);
            Ok(typed.by("T-READ", Protocol::Seq(read.into(), u), vec![n, body]))
        }
        // V ⊢ b₁ ▶ u₁   V ⊢ b₂ ▶ u₂
        Stmt::Seq(b1, b2) => {
            let ((b1, u1), (b2, u2)) = (part(v, b1)?, part(v, b2)?);
            Ok(typed.by("T-SEQ", Protocol::Seq(u1, u2), vec![b1, b2]))
        }
        // V ⊢ c   V ⊢ b₁ ▶ u₁   V ⊢ b₂ ▶ u₂
        Stmt::If(c, b1, b2) => {
            let decided = cond("T-IF", v, c)?;
            let ((b1, u1), (b2, u2)) = (part(v, b1)?, part(v, b2)?);
            Ok(typed.by("T-IF", Protocol::If(c.clone(), u1, u2), vec![decided, b1, b2]))
        }
        // V ⊢ n   V ⊢ m   V ∪ {x} ⊢ b ▶ u   x ∉ V
        Stmt::For(x, n, m, body) => {
            let bounds = [expr("T-FOR", v, n)?, expr("T-FOR", v, m)?];
            fresh("T-FOR", v, x)?;
            let mut inner = v.clone();
            inner.insert(x.clone());
            let (body, u) = part(&inner, body)?;
            let u = Protocol::For(x.clone(), n.clone(), m.clone(), u);
            Ok(typed.by("T-FOR", u, bounds.into_iter().chain([body]).collect()))
        }
        Stmt::Skip => Ok(typed.by("T-SKIP", Protocol::Skip, vec![])),
        Stmt::Var(..) => Err(IllTyped::NotBabyCuda(NotBabyCuda::Var)),
        Stmt::Sync(_) => Err(IllTyped::NotBabyCuda(NotBabyCuda::Sync)),
    }
}

/// What is being typed.
struct Typed<'a> {
    v: &'a Variables,
    b: &'a Stmt,
}

impl Typed<'_> {
    fn by(
        &self,
        rule: &'static str,
        u: Protocol,
        premises: Vec<Arc<Derivation<Typing>>>,
    ) -> Arc<Derivation<Typing>> {
        let conclusion = Typing::Has(self.v.clone(), self.b.clone(), u);
        Arc::new(Derivation { rule: rule.into(), conclusion, premises })
    }
}

/// Premise `V ⊢ b ▶ u`, and its `u`.
fn part(v: &Variables, b: &Stmt) -> Result<(Arc<Derivation<Typing>>, Arc<Protocol>), IllTyped> {
    let d = derive(v, b)?;
    let u = match &d.conclusion {
        Typing::Has(_, _, u) => Arc::new(u.clone()),
        Typing::Expr(..) | Typing::Cond(..) => Arc::new(Protocol::Skip),
    };
    Ok((d, u))
}

/// Premise `V ⊢ n`.
fn expr(rule: &'static str, v: &Variables, n: &Expr) -> Result<Arc<Derivation<Typing>>, IllTyped> {
    match n.free_variables().into_iter().find(|x| !v.contains(x)) {
        Some(variable) => {
            let text = printer::expr(n, Spelling::Ascii);
            Err(IllTyped::Unknown { rule, text, variable })
        }
        None => Ok(leaf(Typing::Expr(v.clone(), n.clone()))),
    }
}

/// Premise `V ⊢ c`.
fn cond(rule: &'static str, v: &Variables, c: &Cond) -> Result<Arc<Derivation<Typing>>, IllTyped> {
    match c.free_variables().into_iter().find(|x| !v.contains(x)) {
        Some(variable) => {
            let text = printer::cond(c, Spelling::Ascii);
            Err(IllTyped::Unknown { rule, text, variable })
        }
        None => Ok(leaf(Typing::Cond(v.clone(), c.clone()))),
    }
}

fn leaf(conclusion: Typing) -> Arc<Derivation<Typing>> {
    Arc::new(Derivation { rule: "FV".into(), conclusion, premises: vec![] })
}

/// Premise `x ∉ V`.
fn fresh(rule: &'static str, v: &Variables, x: &Name) -> Result<(), IllTyped> {
    match v.contains(x) {
        true => Err(IllTyped::Taken { rule, binder: x.clone() }),
        false => Ok(()),
    }
}

fn access(mode: Mode, array: &Name, index: &Arc<Expr>, site: &semantics::Site) -> Protocol {
    Protocol::Access { mode, array: array.clone(), index: index.clone(), site: site.clone() }
}

impl Shown for Typing {
    /// `{tid, M} ⊢ b ▶ u`
    fn show(&self, spelling: Spelling) -> String {
        let (Typing::Has(v, ..) | Typing::Expr(v, _) | Typing::Cond(v, _)) = self;
        let names: Vec<String> = std::iter::once(spelling.keyword("tid"))
            .chain(v.iter().map(|x| spelling.name(x)))
            .collect();
        let entails = format!(
            "{} {} ",
            notation::set(&names, spelling),
            match spelling {
                Spelling::Ascii | Spelling::Exact => "|-",
                Spelling::Unicode => "⊢",
                Spelling::Latex => r"\vdash",
            }
        );
        let has = match spelling {
            Spelling::Ascii | Spelling::Exact => "|>",
            Spelling::Unicode => "▶",
            Spelling::Latex => r"\blacktriangleright",
        };
        match self {
            Typing::Has(_, b, u) => {
                let [b, u] = [printer::statement(b, spelling), printer::statement(u, spelling)];
                format!("{entails}{b} {has} {u}")
            }
            Typing::Expr(_, n) => entails + &printer::expr(n, spelling),
            Typing::Cond(_, c) => entails + &printer::cond(c, spelling),
        }
    }

    fn is_side_condition(&self) -> bool {
        !matches!(self, Typing::Has(..))
    }
}
