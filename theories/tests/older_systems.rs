//! Parametric flows and formulas against exhaustion, on every small program with barriers, and the
//! claims of their papers.
//!
//! Up to size 2; further with `OLDER_SIZE=3 cargo test --release -p jaminan-theories --test older_systems`. That no
//! smaller program refutes a claim as it is printed is looked for in sizes that take seconds, and further with
//! `OLDER_SMALLEST=6`.
#![allow(clippy::unwrap_used)] // a test may panic

use jaminan::Program;
use oracle::Bounds;
use oracle::solver::choose;
use semantics::{ParseOptions, Source};
use theories::agreement::{Decided, each, printed, settings, smallest};
use theories::parametric_flows::claims::of_small;
use theories::parametric_flows::reason::told_together;
use theories::parametric_flows::{
    Analysis, Flows, Memory, NotDecided, Refusal, Undecided, Verdict,
};
use theories::sarkar2018::{Reading, analyse};
use theories::{
    Claim, Dropped, Grammar, Shard, Survey, Surveyed, Work, claims, parametric_flows, sarkar2018,
};

fn size() -> usize {
    std::env::var("OLDER_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

fn z3() -> Option<oracle::solver::Chosen> {
    let chosen = choose("z3").ok();
    if chosen.is_none() {
        println!("skipped: z3 (not installed)");
    }
    chosen
}

fn parsed(text: &str) -> Program {
    Program::parse(&Source::new("small.jam", text), ParseOptions::default()).unwrap()
}

fn as_recorded(Decided { claims, open }: &Decided) {
    for (why, open) in open {
        println!("{} not decided, {why}: {}: {}", open.programs, open.number, open.program);
    }
    for claim in claims {
        println!("{}: {}: {}", claim.id, claim.verdict.word(), claim.shown);
    }
    let other = claims.iter().filter(|claim| !claim.as_recorded());
    let other: Vec<&str> = other.map(|claim| claim.id).collect();
    assert!(other.is_empty(), "not as recorded: {other:?}");
}

#[test]
fn the_claims_on_parametric_flows() {
    let Some(mut chosen) = z3() else { return };
    as_recorded(&parametric_flows::claims::claims(size(), chosen.solver.as_mut()).unwrap());
}

#[test]
fn the_theorems_on_formulas() {
    let Some(mut chosen) = z3() else { return };
    as_recorded(&sarkar2018::claims::claims(size(), chosen.solver.as_mut()).unwrap());
}

/// The claims that fail as they are printed.
fn refuted() -> Vec<Claim> {
    claims().into_iter().filter(|claim| smallest(claim).is_some()).collect()
}

/// The program that is recorded of each refutes it.
#[test]
fn claims_as_printed_are_refuted_by_their_programs() {
    if z3().is_none() {
        return;
    }
    assert_eq!(refuted().len(), 7);
    for claim in refuted() {
        let printed = printed(claim.id);
        println!("{}: {}", printed.number, printed.program);
        assert!(printed.refuted, "{printed:?}");
    }
}

/// And no smaller one of its grammar does, as far as sizes are gone through; nor one before it.
#[test]
fn no_smaller_program_refutes_a_claim_as_printed() {
    if z3().is_none() {
        return;
    }
    let further = std::env::var("OLDER_SMALLEST").ok().and_then(|n| n.parse::<usize>().ok());
    for claim in refuted() {
        let (number, _) = smallest(&claim).unwrap();
        let largest = number.size.min(further.unwrap_or(in_a_moment(claim.id)));
        let found = survey(claim, largest);
        println!("{}: {} programs up to size {largest}", claim.id, found.tally.checked);
        match found.tally.refutation {
            Some(refutation) => assert_eq!(refutation.number, number, "{}", claim.id),
            None => assert!(largest < number.size, "{}: not refuted", claim.id),
        }
        assert_eq!(found.tally.undecided, 0, "{}: {:?}", claim.id, found.tally.first_undecided);
    }
}

/// Up to which size the grammar of a claim is gone through in seconds.
fn in_a_moment(id: &str) -> usize {
    match id {
        "sarkar2018/1-barriers" => 5,
        "sarkar2018/property-2" => 5,
        "sarkar2018/property-3" => 6,
        "sarkar2018/2" => 3,
        _ => 4,
    }
}

fn survey(claim: Claim, largest: usize) -> Surveyed {
    let survey = Survey {
        claims: vec![claim],
        dropped: Dropped::default(),
        grammar: Grammar::default(),
        bounds: Bounds::new(2, 2),
        work: Work::UpTo(largest),
        shard: Shard::default(),
        only_reference: true,
    };
    survey.run(&|_, _| {}).unwrap().remove(0)
}

/// [P12, Appendix] leaves open what is accumulative, and nothing else.
#[test]
fn only_what_is_accumulative_is_left_open() {
    let Some(mut chosen) = z3() else { return };
    let own = "A[tid] := 0; sync; let x = A[tid] in for y in 0..x { A[0] := 0 }";
    let of_two = "for x in 0..2 { A[tid ^ 1 - x] := 1 - x; sync }; \
                  let y = A[0] in for z in 0..y { A[0] := 1 - y }";
    for (text, memory, expected) in [
        (own, Memory::Open, Verdict::Potential),
        (own, Memory::OpenWhereAccumulative, Verdict::Drf),
        (own, Memory::Carried, Verdict::Drf),
        (of_two, Memory::OpenWhereAccumulative, Verdict::Potential),
        (of_two, Memory::Carried, Verdict::Drf),
    ] {
        let program = parsed(text);
        let analysis = Analysis { memory, ..of_small(32) };
        let found = analysis.run(&program, &mut settings(chosen.solver.as_mut())).unwrap();
        assert_eq!(
            found.verdict(),
            expected,
            "{memory:?}: {text}\n{}",
            told_together(&found.undecided)
        );
    }
}

/// Where queries grow too large, a program is refused, or what was found until then stays, and it is not race free.
#[test]
fn queries_grow_no_larger_than_they_may() {
    let Some(mut chosen) = z3() else { return };
    let text = "A[tid] := 0; sync; for x in 0..2 { B[x] := 0; sync }";
    let program = parsed(text);
    let mut within = |terms| {
        let mut analysis = of_small(32);
        analysis.inputs.terms = terms;
        analysis.run(&program, &mut settings(chosen.solver.as_mut()))
    };
    let (mut refused, mut cut) = (0, 0);
    let whole = (1..60).map(|n| 10 * n).find(|terms| match within(*terms) {
        Err(why) => {
            assert_eq!(why, Refusal::TooLarge);
            refused += 1;
            false
        }
        Ok(found) if found.undecided.is_empty() => {
            assert_eq!(found.verdict(), Verdict::Racy);
            true
        }
        Ok(found) => {
            assert_eq!(found.undecided, [Undecided::about("races", Refusal::TooLarge)]);
            assert_ne!(found.verdict(), Verdict::Drf);
            cut += 1;
            false
        }
    });
    assert!(refused > 0 && cut > 0 && whole.is_some(), "{refused} {cut} {whole:?}");
}

/// Without replays nothing is called true, and the same races are told of.
#[test]
fn what_is_not_replayed_stays_open() {
    let Some(mut chosen) = z3() else { return };
    let text = "A[0] := tid; sync; let x = B[0] in B[0] := tid; if tid < 1 { sync }";
    let program = parsed(text);
    let mut found = |replays| {
        let analysis = Analysis { replays, ..of_small(32) };
        analysis.run(&program, &mut settings(chosen.solver.as_mut())).unwrap()
    };
    let (with, without) = (found(true), found(false));
    let places = |found: &Flows| -> Vec<String> {
        let told =
            found.races.iter().map(|race| format!("{:?} {:?}", race.relation, race.accesses));
        let mut places: Vec<String> = told.collect();
        places.sort();
        places
    };
    assert_eq!((with.verdict(), without.verdict()), (Verdict::Racy, Verdict::Potential));
    assert_eq!(places(&with), places(&without));
    assert!(places(&with).len() > 2 && with.deadlocks.len() == 1 && without.deadlocks.len() == 1);
    assert!(with.races.iter().all(|race| race.shown.replayed));
    assert!(!without.races.iter().any(|race| race.shown.replayed));
    assert!(!without.deadlocks[0].shown.replayed);
}

/// Of all these programs only those are not decided in which a loop with a barrier has an end that is read
/// from memory, chosen, or the thread's: how many barriers are passed is not known then, so neither are the
/// intervals.
#[test]
fn what_is_not_decided() {
    let Some(mut chosen) = z3() else { return };
    let solver = chosen.solver.as_mut();
    let (mut all, mut open) = (0, Vec::new());
    each(size(), |seen| {
        all += 1;
        let flows = of_small(32).run(&seen.program, &mut settings(solver)).unwrap();
        if flows.verdict() == Verdict::Unknown {
            open.push((seen.clone(), "flows", flows.undecided));
        }
        let ask = &mut settings(solver);
        let formulas = analyse(&seen.program, Reading::Mended, false, ask).unwrap();
        if formulas.verdict() == Verdict::Unknown {
            open.push((seen.clone(), "formulas", formulas.undecided));
        }
    })
    .unwrap();
    println!("{} of {all} programs are not decided", open.len());
    for (seen, system, why) in &open {
        let text = seen.program.body.to_string();
        println!("{system}: {}: {text}: {}", seen.number, told_together(why));
        let loops = why.iter().all(|why| why.why == NotDecided::CutOff);
        assert!(loops && *system == "flows" && text.contains("for "), "{system}: {text}: {why:?}");
    }
}
