//! Every planted bug is noticed, and `docs/planted-bugs.md` says by what.
//!
//!     cargo test -p jaminan-theories --features mutants --test planted_bugs
//!     UPDATE=1 cargo test -p jaminan-theories --features mutants --test planted_bugs
//!
//! The second writes the document anew. A mutant is first shown to the claims about what it is
//! planted in, then to the checks that need no claim; the first of them to notice it is named.
#![allow(clippy::unwrap_used)] // a test may panic

mod definitions;
#[path = "../extracted/mod.rs"]
mod extracted;
mod notice;
mod older;
mod subjects;
mod worked;

use definitions::Definitions;
use notice::Killed;
use older::System;
use rayon::prelude::*;
use semantics::mutants::Mutant;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use subjects::Planted;

fn mutants() -> Vec<(Mutant, Planted)> {
    use jaminan::planted::{self, babycuda, barriers};
    let of: [(&[Mutant], Planted); 8] = [
        (maps::planted::RULES, Planted::Rule),
        (planted::RULES, Planted::Rule),
        (planted::CLAUSES, Planted::Inference),
        (maps::planted::CLAUSES, Planted::Judgment),
        (barriers::RULES, Planted::BarrierRule),
        (semantics::split::planted::CLAUSES, Planted::Split),
        (babycuda::RULES, Planted::BabyCuda),
        (babycuda::CLAUSES, Planted::BabyCuda),
    ];
    let types = |mutant: &Mutant| mutant.of.starts_with("T-");
    let planted = |mutant: &Mutant, planted| if types(mutant) { Planted::Types } else { planted };
    let each = of.into_iter().flat_map(|(all, of)| all.iter().map(move |m| (*m, of)));
    each.map(|(mutant, of)| (mutant, planted(&mutant, of))).collect()
}

