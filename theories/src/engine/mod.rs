//! The fast engine: the claims of \[L24\] on one program after another.
//!
//! It decides what the reference reading in [`crate::liew2024`] decides, and shares no rule with
//! it: variables are slots and nothing is substituted, numbers are `u64`, a trace is the list of
//! its decisions in one word, a set of access values is two words' worth of bits, and a run is made
//! anew for each list of choices. What does not fit escapes to the reference, and so does every
//! counterexample: the engine only points at one.

mod code;
mod judgments;
mod run;
mod sets;
mod statement;

use crate::claim::{Assumed, Claim, Dropped};
use crate::hypotheses::{CI, CI_FOR_SOME_X, DI};
use code::{Code, Slots};
use jaminan::Stmt;
use judgments::{approximating, judge};
use maps::Protocol;
use oracle::Bounds;
use run::{Accesses, As, Halt, MOST_CELLS, MOST_VALUES, Run, Tape};
use semantics::Syntax;
use sets::{Feasible, OfThread, classes};
use statement::{Facts, Statement};

/// Why a program is not for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// A number, an index, a trace or the text is too large, or a form is not of the calculi.
    Form,
    /// One thread has more runs than the engine may make.
    ManyRuns,
}

/// What the engine says of a claim on one subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    Holds,
    /// This hypothesis does not hold.
    Vacuous(&'static str),
    /// It seems refuted: the reference has the word.
    Suspect,
}

/// Where its sets of variables are gone through, a protocol has at most this many variables.
const MOST_VARIABLES: usize = 12;

/// One thread of a program is not run more often, unless the engine is told so.
const MOST_RUNS: usize = 1 << 20;

/// The engine within one choice of bounds, for some claims.
pub struct Engine {
    threads: u64,
    values: u64,
    cells: u64,
    most_runs: usize,
    asked: Vec<Asked>,
    /// Whether joint feasibility is asked of programs that are not both CI and DI.
    joint_of_all: bool,
    code: Code,
    tape: Tape,
    sets: Vec<OfThread>,
    runs: Vec<Vec<Feasible>>,
    of_protocol: Vec<(u64, Accesses)>,
}

/// A claim as the engine asks it.
#[derive(Clone, Copy, Debug)]
struct Asked {
    statement: Statement,
    ci: Option<&'static str>,
    di: Option<&'static str>,
    /// Whether `CI` or `DI` is the first of its hypotheses.
    ci_first: bool,
    /// What it calls the actions or races that it speaks of, where it does.
    spoken_of: Option<&'static str>,
}

impl Engine {
    /// Whether the engine decides the claim within these bounds.
    pub fn decides(claim: &Claim, dropped: &Dropped, bounds: &Bounds) -> bool {
        let Bounds { threads, values, cells } = *bounds;
        threads <= MOST_CELLS
            && values <= MOST_VALUES
            && ask(claim, dropped)
                .is_some_and(|asked| asked.statement != Statement::Joint || cells <= 8)
    }

    /// An engine for those of the claims that it decides.
    pub fn new(claims: &[Claim], dropped: &Dropped, bounds: &Bounds) -> Engine {
        let decided = claims.iter().filter(|claim| Engine::decides(claim, dropped, bounds));
        let asked: Vec<Asked> = decided.filter_map(|claim| ask(claim, dropped)).collect();
        let Bounds { threads, values, cells } = *bounds;
        let joint_of_all = asked
            .iter()
            .any(|a| a.statement == Statement::Joint && (a.ci.is_none() || a.di.is_none()));
        let each_thread = 0..threads;
        Engine {
            threads,
            values,
            cells,
            most_runs: MOST_RUNS,
            asked,
            joint_of_all,
            code: Code::default(),
            tape: Tape::default(),
            sets: each_thread.clone().map(|_| OfThread::default()).collect(),
            runs: each_thread.map(|_| Vec::new()).collect(),
            of_protocol: Vec::new(),
        }
    }

