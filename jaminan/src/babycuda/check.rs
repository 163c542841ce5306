//! The checker of derivations: each rule of [L22, Fig. 5] a second time, as a relation between a
//! conclusion and its premises' conclusions. Shares nothing with [`super::rules`] but the form of
//! a judgment.

use super::Threads;
use super::history::{Accesses, History, Phase};
use super::rules::Judgment;
use super::thread::at_thread;
use crate::syntax::Stmt;
use semantics::derivation::check::{self, premises, same};
use semantics::{Checked, Cond, Expr, Mistake, Number, Rel, Spelling, Thread, printer};
use std::collections::BTreeMap;

impl Checked for Judgment {
    fn check(rule: &str, conclusion: &Self, above: &[&Self]) -> Result<(), Mistake> {
        match (rule, conclusion) {
            ("E", Judgment::Evaluates(e, i, k)) => {
                let [] = premises(above)?;
                check::evaluates(e, i, k)
            }
            ("C", Judgment::Decides(c, i, b)) => {
                let [] = premises(above)?;
                check::decides(c, i, *b)
            }
            ("LASTWRITE", Judgment::LastWrite(h, array, j, k)) => {
                let [] = premises(above)?;
                // From the newest phase: the first with a writer decides.
                for phase in h.phases() {
                    let wrote: Vec<&Number> =
                        phase.threads().filter_map(|(_, a)| a.writes.get(array, j)).collect();
                    if wrote.contains(&k) {
                        return Ok(());
                    }
                    if let Some(other) = wrote.first() {
                        return Err(Mistake::Side(format!(
                            "the last write into {array}[{j}] is {other}, not {k}"
                        )));
                    }
                }
                Err(Mistake::Side(format!("nobody wrote {array}[{j}]")))
            }
            ("PAR", Judgment::Parallel(h, b, threads, after)) => par(h, b, threads, after, above),
            (_, Judgment::Runs(a, b, h, i, after)) => {
                let run = Run { a, h, i, after };
                run.by(rule, b, above)
            }
            _ => Err(match what_rules(rule) {
                Some(about) => Mistake::Conclusion { about, conclusion: conclusion.to_string() },
                None => Mistake::NoRule(rule.to_owned()),
            }),
        }
    }
}

/// `P :: H, b ⇓ I`: a premise for each thread, in order.
fn par(
    h: &History,
    b: &Stmt,
    threads: &Threads,
    after: &History,
    above: &[&Judgment],
) -> Result<(), Mistake> {
    let (newest, older) =
        h.split().ok_or_else(|| Mistake::Side("the history has no phase to run in".into()))?;
    if above.len() != threads.len() {
        return Err(Mistake::Threads { wanted: threads.len(), found: above.len() });
    }
    let mut ran: BTreeMap<Thread, Accesses> =
        newest.threads().map(|(i, a)| (i.clone(), a.clone())).collect();
    for (i, premise) in threads.iter().zip(above) {
        let before = newest.of(i);
        let (place, instance) = (format!("of thread {i}"), at_thread(b, i));
        let run = Run { a: &before, h: &older, i, after: &before };
        ran.insert(i.clone(), run.part(&place, premise, &before, &instance)?.clone());
    }
    let wanted = older.then(ran.into_iter().collect::<Phase>());
    same("the history after it", after, &wanted, History::to_string)
}

/// A conclusion `A, b ⇓_{H,i} B`.
struct Run<'a> {
    a: &'a Accesses,
    h: &'a History,
    i: &'a Thread,
    after: &'a Accesses,
}

