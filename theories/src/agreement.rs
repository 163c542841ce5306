//! What the two older systems say of every small program, beside what exhaustion says.
//!
//! Their theorems are about reports of a solver, so they are checked here and not as of
//! [`crate::claims`]: [`each`] goes through the programs in order of size, with the truth about each. As
//! they are printed some fail; these are claims with a number, and [`printed`] replays them.

use crate::case::{Case, ProgramNumber, Subject};
use crate::claim::{Assumed, Claim, Dropped, Finding as Checks, Hypothesis, Recorded, Within};
use crate::enumerate::{Enumeration, TooMany};
use crate::grammar::Grammar;
use crate::hirace::claims::{Checked, Verdict};
use crate::interleavings::{
    Machine, Order, Outcome, Ran, Reading, World, each_world, in_each_world, read, threads,
};
use crate::parametric_flows::Undecided;
use crate::registry::{claim, claims};
use crate::sarkar2018::properties::synchronizes_within;
use crate::survey::below;
use jaminan::{Program, Stmt};
use oracle::check::Settings;
use oracle::explore::{Finding, explore};
use oracle::solver::{NoSolver, Solver, choose};
use oracle::{Bounds, Budget as Fuel};
use semantics::{Header, Syntax, Thread, split};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

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

/// Where [`race`] looks for races of small programs.
pub(crate) const RACING: Within = Within {
    bounds: |_| Bounds { threads: 4, values: 3, cells: 5 },
    more: ", and more threads and values of larger programs",
};

/// Where [`diverges`] looks for divergences.
pub(crate) const DIVERGING: Within =
    Within { bounds: |_| Bounds { threads: 2, values: 2, cells: 3 }, more: "" };

/// Rule applications that an exploration may take.
pub(crate) const FUEL: u64 = 300_000;

/// Steps that threads one by one may take, over all worlds of a program.
const ALL_FUEL: u64 = 10_000_000;

/// Random programs of each of these sizes of the grammar `divergence`, with a barrier in a loop or under a condition.
const DRAWN: [usize; 2] = [4, 5];

/// How many of each size.
const DRAWS: usize = 50;

/// What they are told by.
const SEED: u64 = 1;

/// Goes through every program with barriers up to a size, every one of the grammar `divergence` up to
/// one more, some larger ones of that drawn at random, and the smallest ones that refute what the papers claim.
///
/// # Errors
/// More programs than can be counted.
pub fn each(size: usize, mut f: impl FnMut(&Seen)) -> Result<(), TooMany> {
    let bare = |body| Program { header: Header::default(), body };
    let diverging = Grammar::of_divergence();
    for (grammar, size) in [(Grammar::default().with_sync(), size), (diverging.clone(), size + 1)] {
        let programs = Enumeration::<Stmt>::new(&grammar, size)?;
        for size in 1..=size {
            for (index, body) in (0..).zip(programs.of_size(size)) {
                let number = ProgramNumber { grammar: grammar.version.clone(), size, index };
                f(&seen(number, bare(body)));
            }
        }
    }
    let largest = DRAWN.into_iter().max().unwrap_or_default();
    let programs = Enumeration::<Stmt>::new(&diverging, largest)?;
    for size in DRAWN {
        let index = |place| below(programs.count(size), SEED, place);
        let drawn = (0..).map_while(index).filter_map(|n| Some((n, programs.nth(size, n)?)));
        let drawn = drawn.filter(|(_, body)| synchronizes_within(body));
        for (index, body) in drawn.take(DRAWS) {
            let number = ProgramNumber { grammar: diverging.version.clone(), size, index };
            f(&seen(number, bare(body)));
        }
    }
    for (number, body) in claims().iter().filter_map(smallest) {
        f(&seen(number, bare(body)));
    }
    Ok(())
}

/// The recorded program that refutes a claim on the older systems; nothing of others.
pub fn smallest(claim: &Claim) -> Option<(ProgramNumber, Stmt)> {
    let papers = ["li2012", "sarkar2018"];
    let Recorded::Refuted(number) = claim.recorded else { return None };
    let paper = claim.id.split('/').next().filter(|paper| papers.contains(paper));
    let number: ProgramNumber = paper.and_then(|_| number.parse().ok())?;
    let grammar = claim.subjects.grammar(&Grammar::default());
    let programs = Enumeration::<Stmt>::new(&grammar, number.size).ok()?;
    let body = programs.nth(number.size, number.index)?;
    Some((number, body))
}

/// What a claim that is refuted as printed comes to, on the program that is recorded.
pub fn printed(id: &str) -> Printed {
    let found = claim(id).and_then(|claim| {
        let (number, body) = smallest(&claim)?;
        let text = on_one_line(&body);
        let case = Case::new(number.clone(), Subject::Program(body), Bounds::new(2, 2));
        let refuted = matches!(claim.check(&case, &Dropped::default()), Checks::Refuted(_));
        Some((refuted, claim.on(&number, &Dropped::default()), text))
    });
    let (refuted, number, program) = found.unwrap_or_default();
    Printed { refuted, number, program }
}

