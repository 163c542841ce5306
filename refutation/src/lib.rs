//! Formulas of clauses, proofs that they have no model, and a checker of such proofs.
//!
//! Nothing here finds a proof, and nothing that finds one is used here: this package depends on none.
//!
//! ```
//! use refutation::{Formula, Proof, check};
//!
//! let formula = Formula::parse("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")?;
//! let proof = Proof::parse("1 0\n0\n")?;
//! assert_eq!(check(&formula, &proof, &|| false), Ok(()));
//!
//! let satisfiable = Formula::parse("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n")?;
//! assert!(check(&satisfiable, &proof, &|| false).is_err());
//! # Ok::<(), refutation::Malformed>(())
//! ```

mod check;
mod text;

pub use check::{Wrong, check};
pub use text::Malformed;

/// A literal as DIMACS has it: a variable's number, from 1, or its negative.
pub type Literal = i32;

/// A list of clauses, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    literals: Vec<Literal>,
    ends: Vec<usize>,
}

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many literals they have together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The clauses, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, end)| &self.literals[begin..*end])
    }
}

/// A formula: all its clauses are to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// Its clauses.
    pub clauses: Clauses,
}

impl Formula {
    /// The largest variable.
    pub fn variables(&self) -> u32 {
        self.clauses.literals.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0)
    }
}

/// A proof: clauses that are added, each because it follows, and clauses that are forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    clauses: Clauses,
    /// Of each clause, whether it is forgotten.
    forgotten: Vec<bool>,
}

/// One step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'p> {
    /// The clause follows from what is there.
    Add(&'p [Literal]),
    /// The clause is not used any more.
    Forget(&'p [Literal]),
}

impl Proof {
    /// Adds a step: this clause follows.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.clauses.push(clause);
        self.forgotten.push(false);
    }

    /// Adds a step: this clause is not used any more.
    pub fn forget(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.clauses.push(clause);
        self.forgotten.push(true);
    }

    /// The steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        self.clauses.iter().zip(&self.forgotten).map(|(clause, forgotten)| match forgotten {
            true => Step::Forget(clause),
            false => Step::Add(clause),
        })
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.forgotten.len()
    }

    /// Whether there is none: then the formula's own clauses have to contradict each other.
    pub fn is_empty(&self) -> bool {
        self.forgotten.is_empty()
    }

    /// How many literals its steps have together.
    pub fn literals(&self) -> usize {
        self.clauses.literals()
    }
}
