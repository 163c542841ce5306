//! Jaminan, a core of CUDA. [L24, Fig. 5]

use semantics::expression::{either, substituted, substituted_cond};
use semantics::{
    Barrier, Cond, Diagnostic, Expr, Header, Name, Number, ParseOptions, Shape, Site, Source,
    Spelling, Syntax, printer,
};
use std::fmt;
use std::sync::Arc;

/// A statement `s`, and `sync`, which keeps to the layer above. Subtrees are shared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stmt {
    /// `skip`.
    Skip,
    /// `A[e₁] := e₂`.
    Write {
        /// `A`.
        array: Name,
        /// `e₁`.
        index: Arc<Expr>,
        /// `e₂`.
        payload: Arc<Expr>,
        /// Where it stands in the source.
        site: Site,
    },
    /// `let x = A[e] in s`.
    Read {
        /// `x`.
        x: Name,
        /// `A`.
        array: Name,
        /// `e`.
        index: Arc<Expr>,
        /// `s`.
        body: Arc<Stmt>,
        /// Where it stands in the source.
        site: Site,
    },
    /// `s₁ ; s₂`.
    Seq(Arc<Stmt>, Arc<Stmt>),
    /// `if c {s₁} else {s₂}`.
    If(Arc<Cond>, Arc<Stmt>, Arc<Stmt>),
    /// `for x in e₁..e₂ {s}`.
    For(Name, Arc<Expr>, Arc<Expr>, Arc<Stmt>),
    /// `var x. s`.
    Var(Name, Arc<Stmt>),
    /// `sync`: a barrier that all threads (in CUDA, of a block) take part in.
    Sync(Barrier),
}

/// A program: declarations and a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Parameters, assumptions, threads.
    pub header: Header,
    /// The statement that every thread runs.
    pub body: Stmt,
}

impl Stmt {
    /// `s[x := k]`.
    pub fn substitute(&self, x: &Name, k: &Number) -> Stmt {
        self.replace(x, &Expr::Num(k.clone()))
    }

    /// `s[x := e]` where `x` is free in `s`; what does not change stays shared.
    fn replaced(&self, x: &Name, e: &Expr) -> Option<Stmt> {
        let within = |a: &Arc<Expr>| substituted(a, x, e);
        let inside = |s: &Arc<Stmt>| s.replaced(x, e).map(Arc::new);
        // An inner binder of the same name hides the outer one.
        let under = |y: &Name, s: &Arc<Stmt>| if x == y { None } else { inside(s) };
        Some(match self {
            Stmt::Skip | Stmt::Sync(_) => return None,
            Stmt::Write { array, index, payload, site } => {
                let (index, payload) = either((index, within(index)), (payload, within(payload)))?;
                Stmt::Write { array: array.clone(), index, payload, site: site.clone() }
            }
            Stmt::Read { x: y, array, index, body, site } => {
                let (index, body) = either((index, within(index)), (body, under(y, body)))?;
                Stmt::Read { x: y.clone(), array: array.clone(), index, body, site: site.clone() }
            }
            Stmt::Seq(s1, s2) => {
                let (s1, s2) = either((s1, inside(s1)), (s2, inside(s2)))?;
                Stmt::Seq(s1, s2)
            }
            Stmt::If(c, s1, s2) => {
                let both = (s1.clone(), s2.clone());
                let changed = either((s1, inside(s1)), (s2, inside(s2)));
                let (c, (s1, s2)) = either((c, substituted_cond(c, x, e)), (&both, changed))?;
                Stmt::If(c, s1, s2)
            }
            Stmt::For(y, lo, hi, s) => {
                let both = (lo.clone(), hi.clone());
                let changed = either((lo, within(lo)), (hi, within(hi)));
                let ((lo, hi), s) = either((&both, changed), (s, under(y, s)))?;
                Stmt::For(y.clone(), lo, hi, s)
            }
            Stmt::Var(y, s) => Stmt::Var(y.clone(), under(y, s)?),
        })
    }
}

impl Syntax for Stmt {
    const PROTOCOL: bool = false;

    fn shape(&self) -> Shape<'_, Self> {
        match self {
            Stmt::Skip => Shape::Skip,
            Stmt::Write { array, index, payload, site } => {
                Shape::Write(array, index, payload, site)
            }
            Stmt::Read { x, array, index, body, site } => Shape::Read(x, array, index, body, site),
            Stmt::Seq(s1, s2) => Shape::Seq(s1, s2),
            Stmt::If(c, s1, s2) => Shape::If(c, s1, s2),
            Stmt::For(x, lo, hi, s) => Shape::For(x, lo, hi, s),
            Stmt::Var(x, s) => Shape::Var(x, s),
            Stmt::Sync(barrier) => Shape::Sync(barrier),
        }
    }

    fn build(shape: Shape<'_, Self>) -> Option<Self> {
        Some(match shape {
            Shape::Skip => Stmt::Skip,
            Shape::Write(array, index, payload, site) => Stmt::Write {
                array: array.clone(),
                index: index.clone(),
                payload: payload.clone(),
                site: site.clone(),
            },
            Shape::Read(x, array, index, body, site) => Stmt::Read {
                x: x.clone(),
                array: array.clone(),
                index: index.clone(),
                body: body.clone(),
                site: site.clone(),
            },
            Shape::Seq(s1, s2) => Stmt::Seq(s1.clone(), s2.clone()),
            Shape::If(c, s1, s2) => Stmt::If(c.clone(), s1.clone(), s2.clone()),
            Shape::For(x, lo, hi, s) => Stmt::For(x.clone(), lo.clone(), hi.clone(), s.clone()),
            Shape::Var(x, s) => Stmt::Var(x.clone(), s.clone()),
            Shape::Sync(barrier) => Stmt::Sync(barrier.clone()),
            Shape::Access(..) => return None,
        })
    }

    fn replace(&self, x: &Name, e: &Expr) -> Self {
        self.replaced(x, e).unwrap_or_else(|| self.clone())
    }

    fn skip() -> Self {
        Stmt::Skip
    }

    fn seq(first: Self, second: Self) -> Self {
        Stmt::Seq(first.into(), second.into())
    }
}

impl semantics::judgment::Holds for Stmt {
    fn program(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl fmt::Display for Stmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::statement(self, Spelling::Ascii))
    }
}

impl Program {
    /// Reads a `.jam` file.
    ///
    /// # Errors
    /// See [`semantics::parse`].
    pub fn parse(source: &Source, options: ParseOptions) -> Result<Self, Diagnostic> {
        let (header, body) = semantics::parse(source, options)?;
        Ok(Program { header, body })
    }
}

impl fmt::Display for Program {
    /// The file, as [`Program::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::file(&self.header, &self.body, Spelling::Ascii))
    }
}