fn on_one_line(s: &Stmt) -> String {
    s.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why a program is not decided: what the explorer does not say, else what a system does not.
pub(crate) fn why(seen: &Seen, undecided: Option<&[Undecided]>) -> String {
    let of_system = || {
        // Which interval it is in tells one program from another, and no reason.
        Some(undecided?.first()?.why.to_string())
    };
    match seen.race {
        None => "exhaustion takes more steps than it may".into(),
        Some(_) => of_system().unwrap_or_else(|| "it is not analysed".into()),
    }
}

/// The claims of a paper, and why which programs are not decided.
pub struct Decided {
    /// The claims.
    pub claims: Vec<Checked>,
    /// Of the agreement with exhaustion, what is not decided, by why.
    pub open: BTreeMap<String, Open>,
}

/// A claim as printed, on the smallest program that refutes it.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Whether it does.
    pub refuted: bool,
    /// `li2012/claim-1@li2012:7:0`, as it is replayed.
    pub number: String,
    /// The program, on one line.
    pub program: String,
}

thread_local! {
    static SOLVER: RefCell<Option<Box<dyn Solver>>> = const { RefCell::new(None) };
}

/// Asks the solver of this thread.
///
/// # Errors
/// There is none.
pub(crate) fn asking<T>(f: impl FnOnce(&mut dyn Solver) -> T) -> Result<T, NoSolver> {
    SOLVER.with_borrow_mut(|solver| {
        let solver = match solver {
            Some(solver) => solver,
            None => solver.insert(choose("auto")?.solver),
        };
        Ok(f(solver.as_mut()))
    })
}

fn seen(number: ProgramNumber, program: Program) -> Seen {
    let (race, diverges) = (race(&program, number.size), diverges(&program.body));
    Seen { number, program, race, diverges }
}

/// What a claim on missed races is about.
pub(crate) const RACY: Hypothesis = Hypothesis {
    name: "RACY",
    says: "two threads of an execution race",
    assumed: Assumed::SpokenOf,
};

/// That the threads of a program pass the same barriers, as its text shows: else it has no intervals.
pub(crate) const TOGETHER: Hypothesis = Hypothesis {
    name: "TOGETHER",
    says: "all threads pass the same barriers, as the text shows",
    assumed: Assumed::OfSubject(|case| {
        case.program().is_some_and(|s| split(&Header::default(), s).is_ok())
    }),
};

/// Whether two of a few threads race; nothing where the explorer does not say.
pub(crate) fn race(program: &Program, size: usize) -> Option<bool> {
    // As many values as loops can nest, and at least four threads: of `for x in 0..tid { A[tid + x] := 0 }` two of four
    // race, and no two of three.
    let values = 3.max(size.min(8) as u64 - 1);
    let together = split(&program.header, &program.body).is_ok();
    if together {
        match explore(program, &Bounds::new(4, values), Fuel::fuel(FUEL)).joint {
            Finding::Race(_) => return Some(true),
            Finding::Undecided => return None,
            Finding::Absent => {}
        }
    }
    // A loop of a thread's own length in another one leaves that many threads without an iteration.
    let most = 4.max(size.min(5) as u64 + 1);
    let fewest = if together { 5 } else { 2 };
    race_by_themselves(&program.body, fewest..=most, values.min(4))
}

/// The same of so many threads, that need not pass the same barriers: up to the first race, what they do by themselves
/// is what they do under every schedule.
fn race_by_themselves(s: &Stmt, counts: RangeInclusive<u64>, values: u64) -> Option<bool> {
    let mut left = ALL_FUEL;
    for count in counts {
        let bounds = Bounds { threads: count, values, cells: 4 };
        let threads = threads(&bounds);
        let found = each_world(&bounds, |world| {
            Ok(match read_alone(world, s, &threads, &mut left)? {
                Reading::Races { .. } => ControlFlow::Break(()),
                Reading::Comes(_) => ControlFlow::Continue(()),
            })
        });
        if let ControlFlow::Break(()) = found.ok()? {
            return Some(true);
        }
    }
    Some(false)
}

/// The threads one by one in a world, by what is left to spend on all worlds.
fn read_alone(world: &World, s: &Stmt, threads: &[Thread], left: &mut u64) -> Ran<Reading> {
    let given = FUEL.min(*left);
    let mut machine = Machine::new(world, given);
    let reading = read(&mut machine, s, threads, Order::Alone);
    *left -= given - machine.left();
    reading
}

/// Whether two threads diverge at a barrier under some schedule; nothing where these are too many.
pub(crate) fn diverges(s: &Stmt) -> Option<bool> {
    if !s.synchronizes() {
        return Some(false);
    }
    let bounds = Bounds { threads: 2, values: 2, cells: 3 };
    let worlds = in_each_world(s, &bounds, FUEL).ok()?;
    let apart = |outcome: &Outcome| matches!(outcome, Outcome::Diverges { .. });
    if worlds.iter().any(|world| world.all.outcomes.keys().any(apart)) {
        return Some(true);
    }
    // As many values as loops can nest around a barrier, and more threads.
    let nested = s.size().min(5) as u64;
    let (values, mut known) = (2.max(nested - 1), true);
    let fewest = if values > 2 { 2 } else { 3 };
    for count in fewest..=4.max(nested) {
        match more_diverge(s, count, values) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => known = false,
        }
    }
    known.then_some(false)
}

