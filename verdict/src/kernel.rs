//! The policy: from the programs of a kernel to what is said of it.

use crate::certify::Proofs;
use crate::reach::{Reached, reached};
use crate::reason::{Note, Open, Why};
use crate::rerun::{self, Rerun, Under};
use crate::settings::Settings;
use crate::shares::{Decided, Deciders};
use crate::value::{Alarm, KernelVerdict};
use crate::{diverge, elements, launches};
use cuda::{Assumption, AssumptionKind, Bounded, Kernel, Launched, Unit, Unwrapped};
use jaminan::Program;
use maps::ProtocolFile;
use oracle::check::answer::{self, ProgramAnswer, Status, Verdict};
use oracle::check::{self, check_arrays, check_program, check_protocol};
use oracle::solver::{Certifying, Chosen, NoSolver, Solver};
use semantics::{Allowance, Name};
use std::collections::BTreeSet;
use web_time::Duration;

/// The verdict on each kernel of a source, in its order. One after the other: who has several processors asks for
/// each [`kernel`] on its own.
///
/// # Errors
/// The solver is not there.
pub fn check(unit: &Unit, settings: &Settings) -> Result<Vec<KernelVerdict>, NoSolver> {
    unit.kernels.iter().map(|of| kernel(unit, of, settings)).collect()
}

/// This part of the time is kept for a solver that takes longer than it may, and for the answer.
const PART_KEPT: u32 = 20;
/// So much of it at most: a solver that takes so much longer is killed.
const MOST_KEPT: Duration = Duration::from_millis(500);

/// That races are of one value has one of so many parts of the time: it changes no verdict.
const PARTS_FOR_VALUES: usize = 16;

/// What a verdict is on.
#[derive(Clone, Copy, Debug)]
pub enum Question<'q> {
    /// One kernel of a source: the worst verdict of those on its launches.
    Kernel(&'q Unit, &'q Kernel),
    /// A program, under this name.
    Program(&'q str, &'q Program),
    /// A protocol, under this name.
    Protocol(&'q str, &'q ProtocolFile),
}

impl Question<'_> {
    /// What time and memory are left for it, of those for a kernel.
    fn within(self, allowance: Allowance) -> Allowance {
        let kept = allowance.time.map_or(Duration::ZERO, |time| (time / PART_KEPT).min(MOST_KEPT));
        match self {
            Question::Kernel(_, kernel) => allowance.after(kernel.took + kept),
            Question::Program(..) | Question::Protocol(..) => allowance.after(kept),
        }
    }

    fn ask(self, settings: &Settings, asking: &mut check::Settings<'_>) -> KernelVerdict {
        match self {
            Question::Kernel(unit, kernel) => {
                let runs = Rerun::of(unit, kernel);
                on_launches(unit, kernel, &runs, settings.strict, asking)
            }
            Question::Program(name, program) => {
                KernelVerdict::of(name, check_program(program, asking))
            }
            Question::Protocol(name, protocol) => {
                KernelVerdict::of(name, check_protocol(protocol, asking))
            }
        }
    }

    /// The verdict without a question: on a kernel that takes more for granted than a strict check allows.
    fn refused(self, settings: &Settings) -> Option<KernelVerdict> {
        match self {
            Question::Kernel(_, kernel) => refused(kernel, settings),
            Question::Program(..) | Question::Protocol(..) => None,
        }
    }
}

/// The verdict on one kernel of a source: the worst of those on its launches.
///
/// # Errors
/// The solver is not there.
pub fn kernel(
    unit: &Unit,
    kernel: &Kernel,
    settings: &Settings,
) -> Result<KernelVerdict, NoSolver> {
    verdict(Question::Kernel(unit, kernel), settings)
}

/// The verdict on a program, under this name.
///
/// # Errors
/// The solver is not there.
pub fn program(
    name: &str,
    program: &Program,
    settings: &Settings,
) -> Result<KernelVerdict, NoSolver> {
    verdict(Question::Program(name, program), settings)
}

/// The verdict on a protocol, under this name.
///
/// # Errors
/// The solver is not there.
pub fn protocol(
    name: &str,
    protocol: &ProtocolFile,
    settings: &Settings,
) -> Result<KernelVerdict, NoSolver> {
    verdict(Question::Protocol(name, protocol), settings)
}

