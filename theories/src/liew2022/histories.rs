//! Small histories, and checks after each of them.

use super::known::after;
use crate::case::{Case, Subjects};
use crate::claim::{
    Assumed, Claim, Counterexample, Dropped, Finding, Hypothesis, Recorded, Run, Within,
};
use crate::interleavings::Executions;
use jaminan::babycuda::{self, Accesses, History, Phase, Threads, type_of};
use jaminan::{Stmt, infer};
use maps::Protocol;
use semantics::derivation::{latex, text};
use semantics::outcomes::Obstacle;
use semantics::{AccessValue, Choices, Explanation, Mode, Name, Number, Store, Thread};
use std::collections::BTreeSet;
use std::rc::Rc;

/// `{tid} ⊢ b ▶ u` for some `u`. [L22, Fig. 6]
pub(super) const WELL_TYPED: Hypothesis = Hypothesis {
    name: "WELL-TYPED",
    says: "{tid} ⊢ b ▶ u",
    assumed: Assumed::OfSubject(|case| {
        case.program().is_some_and(|b| type_of(&BTreeSet::new(), b).is_ok())
    }),
};

/// [L22, Def. 1]
pub(super) const DRF: Hypothesis = Hypothesis {
    name: "DRF",
    says: "H is DRF: none of its phases is racy, the newest among them",
    assumed: Assumed::InCheck,
};

/// The hypothesis that Theorem 1 lacks.
pub(super) const NEWEST_EMPTY: Hypothesis = Hypothesis {
    name: "NEWEST-EMPTY",
    says: "nothing has happened yet in the newest phase of H",
    assumed: Assumed::InCheck,
};

/// As little as may be in the newest phase, for Theorem 1 to fail.
pub(super) const NEWEST_READS: Hypothesis = Hypothesis {
    name: "NEWEST-READS",
    says: "nothing has been written yet in the newest phase of H",
    assumed: Assumed::InCheck,
};

/// The same.
pub(super) const NEWEST_OUTSIDE: Hypothesis = Hypothesis {
    name: "NEWEST-OUTSIDE",
    says: "in the newest phase of H, none of the threads that run b has done anything yet",
    assumed: Assumed::InCheck,
};

/// `H, b ⇓ H'`
pub(super) const RUNS: Hypothesis = Hypothesis {
    name: "RUNS",
    says: "H, b ⇓ H' for some H': every thread has a run",
    assumed: Assumed::InCheck,
};

/// What a claim about BabyCUDA is made from.
pub(super) const OF_BABYCUDA: Claim = Claim {
    id: "",
    source: "[L22, Thm. 1]",
    says: "",
    subjects: Subjects::BabyCuda,
    hypotheses: &[],
    recorded: Recorded::Holds,
    within: Within::ASKED,
    check: |_, _| Finding::Holds,
};

/// A program after a history.
pub(super) struct Given<'a> {
    pub case: &'a Case,
    pub dropped: &'a Dropped,
    pub b: &'a Stmt,
    pub threads: &'a Threads,
    pub h: &'a History,
}

/// What a claim comes to after one history.
pub(super) enum Says {
    /// It holds.
    Holds,
    /// A hypothesis does not.
    Without(Hypothesis),
    /// It does not hold: why, what offends, and further runs that show it.
    Wrong(String, Vec<String>, Vec<Run>),
}

/// The threads of a case.
pub(super) fn threads(case: &Case) -> Threads {
    (0..case.bounds.threads).map(Thread::natural).collect()
}

