//! Numbers of the host of which the kernel sees a quotient alone: `pitch / sizeof(float)`. What bounds the number
//! bounds the quotient.

use super::HostLaunch;
use super::tied::Target;
use crate::term::{bin, convert, literal, num};
use num_traits::Signed;
use semantics::{Arithmetic, Cond, Expr as Term, IntType, Name, Number, Op, Rel};
use std::sync::Arc;

/// A name of the host, of which the kernel sees the quotient by a number.
pub(super) struct Quotient {
    symbol: Name,
    divisor: Number,
    /// The quotient, at the name's type, which is unsigned.
    seen: Arc<Term>,
    ty: IntType,
}

/// A number that a name does not exceed, where a condition says one.
fn most(c: &Cond, name: &Name) -> Option<Number> {
    match c {
        Cond::And(a, b) => most(a, name).or_else(|| most(b, name)),
        Cond::Rel(Rel::Le, x, n) if matches!(&**x, Term::Var(x) if x == name) => {
            literal(n).cloned()
        }
        _ => None,
    }
}

impl Quotient {
    /// The quotient that the kernel sees here, where it is one, and its conversion loses nothing.
    pub fn of(launch: &HostLaunch, target: &Target) -> Option<Quotient> {
        let core = match &*target.value {
            Term::Convert(_, inner) => inner,
            _ => &target.value,
        };
        let Term::Bin(Op::Div, Arithmetic::C(ty), of, by) = &**core else { return None };
        let (Term::Var(symbol), Some(divisor)) = (&**of, literal(by)) else { return None };
        let own = launch.symbols.get(symbol).filter(|own| own.ty == *ty && !ty.signed)?;
        let (_, about) = own.about.as_ref()?;
        let most = most(about, symbol)?;
        let fits = divisor.is_positive() && target.ty.contains(&(&most / divisor));
        let seen = convert(*ty, target.ty, Arc::new(Term::Var(target.name.clone())));
        let (symbol, divisor) = (symbol.clone(), divisor.clone());
        fits.then_some(Quotient { symbol, divisor, seen, ty: *ty })
    }

    /// How a condition compares the name with `e`, and what of the quotient `q` by `d` compares so then: `x >= e`
    /// says that `q*d + d - 1 >= e`, and `x <= e` that `q*d <= e`. None of another condition.
    pub fn compared<'c>(&self, c: &'c Cond) -> Option<(Rel, Arc<Term>, &'c Arc<Term>)> {
        let Cond::Rel(by @ (Rel::Ge | Rel::Le), x, e) = c else { return None };
        let own = matches!(&**x, Term::Var(name) if *name == self.symbol);
        if !own || e.free_variables().contains(&self.symbol) {
            return None;
        }
        let least = bin(Op::Mul, self.ty, Arc::clone(&self.seen), num(self.divisor.clone()));
        let side = match by {
            Rel::Ge => bin(Op::Add, self.ty, least, num(&self.divisor - 1)),
            _ => least,
        };
        Some((*by, side, e))
    }
}