/// The verdict by a solver that is at hand, and may have answered before. The solver of the settings is not asked, and
/// nothing is certified.
pub fn by(solver: &mut dyn Solver, question: Question<'_>, settings: &Settings) -> KernelVerdict {
    if let Some(refused) = question.refused(settings) {
        return refused;
    }
    let allowance = question.within(settings.allowance);
    allowance.from_now().enter(|| question.ask(settings, &mut asking(solver, settings)))
}

fn verdict(question: Question<'_>, settings: &Settings) -> Result<KernelVerdict, NoSolver> {
    if let Some(refused) = question.refused(settings) {
        return Ok(refused);
    }
    let allowance = question.within(settings.allowance);
    let (mut verdict, warnings) = asked(settings, allowance, |with| question.ask(settings, with))?;
    if let Some(certify) = &settings.certify {
        let proofs = match verdict.verdict {
            Verdict::Drf => proofs(&question, settings, allowance)?,
            _ => Proofs::NotNeeded,
        };
        certify.verdict(&mut verdict, &proofs);
    }
    Ok(KernelVerdict { warnings, ..verdict })
}

/// Comes to *race free* once more, within limits of its own: now with proofs. What is asked of a solver differs, since
/// only some questions have proofs, so that it may come to less.
fn proofs(
    question: &Question<'_>,
    settings: &Settings,
    allowance: Allowance,
) -> Result<Proofs, NoSolver> {
    allowance.from_now().enter(|| {
        let mut certifying = Certifying::new(settings.choose()?.solver);
        let again = question.ask(settings, &mut asking(&mut certifying, settings));
        Ok(match again.verdict {
            Verdict::Drf => Proofs::Of(certifying.refuted()),
            _ => Proofs::NotFound,
        })
    })
}

/// Asks within these limits, with a solver that has answered nothing before.
pub(crate) fn within<T>(
    settings: &Settings,
    allowance: Allowance,
    ask: impl FnOnce(&mut check::Settings<'_>) -> T,
) -> Result<T, NoSolver> {
    Ok(asked(settings, allowance, ask)?.0)
}

/// As [`within`]; and what the user should know about the solver.
fn asked<T>(
    settings: &Settings,
    allowance: Allowance,
    ask: impl FnOnce(&mut check::Settings<'_>) -> T,
) -> Result<(T, Vec<String>), NoSolver> {
    allowance.from_now().enter(|| {
        let Chosen { mut solver, warnings } = settings.choose()?;
        Ok((ask(&mut asking(solver.as_mut(), settings)), warnings))
    })
}

fn asking<'s>(solver: &'s mut dyn Solver, settings: &Settings) -> check::Settings<'s> {
    let Settings { budget, report_benign, .. } = *settings;
    check::Settings { budget, report_benign, ..check::Settings::of(solver) }
}

/// The verdict on a kernel that takes more for granted than a strict check allows.
fn refused(kernel: &Kernel, settings: &Settings) -> Option<KernelVerdict> {
    let assumptions = || kernel.launches.iter().flat_map(|launched| &launched.assumptions);
    let first = assumptions().find(|a| !a.kind.is_of_launch());
    let why = Why::Strict(first.filter(|_| settings.strict)?.clone());
    let assumptions = assumptions().cloned().collect();
    let without = KernelVerdict::without(&kernel.name, Verdict::Unsupported, why);
    Some(KernelVerdict { assumptions, ..without })
}

fn on_launches(
    unit: &Unit,
    kernel: &Kernel,
    runs: &Rerun<'_>,
    strict: bool,
    settings: &mut check::Settings<'_>,
) -> KernelVerdict {
    // Launches that differ in nothing are asked about once.
    let mut distinct: Vec<&Launched> = Vec::new();
    let mut index = Vec::new();
    for launched in &kernel.launches {
        let known = distinct.iter().position(|other| other.is_same(launched));
        index.push(known.unwrap_or(distinct.len()));
        if known.is_none() {
            distinct.push(launched);
        }
    }
    let deciders = Deciders {
        in_c: &|launched, settings| in_c(kernel, launched, &runs.under(launched), settings),
        granted: &|launched, way, proved, settings| {
            not_wrapping(kernel, launched, launched.unwrapped.get(way)?, proved, settings)
        },
        ways: &|launched| if strict { 0 } else { launched.unwrapped.len() },
        is_same: &|(a, way_a), (b, way_b)| {
            let programs = a.unwrapped.get(way_a).zip(b.unwrapped.get(way_b));
            programs.is_some_and(|(a, b)| a.program == b.program)
        },
    };
    let decided = deciders.decide(&distinct, settings);
    let both = kernel.launches.iter().zip(index);
    let verdicts = both.map(|(launched, n)| of_launch(unit, launched, decided[n].clone()));
    launches::together(&kernel.name, verdicts.collect())
}

