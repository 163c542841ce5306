//! Functions of the toolkit beside the file's own, as the overloads that they stand for.

use super::{Typed, Typer};
use crate::resolve::overload::{self, Argument, Parameter, Passed, Viable};
use crate::resolve::stands_for::{Overload, overload_of};
use crate::syntax::Function;
use crate::typed::{Expr, Type};
use semantics::Span;
use std::sync::Arc;

impl Typer<'_> {
    /// The functions that take the arguments, where those of the toolkit are what they stand for beside the file's own.
    pub(super) fn stood_for(
        &mut self,
        viable: Vec<Viable<Arc<Function>, (), Type>>,
        arguments: &[Expr],
        given: &[Argument<Type>],
        span: &Span,
    ) -> Typed<Vec<Viable<Arc<Function>, (), Type>>> {
        let of_toolkit = |v: &Viable<Arc<Function>, (), Type>| v.function.specifiers.of_toolkit;
        if viable.iter().all(of_toolkit) || arguments.iter().any(|e| self.has_unknown(&e.ty)) {
            return Ok(viable);
        }
        let settled = viable.iter().any(|v| !of_toolkit(v) && v.is_exact());
        let all: Vec<_> = viable.iter().map(|v| Arc::clone(&v.function)).collect();
        let types: Vec<Type> = arguments.iter().map(|e| e.ty.clone()).collect();
        let mut found = Vec::new();
        for mut one in viable {
            if !of_toolkit(&one) || !one.template {
                found.push(one);
                continue;
            }
            one.template = false;
            match overload_of(&one.function, &types, Type::Int) {
                Overload::Exact => found.push(one),
                Overload::Of(types) => {
                    let taken = types.into_iter().zip(given).map(|(ty, given)| {
                        let parameter =
                            Parameter { ty, passed: Passed::Value, below: false, distinct: false };
                        overload::sequence(given, parameter, &mut |a: &Type, b: &Type| {
                            self.may_convert(a, b)
                        })
                    });
                    if let Some(sequences) = taken.collect() {
                        found.push(Viable { sequences, ..one });
                    }
                }
                Overload::Missing => {}
                // No other function is better than one that takes everything as it is and is no template.
                Overload::Unclear if settled => {}
                Overload::Unclear => return Err(self.undecided(&all, arguments, span)),
            }
        }
        Ok(found)
    }
}
