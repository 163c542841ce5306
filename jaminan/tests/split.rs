//! Programs cut at their barriers, by worked examples ("Barriers" in `docs/calculi.md`).
#![allow(clippy::unwrap_used)] // a test may fail

use jaminan::{Program, Stmt};
use semantics::{
    Axis, Dim, Exhausted, Expr, IllFormed, IntType, Limits, Name, ParseOptions, Source, Syntax,
    Threads, Unsplittable, parser, split,
    split::{MOST_PHASES, first_barrier},
    split_by_block, well_formed,
};
use std::time::Duration;

fn file(text: &str) -> Program {
    Program::parse(&Source::new("test.jam", text), ParseOptions::default()).unwrap()
}

fn open(text: &str) -> Stmt {
    parser::statement(&Source::new("test.jam", text)).unwrap()
}

/// The phases, each as a file on one line; `+` before those that start at the program's begin.
fn phases(text: &str) -> Vec<String> {
    let program = file(text);
    let phases = split(&program.header, &program.body).unwrap();
    let each = phases.into_iter().map(|phase| {
        let first = if phase.first { "+ " } else { "" };
        let file = Program { header: phase.header, body: phase.body }.to_string();
        format!("{first}{}", file.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    each.collect()
}

#[test]
fn straight_lines() {
    assert_eq!(phases("A[tid] := 1"), ["+ A[tid] := 1"]);
    assert_eq!(phases("A[0] := 1; sync; A[1] := 2"), ["+ A[0] := 1", "A[1] := 2"]);
    assert_eq!(phases("sync"), ["+ skip", "skip"]);
    assert_eq!(
        phases("A[0] := 1; { sync; A[1] := 1; A[2] := 2 }; sync; A[3] := 3"),
        ["+ A[0] := 1", "A[1] := 1; A[2] := 2", "A[3] := 3"]
    );
}

/// What a thread has read or chosen before a barrier is any value after it.
#[test]
fn what_is_bound_before_a_barrier() {
    assert_eq!(
        phases("let x = A[tid] in A[0] := x; sync; A[x] := 1"),
        ["+ let x = A[tid] in A[0] := x", "var x. A[x] := 1"]
    );
    assert_eq!(
        phases("var x. A[x] := 0; sync; A[x] := 1"),
        ["+ var x. A[x] := 0", "var x. A[x] := 1"]
    );
    // Both sides of a barrier in one phase, each with a binder of one name: two variables.
    assert_eq!(
        phases("param n; for k in 0..n { let x = A[k] in { B[x] := 0; sync; C[x] := 1 } }"),
        [
            "+ param n; assume 0 >= n; skip",
            "+ param n; assume 0 < n; let x = A[0] in B[x] := 0",
            "param n, k; assume 0 <= k && k + 1 < n; \
             { var x. C[x] := 1 }; let x_2 = A[k + 1] in B[x_2] := 0",
            "param n; assume 0 < n; var x. C[x] := 1",
        ]
        .map(|text| text.replace("assume 0 <= k && k + 1 < n", "assume 0 <= k; assume k + 1 < n"))
    );
}

#[test]
fn conditionals() {
    assert_eq!(
        phases("param n; if n < 2 { A[0] := 0; sync; A[1] := 1 } else { A[2] := 2 }; A[3] := 3"),
        [
            "+ param n; assume !(n < 2); A[2] := 2; A[3] := 3",
            "+ param n; assume n < 2; A[0] := 0",
            "param n; assume n < 2; A[1] := 1; A[3] := 3",
        ]
    );
    assert_eq!(
        phases("param n; if n < 2 { skip } else { A[0] := 0; sync; sync; A[1] := 1 }"),
        [
            "+ param n; assume n < 2; skip",
            "+ param n; assume !(n < 2); A[0] := 0",
            "param n; assume !(n < 2); skip",
            "param n; assume !(n < 2); A[1] := 1",
        ]
    );
}

/// A loop may not run; its last phase runs into the first of its next iteration.
#[test]
fn loops() {
    assert_eq!(
        phases("param n; A[0] := 0; for k in 1..n { B[k] := 1; sync; C[k] := 2 }; D[0] := 3"),
        [
            "+ param n; assume 1 >= n; A[0] := 0; D[0] := 3",
            "+ param n; assume 1 < n; A[0] := 0; B[1] := 1",
            "param n, k; assume 1 <= k; assume k + 1 < n; C[k] := 2; B[k + 1] := 1",
            "param n; assume 1 < n; C[n - 1] := 2; D[0] := 3",
        ]
    );
    // A phase within an iteration has the counter as a parameter.
    assert_eq!(
        phases("param n; for k in 0..n { sync; A[k] := k; sync }"),
        [
            "+ param n; assume 0 >= n; skip",
            "+ param n; assume 0 < n; skip",
            "param n, k; assume 0 <= k; assume k < n; A[k] := k",
            "param n, k; assume 0 <= k; assume k + 1 < n; skip",
            "param n; assume 0 < n; skip",
        ]
    );
    // Outer counters come first.
    let nested =
        phases("param n; for k in 0..n { for j in 0..2 { A[j] := k; sync; B[j] := k }; sync }");
    assert!(
        nested.iter().any(|phase| phase.starts_with("param n, k, j; assume 0 <= k; assume k < n;")),
        "{nested:#?}"
    );
    // What an inner loop hangs on is said of the first and the next iteration of the outer one.
    assert_eq!(
        phases("param n; for k in 1..n { for j in 0..k { A[j] := k; sync; B[j] := k }; sync }"),
        [
            "+ param n; assume 1 >= n; skip",
            "+ param n; assume 1 < n; assume 0 < 1; A[0] := 1",
            "+ param n; assume 1 < n; assume 0 >= 1; skip",
            "param n, k, j; assume 1 <= k; assume k < n; assume 0 <= j; assume j + 1 < k; \
             B[j] := k; A[j + 1] := k",
            "param n, k; assume 1 <= k; assume k < n; assume 0 < k; B[k - 1] := k",
            "param n, k; assume 1 <= k; assume k + 1 < n; assume 0 < k + 1; A[0] := k + 1",
            "param n, k; assume 1 <= k; assume k + 1 < n; assume 0 >= k + 1; skip",
            "param n; assume 1 < n; skip",
        ]
    );
}

#[test]
fn barriers_that_not_all_threads_reach() {
    let why = |text: &str| {
        let program = file(text);
        match split(&program.header, &program.body) {
            Ok(phases) => format!("{} phases", phases.len()),
            Err(Unsplittable::ThreadDependent(site)) => format!("dependent {site:?}"),
            Err(Unsplittable::Sometimes(site)) => format!("sometimes {site:?}"),
            Err(Unsplittable::TooMany) => "too many".into(),
            Err(Unsplittable::Over(spent)) => spent.to_string(),
        }
    };
    assert_eq!(why("if tid < 1 { sync }"), "dependent test.jam:1:14");
    assert_eq!(why("if tid < 1 { skip } else { sync }"), "dependent test.jam:1:28");
    assert_eq!(why("var x. if x < 1 { A[0] := 0; sync; sync }"), "dependent test.jam:1:30");
    assert_eq!(why("for k in 0..tid { sync }"), "dependent test.jam:1:19");
    assert_eq!(why("for k in tid..9 { let x = A[0] in sync }"), "dependent test.jam:1:35");
    assert_eq!(why("let n = A[0] in for k in 0..n { sync }"), "dependent test.jam:1:33");
    assert_eq!(why("param n; for k in 0..n { if k < 2 { sync } }"), "sometimes test.jam:1:37");
    let doubled = (0..150).map(|k| format!("if n < {k} {{ sync }} else {{ skip }}"));
    assert_eq!(why(&format!("param n; {}", doubled.collect::<Vec<_>>().join("; "))), "too many");
    assert!(first_barrier(&open("A[0] := 0")).span().is_none());
}

/// The threads of a block agree on what names their block; those of a grid do not.
#[test]
fn blocks_and_grids() {
    let block = Expr::Tid(Axis::Block(Dim::X));
    let thread = Expr::Tid(Axis::Thread(Dim::X));
    let ask = |e: &Expr| {
        let statement = open("if b < 1 { A[0] := 0; sync; for k in 0..b { sync } }");
        let program =
            Program { header: Default::default(), body: statement.replace(&"b".into(), e) };
        let in_grid = split(&program.header, &program.body).is_ok();
        (in_grid, split_by_block(&program.header, &program.body).is_ok())
    };
    assert_eq!(ask(&Expr::num(1)), (true, true));
    assert_eq!(ask(&block), (false, true));
    assert_eq!(ask(&thread), (false, false));
}

/// In CUDA the counter of a loop goes on in a type that does not overflow, and a renamed variable
/// keeps its type, and what it is unknown for.
#[test]
fn types_go_with_their_variables() {
    let mut program = file("param n; for k in 0..n { var x. { B[x] := 0; sync; C[x] := 1 } }");
    program.header.threads =
        Threads::Grid { grid: [1, 1, 1].map(Expr::num), block: [9, 1, 1].map(Expr::num) };
    program.header.types.insert("x".into(), IntType::INT);
    program.header.unknowns.insert("x".into(), "a float".into());
    let phases = split(&program.header, &program.body).unwrap();
    let next = phases.iter().find(|phase| phase.body.to_string().contains("x_2")).unwrap();
    assert_eq!(next.header.types.get(&Name::from("x_2")), Some(&IntType::INT));
    assert_eq!(next.header.unknowns.get(&Name::from("x_2")).map(String::as_str), Some("a float"));
    let wide = Expr::c(semantics::Op::Add, IntType::WIDE, Expr::var("k"), Expr::num(1));
    let goes_on = semantics::Cond::rel(semantics::Rel::Lt, wide, Expr::var("n"));
    assert!(next.header.assumptions.contains(&goes_on), "{:?}", next.header.assumptions);
}

#[test]
fn what_is_well_formed() {
    let of = |text: &str| well_formed(&Default::default(), &open(text));
    let free = |x: &str| Err(IllFormed::Free(x.into()));
    let twice = |x: &str| Err(IllFormed::BoundTwice(x.into()));
    for text in ["skip", "sync", "var x. A[x] := x", "let x = A[0] in let y = A[x] in B[y] := x"] {
        assert_eq!(of(text), Ok(()), "{text}");
    }
    for text in [
        "A[x] := 0",
        "A[0] := x",
        "let y = A[x] in skip",
        "let x = A[x] in skip",
        "skip; A[x] := 0",
        "if x < 1 { skip }",
        "if 0 < 1 { A[x] := 0 } else { skip }",
        "if 0 < 1 { skip } else { A[x] := 0 }",
        "for x in x..2 { skip }",
        "for y in 0..x { skip }",
        "{ var x. skip }; A[x] := 0",
    ] {
        assert_eq!(of(text), free("x"), "{text}");
    }
    for text in [
        "var x. var x. skip",
        "{ var x. skip }; for x in 0..1 { skip }",
        "let x = A[0] in for x in 0..1 { skip }",
        "if 0 < 1 { var x. skip } else { var x. skip }",
    ] {
        assert_eq!(of(text), twice("x"), "{text}");
    }
    assert_eq!(of("for x in 0..1 { A[x] := y }"), free("y"));
}

#[test]
fn size_counts_statements() {
    for (text, size) in [
        ("skip", 1),
        ("sync", 1),
        ("A[tid] := 0; sync", 3),
        ("let x = A[0] in A[x] := 0", 2),
        ("if tid < 1 { skip } else { skip; skip }", 5),
        ("for x in 0..2 { var y. skip }", 3),
    ] {
        assert_eq!(open(text).size(), size, "{text}");
    }
}

/// A new name is none that either side of the barrier binds.
#[test]
fn a_renamed_binder_gets_a_name_of_its_own() {
    let phases = phases(
        "param n; for k in 0..n { let x = A[k] in { B[x] := 0; sync; var x_2. C[x_2] := x } }",
    );
    let across = "{ var x. var x_2. C[x_2] := x }; let x_3 = A[k + 1] in B[x_3] := 0";
    assert!(phases[2].ends_with(across), "{phases:#?}");
}

/// A new name captures nothing: it is no parameter, and no binder within the scope of the old one.
#[test]
fn a_renamed_binder_captures_nothing() {
    let parameter = phases(
        "param n, x_2; for k in 0..n { let x = A[k] in { B[x] := x_2; sync; C[x] := x_2 } }",
    );
    let across = "{ var x. C[x] := x_2 }; let x_3 = A[k + 1] in B[x_3] := x_2";
    assert!(parameter[2].ends_with(across), "{parameter:#?}");
    let within = phases(
        "param n; for k in 0..n { let x = A[k] in \
         { { { var x_2. B[x] := x_2 }; skip }; sync; C[x] := 1 } }",
    );
    let across = "let x_3 = A[k + 1] in { var x_2. B[x_3] := x_2 }; skip";
    assert!(within[2].ends_with(across), "{within:#?}");
}

/// One barrier of `before` is passed, and one of `after`: phases up to the one, between any two,
/// and after the other.
#[test]
fn a_program_has_as_many_phases_as_it_may() {
    fn one_of(barriers: u32) -> String {
        if barriers == 1 {
            return "sync".into();
        }
        let half = barriers / 2;
        format!("if n < {half} {{ {} }} else {{ {} }}", one_of(half), one_of(barriers - half))
    }
    let phases = |before: u32, after: u32| {
        let program = file(&format!("param n; {}; {}", one_of(before), one_of(after)));
        split(&program.header, &program.body).map(|phases| phases.len())
    };
    assert_eq!(phases(2, 3), Ok(2 + 2 * 3 + 3));
    assert_eq!(phases(72, 136), Ok(MOST_PHASES));
    assert_eq!(phases(72, 137), Err(Unsplittable::TooMany));
}

/// Where the time is spent, it is the limits that say why.
#[test]
fn a_split_ends_with_the_time() {
    let program = file("param n; A[tid] := 1; sync; A[tid] := 2");
    let late = Limits::default().within(Duration::ZERO);
    let phases = late.enter(|| split(&program.header, &program.body));
    assert_eq!(phases, Err(Unsplittable::Over(Exhausted::Time)));
    assert_eq!(split(&program.header, &program.body).map(|phases| phases.len()), Ok(2));
}
