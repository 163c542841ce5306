//! What can be asked.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A program, and the launch of a kernel.
#[derive(Clone, Debug, Deserialize)]
pub struct File {
    /// Its end says the language: `.jam`, `.map`, `.cu` or `.cl`.
    pub name: String,
    /// What it holds.
    pub text: String,
    /// `256`, `[16,16]`; nothing where the text says it, or any is meant.
    #[serde(default)]
    pub block_dim: String,
    /// As `block_dim`.
    #[serde(default)]
    pub grid_dim: String,
}

/// What a run begins with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Start {
    /// The initial memory, as `A:0=10,3=2`.
    pub memory: String,
    /// The values of parameters.
    pub params: BTreeMap<String, u64>,
    /// `var` ranges over `0..values`; 2 where it is not given.
    pub values: Option<u64>,
}

/// A question.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// What the inference keeps, of each array.
    Protocol {
        /// Of what.
        file: File,
    },
    /// The derivations of CI and DI, or where they fail, and of the approximating binders.
    Judgments {
        /// Of what.
        file: File,
    },
    /// The outcomes of one thread, and a derivation of one of them.
    Run {
        /// Of what.
        file: File,
        /// Which thread.
        thread: u64,
        /// Of which outcome the derivation is, from 0; of a program with barriers one number for each phase. The first where
        /// none is given.
        #[serde(default)]
        outcomes: Vec<usize>,
        /// Where it begins.
        #[serde(default)]
        start: Start,
    },
    /// The three kinds of race, within bounds, and a picture.
    Race {
        /// Of what.
        file: File,
        /// Threads `0..threads`.
        threads: u64,
        /// Values `0..values`.
        values: u64,
    },
    /// The verdict for all sizes.
    Check {
        /// Of what.
        file: File,
    },
    /// Whether every step of a derivation is an instance of its rule, and what the last one concludes.
    Derivation {
        /// A document as `explain --as json` writes it.
        file: File,
    },
    /// The claims of the papers.
    Claims,
    /// One claim on every program up to a size.
    Claim {
        /// Which.
        id: String,
        /// Without these hypotheses.
        #[serde(default)]
        drop: Vec<String>,
        /// Statement nodes.
        size: usize,
    },
    /// A program of the claims, by its number.
    Program {
        /// As `v1:4:17`.
        number: String,
    },
}