impl Run<'_> {
    fn by(&self, rule: &str, b: &Stmt, above: &[&Judgment]) -> Result<(), Mistake> {
        match (rule, b) {
            ("READ", Stmt::Read { x, array, index, body, .. }) => {
                let [first, second, third] = premises(above)?;
                let j = self.value(first, index)?;
                let own = Phase::from_iter([(self.i.clone(), self.a.clone())]);
                let k = match second {
                    Judgment::LastWrite(h, a, at, k) if a == array && at == j => {
                        same("the history that is asked", h, &self.h.then(own), |h| h.to_string())?;
                        k
                    }
                    _ => {
                        return Err(Mistake::premise(
                            format!("a premise gives the last write into {array}[{j}]"),
                            second,
                        ));
                    }
                };
                let mut before = self.a.clone();
                before.reads.insert((array.clone(), j.clone()));
                let instance = body.substitute(x, k);
                self.comes_to(self.part("that follows", third, &before, &instance)?)
            }
            ("WRITE", Stmt::Write { array, index, payload, .. }) => {
                let [first, second] = premises(above)?;
                let (j, k) = (self.value(first, index)?, self.value(second, payload)?);
                let mut after = self.a.clone();
                after.writes.set(array, j.clone(), k.clone());
                self.comes_to(&after)
            }
            ("SEQ", Stmt::Seq(b1, b2)) => {
                let [first, second] = premises(above)?;
                let between = self.part("of the first statement", first, self.a, b1)?;
                self.comes_to(self.part("of the second statement", second, between, b2)?)
            }
            ("IF-T", Stmt::If(c, branch, _)) | ("IF-F", Stmt::If(c, _, branch)) => {
                let [first, second] = premises(above)?;
                self.truth(first, c, rule == "IF-T")?;
                self.comes_to(self.part("of the branch", second, self.a, branch)?)
            }
            ("FOR-1", Stmt::For(_, n, m, _)) => {
                let [first] = premises(above)?;
                self.truth(first, &Cond::Rel(Rel::Ge, n.clone(), m.clone()), true)?;
                self.comes_to(self.a)
            }
            ("FOR-2", Stmt::For(x, n, m, body)) => {
                let [first, second, third, fourth] = premises(above)?;
                let l = self.value(first, n)?;
                let low = Expr::num(l.clone()).into();
                self.truth(second, &Cond::Rel(Rel::Lt, low, m.clone()), true)?;
                let instance = body.substitute(x, l);
                let between = self.part("of this iteration", third, self.a, &instance)?;
                let next = Expr::num(l + 1).into();
                let rest = Stmt::For(x.clone(), next, m.clone(), body.clone());
                self.comes_to(self.part("of the next iterations", fourth, between, &rest)?)
            }
            ("SKIP", Stmt::Skip) => {
                let [] = premises(above)?;
                self.comes_to(self.a)
            }
            _ => Err(match what_rules(rule) {
                Some(about) => Mistake::Program { about, program: b.to_string() },
                None => Mistake::NoRuleOfThread(rule.to_owned()),
            }),
        }
    }

    /// A premise that runs this very program from these accesses, in the same thread and history.
    fn part<'p>(
        &self,
        place: &str,
        premise: &'p Judgment,
        before: &Accesses,
        wanted: &Stmt,
    ) -> Result<&'p Accesses, Mistake> {
        let Judgment::Runs(a, b, h, i, after) = premise else {
            return Err(Mistake::premise(format!("the premise {place} is about a run"), premise));
        };
        same(format!("the thread of the premise {place}"), i, self.i, Thread::to_string)?;
        same(format!("the history of the premise {place}"), h, self.h, History::to_string)?;
        same(format!("what the premise {place} runs"), b, wanted, |b| format!("`{b}`"))?;
        same(format!("what the premise {place} begins with"), a, before, Accesses::to_string)?;
        Ok(after)
    }

    /// A premise `n ⇓ k` about this very expression.
    fn value<'p>(&self, premise: &'p Judgment, e: &Expr) -> Result<&'p Number, Mistake> {
        match premise {
            Judgment::Evaluates(found, i, k) if found == e && i == self.i => Ok(k),
            _ => Err(Mistake::premise(
                format!(
                    "a premise gives `{}` for thread {}",
                    printer::expr(e, Spelling::Ascii),
                    self.i
                ),
                premise,
            )),
        }
    }

    /// A premise `c ⇓ b` about this very condition.
    fn truth(&self, premise: &Judgment, c: &Cond, wanted: bool) -> Result<(), Mistake> {
        match premise {
            Judgment::Decides(found, i, b) if found == c && i == self.i && *b == wanted => Ok(()),
            _ => Err(Mistake::premise(
                format!(
                    "a premise says that `{}` is {wanted} for thread {}",
                    printer::cond(c, Spelling::Ascii),
                    self.i
                ),
                premise,
            )),
        }
    }

    /// What the conclusion has to say.
    fn comes_to(&self, wanted: &Accesses) -> Result<(), Mistake> {
        same("what the conclusion comes to", self.after, wanted, Accesses::to_string)
    }
}

/// What a rule's conclusion is about.
fn what_rules(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "READ" => "`let x = A[n] in b`",
        "WRITE" => "`A[n] := m`",
        "SEQ" => "`b; b`",
        "IF-T" | "IF-F" => "`if`",
        "FOR-1" | "FOR-2" => "`for`",
        "SKIP" => "`skip`",
        "PAR" => "a program run by all threads",
        "E" => "the value of an expression",
        "C" => "the truth of a condition",
        "LASTWRITE" => "the last write into a cell",
        _ => return None,
    })
}
