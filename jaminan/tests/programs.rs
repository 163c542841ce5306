//! Programs by worked examples: inference by array, instances, initial memories, phases.
#![allow(clippy::unwrap_used)] // a test may fail

use jaminan::{
    Initial, Lazy, Program, Stmt, approximation, block_array, declared_array, infer_array,
    infer_program, instantiate, reaches, runs,
};
use semantics::derivation::instance::instance;
use semantics::{
    ArrayRole, ArrayType, Choices, Flow, Header, IntType, Mistake, Name, Number, ParseOptions,
    Search, Sharing, Source, Store, Syntax, Thread, parser,
};
use std::collections::{BTreeMap, BTreeSet};

fn file(text: &str) -> Program {
    Program::parse(&Source::new("test.jam", text), ParseOptions::default()).unwrap()
}

/// As it stands in a derivation: names may be free, and bound twice.
fn open(text: &str) -> Stmt {
    parser::statement(&Source::new("test.jam", text)).unwrap()
}

/// [L24, Fig. 6], and §2.2: to one protocol for each array.
#[test]
fn inference_by_array() {
    let program = file(
        "param n;\nlet x = B[tid] in if x < n { A[x] := 1 } else { for k in 0..x { B[k] := k } }; sync",
    );
    let a = "var x. if x < n { wr A[x] } else { for k in 0..x { skip } }; sync";
    let b = "rd B[tid]; var x. if x < n { skip } else { for k in 0..x { wr B[k] } }; sync";
    let each: Vec<(String, String)> = infer_program(&program)
        .map(|(array, file)| (array.to_string(), file.to_string()))
        .collect();
    let file = |body: &str| {
        let text = format!("param n;\n{body}");
        let source = Source::new("test.map", &text);
        maps::ProtocolFile::parse(&source, ParseOptions::default()).unwrap().to_string()
    };
    assert_eq!(each, [("A".to_string(), file(a)), ("B".to_string(), file(b))]);
    assert!(infer_array(&program.body, &"C".into()).arrays().is_empty());
}

/// [L24, Fig. 7], of a program; a conditional that does nothing counts for nothing.
#[test]
fn approximation_of_a_program() {
    let names = |set: &BTreeSet<Name>| set.iter().map(Name::to_string).collect::<Vec<_>>();
    let of = |text: &str| {
        let approximating = approximation(&file(text));
        (names(&approximating.control), names(&approximating.data))
    };
    let x = || vec!["x".to_string()];
    assert_eq!(of("let x = A[tid] in if x < 1 { A[tid] := 1 }"), (x(), vec![]));
    assert_eq!(of("let x = A[tid] in if x < 1 { skip }"), (vec![], vec![]));
    assert_eq!(of("let x = A[tid] in if x < 1 { skip } else { sync }"), (x(), vec![]));
    assert_eq!(of("let x = A[tid] in B[x] := 1"), (vec![], x()));
    assert_eq!(of("param n;\nif n < 1 { B[n] := 1 }"), (vec![], vec![]));
}

#[test]
fn substitution_stops_at_a_binder_of_the_name() {
    let cases = [
        ("A[x] := x; var x. A[x] := 0", "A[7] := 7; var x. A[x] := 0"),
        ("let x = A[x] in A[x] := 0", "let x = A[7] in A[x] := 0"),
        ("let y = A[x] in A[x] := y", "let y = A[7] in A[7] := y"),
        ("for x in x..9 { A[x] := 0 }", "for x in 7..9 { A[x] := 0 }"),
        ("for y in 0..x { A[y] := x }", "for y in 0..7 { A[y] := 7 }"),
        ("if x < 1 { skip } else { A[0] := x }", "if 7 < 1 { skip } else { A[0] := 7 }"),
        ("skip; sync", "skip; sync"),
    ];
    for (before, after) in cases {
        let substituted = open(before).substitute(&"x".into(), &7.into());
        assert_eq!(substituted.to_string(), open(after).to_string(), "{before}");
    }
}

