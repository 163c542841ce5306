//! The checker of inferences: each equation of [L24, Fig. 6] as a relation between a program, its protocol, and those of
//! its parts. Shares nothing with what derives them but the form of a judgment.

use super::derive::Inference;
use crate::syntax::Stmt;
use maps::Protocol;
use semantics::derivation::check::{premises, same};
use semantics::{Checked, Mistake, Mode};

impl Checked for Inference {
    fn check(rule: &str, conclusion: &Self, above: &[&Self]) -> Result<(), Mistake> {
        let Inference { array, of, protocol: p } = conclusion;
        let part = |premise: &Inference, s: &Stmt, q: &Protocol| {
            let shown = |array: &Option<semantics::Name>| match array {
                Some(array) => format!("of `{array}`"),
                None => "of all arrays".to_owned(),
            };
            same("what the premise keeps", &premise.array, array, shown)?;
            same("the program of the premise", &premise.of, s, |s| format!("`{s}`"))?;
            same("the protocol of the premise", &premise.protocol, q, |p| format!("`{p}`"))
        };
        match (rule, of, p) {
            ("I-SKIP", Stmt::Skip, Protocol::Skip) => {
                let [] = premises(above)?;
                Ok(())
            }
            ("I-SYNC", Stmt::Sync(a), Protocol::Sync(b)) => {
                let [] = premises(above)?;
                same("the barrier", &a.scope, &b.scope, |scope| format!("{scope:?}"))
            }
            ("I-WRITE", Stmt::Write { array, index, .. }, p) if conclusion.keeps(array) => {
                let [] = premises(above)?;
                match p {
                    Protocol::Access { mode: Mode::Wr, array: a, index: e, .. }
                        if a == array && e == index =>
                    {
                        Ok(())
                    }
                    _ => Err(Mistake::Side(format!("`{of}` writes another cell than `{p}`"))),
                }
            }
            ("I-WRITE-OTHER", Stmt::Write { array, .. }, Protocol::Skip)
                if !conclusion.keeps(array) =>
            {
                let [] = premises(above)?;
                Ok(())
            }
            ("I-READ", Stmt::Read { x, array, index, body, .. }, Protocol::Seq(read, rest))
                if conclusion.keeps(array) =>
            {
                let [first] = premises(above)?;
                match (&**read, &**rest) {
                    (
                        Protocol::Access { mode: Mode::Rd, array: a, index: e, .. },
                        Protocol::Var(y, q),
                    ) if a == array && e == index && x == y => part(first, body, q),
                    _ => Err(Mistake::Side(format!(
                        "`{p}` does not read and forget what `{of}` reads"
                    ))),
                }
            }
            ("I-READ-OTHER", Stmt::Read { x, array, body, .. }, Protocol::Var(y, q))
                if !conclusion.keeps(array) && x == y =>
            {
                let [first] = premises(above)?;
                part(first, body, q)
            }
            ("I-SEQ", Stmt::Seq(s1, s2), Protocol::Seq(p1, p2)) => {
                let [first, second] = premises(above)?;
                part(first, s1, p1)?;
                part(second, s2, p2)
            }
            ("I-IF", Stmt::If(c, s1, s2), Protocol::If(d, p1, p2)) if c == d => {
                let [first, second] = premises(above)?;
                part(first, s1, p1)?;
                part(second, s2, p2)
            }
            ("I-FOR", Stmt::For(x, a, b, s), Protocol::For(y, c, d, q))
                if (x, a, b) == (y, c, d) =>
            {
                let [first] = premises(above)?;
                part(first, s, q)
            }
            ("I-VAR", Stmt::Var(x, s), Protocol::Var(y, q)) if x == y => {
                let [first] = premises(above)?;
                part(first, s, q)
            }
            _ => Err(Mistake::Unfit {
                rule: rule.to_owned(),
                does_not: format!("does not make `{p}` of"),
                this: of.to_string(),
            }),
        }
    }
}