#[test]
fn the_worked_examples_come_out() {
    let wrong: Vec<String> = worked::examples()
        .filter(|example| example.comes_to() != example.expected)
        .map(|example| format!("{}\n{}\n", example.text, example.comes_to()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The clauses of the two older systems.
fn older() -> Vec<(Mutant, System)> {
    let of = |all: &[Mutant], system| all.iter().map(|m| (*m, system)).collect::<Vec<_>>();
    let flows = of(theories::planted::FLOWS, System::Flows);
    [flows, of(theories::planted::FORMULAS, System::Formulas)].concat()
}

#[test]
fn the_examples_of_the_older_systems_come_out() {
    if !older::solver_is_there() {
        return;
    }
    for system in [System::Flows, System::Formulas] {
        let examples = older::examples(system);
        let told = |example: &older::Example| format!("{}\n{}", example.text, example.comes_to());
        let wrong = examples.iter().filter(|example| example.comes_to() != example.expected);
        let wrong: Vec<String> = wrong.map(told).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn nothing_notices_where_nothing_is_planted() {
    let nothing = Mutant { id: "nothing", of: "nothing" };
    let groups = subjects::groups();
    use Planted::*;
    [Rule, BarrierRule, Split, BabyCuda].into_par_iter().for_each(|planted| {
        let noticed = notice::killed(&groups, nothing, planted);
        assert!(noticed.is_none_or(|k| panic!("{} notices {}", k.by, k.subject)));
    });
}

#[test]
fn ids_are_distinct_and_every_rule_and_clause_has_a_mutant() {
    let mutants = mutants();
    let older = older();
    let all = mutants.iter().map(|(mutant, _)| mutant).chain(older.iter().map(|(m, _)| m));
    let mut ids: Vec<&str> = all.map(|mutant| mutant.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), mutants.len() + older.len());
    let forms = ["VAR", "SKIP", "SEQ", "IF-T", "IF-F", "FOR-1", "FOR-2"];
    let rules = ["P", "S"].map(|calculus| forms.map(|form| format!("{calculus}-{form}")));
    let others = [
        "P-ACC", "S-READ", "S-WRITE", "B-END", "B-SYNC", "B-VAR", "B-READ", "B-SEQ-1", "B-SEQ-2",
        "B-IF-T", "B-IF-F", "B-FOR-1", "B-FOR-2", "READ", "WRITE", "SEQ", "IF-T", "IF-F", "FOR-1",
        "FOR-2", "SKIP", "PAR", "T-WRITE", "T-READ", "T-SEQ", "T-IF", "T-FOR",
    ];
    for rule in rules.into_iter().flatten().chain(others.map(str::to_owned)) {
        assert!(mutants.iter().any(|(mutant, _)| mutant.of == rule), "no mutant of {rule}");
    }
}

#[test]
fn every_planted_bug_is_noticed() {
    let groups = subjects::groups();
    let mut killed: Vec<(Mutant, Option<Killed>)> = mutants()
        .into_par_iter()
        .map(|(mutant, planted)| (mutant, notice::killed(&groups, mutant, planted)))
        .collect();
    let there = older::solver_is_there();
    let programs = if there { older::programs() } else { &[] };
    let of_older = if there { older() } else { Vec::new() };
    let of_older = of_older
        .into_par_iter()
        .map(|(mutant, system)| (mutant, older::killed(programs, mutant, system)));
    killed.extend(of_older.collect::<Vec<_>>());
    let unnoticed: Vec<&str> =
        killed.iter().filter(|(_, killed)| killed.is_none()).map(|(mutant, _)| mutant.id).collect();
    assert!(unnoticed.is_empty(), "nothing notices {unnoticed:#?}");
    let Some(definitions) = Definitions::find() else { return };
    let shown: HashMap<&str, Option<String>> = mutants()
        .into_par_iter()
        .map(|(mutant, planted)| (mutant.id, definitions.notice(&groups, mutant, planted)))
        .collect();
    // Every rule and clause that is extracted: a program shows that it is not the one in Coq.
    let unseen = mutants()
        .into_iter()
        .filter(|(mutant, planted)| planted.is_extracted() && shown[mutant.id].is_none());
    let unseen: Vec<&str> = unseen.map(|(mutant, _)| mutant.id).collect();
    assert!(unseen.is_empty(), "the definitions in Coq do not notice {unseen:#?}");
    if !there {
        return;
    }
    let text = document(&killed, &shown);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/planted-bugs.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == text,
        "docs/planted-bugs.md is old: \
         `UPDATE=1 cargo test -p jaminan-theories --features mutants --test planted_bugs`\n{text}"
    );
}

fn document(killed: &[(Mutant, Option<Killed>)], shown: &HashMap<&str, Option<String>>) -> String {
    let mut text = String::from(HEAD);
    let all = killed.len();
    let breaks = |k: &Option<Killed>| k.as_ref().is_some_and(|k| k.breaks_a_claim);
    let broken = killed.iter().filter(|(_, killed)| breaks(killed)).count();
    let rest = all - broken;
    writeln!(
        text,
        "Of {all} planted bugs, {broken} break a claim on subjects this small and {rest} break \
         none.\n"
    )
    .unwrap();
    text.push_str("| planted | in the place of | noticed by | at | subjects | in Coq, at |\n");
    text.push_str("|---|---|---|---|---:|---|\n");
    for (Mutant { id, of }, killed) in killed {
        let Some(Killed { by, subject, after, .. }) = killed else { continue };
        let coq = shown.get(id).and_then(Option::as_deref).unwrap_or("");
        writeln!(text, "| `{id}` | {of} | {by} | {subject} | {after} | {coq} |").unwrap();
    }
    text
}

const HEAD: &str = "\
# Planted bugs

A claim that nothing can break says nothing. So bugs are planted, one at a time, each in the place
of a rule or of a clause of a definition:

- the rules of the two semantics [L24, Figs. 2 and 5], the inference [L24, Fig. 6], control and data
  independence [L24, Fig. 4] and `aa` [L24, Fig. 7]: `maps/src/planted.rs`, `jaminan/src/planted.rs`.
  The claims of [L24] about programs and protocols are asked.
- the rules of one phase of a program with barriers: `jaminan/src/planted/barriers.rs`. The claims
  about interleavings are asked.
- the split of a protocol at its barriers: `semantics/src/split/planted.rs`. The claim about it is
  asked.
- the rules, the histories and the types of BabyCUDA [L22, Figs. 5 and 6, Def. 1]:
  `jaminan/src/planted/babycuda.rs`. The claims of [L22] are asked.
- the steps of parametric flows [P12] and of formulas [S18]: `theories/src/planted.rs`. The claims of
  [P12] and [S18], those that are refuted as printed in their mended statements, are asked of the programs that
  `theories::agreement` goes through up to size 2, but for the largest ones drawn: of flows in warps of 32 threads,
  and of one. `theories/tests/older_systems.rs` asks them of all where nothing is planted. What is said of our
  model and not by the paper (`…/agreement`, `li2012/deadlocks`) stands in the reports, `jaminan paper`, and
  not in `theorem list`.

The claims are checked by the reference rules on the small subjects in the order of their numbers,
with 2 threads and 2 values, until one does not hold: up to size 3 for a rule, 4 for a clause of the
inference and for the split, protocols up to size 5 for a clause of the judgments; for BabyCUDA up to
size 3 for a clause of the types, else 2, each after dozens of histories. For rules and the inference, 500 programs each of sizes 4
and 5 follow, evenly spaced. *Subjects* is how many programs or protocols that took.

Some bugs break no claim: the theorems say what a protocol has to do with its program, and not what
a program does. Both sides may be wrong in the same way, or the program may be another one. There
the theorems do not pin the semantics down, and another check has to notice: the checker of
derivations, the second engine, or examples worked out on paper.

*In Coq, at* is the first of these subjects and of the protocols of size 4, or of the worked examples, of which the definitions that are extracted from
`theories/coq` say something else than the planted rule: an outcome, what is left to run after a barrier, the inferred
protocol, CI, DI, `aa`, a history, a race in it, or a type of BabyCUDA. They notice every bug in a rule or clause that
they have, also where no theorem does: `s-seq-keeps-memory` is an S-SEQ that does not hand memory on. The number is a protocol's for P-\\*, CI, DI and `aa`, and else a program's.
The split and the two older systems are not extracted.

This page is written by a test (`UPDATE=1 cargo test -p jaminan-theories --features mutants --test
planted_bugs`), which fails when it is old or a bug goes unnoticed.

";
