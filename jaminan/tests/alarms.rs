//! The four programs of [L24, §4.1]: their protocols, judgments and executions.

use jaminan::{Initial, Program, infer, runs};
use maps::{Protocol, aa};
use semantics::{Choices, Flow, ParseOptions, Search, Source, Store, Thread};

const S_A: &str = "if tid < 32 { let x = A[tid + 16] in A[tid] := x }";
const S_B: &str = "let x = A[0] in if x != 0 { var y. A[tid] := y }";
const S_C: &str = "var x. var y. A[x] := y";
const S_D: &str = "A[tid] := tid; let x = A[tid] in var y. A[x] := y";

fn program(text: &str) -> Program {
    match Program::parse(&Source::new("test.jam", text), ParseOptions::default()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

/// Every outcome of one thread, as text.
fn outcomes(text: &str, memory: &Store, thread: u32, values: u64) -> Vec<String> {
    let mut search = Search::new(Choices::below(values), Initial::Zero, 10_000);
    let mut outcomes = Vec::new();
    let thread = Thread::natural(thread);
    let flow =
        runs(&mut search, memory, &program(text).body, &thread, &mut |_, (m, phase, t), _| {
            outcomes.push(format!("{m} | {phase} | {t}"));
            Flow::Continue(())
        });
    assert_eq!(flow, Flow::Continue(()));
    outcomes
}

#[test]
fn the_executions_of_section_4_1() {
    let none = Store::empty();
    assert_eq!(
        outcomes(S_A, &none, 16, 2),
        ["A:16=0 | {16: rd A[32], 16: wr A[16]} | then; (tau; tau)"]
    );
    let ten = Store::of(&"A".into(), 0.into(), 10.into());
    assert_eq!(
        outcomes(S_B, &ten, 1, 2),
        [
            "A:1=0 | {1: rd A[0], 1: wr A[1]} | tau; (then; tau)",
            "A:1=1 | {1: rd A[0], 1: wr A[1]} | tau; (then; tau)",
        ]
    );
    assert_eq!(outcomes(S_B, &none, 1, 2), ["{} | {1: rd A[0]} | tau; (else; tau)"]);
    assert_eq!(outcomes(S_C, &none, 0, 2).len(), 4);
    assert_eq!(outcomes(S_D, &none, 7, 1), ["A:7=0 | {7: rd A[7], 7: wr A[7]} | tau; (tau; tau)"]);
}

#[test]
fn the_protocols_of_figure_1() {
    let class = |text: &str| {
        let p: Protocol = infer(&program(text).body);
        format!("{p} {}", aa(&Default::default(), &p).class().word())
    };
    assert_eq!(class(S_A), "if tid < 32 { rd A[tid + 16]; var x. wr A[tid] } CIDI");
    assert_eq!(class(S_B), "rd A[0]; var x. if x != 0 { var y. wr A[tid] } CDDI");
    assert_eq!(class(S_C), "var x. var y. wr A[x] CIDD");
    assert_eq!(class(S_D), "wr A[tid]; rd A[tid]; var x. var y. wr A[x] CIDD");
}