    /// The same engine, which escapes where one thread of a program, or of its protocol, has more
    /// runs than these.
    pub fn running(self, most_runs: usize) -> Engine {
        Engine { most_runs, ..self }
    }

    /// What each claim says of a program.
    ///
    /// # Errors
    /// The program is not for the engine.
    pub fn program(&mut self, s: &Stmt, answers: &mut Vec<Answer>) -> Result<(), Escape> {
        let facts = self.facts_of_program(s)?;
        self.answer(&facts, answers);
        Ok(())
    }

    /// What each claim says of a protocol.
    ///
    /// # Errors
    /// The protocol is not for the engine.
    pub fn protocol(&mut self, p: &Protocol, answers: &mut Vec<Answer>) -> Result<(), Escape> {
        let facts = self.facts_of_protocol(p)?;
        self.answer(&facts, answers);
        Ok(())
    }

    fn answer(&self, facts: &Facts, answers: &mut Vec<Answer>) {
        answers.clear();
        answers.extend(self.asked.iter().map(|asked| {
            let ci = asked.ci.filter(|_| !facts.ci);
            let di = asked.di.filter(|_| !facts.di);
            match if asked.ci_first { ci.or(di) } else { di.or(ci) } {
                Some(unmet) => Answer::Vacuous(unmet),
                None if facts.is_vacuous(asked.statement) => {
                    Answer::Vacuous(asked.spoken_of.unwrap_or("nothing to speak of"))
                }
                None if facts.fails(asked.statement) => Answer::Suspect,
                None => Answer::Holds,
            }
        }));
    }

    fn compile<S: Syntax>(&mut self, s: &S) -> Result<Facts, Escape> {
        self.code.compile(s)?;
        let (ci, di) = judge(&self.code, 0, self.code.root);
        Ok(Facts::judged(ci, di))
    }

    fn facts_of_program(&mut self, s: &Stmt) -> Result<Facts, Escape> {
        let mut facts = self.compile(s)?;
        let joint = self.joint_of_all || facts.ci && facts.di;
        let (sets, runs, cells) = (&mut self.sets, &mut self.runs, self.cells);
        let limits = Limits { values: self.values, runs: self.most_runs };
        let mut read = 0;
        for (tid, (set, runs)) in (0..).zip(sets.iter_mut().zip(runs.iter_mut())) {
            set.clear();
            runs.clear();
            let how = As::Program { cells };
            each_run(&self.code, &mut self.tape, how, limits, tid, |run| {
                set.add_program(run.trace, run.phase);
                read |= run.read;
                let feasible = Feasible { phase: run.phase, chosen: run.chosen };
                if joint && !runs.contains(&feasible) {
                    runs.push(feasible);
                }
            })?;
        }
        let mut values = [0; MOST_VALUES as usize];
        let mut count = 0;
        for k in (0..MOST_VALUES).filter(|k| *k < self.values || read >> k & 1 == 1) {
            values[count] = k;
            count += 1;
        }
        for (tid, set) in (0..).zip(sets.iter_mut()) {
            let how = As::Protocol { values: &values[..count] };
            each_run(&self.code, &mut self.tape, how, limits, tid, |run| {
                set.add_protocol(run.trace, run.phase);
            })?;
        }
        sets::actions(sets, &mut facts);
        sets::alarms(sets, &mut facts);
        if joint {
            sets::joint(sets, runs, &mut facts);
        }
        Ok(facts)
    }

    fn facts_of_protocol(&mut self, p: &Protocol) -> Result<Facts, Escape> {
        let mut facts = self.compile(p)?;
        let mut values = [0; MOST_VALUES as usize];
        (0..self.values).for_each(|k| values[k as usize] = k);
        let limits = Limits { values: self.values, runs: self.most_runs };
        for tid in 0..self.threads {
            let runs = &mut self.of_protocol;
            runs.clear();
            let how = As::Protocol { values: &values[..self.values as usize] };
            each_run(&self.code, &mut self.tape, how, limits, tid, |run| {
                if !runs.contains(&(run.trace, run.phase)) {
                    runs.push((run.trace, run.phase));
                }
            })?;
            pairs_of_runs(runs, &mut facts);
        }
        self.sets_of_variables(&mut facts)?;
        Ok(facts)
    }

