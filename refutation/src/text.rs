//! Formulas as DIMACS, proofs as DRAT: the formats that SAT solvers and their checkers read and write.

use crate::{Clauses, Formula, Literal, Proof, Step};
use std::error::Error;
use std::fmt;

/// Why a text is no formula or no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// This word is no literal.
    NoLiteral(String),
    /// A clause of a formula has no end.
    OpenClause,
    /// This line of a proof does not end with 0.
    OpenLine(String),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::NoLiteral(word) => write!(f, "`{word}` is no literal"),
            Malformed::OpenClause => f.write_str("a clause has no end"),
            Malformed::OpenLine(line) => write!(f, "`{line}` does not end with 0"),
        }
    }
}

impl Error for Malformed {}

impl fmt::Display for Formula {
    /// DIMACS: `p cnf VARIABLES CLAUSES`, and a line for each clause, which ends with 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.variables(), self.clauses.len())?;
        self.clauses.iter().try_for_each(|clause| line(f, clause))
    }
}

impl fmt::Display for Proof {
    /// DRAT, as text: a line for each step, `d` before what is forgotten.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().try_for_each(|step| match step {
            Step::Add(clause) => line(f, clause),
            Step::Forget(clause) => {
                f.write_str("d ")?;
                line(f, clause)
            }
        })
    }
}

fn line(f: &mut fmt::Formatter<'_>, clause: &[Literal]) -> fmt::Result {
    clause.iter().try_for_each(|literal| write!(f, "{literal} "))?;
    writeln!(f, "0")
}

impl Formula {
    /// Reads DIMACS.
    ///
    /// # Errors
    /// What is no literal, and a clause without its end.
    pub fn parse(text: &str) -> Result<Formula, Malformed> {
        let mut clauses = Clauses::default();
        let mut clause = Vec::new();
        let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        for word in lines.flat_map(str::split_whitespace) {
            match literal(word)? {
                0 => clauses.push(clause.drain(..)),
                literal => clause.push(literal),
            }
        }
        if clause.is_empty() { Ok(Formula { clauses }) } else { Err(Malformed::OpenClause) }
    }
}

impl Proof {
    /// Reads DRAT, as text.
    ///
    /// # Errors
    /// What is no literal, and a line without its end.
    pub fn parse(text: &str) -> Result<Proof, Malformed> {
        let mut proof = Proof::default();
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('c')) {
            let forgets = line.strip_prefix('d');
            let words = forgets.unwrap_or(line).split_whitespace();
            let mut clause = words.map(literal).collect::<Result<Vec<_>, _>>()?;
            if clause.pop() != Some(0) || clause.contains(&0) {
                return Err(Malformed::OpenLine(line.into()));
            }
            if forgets.is_some() {
                proof.forget(clause);
            } else {
                proof.add(clause);
            }
        }
        Ok(proof)
    }
}

fn literal(word: &str) -> Result<Literal, Malformed> {
    match word.parse() {
        Ok(Literal::MIN) | Err(_) => Err(Malformed::NoLiteral(word.into())),
        Ok(literal) => Ok(literal),
    }
}