/// Checks a claim after each of these histories.
pub(super) fn after_each(
    case: &Case,
    dropped: &Dropped,
    histories: impl IntoIterator<Item = History>,
    says: impl Fn(&Given<'_>) -> Result<Says, Obstacle>,
) -> Finding {
    let Some(b) = case.program() else {
        return Finding::Vacuous("PROGRAM");
    };
    let threads = threads(case);
    let (mut met, mut unmet) = (false, "HISTORY");
    for h in histories {
        let given = Given { case, dropped, b, threads: &threads, h: &h };
        match says(&given) {
            Ok(Says::Holds) => met = true,
            Ok(Says::Without(hypothesis)) => unmet = hypothesis.name,
            Ok(Says::Wrong(why, offending, mut runs)) => {
                runs.splice(0..0, given.derivation());
                return Finding::Refuted(Box::new(Counterexample { why, offending, runs }));
            }
            Err(obstacle) => return obstacle.into(),
        }
    }
    if met { Finding::Holds } else { Finding::Vacuous(unmet) }
}

impl Given<'_> {
    /// The first of these hypotheses that is assumed and does not hold.
    pub fn lacks(&self, hypotheses: &[Hypothesis]) -> Option<Says> {
        let Some((newest, _)) = self.h.split() else {
            return Some(Says::Without(RUNS));
        };
        let done: Vec<_> = newest.threads().collect();
        let holds = |hypothesis: &Hypothesis| match hypothesis.name {
            "DRF" => self.h.race().is_none(),
            "NEWEST-EMPTY" => done.is_empty(),
            "NEWEST-READS" => done.iter().all(|(_, accesses)| accesses.writes.is_empty()),
            "NEWEST-OUTSIDE" => done.iter().all(|(i, _)| !self.threads.contains(i)),
            _ => true,
        };
        let lacking = |h: &&Hypothesis| !self.dropped.contains(h) && !holds(h);
        hypotheses.iter().find(lacking).map(|h| Says::Without(*h))
    }

    /// Every `H'` with `H, b ⇓ H'`; none where a thread has no run.
    pub fn outcomes(&self) -> Result<Vec<History>, Obstacle> {
        self.case.known.outcomes(self.case, self.h, self.threads)
    }

    /// The same, run by other threads.
    pub fn outcomes_by(&self, threads: &Threads) -> Result<Vec<History>, Obstacle> {
        after(self.case, self.h, threads)
    }

    /// `u` with `{tid} ⊢ b ▶ u`, or where types are not asked for, `[[b]]`. [L24, Fig. 6]
    pub fn protocol(&self) -> Protocol {
        type_of(&BTreeSet::new(), self.b).unwrap_or_else(|_| infer(self.b))
    }

    /// Every `Λ` with `u ⇓ Λ`. A `var`, of a program without a type, takes every value that the
    /// program may read.
    pub fn phases(&self) -> Result<&BTreeSet<semantics::Phase>, Obstacle> {
        let found = self.case.known.lambdas.get_or_init(|| {
            let largest = self.case.bounds.values.max(self.case.bounds.threads).max(2);
            let choices = Choices::below(largest + 1);
            babycuda::phases(&self.protocol(), self.threads, &choices, &self.case.budget())
        });
        found.as_ref().map_err(|limit| *limit)
    }

    /// All executions from the memory that `H` leaves: 0 where nobody wrote.
    pub fn schedules(&self) -> Result<Rc<Executions>, Obstacle> {
        self.case.known.schedules(self.case, self.h, self.threads)
    }

    /// A derivation of `H, b ⇓ H'`, or why there is none.
    fn derivation(&self) -> Vec<Run> {
        let (h, b, threads) = (self.h, self.b, self.threads);
        let explained = babycuda::explain(h, b, threads, &self.case.budget(), 0);
        let (text, latex) = match explained {
            Explanation::Derivation(d) => {
                let shown = text::text(&d, text::Options::default());
                (shown.unwrap_or_else(|e| e.to_string()), latex::latex(&d).ok())
            }
            Explanation::Stuck(why) => (format!("there is none: {why}"), None),
            Explanation::NoSuchOutcome(_) => ("there is none".into(), None),
            Explanation::GaveUp(limit) => (limit.to_string(), None),
        };
        vec![Run::Written { title: format!("the run of the program after {h}"), text, latex }]
    }
}

