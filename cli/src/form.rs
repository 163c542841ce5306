//! The forms of what many answers have in common: the published JSON Schema is made from them.
//! `semantics::json` writes them.

#![allow(dead_code)] // only their schemas are used, and the tests read answers through them

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A number: a JSON number up to 2⁵³, a string of its decimal digits beyond.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Number {
    /// Up to 2⁵³.
    Small(i64),
    /// Beyond.
    Digits(String),
}

/// A thread: its number, or its coordinates in CUDA.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Thread {
    /// `tid`
    Natural(Number),
    /// CUDA's coordinates, each `[x, y, z]`.
    #[serde(rename_all = "camelCase")]
    Cuda {
        /// `blockIdx`
        block_idx: [Number; 3],
        /// `threadIdx`
        thread_idx: [Number; 3],
    },
}

/// How an array is accessed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A read.
    Rd,
    /// A write.
    Wr,
}

/// An access value `i : o[j]`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// Who.
    pub thread: Thread,
    /// How.
    pub mode: Mode,
    /// In which array.
    pub array: String,
    /// Where.
    pub index: Number,
}

/// A phase: a set of accesses, sorted.
pub type Phase = Vec<Access>;

/// A store: for each array, the contents of its cells by index.
pub type Store = BTreeMap<String, BTreeMap<String, Number>>;

/// A trace: the internal choices of one thread.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Trace {
    /// No choice.
    Tau,
    /// The first branch of a conditional.
    Then,
    /// Its second branch.
    Else,
    /// One iteration of a loop: its variable, and the variable's value.
    Iter(String, Number),
    /// One trace and then another.
    Seq(Box<Trace>, Box<Trace>),
}