/// What S-VAR and S-READ ask of the program that they run.
#[test]
fn an_instance_has_one_number_in_place_of_the_variable() {
    let number = |s: &str, with: &str| instance(&open(s), &"x".into(), &open(with));
    for (s, with) in [
        ("A[x] := 0", "A[7] := 0"),
        ("A[0] := x; A[x] := 1", "A[0] := 7; A[7] := 1"),
        ("if x < 1 { skip }", "if 7 < 1 { skip }"),
        (
            "if true && 1 < 2 || !(2 < x) { A[3] := x }",
            "if true && 1 < 2 || !(2 < 7) { A[3] := 7 }",
        ),
        ("let x = A[x] in A[x] := 0", "let x = A[7] in A[x] := 0"),
        ("let y = A[1] in A[x] := y", "let y = A[1] in A[7] := y"),
        ("for x in 0..x { A[x] := 0 }", "for x in 0..7 { A[x] := 0 }"),
        ("for y in 0..1 { A[y] := x }", "for y in 0..1 { A[y] := 7 }"),
        ("{ var x. A[x] := 0 }; A[x] := 0", "{ var x. A[x] := 0 }; A[7] := 0"),
        ("var y. A[x] := y", "var y. A[7] := y"),
    ] {
        assert_eq!(number(s, with), Ok(Some(7.into())), "{s}");
    }
    assert_eq!(number("var x. A[x] := 0", "var x. A[x] := 0"), Ok(None));
    for (s, with) in
        [("A[0] := 1", "A[0] := 2"), ("A[x] := x", "A[7] := 8"), ("A[x] := 0", "A[y] := 0")]
    {
        let (program, body, variable) = (with.into(), s.into(), "x".into());
        assert_eq!(number(s, with), Err(Mistake::Instance { program, body, variable }));
    }
}

/// A block has its own `__shared__` arrays; what the grid shares keeps its name.
#[test]
fn an_instance_has_the_arrays_of_its_block() {
    let array = |sharing| ArrayType {
        role: ArrayRole::Memory,
        members: None,
        sharing,
        element: IntType::INT,
        dimensions: vec![],
        flat: false,
    };
    let arrays =
        BTreeMap::from([("s".into(), array(Sharing::Block)), ("g".into(), array(Sharing::Grid))]);
    let header = Header { arrays, ..Header::default() };
    let axes = |x: u32| [x, 0, 1].map(Number::from);
    let (thread, natural) = (Thread::cuda(axes(2), axes(3)), Thread::natural(2));
    let statement = open("let x = s[n] in { g[x] := m; sync; for k in 0..n { s[k] := 0 } }");
    let numbers = BTreeMap::from([("n".into(), 4.into()), ("m".into(), 5.into())]);

    let instance = instantiate(&header, &statement, &numbers, &thread);
    let text = "let x = S[4] in { g[x] := 5; sync; for k in 0..4 { S[k] := 0 } }";
    assert_eq!(instance.to_string().replace("s@2,0,1", "S"), open(text).to_string());
    // No block, no array of a block; and no array of a block, nothing to rename.
    let text = "let x = s[4] in { g[x] := 5; sync; for k in 0..4 { s[k] := 0 } }";
    assert_eq!(instantiate(&header, &statement, &numbers, &natural), open(text));
    let of_grid = open("g[n] := 0");
    assert_eq!(instantiate(&header, &of_grid, &numbers, &thread), open("g[4] := 0"));

    assert_eq!(block_array(&"s".into(), &thread).as_str(), "s@2,0,1");
    assert_eq!(block_array(&"s".into(), &natural).as_str(), "s");
    assert_eq!(declared_array(&block_array(&"s".into(), &thread)).as_str(), "s");
    assert_eq!(declared_array(&"s".into()).as_str(), "s");
}