/// The verdict on a kernel under one launch.
fn of_launch(unit: &Unit, launched: &Launched, (mut verdict, taken): Decided) -> KernelVerdict {
    let mut assumptions = launched.assumptions.clone();
    for one in taken {
        if !assumptions.iter().any(|other| other.to_string() == one.to_string()) {
            assumptions.push(one);
        }
    }
    let of_file = unit.notes.iter().cloned().map(Note::File);
    let of_kernel = launched.notes.iter().cloned().map(Note::Kernel);
    let facts = launched.facts.iter().cloned().map(Note::Fact);
    verdict.notes.splice(0..0, of_file.chain(of_kernel).chain(facts));
    verdict.launches = vec![launched.launch.clone()];
    assumptions.extend(verdict.alarms.iter().filter_map(order));
    if verdict.alarms.iter().any(Alarm::is_shown) {
        assumptions.extend(launched.of_alarms.clone());
    }
    verdict.assumptions = assumptions;
    verdict
}

/// That a kernel is race free under one launch where unsigned numbers do not wrap around, and what is taken for granted
/// then; nothing where that is not so. `proved`: what was said of the same program before.
fn not_wrapping(
    kernel: &Kernel,
    launched: &Launched,
    unwrapped: &Unwrapped,
    proved: Option<&KernelVerdict>,
    settings: &mut check::Settings<'_>,
) -> Option<Decided> {
    let mut asking = without_witnesses(settings);
    let mut found = match proved {
        Some(proved) => proved.clone(),
        None => {
            KernelVerdict::of(&kernel.name, check::expect_none(&unwrapped.program, &mut asking))
        }
    };
    let is_free =
        found.verdict == Verdict::Drf && still_runs(launched, &unwrapped.program, settings);
    if proved.is_none() {
        found.notes.extend(unwrapped.facts.iter().cloned().map(Note::Fact));
    }
    is_free.then(|| (found, unwrapped.assumptions.clone()))
}

/// The same settings, where nobody asks which threads race.
fn without_witnesses<'s>(settings: &'s mut check::Settings<'_>) -> check::Settings<'s> {
    check::Settings { witnesses: false, ..settings.again() }
}

/// Whether this program of a kernel has what makes the question one: two threads that access an array, where two
/// threads of the kernel do. Else too much was taken for granted, and not what its source means.
fn still_runs(launched: &Launched, program: &Program, settings: &mut check::Settings<'_>) -> bool {
    let in_c = launched.lowered.as_ref().ok();
    // The time is for the races.
    let mut asking = without_witnesses(settings);
    let mut never = |program: &Program, array: &Name| {
        rerun::part_of(1, 4, || reached(program, array, &mut asking) == Reached::Never)
    };
    // One of those that are accessed alike stands for them.
    check::accessed_alike(program).iter().all(|arrays| {
        let never_here = arrays.first().is_some_and(|array| never(program, array));
        let never_in_c = |in_c| arrays.iter().all(|array| never(in_c, array));
        !never_here || in_c.is_some_and(never_in_c)
    })
}

/// The verdict on a kernel under one launch, as C's numbers are.
fn in_c(
    kernel: &Kernel,
    launched: &Launched,
    runs: &Under<'_>,
    settings: &mut check::Settings<'_>,
) -> KernelVerdict {
    let together = launched.together.as_ref();
    let program = launched.lowered.as_ref().or_else(|why| together.map(|t| &t.program).ok_or(why));
    match program {
        Ok(program) => {
            // While there is time.
            runs.compile();
            let asked = together.map(|together| {
                rerun::part_of(1, 3, || diverge::ask(together, kernel, runs, settings))
            });
            let mut verdict =
                rerun::sparing(|| where_it_stays(kernel, launched, program, runs, settings));
            if !runs.lock_step() && settings.report_benign {
                runs.search(&program.header, &mut verdict);
            }
            if let (Some(mut asked), Some(together)) = (asked, together) {
                asked.again(together, kernel, runs, settings);
                asked.tell(&mut verdict);
            }
            verdict
        }
        Err(unsupported) => {
            let verdict = match unsupported.as_exhausted() {
                Some(_) => Verdict::Unknown,
                None => Verdict::Unsupported,
            };
            KernelVerdict::without(&kernel.name, verdict, Why::Unsupported(unsupported.clone()))
        }
    }
}

