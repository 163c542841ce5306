//! Bit-fields: parts of numbers. [C++17, 12.2.4]

use super::member::Members;
use super::{Parsed, Parser};
use crate::literal::{self, Literal};
use crate::syntax::{BitField, Type};
use crate::token::Kind;
use num_traits::ToPrimitive;
use semantics::{IntType, Name};

/// How many bits adjacent bit-fields may have to be modelled.
const MOST_BITS: u32 = 64;

impl Parser {
    /// `: n` after the name of a bit-field, or after nothing; whether it is modelled.
    pub(super) fn bit_field(
        &mut self,
        name: Option<Name>,
        ty: Type,
        out: &mut Members,
    ) -> Parsed<bool> {
        self.expect(":")?;
        let Some(width) = self.bit_width() else { return Ok(false) };
        let most = match ty.plain() {
            _ if matches!(ty, Type::Volatile(_)) => return Ok(false),
            Type::Bool if !matches!(ty, Type::Distinct(..)) => 1,
            Type::Int(int) => u32::from(int.bits),
            _ => return Ok(false),
        };
        if width == 0 {
            // What comes next is a memory location of its own. [C++17, 4.4]
            out.run = None;
            return Ok(name.is_none());
        }
        if width > most || name.as_ref().is_some_and(|name| out.has(name)) {
            return Ok(false);
        }
        let first = out.run.unwrap_or(0);
        let end = first + width;
        if end > MOST_BITS {
            return Ok(false);
        }
        let int = if end > 32 { IntType::ULONG } else { IntType::UINT };
        if out.run.is_none() {
            let unit = format!("bits_from_{}", name.as_ref().map_or("nothing", Name::as_str));
            let unit = Name::from(unit);
            if out.has(&unit) {
                return Ok(false);
            }
            out.fields.push((unit, Type::Int(int)));
        }
        out.run = Some(end);
        let Some((unit, whole)) = out.fields.last_mut() else { return Ok(false) };
        *whole = Type::Int(int);
        // One without a name is no element of a list, and takes its room. [C++17, 12.2.4 (2), 11.6.1 (6)]
        let name = name.unwrap_or_else(|| format!("(bits at {first} of {unit})").into());
        out.bits.push(BitField { name, ty, unit: unit.clone(), first, width });
        Ok(true)
    }

    /// How wide a bit-field is, where a number says so and nothing initializes it.
    fn bit_width(&mut self) -> Option<u32> {
        let Kind::Number(text) = &self.peek()?.kind else { return None };
        let Ok(Literal::Int(n, _)) = literal::number(text.as_str()) else { return None };
        self.at += 1;
        (self.is(",") || self.is(";")).then(|| n.to_u32())?
    }
}