/// What thread 0 reads and writes from a memory that is chosen as it is read: the updates, what was
/// chosen for it, and what was read.
fn lazily(text: &str) -> Vec<String> {
    let lazy = Lazy { contents: vec![0.into(), 1.into()], cells: 2.into(), ..Lazy::default() };
    let mut search = Search::new(Choices::below(1), Initial::Lazy(lazy), 1000);
    let mut found = Vec::new();
    let thread = Thread::natural(0);
    let flow =
        runs(&mut search, &Store::empty(), &open(text), &thread, &mut |search, (m, ..), _| {
            let Initial::Lazy(lazy) = &search.environment else { panic!("it was lazy") };
            found.push(format!("{m} from {} after {:?}", lazy.chosen, lazy.read));
            Flow::Continue(())
        });
    assert_eq!(flow, Flow::Continue(()));
    // Nothing stays chosen on the way back.
    let Initial::Lazy(lazy) = &search.environment else { panic!("it was lazy") };
    assert!(lazy.chosen.is_empty() && lazy.read.is_empty());
    found
}

#[test]
fn an_initial_memory_is_chosen_as_it_is_read() {
    assert_eq!(
        lazily("let x = A[1] in B[0] := x"),
        ["B:0=0 from A:1=0 after [0]", "B:0=1 from A:1=1 after [1]"]
    );
    // A cell keeps what was chosen for it, also where it is read twice.
    assert_eq!(
        lazily("let x = A[1] in let y = A[1] in B[x] := y"),
        ["B:0=0 from A:1=0 after [0, 0]", "B:1=1 from A:1=1 after [1, 1]"]
    );
    // What the run wrote is known, and past the bound cells hold 0.
    assert_eq!(lazily("A[1] := 7; let x = A[1] in B[0] := x"), ["A:1=7 B:0=7 from {} after [7]"]);
    assert_eq!(lazily("let x = A[2] in B[0] := x"), ["B:0=0 from {} after [0]"]);
    assert_eq!(lazily("let x = A[3] in B[0] := x"), ["B:0=0 from {} after [0]"]);
}

/// Phase after phase of one thread: the accesses of each, up to the end.
#[test]
fn a_thread_goes_from_barrier_to_barrier() {
    let phases = |text: &str| {
        let (mut rest, mut memory, mut phases) = (Some(open(text)), Store::empty(), Vec::new());
        while let Some(s) = rest.take() {
            let mut search = Search::new(Choices::below(1), Initial::Zero, 1000);
            let (mut next, mut updates) = (None, Store::empty());
            let flow = reaches(
                &mut search,
                &memory,
                &s,
                &Thread::natural(1),
                &mut |_, (made, phase, t, left), _| {
                    phases.push(format!("{phase} {t}"));
                    (updates, next) = (made, left);
                    Flow::Continue(())
                },
            );
            assert_eq!(flow, Flow::Continue(()));
            memory.update(&updates);
            rest = next;
        }
        phases
    };
    assert_eq!(
        phases("A[0] := 1; sync; A[1] := 2"),
        ["{1: wr A[0]} tau; tau", "{1: wr A[1]} tau; tau"]
    );
    // Each iteration counts on by one, and goes on with what the ones before it wrote.
    assert_eq!(
        phases("for k in 1..4 { A[k] := k; sync; let x = A[k] in B[x] := 0 }"),
        [
            "{1: wr A[1]} k := 1; (tau; tau)",
            "{1: rd A[1], 1: wr A[2], 1: wr B[1]} tau; (tau; tau); (k := 2; (tau; tau))",
            "{1: rd A[2], 1: wr A[3], 1: wr B[2]} tau; (tau; tau); (k := 3; (tau; tau))",
            "{1: rd A[3], 1: wr B[3]} tau; (tau; tau); tau",
        ]
    );
    assert_eq!(
        phases("if tid == 1 { sync; A[2] := 0 } else { A[3] := 0 }"),
        ["{} then; tau", "{1: wr A[2]} tau; tau"]
    );
}

#[test]
fn a_file_is_printed_with_its_declarations() {
    let program = file("param n;\nassume n < 4;\nA[n] := 1");
    assert_eq!(file(&program.to_string()), program);
    assert!(program.to_string().contains("assume n < 4"));
}