/// Two access values of a phase that race.
pub(super) fn race(phase: &semantics::Phase) -> Option<(&AccessValue, &AccessValue)> {
    phase.iter().find_map(|a| phase.iter().find(|b| a.races_with(b)).map(|b| (a, b)))
}

/// The access values of the newest phase.
pub(super) fn newest(h: &History) -> semantics::Phase {
    h.split().map(|(newest, _)| newest.accesses()).unwrap_or_default()
}

/// Small histories, the simplest first. In the newest phase there is nothing, one access to one of
/// the first two cells, perhaps of a thread that does not run the program, or a race; where there is
/// something, what came before is one of a few.
pub(super) fn histories(case: &Case) -> Vec<History> {
    case.known.histories.get_or_init(|| all(case)).clone()
}

fn all(case: &Case) -> Vec<History> {
    let mut newest = Vec::new();
    for thread in 0..=case.bounds.threads {
        for cell in 0..2 {
            newest.push(phase([(thread, reading(cell))]));
            newest.push(phase([(thread, writing(&[(cell, 1)]))]));
        }
    }
    newest.push(phase([(0, writing(&[(0, 1)])), (1, writing(&[(0, 0)]))]));
    let older = older(case);
    let few = [older.first(), older.get(3), older.last()];
    let mut histories = fresh(case);
    for p in &newest {
        histories.extend(few.into_iter().flatten().map(|h| h.then(p.clone())));
    }
    histories
}

/// Small histories in whose newest phase nothing has happened yet.
pub(super) fn fresh(case: &Case) -> Vec<History> {
    let fresh = || older(case).iter().map(|h| h.then(Phase::default())).collect();
    case.known.fresh.get_or_init(fresh).clone()
}

/// What came before: nothing; a memory in part; each memory, written at once; one written over
/// another; a racy one.
fn older(case: &Case) -> Vec<History> {
    let bounds = &case.bounds;
    let none = History::none();
    let mut older = vec![none.clone(), none.then(phase([(1, writing(&[(0, 1)]))]))];
    let count = bounds.values.saturating_pow(u32::try_from(bounds.cells).unwrap_or(u32::MAX));
    for n in 0..count {
        let digit = |cell: u64| n / bounds.values.pow(cell as u32) % bounds.values;
        let cells: Vec<(u64, u64)> = (0..bounds.cells).map(|cell| (cell, digit(cell))).collect();
        older.push(none.then(phase([(0, writing(&cells))])));
    }
    let zeros: Vec<(u64, u64)> = (0..bounds.cells).map(|cell| (cell, 0)).collect();
    let zeros = none.then(phase([(0, writing(&zeros))]));
    older.push(zeros.then(phase([(1, writing(&[(0, 1)]))])));
    older.push(zeros.then(phase([(0, writing(&[(0, 0)])), (1, writing(&[(0, 1)]))])));
    older
}

fn phase<const N: usize>(threads: [(u64, Accesses); N]) -> Phase {
    threads.into_iter().map(|(i, accesses)| (Thread::natural(i), accesses)).collect()
}

fn reading(cell: u64) -> Accesses {
    Accesses::default().reading(&Name::from("A"), &cell.into())
}

fn writing(cells: &[(u64, u64)]) -> Accesses {
    let array = Name::from("A");
    let write = |a: Accesses, (j, k): &(u64, u64)| a.writing(&array, &(*j).into(), &(*k).into());
    cells.iter().fold(Accesses::default(), write)
}

/// What the older phases leave in memory, where each cell has one last write.
pub(super) fn memory(h: &History) -> Store {
    let mut memory = Store::empty();
    let Some((_, older)) = h.split() else { return memory };
    let cells: BTreeSet<(Name, Number)> = older
        .phases()
        .flat_map(|p| p.accesses().iter().cloned().collect::<Vec<_>>())
        .filter(|access| access.mode == Mode::Wr)
        .map(|access| (access.array, access.index))
        .collect();
    for (array, j) in cells {
        if let Some(k) = older.lastwrite(&array, &j).into_iter().next() {
            memory.set(&array, j, k);
        }
    }
    memory
}