/// The verdict on the executions that have a meaning: one that goes past the memory that it is given has none.
fn where_it_stays(
    kernel: &Kernel,
    launched: &Launched,
    program: &Program,
    runs: &Under<'_>,
    settings: &mut check::Settings<'_>,
) -> KernelVerdict {
    let in_all = |settings: &mut check::Settings<'_>| {
        modelled(kernel, program, launched.bounded.as_ref(), runs, settings)
    };
    let Some(within) = &launched.within_memory else { return in_all(settings) };
    // Most often it takes little, or too much. Only that there is no race among all is of use.
    let mut verdict =
        rerun::part_of(1, 4, || named(kernel, program, &mut without_witnesses(settings)));
    if verdict.verdict == Verdict::Drf {
        return verdict;
    }
    let found = rerun::part_of(1, 2, || {
        modelled(kernel, &within.program, within.bounded.as_ref(), runs, settings)
    });
    if matches!(found.verdict, Verdict::Unknown | Verdict::Unsupported) {
        verdict = in_all(settings);
    }
    if verdict.verdict != Verdict::Drf {
        launches::within_memory(&mut verdict, found, &within.facts);
    }
    verdict
}

/// The verdict on a kernel's program.
fn modelled(
    kernel: &Kernel,
    program: &Program,
    bounded: Option<&Bounded>,
    runs: &Under<'_>,
    settings: &mut check::Settings<'_>,
) -> KernelVerdict {
    let mut verdict = named(kernel, program, settings);
    // A thread whose assertion fails may end before its access.
    let shown = verdict.alarms.iter_mut().filter(|alarm| kernel.asserts && alarm.is_shown());
    shown.for_each(|alarm| alarm.open(Open::Asserts));
    runs.alarms(&program.header, &mut verdict.alarms);
    if verdict.verdict == Verdict::Racy && !verdict.alarms.iter().any(Alarm::is_shown) {
        verdict.verdict = Verdict::Potential;
    }
    if let (Verdict::Potential, Some(bounded)) = (verdict.verdict, bounded) {
        within_bounds(bounded, kernel, runs, settings, &mut verdict);
    }
    if settings.report_benign {
        rerun::part_of(1, PARTS_FOR_VALUES, || same_values(program, settings, &mut verdict.alarms));
    }
    // A run follows no lock step, and does not compare what is written.
    if !runs.lock_step() && settings.report_benign {
        runs.open_alarms(&program.header, &mut verdict);
    }
    verdict
}

/// What the oracle says of a program, in the words of the kernel.
fn named(kernel: &Kernel, program: &Program, settings: &mut check::Settings<'_>) -> KernelVerdict {
    let mut verdict = KernelVerdict::of(&kernel.name, check_program(program, settings));
    elements::name(&program.header, &mut verdict.alarms);
    verdict.notes.extend(kernel.asserts.then_some(Note::Asserts));
    verdict
}

/// Looks for the open alarms among the executions in which loops end early enough and what is asserted
/// holds: a race of one is a race of the kernel.
fn within_bounds(
    Bounded { program: bounded, iterations }: &Bounded,
    kernel: &Kernel,
    runs: &Under<'_>,
    settings: &mut check::Settings<'_>,
    verdict: &mut KernelVerdict,
) {
    let mut found = named(kernel, bounded, settings);
    runs.alarms(&bounded.header, &mut found.alarms);
    for open in verdict.alarms.iter_mut().filter(|alarm| alarm.status == Status::Open) {
        // That the loop ends so only a run of the kernel itself shows.
        let shown = |alarm: &&Alarm| {
            alarm.is_shown() && alarm.race.array == open.race.array && alarm.is_made()
        };
        let Some(shown) = found.alarms.iter().find(shown) else { continue };
        let mut alarm = Alarm { status: Status::Confirmed, ..shown.clone() };
        // By the protocol it is still approximated.
        alarm.race.reachability = open.race.reachability;
        alarm.race.location = open.race.location;
        alarm.race.approximated.clone_from(&open.race.approximated);
        *open = alarm;
        verdict.verdict = Verdict::Racy;
        if let Some(iterations) = iterations {
            verdict.notes.push(Note::Iterations(open.race.array.clone(), *iterations));
        }
    }
}

