//! The verdicts on the launches of one kernel, as one.

use crate::reason::{Note, Open, Why};
use crate::value::KernelVerdict;
use cuda::Assumption;
use oracle::check::answer::Verdict;
use oracle::check::reason;
use semantics::{Dim, LaunchSize, Name, Number};

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

/// The verdict on all launches of a kernel: the worst one, the alarms of each, what is said of any. A launch that never
/// happens, since what host code says of it contradicts itself, counts only where there is no other one.
pub fn together(name: &str, mut verdicts: Vec<KernelVerdict>) -> KernelVerdict {
    let never = |one: &KernelVerdict| {
        one.verdict == Verdict::Unknown
            && matches!(one.why, Some(Why::Program(reason::Why::NoLaunch)))
    };
    if !verdicts.iter().all(never) {
        verdicts.retain(|one| !never(one));
    }
    let several = verdicts.len() > 1;
    let mut verdicts = verdicts.into_iter();
    let Some(mut all) = verdicts.next() else {
        return KernelVerdict::without(name, Verdict::Unsupported, Why::NoLaunch);
    };
    if several {
        extents(&mut all);
    }
    for mut one in verdicts {
        extents(&mut one);
        if rank(one.verdict) > rank(all.verdict) {
            all.verdict = one.verdict;
            all.solver = one.solver;
            all.why = one.why;
        }
        all.approximation = all.approximation.or(one.approximation);
        all.alarms.append(&mut one.alarms);
        all.divergences.append(&mut one.divergences);
        all.launches.append(&mut one.launches);
        // What reads alike is said once.
        said_once(&mut all.notes, one.notes, |note| (note.kind(), note.to_string()));
        said_once(&mut all.assumptions, one.assumptions, |a| (a.kind, place(a), a.what.clone()));
    }
    all
}

/// File and line where something is assumed.
fn place(assumption: &Assumption) -> Option<(String, usize)> {
    let span = assumption.span.as_ref()?;
    Some((span.source.name().to_owned(), span.line_column().0))
}

fn said_once<T, K: PartialEq>(all: &mut Vec<T>, more: Vec<T>, key: impl Fn(&T) -> K) {
    let mut known: Vec<K> = all.iter().map(&key).collect();
    for one in more {
        let own = key(&one);
        if !known.contains(&own) {
            known.push(own);
            all.push(one);
        }
    }
}

/// Puts what was found among the executions that stay within the memory that host code gives in the place of
/// what was found among all.
pub fn within_memory(verdict: &mut KernelVerdict, found: KernelVerdict, facts: &[cuda::Fact]) {
    if matches!(found.verdict, Verdict::Unknown | Verdict::Unsupported) {
        let shown = verdict.alarms.iter_mut().filter(|alarm| alarm.is_shown());
        shown.for_each(|alarm| alarm.open(Open::Memory));
        if verdict.verdict == Verdict::Racy {
            verdict.verdict = Verdict::Potential;
        }
        return;
    }
    *verdict = found;
    verdict.notes.extend(facts.iter().cloned().map(Note::Fact));
}

/// Of several launches, an alarm says by its numbers in which it occurs.
fn extents(verdict: &mut KernelVerdict) {
    let [launch] = verdict.launches.as_slice() else { return };
    let mut known: Vec<(Name, Number)> = Vec::new();
    let block = Dim::ALL.map(LaunchSize::Block).into_iter().zip(launch.block);
    let grid = Dim::ALL.map(LaunchSize::Grid).into_iter().zip(launch.grid);
    for (size, extent) in block.chain(grid) {
        known.extend(extent.map(|n| (size.to_string().into(), n.into())));
    }
    let alarms = verdict.alarms.iter_mut().map(|alarm| &mut alarm.race.params);
    let divergences = verdict.divergences.iter_mut().map(|divergence| &mut divergence.params);
    for params in alarms.chain(divergences) {
        params.extend(known.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::together;
    use crate::reason::Why;
    use crate::value::KernelVerdict;
    use oracle::check::answer::Verdict;
    use oracle::check::reason;

    #[test]
    fn only_a_launch_that_never_happens_is_left_out() {
        let of = |verdict, why| KernelVerdict::without("k", verdict, why);
        let never = || of(Verdict::Unknown, Why::Program(reason::Why::NoLaunch));
        let free = || of(Verdict::Drf, Why::NoLaunch);
        let open = || of(Verdict::Unknown, Why::NoLaunch);
        let said = |all| together("k", all).verdict;
        assert_eq!(said(vec![never(), free()]), Verdict::Drf);
        assert_eq!(said(vec![free(), never(), never()]), Verdict::Drf);
        assert_eq!(said(vec![free(), open()]), Verdict::Unknown);
        assert_eq!(said(vec![never(), open()]), Verdict::Unknown);
        assert_eq!(said(vec![never(), never()]), Verdict::Unknown);
    }
}
