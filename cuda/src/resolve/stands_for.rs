//! What overloads a function of the toolkit stands for that is declared once for all of them: by `auto`, or as a
//! template. It matters where the file has a function of the same name. [CUDA C++ Programming Guide, 10.14, 10.22]

use super::arithmetic::{Numeric, usual};
use super::{Part, Shape};
use crate::syntax::Function;
use crate::vocabulary::{Intrinsic, Operation, Update};
use semantics::IntType;

/// Which overload the toolkit has for some arguments.
#[derive(Debug, PartialEq)]
pub enum Overload<T> {
    /// One that takes each of them as it is.
    Exact,
    /// One with parameters of these types.
    Of(Vec<T>),
    /// None.
    Missing,
    /// This is not known here.
    Unclear,
}

/// The overload for arguments of these types. `int`: the type that an integer type is.
pub fn overload_of<T: Shape>(
    function: &Function,
    arguments: &[T],
    int: impl Fn(IntType) -> T,
) -> Overload<T> {
    let types: Vec<T> = arguments.iter().map(|ty| ty.decayed().unqualified()).collect();
    let numbers: Option<Vec<Numeric>> = types.iter().map(number).collect();
    match function.intrinsic {
        Some(Intrinsic::Op(Operation::Atomic(atomic))) => of_atomic(atomic.update, &types),
        Some(Intrinsic::Op(Operation::Min | Operation::Max)) => match numbers.as_deref() {
            Some([Numeric::Float(a), Numeric::Float(b)]) if a.min(b) >= &32 => Overload::Exact,
            // One may be unsigned. A `long` and a `long long` are one type here.
            Some([Numeric::Int(a), Numeric::Int(b)]) if a.bits == b.bits && a.bits >= 32 => {
                Overload::Exact
            }
            Some([Numeric::Int(a), Numeric::Int(b)]) => {
                let both = int(usual(*a, *b));
                Overload::Of(vec![both.clone(), both])
            }
            _ => Overload::Unclear,
        },
        _ => {
            let numbers = numbers.unwrap_or_default();
            let all = |is: fn(&Numeric) -> bool| !numbers.is_empty() && numbers.iter().all(is);
            let wide = |n: &Numeric| match n {
                Numeric::Int(int) => int.bits >= 32,
                Numeric::Float(bits) => *bits >= 32,
                Numeric::Bool | Numeric::Bfloat16 => false,
            };
            // An overload for each type of numbers, or for both types of floating-point numbers, and `abs` for those with
            // a sign.
            let by_type = function.template.is_some()
                || function.intrinsic == Some(Intrinsic::Op(Operation::Absolute))
                    && all(|n| matches!(n, Numeric::Int(int) if int.signed));
            let float = all(|n| *n == Numeric::Float(32)) || all(|n| *n == Numeric::Float(64));
            match float || by_type && all(wide) {
                true => Overload::Exact,
                false => Overload::Unclear,
            }
        }
    }
}

fn number<T: Shape>(ty: &T) -> Option<Numeric> {
    match ty.part() {
        Part::Number(n) => Some(n),
        _ => None,
    }
}

/// An atomic function is there for certain types alone, which is how files come to have their own for others.
fn of_atomic<T: Shape>(update: Update, types: &[T]) -> Overload<T> {
    let Some(Part::Pointer(of)) = types.first().map(Shape::part) else { return Overload::Missing };
    let of = of.unqualified();
    let is = |all: &[IntType], floats: &[u8]| match number(&of) {
        Some(Numeric::Int(int)) => all.contains(&int),
        Some(Numeric::Float(bits)) => floats.contains(&bits),
        _ => false,
    };
    let (int, unsigned, long, ulong) = (IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG);
    let there = match update {
        Update::Add => is(&[int, unsigned, ulong], &[32, 64]),
        Update::Exchange => is(&[int, unsigned, ulong], &[32]),
        // No function of the toolkit only reads.
        Update::Load => false,
        Update::Sub => is(&[int, unsigned], &[]),
        Update::Min | Update::Max => is(&[int, unsigned, long, ulong], &[]),
        Update::Increment | Update::Decrement => is(&[unsigned], &[]),
        Update::CompareAndSwap => is(&[int, unsigned, ulong, IntType::unsigned(16)], &[]),
        Update::And | Update::Or | Update::Xor => is(&[int, unsigned, ulong], &[]),
    };
    if there {
        let values = types.iter().skip(1).map(|_| of.clone());
        return Overload::Of(types.first().cloned().into_iter().chain(values).collect());
    }
    match (number(&of), of.part()) {
        // Half precision and vectors, on some architectures.
        (Some(Numeric::Float(16) | Numeric::Bfloat16), _) => Overload::Unclear,
        (Some(_), _) | (None, Part::Pointer(_)) => Overload::Missing,
        _ => Overload::Unclear,
    }
}
