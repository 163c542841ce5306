//! Ground truth, with its reasons.
//!
//! There is a race where one was *made*: by the explorer, whose witness the reference rules run again,
//! or by `check`, whose alarm they run again and, of a kernel, a run of the kernel itself as well.
//! There is none where two of these say so, and none against it: a solver, a second solver, the
//! explorer, which goes through every execution within bounds. All else is not known, and is held
//! against nobody. Where two of them contradict each other, one of us is wrong, and that is said.

use crate::detector::{Convention, Conventions};
use crate::remembering::Remembering;
use crate::subject::{Meaning, Subject};
use generators::Language;
use grid::confirm::Legal;
use num_traits::{ToPrimitive, Zero};
use oracle::check::answer;
use oracle::explore::Witness;
use oracle::solver::{NoSolver, Solver, choose};
use oracle::{Bounds, Budget as Fuel, Exploration, Finding, explore, explore_protocol};
use semantics::{Allowance, Axis, Mode, Number, Sharing, Thread, Threads};
use std::time::Duration;
use verdict::{Alarm, Exactness, KernelVerdict, Note, Open, Question, Race, Run, Settings, form};

/// What is true of a kernel under some conventions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It races.
    Racy,
    /// It does not.
    Free,
    /// Not known, or a matter of opinion: why.
    Unknown(String),
}

/// A race that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// By whom.
    pub by: Vec<String>,
    /// The explorer's witness.
    pub witness: Option<Box<Witness>>,
    /// The alarm of `check`.
    pub alarm: Option<form::Alarm>,
    /// Both accesses write.
    both_write: bool,
    /// The two threads are of one warp.
    within_warp: bool,
    /// It is none of equal values.
    unequal: bool,
    /// It hangs on what shared memory holds at the start.
    uninitialised: bool,
    /// In no run that makes it has all that any thread does a meaning.
    without_meaning: bool,
    /// It hangs on the contents of arrays, on parameters, or on what a thread chooses.
    some_inputs: bool,
}

/// What is known of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// A race, with what shows it.
    pub race: Option<Made>,
    /// Who says that there is none; nobody, where that is not settled.
    pub free: Vec<String>,
    /// Whether executions without a meaning in C were left out.
    pub left_out: bool,
    /// All races are of equal values: by two solvers, where that is asked.
    only_equal: bool,
    /// Why neither is known.
    pub why: String,
    /// Two of us contradict each other: what each says. A bug of ours.
    pub contradiction: Option<String>,
    /// What `check` answers, by the first solver.
    pub answer: Option<KernelVerdict>,
}

impl Truth {
    fn unknown(why: impl Into<String>) -> Truth {
        Truth { why: why.into(), ..Truth::default() }
    }

    /// Puts in the place of a race that these conventions do not count one of these alarms that they do. They are
    /// alarms of races of unequal values where `unequal`.
    fn choose(
        &mut self,
        subject: &Subject,
        alarms: &[Alarm],
        unequal: bool,
        conventions: &Conventions,
    ) {
        let Some(first) = &mut self.race else { return };
        let left_out = self.left_out;
        let mut others = alarms.iter().filter(|alarm| alarm.race.is_replayed()).take(MOST_ALARMS);
        let counted = others.find_map(|alarm| {
            let made = Made { unequal, ..Made::again(subject, alarm, left_out)? };
            made.doubt(conventions).is_none().then_some(made)
        });
        // Of a program there is no other meaning than that of the rules, which have made the first. Of a kernel a run
        // says whether all that is done has a meaning; the explorer's witness is shown where one does.
        let free_of_doubt = first.doubt(conventions).is_none();
        match counted {
            Some(made) if !free_of_doubt => *first = made,
            Some(_) => {}
            None if subject.is_kernel && first.witness.is_some() => first.without_meaning = true,
            None => {}
        }
    }

