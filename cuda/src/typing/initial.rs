//! What variables of the file hold when a kernel starts, as far as their initializers say it.

use super::{Typed, Typer, constant};
use crate::assumption::AssumptionKind;
use crate::syntax::{Expr, ExprKind, Init, Variable};
use crate::typed::{Contents, Type};
use num_traits::{One, ToPrimitive};
use semantics::{Number, Span};
use std::sync::Arc;

/// How many numbers an array may have to be known one by one.
const MOST_NUMBERS: usize = 1 << 16;

impl Typer<'_> {
    /// What a variable of the device holds when the kernel starts.
    pub(super) fn contents(&mut self, variable: &Variable, ty: &Type) -> Contents {
        let (name, s) = (&variable.name, &variable.specifiers);
        let symbols = &self.context.symbols;
        let unchanged = s.immutable
            || self.launched && !symbols.written.contains(name) && !symbols.doubtful.contains(name);
        match &variable.init {
            // Memory that is not used for anything else is made to be written, wherever that is.
            None if unchanged && ty.innermost().int().is_some() => Contents::Unseen,
            None => Contents::Any,
            init if unchanged => {
                let span = &variable.span.0;
                let none = super::template::Bound::default();
                match self.apart(&none, span, |s| Ok(s.numbers(init.as_ref(), ty))) {
                    Ok(Some(numbers)) => {
                        if !s.immutable {
                            self.assume_unwritten(variable);
                        }
                        Contents::Numbers(numbers.into())
                    }
                    _ => Contents::Unknown("the value of an initializer"),
                }
            }
            // What the host writes is an input, as what the kernel is given.
            Some(_) if symbols.written.contains(name) => Contents::Any,
            Some(_) if symbols.doubtful.contains(name) && s.device && !s.constant => Contents::Any,
            Some(_) if self.launched || symbols.doubtful.contains(name) => Contents::Unseen,
            Some(_) => Contents::Initial,
        }
    }

    /// What is not at hand, and could write a variable, is taken not to.
    fn assume_unwritten(&mut self, variable: &Variable) {
        let (name, place) = (&variable.name, &variable.span.0);
        let after = |at: &Span| {
            at.source.name() != place.source.name() || at.bytes.start > place.bytes.start
        };
        let context = self.context;
        for (path, span) in context.headers.iter().filter(|(_, span)| after(span)) {
            let what = format!("`{path}`, which is not found, does not write `{name}`");
            self.assume(AssumptionKind::MissingHeader, what, span);
        }
        if let (false, Some((function, span))) =
            (variable.specifiers.statical, &context.symbols.outside)
        {
            let what = format!(
                "`{function}`, of which no body is at hand, does not write `{name}`, nor does what else is called so"
            );
            self.assume(AssumptionKind::UnknownCall, what, &span.0);
        }
    }

    /// The numbers that an initializer puts into an object, row by row; none where they are not known, or it
    /// holds anything but numbers.
    pub(super) fn numbers(&mut self, init: Option<&Init>, ty: &Type) -> Option<Vec<Number>> {
        let size = extent(ty)?;
        let mut numbers = vec![Number::from(0); size];
        ty.innermost().int()?;
        if let Some(init) = init {
            self.fill(init, &ty.unqualified(), &mut numbers)?;
        }
        Some(numbers)
    }

    /// Puts what an initializer gives where it belongs.
    fn fill(&mut self, init: &Init, ty: &Type, out: &mut [Number]) -> Option<()> {
        match (init, ty) {
            (Init::Arguments(es), _) => match es.as_slice() {
                [e] => self.fill_one(e, ty, out),
                _ => None,
            },
            (Init::Expr(e), _) => self.fill_one(e, ty, out),
            (Init::List(list), Type::Array(..)) => {
                let mut list = list.as_slice();
                self.fill_from(&mut list, ty, out)?;
                list.is_empty().then_some(())
            }
            (Init::List(list), _) => match list.as_slice() {
                [] => Some(()),
                [one] => self.fill(one, ty, out),
                _ => None,
            },
        }
    }

    /// Takes from a list what an object needs: braces around the inner arrays may be left out. [C++17, 11.6.1]
    fn fill_from(&mut self, list: &mut &[Init], ty: &Type, out: &mut [Number]) -> Option<()> {
        let Type::Array(of, Some(_)) = ty else { return None };
        let each = extent(of)?;
        for part in out.chunks_mut(each) {
            let Some((first, rest)) = list.split_first() else { return Some(()) };
            match (first, &**of) {
                (Init::Expr(_), Type::Array(..)) => self.fill_from(list, of, part)?,
                (init, of) => {
                    *list = rest;
                    self.fill(init, of, part)?;
                }
            }
        }
        Some(())
    }

    fn fill_one(&mut self, e: &Expr, ty: &Type, out: &mut [Number]) -> Option<()> {
        let [out] = out else { return None };
        // A string in memory is an array.
        if matches!(e.kind, ExprKind::Str(_)) {
            return None;
        }
        let converted: Typed<_> = self.value(e).and_then(|value| self.implicit(value, ty));
        *out = constant::evaluate(&converted.ok()?)?;
        Some(())
    }

    /// The type of a variable with that of its initializer where its size is left out.
    pub(super) fn sized(&self, ty: Type, init: Option<&Init>) -> Type {
        let (Type::Array(of, None), Some(Init::List(list))) = (&ty, init) else { return ty };
        // With the inner braces left out, the elements are counted otherwise.
        let inner = matches!(**of, Type::Array(..));
        if list.is_empty() || inner && list.iter().any(|init| !matches!(init, Init::List(_))) {
            return ty;
        }
        Type::Array(Arc::clone(of), Some(list.len().into()))
    }
}

/// How many numbers an object holds.
fn extent(ty: &Type) -> Option<usize> {
    let mut size = Number::one();
    let mut ty = ty;
    loop {
        ty = match ty {
            Type::Array(of, Some(n)) => {
                size *= n;
                of
            }
            Type::Array(_, None) => return None,
            Type::Const(of) => of,
            _ => return size.to_usize().filter(|size| *size <= MOST_NUMBERS),
        }
    }
}
