//! What functions of C, C++ and CUDA do that matters here: they compute, allocate, and launch.

use super::FactKind;
use super::evaluator::Evaluator;
use super::place::is_pure;
use super::value::{Memory, Pointer, Value, as_condition, as_int, as_real, extremum, int};
use super::writes::addressed;
use crate::path;
use crate::syntax::{Binary, Expr, ExprKind, Unary};
use crate::term::{and, num, rel};
use crate::vocabulary::host::ends;
use semantics::{Expr as Term, IntType, Name, Op, Rel};
use std::sync::Arc;

/// No device has rows that are further apart: `cudaDeviceProp::memPitch` is an `int`'s.
const LARGEST_PITCH: u32 = i32::MAX as u32;

impl Evaluator<'_> {
    /// What functions of C and CUDA do that matters here.
    pub(super) fn known_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        whole: &Expr,
    ) -> Option<Value> {
        let plain = path::without_std(name);
        if ends(name) {
            arguments.iter().for_each(|e| {
                self.value(e);
            });
            self.state.reached = false;
            return Some(Value::Unknown);
        }
        match (plain, arguments) {
            ("assert", [condition]) => {
                if self.file.host.asserts {
                    self.assertion(condition, &whole.span.0);
                }
                Some(Value::Unknown)
            }
            ("swap" | "thrust::swap" | "cuda::std::swap", [a, b]) => {
                let (a, b) = (self.location(a)?, self.location(b)?);
                let (x, y) = (self.read_at(&a), self.read_at(&b));
                self.store_at(&a, &y);
                self.store_at(&b, &x);
                Some(Value::Unknown)
            }
            ("exchange", [place, value]) => {
                self.location(place)?;
                let (before, value) = (self.value(place), self.value(value));
                self.write(place, value);
                Some(before)
            }
            ("move" | "as_const" | "forward" | "launder", [e]) => Some(self.value(e)),
            ("malloc" | "calloc" | "realloc" | "aligned_alloc", _) => {
                arguments.iter().for_each(|e| drop(self.value(e)));
                Some(self.allocated())
            }
            ("addressof", [e]) => Some(self.address(e)),
            ("next" | "prev" | "advance", [p, ..]) => self.stepped(plain, p, arguments.get(1)),
            (_, [of]) if super::writes::accessed(whole).is_some() => match self.value(of) {
                Value::Unknown | Value::Object(_) => Some(self.container(of)),
                value => Some(value),
            },
            ("clamp", [x, least, most]) if [x, least, most].into_iter().all(is_pure) => {
                let at_least = chosen(Binary::Lt, x, least, [least, x], whole);
                Some(self.value(&chosen(Binary::Lt, most, &at_least, [most, &at_least], whole)))
            }
            ("min" | "max" | "fmin" | "fmax" | "fminf" | "fmaxf", [first, second]) => {
                let (a, b) = (self.value(first), self.value(second));
                // Of two numbers that are not known, it is one, by a condition: that says more than the number that is
                // computed of them.
                if let ("min" | "max", Value::Int(_, x), Value::Int(_, y)) = (plain, &a, &b)
                    && !matches!((&**x, &**y), (Term::Num(_), Term::Num(_)))
                    && is_pure(first)
                    && is_pure(second)
                {
                    let either = match plain {
                        "min" => [first, second],
                        _ => [second, first],
                    };
                    return Some(self.value(&chosen(Binary::Lt, first, second, either, whole)));
                }
                let op = match plain {
                    "min" | "fmin" | "fminf" => Op::Min,
                    _ => Op::Max,
                };
                if let (Value::Pointer(a), Value::Pointer(b)) = (&a, &b) {
                    // One of them.
                    let first = self.fresh_int(super::value::BOOL, "first");
                    let (a, b) = (Arc::new(a.clone()), Arc::new(b.clone()));
                    let first = as_condition(&first)?;
                    return Some(Value::Pointer(Pointer::Either(first, a, b)));
                }
                let least = extremum(op, &a, &b);
                let least = match (plain, least) {
                    ("min" | "max", least) => least,
                    (_, least) => least.and_then(|x| as_real(&x, 64)).map(|x| Value::Real(64, x)),
                };
                Some(least.unwrap_or(Value::Unknown))
            }
            (
                "ceil" | "ceilf" | "floor" | "floorf" | "round" | "roundf" | "trunc" | "truncf",
                [x],
            ) => {
                let x = self.value(x);
                Some(rounded(plain, &x))
            }
            ("abs" | "labs" | "llabs", [x]) => {
                let x = self.value(x);
                let negative = super::value::binary(
                    crate::syntax::Binary::Sub,
                    &super::value::int(IntType::INT, 0),
                    &x,
                );
                Some(negative.and_then(|n| extremum(Op::Max, &x, &n)).unwrap_or(Value::Unknown))
            }
            _ => {
                self.toolkit_call(plain, arguments)?;
                Some(Value::Unknown)
            }
        }
    }

    /// A pointer so many elements on, or back: what `std::next` and `std::prev` give, and `std::advance` makes of it.
    fn stepped(&mut self, name: &str, p: &Expr, by: Option<&Expr>) -> Option<Value> {
        let size = self.pointee(p)?;
        let pointer = self.value(p);
        let by = match by {
            Some(by) => self.value(by),
            None => int(IntType::INT, 1),
        };
        let op = if name == "prev" { Binary::Sub } else { Binary::Add };
        let moved = self.offset(op, &pointer, &by, Some(size))?;
        match name {
            "advance" => Some(self.write(p, moved)),
            _ => Some(moved),
        }
    }

    /// What functions of CUDA do that matters here: they allocate, and launch.
    fn toolkit_call(&mut self, name: &str, arguments: &[Expr]) -> Option<()> {
        match (name, arguments) {
            ("cudaGetSymbolAddress" | "hipGetSymbolAddress", [place, symbol]) => {
                let place = addressed(place).unwrap_or(place);
                let address = match named(symbol) {
                    Some(name) => self.device_address(name),
                    None => None,
                };
                self.write(place, address.unwrap_or(Value::Unknown));
            }
            (
                "cudaMalloc" | "cudaMallocManaged" | "cudaMallocAsync" | "cudaMallocHost"
                | "cudaHostAlloc" | "hipMalloc" | "hipMallocManaged",
                [place, size, ..],
            ) => {
                let bytes = self.value(size);
                arguments[2..].iter().for_each(|e| {
                    self.value(e);
                });
                let bytes = as_int(&bytes, IntType::ULONG).map(|bytes| (bytes, size.span.clone()));
                let place = &pointed_to(place);
                self.value(place);
                self.allocate(place, Memory::of_bytes(bytes));
            }
            // What the device calls memory of the host: the same memory.
            ("cudaHostGetDevicePointer" | "hipHostGetDevicePointer", [place, host, flags]) => {
                self.value(flags);
                self.assign(None, &pointed_to(place), host);
            }
            ("cudaMallocPitch" | "hipMallocPitch", [place, pitch, width, height]) => {
                self.allocate_rows(place, pitch, width, height);
            }
            (
                "cudaLaunchKernel" | "cudaLaunchCooperativeKernel" | "hipLaunchKernel",
                [k, g, b, a, ..],
            ) => {
                self.launch_by_pointer(k, [g, b], a);
            }
            ("hipLaunchKernelGGL", [k, g, b, _, _, rest @ ..]) => {
                self.launch_by_name(k, [g, b], rest);
            }
            _ => return None,
        }
        Some(())
    }

    /// A place is given memory of its own.
    fn allocate(&mut self, place: &Expr, of: Memory) {
        let base = self.base(of);
        self.hold_allocated(place, base);
        self.write(place, Value::Pointer(Pointer::To(base, Some(num(0)))));
    }

    /// Memory for rows of so many bytes: how far they are apart is any number that leaves them room.
    fn allocate_rows(&mut self, place: &Expr, pitch: &Expr, width: &Expr, height: &Expr) {
        let bytes = self.value(width);
        let bytes = as_int(&bytes, IntType::ULONG);
        self.value(height);
        let place = &pointed_to(place);
        self.value(place);
        self.allocate(place, Memory::of_bytes(None));
        let apart = self.symbol(IntType::ULONG, "pitch");
        if let Some(bytes) = bytes {
            let room = rel(Rel::Ge, Arc::clone(&apart), bytes);
            let most = rel(Rel::Le, Arc::clone(&apart), num(LARGEST_PITCH));
            self.about(&apart, FactKind::Pitch, and(room, most));
        }
        self.write(&pointed_to(pitch), Value::Int(IntType::ULONG, apart));
    }
}