/// Says of races of two writes that both write one value, where that is proved: without such races the array has
/// none.
fn same_values(program: &Program, settings: &mut check::Settings<'_>, alarms: &mut [Alarm]) {
    let writes = |alarm: &Alarm| alarm.is_shown() && alarm.race.both_write();
    let arrays: BTreeSet<Name> =
        alarms.iter().filter(|alarm| writes(alarm)).map(|alarm| alarm.race.array.clone()).collect();
    if arrays.is_empty() {
        return;
    }
    let mut asking = check::Settings { report_benign: false, ..without_witnesses(settings) };
    let others = check_arrays(program, &|array| arrays.contains(array), &mut asking);
    // What was not decided may be any race.
    if !decides(&others) {
        return;
    }
    for alarm in alarms.iter_mut().filter(|alarm| writes(alarm)) {
        let race = |other: &answer::Alarm| {
            other.race.array == alarm.race.array && other.status != Status::Refuted
        };
        alarm.same_value = !others.alarms.iter().any(race);
    }
}

/// Whether every question of a check was decided.
fn decides(answer: &ProgramAnswer) -> bool {
    answer.notes.iter().all(|note| *note == answer::Note::LeftOut)
}

/// What is taken for granted where fences or atomics may order two accesses.
pub fn fences(location: &str, array: &str) -> String {
    format!(
        "fences and atomics on `{location}` are not taken to order the two accesses of `{array}`"
    )
}

/// What an open alarm takes for granted where fences or atomics may order its accesses.
fn order(alarm: &Alarm) -> Option<Assumption> {
    let race = &alarm.race;
    let location = race.ordered_by.as_ref().filter(|_| alarm.status == Status::Open)?;
    let [access, _] = &race.accesses;
    let what = fences(location.as_str(), race.array.as_str());
    Some(Assumption { kind: AssumptionKind::Fence, what, span: access.span.clone() })
}

#[cfg(test)]
mod tests {
    use super::on_launches;
    use crate::rerun::Rerun;
    use crate::value::Run;
    use cuda::{Options, Unit, load};
    use oracle::check::Settings;
    use oracle::check::answer::{Status, Verdict};
    use oracle::solver::choose;
    use semantics::Source;
    use std::collections::BTreeMap;

    fn unit(statement: &str) -> Option<Unit> {
        let none: BTreeMap<String, String> = BTreeMap::new();
        let text = format!("__global__ void k(int *a) {{ {statement} }}");
        let (block_dim, grid_dim) = (Some([4, 1, 1]), Some([1, 1, 1]));
        let options = Options { block_dim, grid_dim, ..Options::default() };
        load(Source::new("t.cu", &text), &options, &none).ok()
    }

    /// As if the lowering had misread one kernel for another.
    #[test]
    fn an_alarm_that_a_run_contradicts_is_open() {
        let racy = unit("a[0] = threadIdx.x;");
        let fixed = unit("a[threadIdx.x] = threadIdx.x;");
        let chosen = choose("embedded").ok();
        let (Some(racy), Some(fixed), Some(mut chosen)) = (racy, fixed, chosen) else {
            panic!("two kernels and a solver");
        };
        let mut settings = Settings::of(chosen.solver.as_mut());
        for (run, verdict, status, made) in [
            (&racy, Verdict::Racy, Status::True, true),
            (&fixed, Verdict::Potential, Status::Open, false),
        ] {
            let runs = Rerun::of(run, &run.kernels[0]);
            let found = on_launches(&racy, &racy.kernels[0], &runs, false, &mut settings);
            assert_eq!(found.verdict, verdict);
            let [alarm] = &found.alarms[..] else { panic!("{found:?}") };
            assert_eq!((alarm.status, alarm.is_made()), (status, made));
            assert!(made || matches!(alarm.run, Some(Run::NotMade)), "{alarm:?}");
        }
    }
}