    /// What is true under these conventions.
    pub fn under(&self, conventions: &Conventions) -> Verdict {
        let opinion = |what: &str| Verdict::Unknown(format!("a matter of convention: {what}"));
        match self.race.as_ref().map(|race| race.doubt(conventions)) {
            Some(None) => return Verdict::Racy,
            Some(Some(_)) if self.only_equal && conventions.equal_writes == Convention::Passes => {}
            // Another race may not hang on it: so nothing follows where it passes.
            Some(Some(what)) => return opinion(what),
            None if self.free.is_empty() => return Verdict::Unknown(self.why.clone()),
            None => {}
        }
        if self.left_out && conventions.without_meaning != Convention::Passes {
            return opinion("executions without a meaning");
        }
        Verdict::Free
    }
}

/// Who says what is true: the explorer, `check`, and two solvers.
pub struct Referees {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
    /// The other second, for naturals: a refutation of the embedded solver is bounded there.
    natural: Option<Box<dyn Solver>>,
    /// Rule applications of one exploration.
    fuel: u64,
}

/// Seconds that `check` may take for one kernel.
const TIME: Duration = Duration::from_secs(20);
/// Threads that the explorer runs at most, and values that it tries.
const MOST_THREADS: u64 = 8;
const MOST_VALUES: u64 = 16;
const THREADS: u64 = 4;
const VALUES: u64 = 3;
/// So many have to say that there is no race.
const ENOUGH: usize = 2;
/// Alarms that are run again.
const MOST_ALARMS: usize = 16;
/// How much more an exploration may take that looks for a race that somebody claims.
const LARGER: u64 = 10;

impl Referees {
    /// The solvers that are installed.
    ///
    /// # Errors
    /// Where not even one can be had.
    pub fn new() -> Result<Referees, NoSolver> {
        let solver = |name: &str| -> Result<Box<dyn Solver>, NoSolver> {
            Ok(Box::new(Remembering::new(choose(name)?.solver)))
        };
        Ok(Referees {
            first: solver("auto")?,
            second: solver("embedded")?,
            natural: solver("cvc5").ok(),
            fuel: 200_000,
        })
    }

    /// What is true of the text. Whether equal writes are all there is, is asked where it matters to
    /// the conventions.
    pub fn truth(&mut self, language: Language, text: &str, conventions: &Conventions) -> Truth {
        let subject = match Subject::read(language, text) {
            Ok(subject) => subject,
            Err(why) => return Truth::unknown(why.to_string()),
        };
        let answer = self.check(&subject, true);
        self.truth_of(&subject, answer, conventions)
    }

    fn truth_of(
        &mut self,
        subject: &Subject,
        answer: KernelVerdict,
        conventions: &Conventions,
    ) -> Truth {
        let explored = self.explore(subject, &bounds(subject), 1);
        let mut truth = settle(subject, explored, answer);
        if let Some(claimed) = claimed(&truth) {
            self.look_for(subject, &claimed, &mut truth);
        }
        let drf = truth.answer.as_ref().is_some_and(is_free);
        let settled = truth.free.len() >= ENOUGH;
        if truth.race.is_none() && drf && truth.contradiction.is_none() && !settled {
            self.second_opinion(subject, &mut truth);
        }
        if truth.race.is_none() {
            return truth;
        }
        let all = truth.answer.as_ref().map(|answer| answer.alarms.clone()).unwrap_or_default();
        if conventions.equal_writes == Convention::Counts {
            truth.choose(subject, &all, false, conventions);
            return truth;
        }
        let allowed = self.check(subject, false);
        truth.choose(subject, &allowed.alarms, true, conventions);
        if is_free(&allowed) {
            truth.only_equal = is_free(&ask(self.second_for(subject), subject, false));
        }
        truth
    }