    /// What the judgments say under each set of variables.
    fn sets_of_variables(&self, facts: &mut Facts) -> Result<(), Escape> {
        let (code, names) = (&self.code, self.code.names.len());
        if names > MOST_VARIABLES {
            return Err(Escape::Form);
        }
        for x in 0..(1 as Slots) << names {
            let (ci, di) = judge(code, x, code.root);
            let (control, data) = approximating(code, x, code.root);
            facts.fail(Statement::Approximating, ci != (control == 0) || di != (data == 0));
            for more in (0..names).filter(|y| x >> y & 1 == 0) {
                let (wider_ci, wider_di) = judge(code, x | 1 << more, code.root);
                facts.fail(Statement::Weakening, ci && !wider_ci || di && !wider_di);
            }
        }
        Ok(())
    }
}

fn ask(claim: &Claim, dropped: &Dropped) -> Option<Asked> {
    let statement = Statement::of(claim, dropped)?;
    let mut asked = Asked { statement, ci: None, di: None, ci_first: false, spoken_of: None };
    for hypothesis in claim.hypotheses {
        match hypothesis.assumed {
            Assumed::InCheck | Assumed::SpokenOf => {
                asked.spoken_of = asked.spoken_of.or(Some(hypothesis.name));
            }
            Assumed::OfGrammar(_) => {}
            Assumed::OfSubject(_) if dropped.contains(hypothesis) => {}
            Assumed::OfSubject(_) if *hypothesis == CI => {
                asked.ci = Some(CI.name);
                asked.ci_first = asked.di.is_none();
            }
            Assumed::OfSubject(_) if *hypothesis == DI => asked.di = Some(DI.name),
            // The set of all variables is such an X.
            Assumed::OfSubject(_) if *hypothesis == CI_FOR_SOME_X => {}
            Assumed::OfSubject(_) => return None,
        }
    }
    Some(asked)
}

/// What a `var` of a program ranges over, and how many runs of one thread there may be.
#[derive(Clone, Copy, Debug)]
struct Limits {
    values: u64,
    runs: usize,
}

/// Goes through every run of one thread that has a derivation.
fn each_run(
    code: &Code,
    tape: &mut Tape,
    how: As<'_>,
    limits: Limits,
    tid: u64,
    mut found: impl FnMut(&Run<'_>),
) -> Result<(), Escape> {
    tape.rewind();
    for _ in 0..limits.runs {
        let mut run = Run::new(code, tape, how, limits.values, tid);
        match run.statement(code.root) {
            Ok(()) => found(&run),
            Err(Halt::Stuck) => {}
            Err(Halt::Escape) => return Err(Escape::Form),
        }
        if !tape.advance() {
            return Ok(());
        }
    }
    Err(Escape::ManyRuns)
}

/// Lemma 3.3 on the runs of one thread.
fn pairs_of_runs(runs: &[(u64, Accesses)], facts: &mut Facts) {
    use Statement::*;
    for (n, (one_trace, one)) in runs.iter().enumerate() {
        for (other_trace, other) in &runs[..n] {
            let same = one_trace == other_trace;
            let related = classes(*one) == classes(*other);
            facts.fail(RunsRelated, same && !related);
            facts.fail(RunsRelatedAnyTraces, !related);
            facts.fail(RunsRelatedOneTrace, !same || !related);
            facts.fail(RunsEqual, same && one != other);
            facts.fail(RunsEqualAnyTraces, one != other);
            facts.fail(RunsEqualOneTrace, !same || one != other);
        }
    }
}
