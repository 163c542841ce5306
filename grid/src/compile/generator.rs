//! The states of cuRAND's generators. Which numbers follow from a state is not computed as cuRAND has it: these are others,
//! of the same ranges, and a run with them is one by convention.

use super::value::{At, Place, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::Binary;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::resolve::Shape;
use cuda::syntax::{Expr, Function};
use cuda::vocabulary::Intrinsic;
use semantics::{Name, Span};

/// Knuth's multiplier of a linear congruential generator, and an odd increment.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl<'s> Compiler<'s> {
    /// A call of a function that writes the state of a generator, and does nothing else; `None` where none of these is one.
    pub(super) fn generated(
        &mut self,
        name: &Name,
        functions: &[&'s Function],
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Option<Value>> {
        let mut meant = None;
        for function in functions {
            let Some(Intrinsic::Updates(n)) = function.intrinsic else { continue };
            let n = n.saturating_sub(1);
            let (Some(parameter), Some(e)) = (function.parameters.get(n), es.get(n)) else {
                continue;
            };
            let ty = self.ty(&parameter.ty, span)?;
            if ty.pointee().is_some_and(|of| is_state(of)) && self.type_of(e)?.decayed() == ty {
                meant = Some((n, *function));
            }
        }
        let Some((n, function)) = meant else { return Ok(None) };
        if function.parameters.len() != es.len() {
            return error(span, format!("`{name}` with another number of arguments"));
        }
        self.by_convention(
            format!("the value of `{name}`"),
            format!("`{name}` gives other numbers than cuRAND's"),
        );
        let mut seed = Value::known(Scalar::U64, INCREMENT);
        let mut pointer = None;
        for (at, (e, parameter)) in es.iter().zip(&function.parameters).enumerate() {
            let value = self.value(e)?;
            let ty = self.ty(&parameter.ty, span)?;
            let value = self.convert(value, &ty, span)?;
            let value = self.hold(value, span)?;
            if at == n {
                pointer = Some(value);
            } else if ty.scalar().is_some_and(Scalar::is_integer) {
                let value = self.convert(value, &Type::Scalar(Scalar::U64), span)?;
                seed = self.next(seed, value, span)?;
            }
        }
        let Some(pointer) = pointer else { return Ok(None) };
        let state = self.pointed(pointer, span)?;
        let returns = self.ty(&function.returns, span)?;
        let Type::Record(record) = state.ty().clone() else { return Ok(None) };
        let words: Vec<Place> = {
            let Place::Memory { pointer, bytes, .. } = state else { return Ok(None) };
            let word = |leaf: crate::types::Leaf| Place::Memory {
                pointer,
                bytes: bytes.saturating_add(leaf.offset as i64),
                ty: Type::Scalar(leaf.scalar),
            };
            Type::Record(record).leaves().into_iter().map(word).collect()
        };
        if returns == Type::Void {
            // A new state: nothing is read.
            for word in &words {
                seed = self.next(seed, Value::known(Scalar::U64, INCREMENT), span)?;
                self.write(word, &seed, span)?;
            }
            return Ok(Some(Value::void()));
        }
        let mut state = Value::known(Scalar::U64, 0);
        for (n, word) in words.iter().enumerate() {
            let old = self.read(word.clone(), span)?;
            let new = match n {
                0 => self.next(old, Value::known(Scalar::U64, INCREMENT), span)?,
                _ => old,
            };
            self.write(word, &new, span)?;
            if n == 0 {
                state = new;
            }
        }
        self.drawn(state, &returns, span).map(Some)
    }

    /// `state * MULTIPLIER + by`
    fn next(&mut self, state: Value, by: Value, span: &Span) -> Compiled<Value> {
        let factor = Value::known(Scalar::U64, MULTIPLIER);
        let state = self.binary(Binary::Mul, Scalar::U64, state, factor, span)?;
        self.binary(Binary::Add, Scalar::U64, state, by, span)
    }

    /// What a generator gives: whole numbers any, others above 0 and up to 1.
    fn drawn(&mut self, mut state: Value, ty: &Type, span: &Span) -> Compiled<Value> {
        let width = self.width(ty, span)?;
        let first = self.allocate(width, span)?;
        for (n, leaf) in ty.leaves().into_iter().enumerate() {
            let at = leaf.scalar;
            // Of the bits, the high ones are the most random.
            let high = Value::known(Scalar::U32, 32);
            let bits = self.binary(Binary::Shr, Scalar::U64, state.clone(), high, span)?;
            let uint = Type::Scalar(Scalar::U32);
            let value = match at {
                Scalar::U32 => self.cast(bits, &uint, span)?,
                Scalar::U64 => state.clone(),
                Scalar::F32 | Scalar::F64 => {
                    let bits = self.cast(bits, &uint, span)?;
                    let whole = self.cast(bits, &Type::Scalar(at), span)?;
                    let number = |x: f64| match at {
                        Scalar::F32 => Value::known(at, at.round(x)),
                        _ => Value::known(at, x.to_bits()),
                    };
                    let unit = 2f64.powi(-32);
                    let part = self.binary(Binary::Mul, at, whole, number(unit), span)?;
                    self.binary(Binary::Add, at, part, number(unit / 2.0), span)?
                }
                _ => return unsupported(Area::Type, span, format!("a random `{ty}`")),
            };
            self.put_into(first + n as u16, &value, span)?;
            state = self.next(state, Value::known(Scalar::U64, INCREMENT), span)?;
        }
        Ok(Value { ty: ty.clone(), at: At::Registers(first) })
    }
}

/// Whether a type is the state of a generator.
fn is_state(ty: &Type) -> bool {
    matches!(ty, Type::Record(record) if crate::types::state(record.name.as_str()).as_ref() == Some(ty))
}