    /// What `check` answers, by the first solver, and what is true by others than it: the explorer, and
    /// runs of the kernel.
    pub fn check_and_truth(
        &mut self,
        language: Language,
        text: &str,
        conventions: &Conventions,
    ) -> (Option<KernelVerdict>, Truth) {
        let subject = match Subject::read(language, text) {
            Ok(subject) => subject,
            Err(why) => return (None, Truth::unknown(why.to_string())),
        };
        let answer = self.check(&subject, true);
        let explored = self.explore(&subject, &bounds(&subject), 1);
        let absent = explored.joint == Finding::Absent && explored.launches > 0;
        let mut truth = settle(&subject, explored, answer.clone());
        truth.free.clear();
        let claimed = claimed(&truth);
        if let Some(claimed) = &claimed {
            self.look_for(&subject, claimed, &mut truth);
        }
        truth.choose(&subject, &answer.alarms, false, conventions);
        // Its own word is none here: another must have made the race, or gone through everything.
        if truth.race.as_ref().is_some_and(Made::is_of_check_alone) {
            truth.race = None;
        }
        let contradicted = truth.contradiction.take().is_some();
        if truth.race.is_none() && absent && (claimed.is_none() || contradicted) {
            truth.free = vec![within(&bounds(&subject))];
        }
        (Some(answer), truth)
    }

    fn check(&mut self, subject: &Subject, report_benign: bool) -> KernelVerdict {
        ask(self.first.as_mut(), subject, report_benign)
    }

    fn explore(&self, subject: &Subject, bounds: &Bounds, times: u64) -> Exploration {
        let fuel = Fuel::fuel(self.fuel * times);
        match &subject.meaning {
            Meaning::Program(program) => explore(program, bounds, fuel),
            Meaning::Protocol(protocol) => explore_protocol(protocol, bounds, fuel),
        }
    }

    /// The explorer looks for a race that `check` has made and it has not: in bounds that the alarm
    /// fits in. Where it goes through all of them and finds none, one of the two is wrong.
    fn look_for(&mut self, subject: &Subject, alarm: &Alarm, truth: &mut Truth) {
        let run = subject.run_of(&alarm.race, Legal::default());
        let made = Made::again(subject, alarm, truth.left_out);
        if matches!(run, Some(Run::Made)) {
            truth.race = made;
            return;
        }
        let Some(larger) = larger(subject, &alarm.race) else {
            truth.why = "an alarm that is too large to be explored".into();
            truth.race = made;
            return;
        };
        let explored = self.explore(subject, &larger, LARGER);
        match explored.joint {
            Finding::Race(witness) if is_trusted(subject, &larger, &witness) => {
                truth.race = Some(Made::of_witness(subject, witness));
            }
            Finding::Absent => {
                let run = match run {
                    Some(run) => format!("{run:?}"),
                    None => "not run".into(),
                };
                truth.contradiction = Some(format!(
                    "check shows a race at {}{:?}; the explorer finds none with {}, and a run: {run}",
                    alarm.race.array,
                    alarm.race.index,
                    within(&larger)
                ));
                truth.why = "check and the explorer contradict each other".into();
            }
            _ => truth.why = "an alarm that the explorer does not decide".into(),
        }
    }

    /// A second solver, for what the first calls race free.
    fn second_opinion(&mut self, subject: &Subject, truth: &mut Truth) {
        let answer = ask(self.second_for(subject), subject, true);
        if is_free(&answer) {
            truth.free.push(solver(&answer));
        } else if is_racy(&answer) {
            truth.free.clear();
            let first = truth.answer.as_ref().map_or("the first solver".into(), solver);
            truth.contradiction =
                Some(format!("race free by {first}, racy by {}", solver(&answer)));
        }
        if truth.free.len() < ENOUGH {
            truth.free.clear();
            truth.why = "race free by one solver, and by nobody else".into();
        }
    }
}

impl Referees {
    /// The second solver for naturals or for machine integers.
    fn second_for(&mut self, subject: &Subject) -> &mut dyn Solver {
        let natural = match &subject.meaning {
            Meaning::Program(program) => !matches!(program.header.threads, Threads::Grid { .. }),
            Meaning::Protocol(protocol) => !matches!(protocol.header.threads, Threads::Grid { .. }),
        };
        match &mut self.natural {
            Some(solver) if natural => solver.as_mut(),
            _ => self.second.as_mut(),
        }
    }
}

