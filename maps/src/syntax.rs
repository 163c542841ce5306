//! Memory access protocols. [L24, Fig. 2]

use semantics::expression::{either, substituted, substituted_cond};
use semantics::{
    Barrier, Cond, Diagnostic, Expr, Header, Mode, Name, Number, ParseOptions, Shape, Site, Source,
    Spelling, Syntax, printer,
};
use std::fmt;
use std::sync::Arc;

/// A protocol `p`, and `sync`, which keeps to the layer above. Subtrees are shared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    /// `skip`.
    Skip,
    /// `o[e]`: an access of the array.
    Access {
        /// `o`.
        mode: Mode,
        /// The array.
        array: Name,
        /// `e`.
        index: Arc<Expr>,
        /// Where it stands in the source.
        site: Site,
    },
    /// `p₁ ; p₂`.
    Seq(Arc<Protocol>, Arc<Protocol>),
    /// `if c {p₁} else {p₂}`.
    If(Arc<Cond>, Arc<Protocol>, Arc<Protocol>),
    /// `for x in e₁..e₂ {p}`.
    For(Name, Arc<Expr>, Arc<Expr>, Arc<Protocol>),
    /// `var x. p`.
    Var(Name, Arc<Protocol>),
    /// `sync`.
    Sync(Barrier),
}

/// A `.map` file: declarations and a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolFile {
    /// Parameters, assumptions, threads.
    pub header: Header,
    /// The protocol that every thread runs.
    pub body: Protocol,
}

impl Protocol {
    /// `p[x := k]`.
    pub fn substitute(&self, x: &Name, k: &Number) -> Protocol {
        self.replace(x, &Expr::Num(k.clone()))
    }

    /// `p[x := e]` where `x` is free in `p`; what does not change stays shared.
    fn replaced(&self, x: &Name, e: &Expr) -> Option<Protocol> {
        let within = |a: &Arc<Expr>| substituted(a, x, e);
        let inside = |p: &Arc<Protocol>| p.replaced(x, e).map(Arc::new);
        // An inner binder of the same name hides the outer one.
        let under = |y: &Name, p: &Arc<Protocol>| if x == y { None } else { inside(p) };
        Some(match self {
            Protocol::Skip | Protocol::Sync(_) => return None,
            Protocol::Access { mode, array, index, site } => Protocol::Access {
                mode: *mode,
                array: array.clone(),
                index: within(index)?,
                site: site.clone(),
            },
            Protocol::Seq(p, q) => {
                let (p, q) = either((p, inside(p)), (q, inside(q)))?;
                Protocol::Seq(p, q)
            }
            Protocol::If(c, p, q) => {
                let both = (p.clone(), q.clone());
                let changed = either((p, inside(p)), (q, inside(q)));
                let (c, (p, q)) = either((c, substituted_cond(c, x, e)), (&both, changed))?;
                Protocol::If(c, p, q)
            }
            Protocol::For(y, lo, hi, p) => {
                let both = (lo.clone(), hi.clone());
                let changed = either((lo, within(lo)), (hi, within(hi)));
                let ((lo, hi), p) = either((&both, changed), (p, under(y, p)))?;
                Protocol::For(y.clone(), lo, hi, p)
            }
            Protocol::Var(y, p) => Protocol::Var(y.clone(), under(y, p)?),
        })
    }
}

impl Syntax for Protocol {
    const PROTOCOL: bool = true;

    fn shape(&self) -> Shape<'_, Self> {
        match self {
            Protocol::Skip => Shape::Skip,
            Protocol::Access { mode, array, index, site } => {
                Shape::Access(*mode, array, index, site)
            }
            Protocol::Seq(p, q) => Shape::Seq(p, q),
            Protocol::If(c, p, q) => Shape::If(c, p, q),
            Protocol::For(x, lo, hi, p) => Shape::For(x, lo, hi, p),
            Protocol::Var(x, p) => Shape::Var(x, p),
            Protocol::Sync(barrier) => Shape::Sync(barrier),
        }
    }

    fn build(shape: Shape<'_, Self>) -> Option<Self> {
        Some(match shape {
            Shape::Skip => Protocol::Skip,
            Shape::Access(mode, array, index, site) => Protocol::Access {
                mode,
                array: array.clone(),
                index: index.clone(),
                site: site.clone(),
            },
            Shape::Seq(p, q) => Protocol::Seq(p.clone(), q.clone()),
            Shape::If(c, p, q) => Protocol::If(c.clone(), p.clone(), q.clone()),
            Shape::For(x, lo, hi, p) => Protocol::For(x.clone(), lo.clone(), hi.clone(), p.clone()),
            Shape::Var(x, p) => Protocol::Var(x.clone(), p.clone()),
            Shape::Sync(barrier) => Protocol::Sync(barrier.clone()),
            Shape::Write(..) | Shape::Read(..) => return None,
        })
    }

    fn replace(&self, x: &Name, e: &Expr) -> Self {
        self.replaced(x, e).unwrap_or_else(|| self.clone())
    }

    fn skip() -> Self {
        Protocol::Skip
    }

    fn seq(first: Self, second: Self) -> Self {
        Protocol::Seq(first.into(), second.into())
    }
}

impl semantics::judgment::Holds for Protocol {
    fn program(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::statement(self, Spelling::Ascii))
    }
}

impl ProtocolFile {
    /// Reads a `.map` file.
    ///
    /// # Errors
    /// See [`semantics::parse`].
    pub fn parse(source: &Source, options: ParseOptions) -> Result<Self, Diagnostic> {
        let (header, body) = semantics::parse(source, options)?;
        Ok(ProtocolFile { header, body })
    }
}

impl fmt::Display for ProtocolFile {
    /// The file, as [`ProtocolFile::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printer::file(&self.header, &self.body, Spelling::Ascii))
    }
}