/// The nearest integer in a direction, of a number that is known.
fn rounded(name: &str, x: &Value) -> Value {
    let (name, single) = match name.strip_suffix('f') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let bits = match x {
        _ if single => 32,
        Value::Real(bits, _) => *bits,
        _ => 64,
    };
    let Some(x) = as_real(x, bits) else { return Value::Unknown };
    Value::Real(
        bits,
        match name {
            "ceil" => x.ceil(),
            "round" => x.round(),
            "trunc" => x.trunc(),
            _ => x.floor(),
        },
    )
}

/// The variable of the device that an argument names.
fn named(symbol: &Expr) -> Option<&Name> {
    match &symbol.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Cast(_, e) | ExprKind::Unary(Unary::Address, e) => named(e),
        ExprKind::Call(_, arguments) => match arguments.as_slice() {
            // `HIP_SYMBOL(x)`
            [e] => named(e),
            _ => None,
        },
        _ => None,
    }
}

/// The place that an argument points to: `x` for `&x`, `*p` for a pointer.
fn pointed_to(argument: &Expr) -> Expr {
    if let Some(place) = addressed(argument) {
        return place.clone();
    }
    let mut pointer = argument;
    while let ExprKind::Cast(_, inner) = &pointer.kind {
        pointer = inner;
    }
    let kind = ExprKind::Unary(Unary::Dereference, Box::new(pointer.clone()));
    Expr { kind, ..argument.clone() }
}

/// `a ⋚ b ? yes : no`, where the call of a function stands that gives that.
fn chosen(by: Binary, a: &Expr, b: &Expr, [yes, no]: [&Expr; 2], whole: &Expr) -> Expr {
    let of = |kind, height| Expr { kind, span: whole.span.clone(), height };
    let boxed = |e: &Expr| Box::new(e.clone());
    let height = a.height.max(b.height).max(yes.height).max(no.height) + 1;
    let condition = of(ExprKind::Binary(by, boxed(a), boxed(b)), height);
    of(ExprKind::Conditional(condition.into(), boxed(yes), boxed(no)), height + 1)
}