/// What `check` says, by this solver.
fn ask(solver: &mut dyn Solver, subject: &Subject, report_benign: bool) -> KernelVerdict {
    let allowance = Allowance { time: Some(TIME), bytes: None };
    let settings = Settings { report_benign, allowance, ..Settings::default() };
    let question = match (&subject.meaning, &subject.unit) {
        (_, Some(unit)) => Question::Kernel(unit, &unit.kernels[0]),
        (Meaning::Program(program), None) => Question::Program("kernel", program),
        (Meaning::Protocol(protocol), None) => Question::Protocol("kernel", protocol),
    };
    verdict::by(solver, question, &settings)
}

/// Who has decided.
fn solver(answer: &KernelVerdict) -> String {
    answer.solver.clone().unwrap_or_else(|| "no solver".into())
}

/// What the explorer and `check` come to together.
fn settle(subject: &Subject, explored: Exploration, answer: KernelVerdict) -> Truth {
    let left_out = |note: &Note| matches!(note, Note::Program(answer::Note::LeftOut));
    let mut truth = Truth {
        why: why(&answer),
        left_out: answer.notes.iter().any(left_out),
        ..Truth::default()
    };
    let bounds = bounds(subject);
    match explored.joint {
        Finding::Race(witness) if is_trusted(subject, &bounds, &witness) => {
            let mut made = Made::of_witness(subject, witness);
            if is_free(&answer) {
                let by = solver(&answer);
                truth.contradiction =
                    Some(format!("check says race free by {by}; a race was made"));
            }
            if is_racy(&answer) {
                made.by.push(format!("check, {}", solver(&answer)));
            }
            made.alarm =
                answer.alarms.iter().find(|alarm| alarm.race.is_replayed()).map(form::Alarm::from);
            truth.race = Some(made);
        }
        Finding::Absent if explored.launches > 0 && is_free(&answer) => {
            truth.free = vec![solver(&answer), within(&bounds)];
        }
        _ if is_free(&answer) => truth.free = vec![solver(&answer)],
        _ => {}
    }
    truth.answer = Some(answer);
    truth
}

/// Why `check` does not decide it.
fn why(answer: &KernelVerdict) -> String {
    let open = answer.alarms.iter().find_map(|alarm| Some(alarm.why.as_ref()?.to_string()));
    let why = answer.why.as_ref().map(ToString::to_string);
    why.or(open).unwrap_or_else(|| "nothing is decided".into())
}

/// The alarm that the reference rules have made and nobody else has yet: also where a run contradicts them.
fn claimed(truth: &Truth) -> Option<Alarm> {
    let answer = truth.answer.as_ref().filter(|_| truth.race.is_none())?;
    let made = |a: &&Alarm| {
        let contradicted = matches!(a.why, Some(Open::Contradicted | Open::Meaningless(_)));
        a.race.is_replayed() && (a.is_shown() || contradicted)
    };
    answer.alarms.iter().find(made).cloned()
}

fn is_free(answer: &KernelVerdict) -> bool {
    // What wraps around may race.
    let no_wrap = answer.assumptions.iter().any(|a| a.kind == cuda::AssumptionKind::NoWrap);
    answer.verdict == answer::Verdict::Drf && !no_wrap
}

fn is_racy(answer: &KernelVerdict) -> bool {
    answer.verdict == answer::Verdict::Racy
}

/// Of a program with barriers all threads run: what is in memory after a phase is of all of them.
fn bounds(subject: &Subject) -> Bounds {
    let all = subject.threads().unwrap_or(THREADS).max(1);
    let most = if subject.synchronizes() { MOST_THREADS } else { THREADS };
    Bounds::new(all.min(most), VALUES)
}

