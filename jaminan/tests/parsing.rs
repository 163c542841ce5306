//! What the parser renames, and what it says of what it does not read.
#![allow(clippy::unwrap_used)] // a test may fail

use jaminan::{Program, Stmt};
use maps::Protocol;
use semantics::parser::{self, DEEPEST_NESTING, DEEPEST_TREE, LONGEST_NUMBER};
use semantics::{
    Diagnostic, Expr, Header, ParseOptions, Shape, Source, Spelling, Syntax, parse_condition,
    printer,
};

fn read(text: &str, rename: bool) -> Result<Program, Diagnostic> {
    Program::parse(&Source::new("test.jam", text), ParseOptions { rename })
}

/// A new name is none that the file has anywhere.
#[test]
fn binders_of_one_name_get_names_of_their_own() {
    let text = "{ var x. A[x] := x }; { var x. A[x] := 0 }; var x_1. A[x_1] := 0";
    let renamed = printer::statement(&read(text, true).unwrap().body, Spelling::Ascii);
    assert_eq!(renamed, "{ var x. A[x] := x }; { var x_2. A[x_2] := 0 }; var x_1. A[x_1] := 0");
    assert_eq!(read(text, false).unwrap_err().message, "`x` is bound twice");
    let distinct = "{ var x. A[x] := x }; var y. A[y] := 0";
    let kept = printer::statement(&read(distinct, true).unwrap().body, Spelling::Ascii);
    assert_eq!(kept, distinct);
}

#[test]
fn what_is_not_read_is_explained() {
    let complaint = |text: &str| {
        let error = read(text, false).unwrap_err();
        (error.message, error.label, error.hint.unwrap_or_default())
    };
    let (message, _, hint) = complaint("A[0] := -1");
    assert_eq!(message, "found `-`, expected a number");
    assert_eq!(hint, "numbers are naturals: there is no `-e`");
    let (message, label, _) = complaint("rd A[0]");
    assert_eq!(message, "`rd` and `wr` belong to protocols");
    assert_eq!(label, "an access of a protocol");
    let (message, _, _) = complaint("skip }");
    assert_eq!(message, "found `}`, expected `;` or the end of the file");
    // A binder's own index is outside of its scope, and so is what follows.
    for (text, place) in [
        ("A[x] := 0", "free"),
        ("{ var x. skip }; A[x] := 0", "free"),
        ("let x = A[x] in skip", "not yet in scope"),
    ] {
        let (message, label, _) = complaint(text);
        assert_eq!((message.as_str(), label.as_str()), ("`x` is not bound here", place));
    }
}

#[test]
fn a_condition_is_over_the_parameters() {
    let header = Header { params: vec!["n".into()], ..Header::default() };
    let read = |text: &str| parse_condition(&Source::new("condition", text), &header);
    assert_eq!(printer::cond(&read("n < 1").unwrap(), Spelling::Ascii), "n < 1");
    assert_eq!(read("m < 1").unwrap_err().message, "`m` is not bound here");
    assert!(read("n < 1 n").unwrap_err().message.contains("the end of the condition"));
}

#[test]
fn an_else_may_be_another_if() {
    let read = |text: &str| read(text, false).map(|program| program.body);
    let chain = "if tid < 1 { A[0] := 0 } else if tid < 2 { A[1] := 0 } else { A[2] := 0 }";
    let nested = "if tid < 1 { A[0] := 0 } else { if tid < 2 { A[1] := 0 } else { A[2] := 0 } }";
    assert_eq!(read(chain).unwrap(), read(nested).unwrap());
    assert!(read("if tid < 1 { skip } else skip").is_err());
}

/// From the array's name to the bracket, and with the mode in front where there is one.
#[test]
fn an_access_knows_where_it_stands() {
    fn place<S: Syntax>(text: &str) -> String {
        let source = Source::new("s", text);
        let s: S = parser::statement(&source).unwrap();
        let Shape::Seq(_, last) = s.shape() else { panic!("{text}") };
        let (Shape::Write(_, _, _, site)
        | Shape::Read(_, _, _, _, site)
        | Shape::Access(_, _, _, site)
        | Shape::Sync(semantics::Barrier { site, .. })) = last.shape()
        else {
            panic!("{text}")
        };
        text[site.span().unwrap().bytes.clone()].to_owned()
    }
    assert_eq!(place::<Stmt>("skip; A[tid + 1] := 2"), "A[tid + 1]");
    assert_eq!(place::<Stmt>("skip; let x = A[0] in B[x] := 1"), "A[0]");
    assert_eq!(place::<Stmt>("skip; sync"), "sync");
    assert_eq!(place::<Protocol>("skip; wr A[tid]"), "wr A[tid]");
    assert_eq!(place::<Protocol>("skip; rd [3]"), "rd [3]");
}

fn expression(text: &str) -> Result<Expr, Diagnostic> {
    parser::expression(&Source::new("e", text))
}

/// Whatever stands at the deep end counts: here the last of many statements.
#[test]
fn a_program_is_as_deep_as_it_may_be() {
    fn read<S: Syntax>(depth: usize, (last, height): (&str, usize)) -> bool {
        let text = "skip; ".repeat(depth - height) + last;
        parser::statement::<S>(&Source::new("s", text)).is_ok()
    }
    let forms = "var x. if true { for y in 0..1 { let z = A[0] in A[0] := 0 } }";
    assert!(read::<Stmt>(DEEPEST_TREE, (forms, 6)));
    assert!(!read::<Stmt>(DEEPEST_TREE + 1, (forms, 6)));
    assert!(read::<Protocol>(DEEPEST_TREE, ("rd A[0]", 2)));
    assert!(!read::<Protocol>(DEEPEST_TREE + 1, ("rd A[0]", 2)));
}

#[test]
fn an_expression_is_as_deep_as_it_may_be() {
    let read = |first: &str, depth: usize| expression(&(first.to_owned() + &" + 1".repeat(depth)));
    for (first, height) in [("1", 1), ("1 * 1", 2), ("min(1, 1)", 2), ("max(1, 1)", 2)] {
        assert!(read(first, 1_000 - height).is_ok(), "{first}");
        assert!(read(first, 1_001 - height).is_err(), "{first}");
    }
    let condition = |count| {
        let text = "!true".to_owned() + &" && true".repeat(count);
        parser::condition(&Source::new("c", text))
    };
    assert!(condition(998).is_ok() && condition(999).is_err());
}

#[test]
fn parentheses_nest_as_deep_as_they_may() {
    let read = |depth| expression(&("(".repeat(depth) + "1" + &")".repeat(depth)));
    assert_eq!(read(DEEPEST_NESTING - 1).unwrap(), Expr::num(1));
    assert_eq!(read(DEEPEST_NESTING).unwrap_err().message, "nesting deeper than 500");
}

#[test]
fn a_number_is_as_long_as_it_may_be() {
    let read = |digits| expression(&"7".repeat(digits));
    assert!(read(LONGEST_NUMBER).is_ok() && read(LONGEST_NUMBER + 1).is_err());
}
