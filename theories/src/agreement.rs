//! What the two older systems say of every small program, beside what exhaustion says.
//!
//! Their theorems are about reports of a solver, so they are checked here and not as of
//! [`crate::claims`]: [`each`] goes through the programs in order of size, with the truth about each.

use crate::ProgramNumber;
use crate::enumerate::{Enumeration, TooMany};
use crate::grammar::Grammar;
use crate::hirace::claims::{Checked, Verdict};
use crate::interleavings::{Outcome, in_each_world};
use jaminan::{Program, Stmt};
use oracle::check::Settings;
use oracle::explore::{Finding, explore};
use oracle::solver::{Budget, Solver};
use oracle::{Bounds, Budget as Fuel};
use semantics::{Header, ParseOptions, Source, Syntax, split};

/// A program, and the truth about it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its number.
    pub number: ProgramNumber,
    /// The program, for any number of threads.
    pub program: Program,
    /// Whether two of a few threads race; nothing where the explorer does not say.
    pub race: Option<bool>,
    /// Whether two threads diverge at a barrier under some schedule.
    pub diverges: Option<bool>,
}

/// Rule applications that an exploration may take.
const FUEL: u64 = 1_000_000;

/// Programs past the sizes that are gone through: the smallest that are known to refute a claim, or to
/// meet its hypothesis.
pub const GIVEN: [&str; 5] = [
    "if tid < 1 { sync } else { skip }",
    "A[tid] := 0; sync; let x = A[tid] in for y in 0..x { A[0] := 0 }",
    "A[tid] := 0; A[tid] := tid; A[0] := 0",
    "A[tid] := 0; A[tid] := tid; if tid < 1 { sync } else { skip }",
    "for x in 0..2 { A[tid + x] := 0; sync }",
];

/// Goes through every program with barriers up to a size, and then those that are [`GIVEN`].
///
/// # Errors
/// More programs than can be counted.
pub fn each(size: usize, mut f: impl FnMut(&Seen)) -> Result<(), TooMany> {
    let grammar = Grammar::default().with_sync();
    let programs = Enumeration::<Stmt>::new(&grammar, size)?;
    for size in 1..=size {
        for (index, body) in (0..).zip(programs.of_size(size)) {
            let number = ProgramNumber { grammar: grammar.version.clone(), size, index };
            f(&seen(number, Program { header: Header::default(), body }));
        }
    }
    for (index, text) in (0..).zip(GIVEN) {
        let source = Source::new("given", text);
        if let Ok(program) = Program::parse(&source, ParseOptions::default()) {
            let size = program.body.size();
            f(&seen(ProgramNumber { grammar: "given".into(), size, index }, program));
        }
    }
    Ok(())
}

fn seen(number: ProgramNumber, program: Program) -> Seen {
    let (race, diverges) = (race(&program, number.size), diverges(&program.body));
    Seen { number, program, race, diverges }
}

fn race(program: &Program, size: usize) -> Option<bool> {
    if split(&program.header, &program.body).is_err() {
        return None;
    }
    // Three threads and values: no race of these programs needs more.
    let bounds = Bounds::new(3, 3.max(size.min(4) as u64 - 1));
    match explore(program, &bounds, Fuel::fuel(FUEL)).joint {
        Finding::Race(_) => Some(true),
        Finding::Absent => Some(false),
        Finding::Undecided => None,
    }
}

fn diverges(s: &Stmt) -> Option<bool> {
    if !s.synchronizes() {
        return Some(false);
    }
    let bounds = Bounds { threads: 2, values: 2, cells: 3 };
    let worlds = in_each_world(s, &bounds, FUEL).ok()?;
    let apart = |outcome: &Outcome| matches!(outcome, Outcome::Diverges { .. });
    Some(worlds.iter().any(|world| world.all.outcomes.keys().any(apart)))
}

/// How a solver is asked about small programs.
pub fn settings(solver: &mut dyn Solver) -> Settings<'_> {
    Settings { solver, budget: Budget::default(), deadline: None, report_benign: true }
}

/// What the checks of a claim came to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// On how many programs it holds.
    pub held: u64,
    /// How many do not meet its hypothesis.
    pub vacuous: u64,
    /// Of how many something is not known.
    pub undecided: u64,
    /// The first that refutes it.
    pub refuted: Option<(ProgramNumber, String)>,
}

impl Tally {
    /// Counts a program: whether the hypothesis holds, and whether the claim does.
    pub fn count(&mut self, seen: &Seen, hypothesis: Option<bool>, claim: Option<bool>) {
        match (hypothesis, claim) {
            (Some(false), _) => self.vacuous += 1,
            (Some(true), Some(true)) => self.held += 1,
            (Some(true), Some(false)) => {
                let text = seen.program.body.to_string();
                self.refuted.get_or_insert_with(|| (seen.number.clone(), text));
            }
            _ => self.undecided += 1,
        }
    }

    fn holds(&self) -> bool {
        self.refuted.is_none() && self.held > 0
    }

    fn figures(&self) -> String {
        let Tally { held, vacuous, undecided, .. } = self;
        format!("held on {held} programs, {vacuous} vacuous, {undecided} undecided")
    }
}

/// A claim with its mended statement.
pub struct Mended<'t> {
    /// As printed.
    pub printed: &'t Tally,
    /// Why it fails, and the mended statement.
    pub because: &'static str,
    /// The mended one.
    pub mended: &'t Tally,
}

/// The words of a claim.
pub struct Words {
    /// `li2012/claim-1`
    pub id: &'static str,
    /// `[P12, Claim 1]`
    pub source: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What is recorded of it.
    pub recorded: Verdict,
}

/// A claim that was checked as it stands, up to a size.
pub fn decided(words: Words, size: usize, tally: &Tally) -> Checked {
    let Words { id, source, says, recorded } = words;
    let verdict = if tally.holds() { Verdict::Holds } else { Verdict::Refuted };
    let shown = match &tally.refuted {
        None => tally.figures(),
        Some((number, program)) => format!("{number}: {program}"),
    };
    Checked { id, source, says, verdict, recorded, scope: scope(size), shown }
}

/// A claim that was checked as it stands and mended.
pub fn mended(words: Words, size: usize, claim: &Mended<'_>) -> Checked {
    let Words { id, source, says, recorded } = words;
    let verdict = match (&claim.printed.refuted, claim.mended.holds()) {
        (None, _) if claim.printed.holds() => Verdict::Holds,
        (Some(_), true) => Verdict::HoldsOnceMended,
        _ => Verdict::Refuted,
    };
    let found = match &claim.printed.refuted {
        Some((number, program)) => format!("{number}: {program}"),
        None => claim.printed.figures(),
    };
    let against = match &claim.mended.refuted {
        Some((number, program)) => format!("refuted by {number}: {program}"),
        None => claim.mended.figures(),
    };
    let shown = format!("{found}. {} Mended: {against}", claim.because);
    Checked { id, source, says, verdict, recorded, scope: scope(size), shown }
}

fn scope(size: usize) -> String {
    format!("every program with barriers up to size {size}, and {} larger ones", GIVEN.len())
}