fn within(bounds: &Bounds) -> String {
    format!("every execution of {} threads and {} values", bounds.threads, bounds.values)
}

/// Bounds in which the alarm's threads and numbers lie, if they are small.
fn larger(subject: &Subject, race: &Race) -> Option<Bounds> {
    let mut most = 0;
    let mut see = |value: &Number| -> Option<()> {
        most = most.max(value.to_u64()?);
        Some(())
    };
    race.params.values().try_for_each(&mut see)?;
    race.cells.iter().map(|cell| &cell.value).try_for_each(&mut see)?;
    race.accesses.iter().flat_map(|a| a.variables.values()).try_for_each(&mut see)?;
    let mut cells = race.cells.iter().map(|cell| &cell.index);
    let far = cells.try_fold(0, |far: u64, cell| Some(far.max(cell.to_u64()?)))?;
    let of = bounds(subject);
    let threads = match subject.threads() {
        Some(all) => all,
        None => {
            let tids = race.accesses.iter().filter_map(|a| a.thread.axis(Axis::Tid)?.to_u64());
            tids.max()?.saturating_add(1)
        }
    };
    let values = most.saturating_add(1).max(of.values);
    let threads = threads.max(of.threads);
    let cells = far.saturating_add(1).max(threads.saturating_add(1));
    (threads <= MOST_THREADS && values <= MOST_VALUES && cells <= 4 * MOST_VALUES)
        .then_some(Bounds { threads, values, cells })
}

/// Whether a witness of the explorer is one of the whole launch: it was run again, rests on no value
/// that is not modelled, and no thread was left out that may have written before.
fn is_trusted(subject: &Subject, bounds: &Bounds, witness: &Witness) -> bool {
    let Meaning::Program(program) = &subject.meaning else { return witness.replayed };
    let chosen = || witness.choices.iter().flatten().map(|(x, _)| x);
    let earlier = witness.worlds.iter().flat_map(|world| world.earlier.iter().flatten());
    let mut chosen_earlier = earlier.flat_map(|step| step.choices.iter().map(|(x, _)| x));
    let unknown = |x: &semantics::Name| program.header.unknowns.contains_key(x);
    let whole = subject.threads().is_none_or(|all| all <= bounds.threads);
    witness.replayed
        && !chosen().any(unknown)
        && !chosen_earlier.any(unknown)
        && (witness.phase == 0 || whole)
}

impl Made {
    /// Neither the explorer nor a run of the kernel has made it.
    fn is_of_check_alone(&self) -> bool {
        self.witness.is_none() && self.by.len() == 1
    }

    /// The race of an alarm, where a run of the kernel makes it too; where none can, the reference rules have made it,
    /// and of a program there is no other meaning than theirs.
    fn again(subject: &Subject, alarm: &Alarm, left_out: bool) -> Option<Made> {
        let word = alarm.status.word();
        let mut made = Made::of_race(subject, alarm, format!("check ({word})"));
        match subject.run_of(&alarm.race, Legal::default()) {
            Some(Run::Made) => made.by.push("a run of the kernel".into()),
            None if alarm.race.is_replayed() => {}
            _ => return None,
        }
        made.look_for_meaning(subject, &alarm.race, left_out);
        Some(made)
    }

    /// Whether a run makes it in which all that any thread does has a meaning, and whether it hangs on what nobody
    /// wrote. Of a kernel that cannot be run nothing may be without a meaning, and no array be shared.
    fn look_for_meaning(&mut self, subject: &Subject, race: &Race, left_out: bool) {
        if !subject.is_kernel {
            return;
        }
        let of_run = |race: &Race, legal: Legal| {
            subject.run_of(race, legal).map(|run| matches!(run, Run::Made))
        };
        // Control and data independent accesses are made whatever memory holds. [L24, Thm. 4.5]
        let exact = race.reachability == Exactness::Exact && race.location == Exactness::Exact;
        // What the witness has in shared memory nobody wrote either.
        let mut unset = race.clone();
        unset.cells.retain(|cell| !is_shared(subject, &cell.array));
        let written = of_run(&unset, Legal::WRITTEN).unwrap_or_else(|| !subject.shares());
        self.uninitialised = !exact && !written;
        self.without_meaning =
            !of_run(race, Legal::LAUNCH).unwrap_or(!left_out && !subject.asserts);
    }