/// Whether so many threads diverge: where they do not race, what they do by themselves is what they do under
/// every schedule. Where they do, it is not known.
fn more_diverge(s: &Stmt, count: u64, values: u64) -> Option<bool> {
    let bounds = Bounds { threads: count, values, cells: 4 };
    let (threads, mut known, mut left) = (threads(&bounds), true, ALL_FUEL);
    let found = each_world(&bounds, |world| {
        Ok(match read_alone(world, s, &threads, &mut left)? {
            Reading::Comes(Outcome::Diverges { .. }) => ControlFlow::Break(()),
            Reading::Comes(Outcome::Ends(_)) => ControlFlow::Continue(()),
            Reading::Races { diverges, .. } => {
                known &= !diverges;
                ControlFlow::Continue(())
            }
        })
    });
    match found.ok()? {
        ControlFlow::Break(()) => Some(true),
        ControlFlow::Continue(()) => known.then_some(false),
    }
}

/// How a solver is asked about small programs.
pub fn settings(solver: &mut dyn Solver) -> Settings<'_> {
    Settings::of(solver)
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
    /// Why, where that is asked.
    pub open: BTreeMap<String, Open>,
    /// The first that refutes it.
    pub refuted: Option<(ProgramNumber, String)>,
}

/// Programs of which a claim is not decided for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// How many.
    pub programs: u64,
    /// The number of the first.
    pub number: ProgramNumber,
    /// The first.
    pub program: String,
}

impl Tally {
    /// Counts a program: whether the hypothesis holds, and whether the claim does.
    pub fn count(&mut self, seen: &Seen, hypothesis: Option<bool>, claim: Option<bool>) {
        match (hypothesis, claim) {
            (Some(false), _) => self.vacuous += 1,
            (Some(true), Some(true)) => self.held += 1,
            (Some(true), Some(false)) => {
                let text = on_one_line(&seen.program.body);
                self.refuted.get_or_insert_with(|| (seen.number.clone(), text));
            }
            _ => self.undecided += 1,
        }
    }

    /// Counts a program of which the claim is to hold, and why that is not known.
    pub fn count_or(&mut self, seen: &Seen, claim: Option<bool>, why: impl FnOnce() -> String) {
        self.count(seen, Some(true), claim);
        if claim.is_none() {
            let Seen { number, program, .. } = seen;
            let first = || Open {
                programs: 0,
                number: number.clone(),
                program: on_one_line(&program.body),
            };
            self.open.entry(why()).or_insert_with(first).programs += 1;
        }
    }

    fn holds(&self) -> bool {
        self.refuted.is_none() && self.held > 0
    }

    fn figures(&self) -> String {
        let Tally { held, vacuous, undecided, .. } = self;
        let few = if *held < FEW { "no more than " } else { "" };
        format!("held on {few}{held} programs, {vacuous} vacuous, {undecided} undecided")
    }
}

/// A claim that fewer programs meet than this has been tried on few.
const FEW: u64 = 50;

/// A claim with its mended statement.
pub struct Mended<'t> {
    /// Why it fails as it is printed.
    pub because: &'static str,
    /// The mended statement.
    pub says: &'static str,
    /// What came of it.
    pub tally: &'t Tally,
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
        Some((number, program)) => format!("`{program}` ({number})"),
    };
    Checked { id, source, says, verdict, recorded, scope: scope(size), shown }
}

/// A claim that was refuted as it stands, and checked as it is mended.
pub fn mended(words: Words, size: usize, claim: &Mended<'_>) -> Checked {
    let Words { id, source, says, recorded } = words;
    let Printed { refuted, number, program } = printed(id);
    let verdict = match (refuted, claim.tally.holds()) {
        (false, _) => Verdict::Holds,
        (true, true) => Verdict::HoldsOnceMended,
        (true, false) => Verdict::Refuted,
    };
    let against = match &claim.tally.refuted {
        Some((number, program)) => format!("refuted by `{program}` ({number})"),
        None => claim.tally.figures(),
    };
    let Mended { because, says: statement, .. } = claim;
    let shown = format!("`{program}` ({number}). {because} Mended: {statement}; {against}");
    Checked { id, source, says, verdict, recorded, scope: scope(size), shown }
}

fn scope(size: usize) -> String {
    let sizes = DRAWN.map(|size| size.to_string()).join(", ");
    format!(
        "every program with barriers up to size {size}, every one of the grammar `divergence` up to \
         size {}, and {DRAWS} of it drawn of each of the sizes {sizes}",
        size + 1,
    )
}
