//! The answers for the launches of one kernel, as one.

use cuda::LaunchSource as From;
use oracle::check::answer::{KernelAnswer, Launch, LaunchSource, Note, NoteKind, Status, Verdict};
use serde_json::Value;

/// A launch of the front end, as the answer gives it.
pub fn launch(launch: &cuda::Launch) -> Launch {
    let from = match launch.from {
        From::Flags => LaunchSource::Flags,
        From::FirstLines => LaunchSource::FirstLines,
        From::HostCode => LaunchSource::HostCode,
        From::Assumed => LaunchSource::Assumed,
    };
    Launch {
        from,
        file: launch.span.as_ref().map(|span| span.source.name().into()),
        line: launch.span.as_ref().map(|span| span.line_column().0),
        block: launch.block,
        grid: launch.grid,
    }
}

/// How bad a verdict is.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Drf => 0,
        Verdict::Unknown => 1,
        Verdict::Unsupported => 2,
        Verdict::Potential => 3,
        Verdict::Racy => 4,
    }
}

/// The answer for all launches of a kernel: the worst verdict, the alarms of each, what is said of any.
pub fn together(name: &str, answers: Vec<KernelAnswer>) -> KernelAnswer {
    let several = answers.len() > 1;
    let mut answers = answers.into_iter();
    let Some(mut all) = answers.next() else {
        return KernelAnswer::unsupported(name, "it has no launch".into());
    };
    if several {
        extents(&mut all);
    }
    for mut answer in answers {
        extents(&mut answer);
        if rank(answer.verdict) > rank(all.verdict) {
            all.verdict = answer.verdict;
            all.solver = answer.solver;
            all.why = answer.why;
        }
        all.approximation = wider(&all.approximation, &answer.approximation);
        all.alarms.append(&mut answer.alarms);
        all.divergences.append(&mut answer.divergences);
        all.launches.append(&mut answer.launches);
        for note in answer.notes {
            if !all.notes.contains(&note) {
                all.notes.push(note);
            }
        }
        for assumption in answer.assumptions {
            if !all.assumptions.contains(&assumption) {
                all.assumptions.push(assumption);
            }
        }
    }
    all
}

/// Puts what was found among the executions that stay within the memory that host code gives in the place of
/// what was found among all.
pub fn within_memory(answer: &mut KernelAnswer, found: KernelAnswer, facts: &[cuda::Fact]) {
    if matches!(found.verdict, Verdict::Unknown | Verdict::Unsupported) {
        for alarm in answer.alarms.iter_mut().filter(|alarm| alarm.status >= Status::Confirmed) {
            alarm.status = Status::Open;
            alarm.why =
                Some("whether it stays within the memory of the host code is not decided".into());
        }
        if answer.verdict == Verdict::Racy {
            answer.verdict = Verdict::Potential;
        }
        return;
    }
    *answer = found;
    answer.notes.extend(facts.iter().map(said));
}

/// A fact of the host code, for people.
pub fn said(fact: &cuda::Fact) -> Note {
    Note::new(NoteKind::Convention, format!("by the host code, {fact}"))
}

/// Of several launches, an alarm says by its numbers in which it occurs.
fn extents(answer: &mut KernelAnswer) {
    let [launch] = answer.launches.as_slice() else { return };
    let mut known: Vec<(String, Value)> = Vec::new();
    for (of, extents) in [("blockDim", launch.block), ("gridDim", launch.grid)] {
        for (axis, extent) in ["x", "y", "z"].into_iter().zip(extents) {
            known.extend(extent.map(|n| (format!("{of}.{axis}"), n.into())));
        }
    }
    let alarms = answer.alarms.iter_mut().map(|alarm| &mut alarm.params);
    let divergences = answer.divergences.iter_mut().map(|divergence| &mut divergence.params);
    for params in alarms.chain(divergences) {
        params.extend(known.iter().cloned());
    }
}

/// What is approximated in either.
fn wider(a: &str, b: &str) -> String {
    let dependent = |class: &str| [class.starts_with("CD"), class.ends_with("DD")];
    let ([c, d], [e, f]) = (dependent(a), dependent(b));
    let control = if c || e { "CD" } else { "CI" };
    let data = if d || f { "DD" } else { "DI" };
    format!("{control}{data}")
}