    /// On what it hangs that these conventions do not count.
    fn doubt(&self, conventions: &Conventions) -> Option<&'static str> {
        let hangs_on = [
            (conventions.equal_writes, self.both_write && !self.unequal, "writes of equal values"),
            (conventions.within_warp, self.within_warp, "threads of one warp"),
            (conventions.uninitialised, self.uninitialised, "shared memory that nobody wrote"),
            (
                conventions.without_meaning,
                self.without_meaning,
                "a race of executions without a meaning",
            ),
            (conventions.some_inputs, self.some_inputs, "a race for some inputs only"),
        ];
        let open = hangs_on.into_iter().find(|(c, here, _)| *here && *c != Convention::Counts);
        open.map(|(_, _, what)| what)
    }

    fn of_witness(subject: &Subject, witness: Box<Witness>) -> Made {
        let [a, b] = &witness.accesses;
        let memory = || witness.worlds.iter().flat_map(|world| world.memory.cells());
        let uninitialised = memory().any(|(array, ..)| is_shared(subject, array));
        let zero = |n: &semantics::Number| *n == 0.into();
        Made {
            by: vec!["the explorer, run again by the reference rules".into()],
            both_write: a.mode == Mode::Wr && b.mode == Mode::Wr,
            within_warp: of_one_warp(subject, [&a.thread, &b.thread]),
            unequal: false,
            uninitialised,
            without_meaning: false,
            some_inputs: memory().next().is_some()
                || witness.parameters.values().any(|n| !zero(n))
                || witness.choices.iter().flatten().any(|(_, n)| !zero(n)),
            witness: Some(witness),
            alarm: None,
        }
    }

    fn of_race(subject: &Subject, alarm: &Alarm, by: String) -> Made {
        let race = &alarm.race;
        let uninitialised = race.cells.iter().any(|cell| is_shared(subject, &cell.array));
        let [a, b] = &race.accesses;
        Made {
            by: vec![by],
            witness: None,
            both_write: race.both_write(),
            within_warp: of_one_warp(subject, [&a.thread, &b.thread]),
            unequal: false,
            uninitialised,
            without_meaning: false,
            some_inputs: !race.cells.is_empty() || race.params.values().any(|n| !n.is_zero()),
            alarm: Some(form::Alarm::from(alarm)),
        }
    }
}

fn is_shared(subject: &Subject, array: &semantics::Name) -> bool {
    let Meaning::Program(program) = &subject.meaning else { return false };
    program.header.sharing(&jaminan::declared_array(array)) == Sharing::Block
}

/// Whether two threads are of one warp: their numbers in one block, 32 at a time.
fn of_one_warp(subject: &Subject, threads: [&Thread; 2]) -> bool {
    const WARP: u64 = 32;
    let [x, y, _] = subject.options.block_dim.unwrap_or([u64::MAX, 1, 1]);
    let warp = |thread: &Thread| {
        use semantics::{Axis, Dim};
        let axis = |dim| thread.axis(Axis::Thread(dim)).and_then(|n| n.to_u64());
        let number = match (axis(Dim::X), axis(Dim::Y), axis(Dim::Z)) {
            (Some(a), Some(b), Some(c)) => {
                b.checked_add(c.saturating_mul(y))?.saturating_mul(x).checked_add(a)
            }
            _ => thread.axis(Axis::Tid).and_then(|n| n.to_u64()),
        };
        number.map(|n| n / WARP)
    };
    threads[0].block() == threads[1].block() && warp(threads[0]) == warp(threads[1])
}
