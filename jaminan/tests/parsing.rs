//! What the parser renames, and what it says of what it does not read.
#![allow(clippy::unwrap_used)] // a test may fail

use jaminan::Program;
use semantics::{Diagnostic, Header, ParseOptions, Source, Spelling, parse_condition, printer};

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
    // A binder's own index is outside of its scope.
    for (text, place) in [("A[x] := 0", "free"), ("let x = A[x] in skip", "not yet in scope")] {
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
