//! What overloads a function of the toolkit stands for that is declared once for all of them: by `auto`, or as a
//! template. It matters where the file has a function of the same name. [CUDA C++ Programming Guide, 10.14, 10.22]

use super::{Typed, Typer};
use crate::resolve::Shape;
use crate::resolve::arithmetic::usual;
use crate::resolve::overload::{self, Argument, Parameter, Passed, Viable};
use crate::syntax::Function;
use crate::typed::{Expr, Type};
use crate::vocabulary::{Intrinsic, Operation, Update};
use semantics::{IntType, Span};
use std::sync::Arc;

/// Which overload the toolkit has for some arguments.
enum Overload {
    /// One that takes each of them as it is.
    Exact,
    /// One with these parameters.
    Of(Vec<Type>),
    /// None.
    Missing,
    /// This is not known here.
    Unclear,
}

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
        let mut found = Vec::new();
        for mut one in viable {
            if !of_toolkit(&one) || !one.template {
                found.push(one);
                continue;
            }
            one.template = false;
            match overload_of(&one.function, arguments) {
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

fn overload_of(function: &Function, arguments: &[Expr]) -> Overload {
    let types: Vec<Type> = arguments.iter().map(|e| e.ty.decayed().unqualified()).collect();
    match function.intrinsic {
        Some(Intrinsic::Op(Operation::Atomic(atomic))) => of_atomic(atomic.update, &types),
        Some(Intrinsic::Op(Operation::Min | Operation::Max)) => match types.as_slice() {
            [Type::Float(a), Type::Float(b)] if a.min(b) >= &32 => Overload::Exact,
            // One may be unsigned. A `long` and a `long long` are one type here.
            [Type::Int(a), Type::Int(b)] if a.bits == b.bits && a.bits >= 32 => Overload::Exact,
            [Type::Int(a), Type::Int(b)] => {
                let both = Type::Int(usual(*a, *b));
                Overload::Of(vec![both.clone(), both])
            }
            _ => Overload::Unclear,
        },
        _ => {
            let number = |ty: &Type| match ty {
                Type::Int(int) => int.bits >= 32,
                Type::Float(bits) => *bits >= 32,
                _ => false,
            };
            let signed = |ty: &Type| matches!(ty, Type::Int(int) if int.signed);
            let float = |bits: u8| types.iter().all(|ty| *ty == Type::Float(bits));
            // An overload for each type of numbers, or for both types of floating-point numbers, and `abs` for those with
            // a sign.
            let by_type = function.template.is_some()
                || function.intrinsic == Some(Intrinsic::Op(Operation::Absolute))
                    && types.iter().all(signed);
            match float(32) || float(64) || by_type && types.iter().all(number) {
                true => Overload::Exact,
                false => Overload::Unclear,
            }
        }
    }
}

/// An atomic function is there for certain types alone, which is how files come to have their own for others.
fn of_atomic(update: Update, types: &[Type]) -> Overload {
    let Some(Type::Pointer(of)) = types.first() else { return Overload::Missing };
    let of = of.unqualified();
    let int = |all: &[IntType]| matches!(&of, Type::Int(int) if all.contains(int));
    let (signed, unsigned, long, ulong) =
        (IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG);
    let there = match update {
        Update::Add => int(&[signed, unsigned, ulong]) || matches!(of, Type::Float(32 | 64)),
        Update::Exchange => int(&[signed, unsigned, ulong]) || of == Type::Float(32),
        Update::Sub => int(&[signed, unsigned]),
        Update::Min | Update::Max => int(&[signed, unsigned, long, ulong]),
        Update::Increment | Update::Decrement => int(&[unsigned]),
        Update::CompareAndSwap => int(&[signed, unsigned, ulong, IntType::unsigned(16)]),
        Update::And | Update::Or | Update::Xor => int(&[signed, unsigned, ulong]),
    };
    match &of {
        _ if there => {
            let values = types.iter().skip(1).map(|_| of.clone());
            Overload::Of(types.first().cloned().into_iter().chain(values).collect())
        }
        Type::Int(_) | Type::Bool | Type::Float(32 | 64) | Type::Pointer(_) => Overload::Missing,
        // Half precision and vectors, on some architectures.
        _ => Overload::Unclear,
    }
}
