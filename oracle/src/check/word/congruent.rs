//! What a wrapped number was before: `(unsigned)i * 34u` is `i * 34` modulo 2^32, and as an `int` it is just that
//! where that fits. An index that is computed in an unsigned type wraps around on its way and is small at its end;
//! no solver needs to see the way.

use super::{Word, Words, fits, width};
use semantics::IntType;

/// A number without wrapping is dropped where it may have more bits than this.
const WIDEST: u32 = 96;

/// A number that is equal modulo a power of two.
#[derive(Clone, Debug)]
pub struct Congruent {
    /// The number; of which nothing was dropped.
    number: Word,
    /// The exponent of the modulus.
    bits: u8,
}

impl Word {
    /// The number, as it was before it was wrapped to a type that is at least as wide as this one: where it is of
    /// this type, converting gives it back.
    pub(super) fn unwrapped(&self, ty: IntType) -> Option<Word> {
        let congruent = self.congruent.as_ref().filter(|of| of.bits >= ty.bits)?;
        fits(ty, &congruent.number).then(|| congruent.number.clone())
    }

    /// The word that is what `of` becomes in a type of so many bits.
    pub(super) fn wrapped_from(self, of: &Word, bits: u8) -> Word {
        let congruent = match &of.congruent {
            Some(before) if before.bits >= bits => Congruent { bits, ..(**before).clone() },
            _ => Congruent { number: of.alone(), bits },
        };
        Word { congruent: narrow(&congruent.number).then(|| congruent.into()), ..self }
    }

    /// The word without what it was.
    fn alone(&self) -> Word {
        Word { congruent: None, ..self.clone() }
    }
}

impl Words {
    /// The result of an operation that keeps congruence, with what it is of the numbers before they were wrapped.
    pub(super) fn of_congruent(
        &mut self,
        result: Word,
        [a, b]: [&Word; 2],
        operation: impl FnOnce(&mut Self, &Word, &Word) -> Word,
    ) -> Word {
        let bits = [a, b].iter().filter_map(|word| Some(word.congruent.as_ref()?.bits)).min();
        let Some(bits) = bits else { return result };
        let before = |word: &Word| match &word.congruent {
            Some(of) => of.number.clone(),
            None => word.clone(),
        };
        let number = operation(self, &before(a), &before(b));
        let congruent = narrow(&number).then(|| Congruent { number, bits }.into());
        Word { congruent, ..result }
    }
}

/// Whether a number is not too wide.
fn narrow(word: &Word) -> bool {
    word.high.as_ref().is_some_and(|high| width(&word.low, high) <= WIDEST)
}
