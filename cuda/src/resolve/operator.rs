//! Operators of C++ as those of programs. [C++17, 8.6 to 8.13]

use crate::syntax::Binary;
use semantics::{Op, Rel};

/// The relation that an operator compares by.
pub fn relation(op: Binary) -> Option<Rel> {
    Some(match op {
        Binary::Lt => Rel::Lt,
        Binary::Gt => Rel::Gt,
        Binary::Le => Rel::Le,
        Binary::Ge => Rel::Ge,
        Binary::Eq => Rel::Eq,
        Binary::Ne => Rel::Ne,
        _ => return None,
    })
}

/// The arithmetic operator that an operator is.
pub fn operator(op: Binary) -> Option<Op> {
    Some(match op {
        Binary::Add => Op::Add,
        Binary::Sub => Op::Sub,
        Binary::Mul => Op::Mul,
        Binary::Div => Op::Div,
        Binary::Rem => Op::Rem,
        Binary::Shl => Op::Shl,
        Binary::Shr => Op::Shr,
        Binary::BitAnd => Op::BitAnd,
        Binary::BitOr => Op::BitOr,
        Binary::BitXor => Op::BitXor,
        _ => return None,
    })
}
