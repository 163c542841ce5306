//! Protocols by worked examples: judgments, instances, substitution, one protocol for each array.
#![allow(clippy::unwrap_used)] // a test may fail

use maps::{
    Protocol, ProtocolFile, aa, by_array, control_independent, data_independent, instantiate,
    outcomes,
};
use semantics::{Budget, Choices, Name, Outcomes, ParseOptions, Source, Thread, parser};
use std::collections::{BTreeMap, BTreeSet};

fn file(text: &str) -> ProtocolFile {
    ProtocolFile::parse(&Source::new("test.map", text), ParseOptions::default()).unwrap()
}

/// As it stands in a derivation: names may be free, and bound twice.
fn open(text: &str) -> Protocol {
    parser::statement(&Source::new("test.map", text)).unwrap()
}

/// The phases of thread 1, `var` ranging over 0 and 1.
fn phases(p: &Protocol) -> Vec<String> {
    let (i, choices) = (Thread::natural(1), Choices::below(2));
    match outcomes(p, &i, &choices, &Budget::fuel(1000)) {
        Outcomes::Done { outcomes, .. } => {
            outcomes.iter().map(|(phase, t)| format!("{phase} {t}")).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// [L24, Fig. 4], rule by rule; and the binders of [L24, Fig. 7] that it hangs on.
#[test]
fn judgments() {
    let cases = [
        ("skip", true, true, "", ""),
        ("rd A[tid + n]", true, true, "", ""),
        ("var x. wr A[tid]", true, true, "", ""),
        ("var x. wr A[x]", true, false, "", "x"),
        ("var x. if x < 1 { rd A[0] } else { rd A[1] }", false, true, "x", ""),
        ("var x. { rd A[0]; if n < x { skip } }", false, true, "x", ""),
        ("var x. var y. { rd A[x]; rd A[y] }", true, false, "", "x y"),
        ("if tid < 1 { var x. wr A[x] } else { skip }", true, false, "", "x"),
        ("if tid < 1 { skip } else { var x. wr A[x] }", true, false, "", "x"),
        ("if tid < 1 { var x. if x < 1 { skip } }", false, true, "x", ""),
        ("if tid < 1 { skip } else { var x. if x < 1 { skip } }", false, true, "x", ""),
        ("for y in 0..n { wr A[y + tid] }", true, true, "", ""),
        ("var x. for y in 0..n { wr A[y + x] }", true, false, "", "x"),
        // A loop between bounds that are not exact has a counter that is not exact either.
        ("var x. for y in 0..x { wr A[y] }", false, false, "x", "y"),
        ("var x. for y in x..3 { wr A[y] }", false, false, "x", "y"),
        ("var x. for y in x..3 { wr A[tid] }", false, true, "x", ""),
        ("for y in 0..3 { for z in y..4 { wr A[z] } }", true, true, "", ""),
        ("for y in 0..3 { var x. if x < y { skip } }", false, true, "x", ""),
        ("rd A[0]; sync; wr A[0]", true, true, "", ""),
    ];
    let exact = BTreeSet::from([Name::from("n")]);
    let names = |all: &BTreeSet<Name>| {
        all.iter().map(|x| x.as_str().to_string()).collect::<Vec<_>>().join(" ")
    };
    for (text, ci, di, control, data) in cases {
        let p = file(&format!("param n;\n{text}")).body;
        assert_eq!(control_independent(&exact, &p), ci, "CI of {text}");
        assert_eq!(data_independent(&exact, &p), di, "DI of {text}");
        let approximating = aa(&exact, &p);
        assert_eq!(names(&approximating.control), control, "{text}");
        assert_eq!(names(&approximating.data), data, "{text}");
        let class = match (ci, di) {
            (true, true) => "CIDI",
            (true, false) => "CIDD",
            (false, true) => "CDDI",
            (false, false) => "CDDD",
        };
        assert_eq!(approximating.class().word(), class, "{text}");
    }
    // Where the parameter is no longer taken as exact, everything hangs on it.
    let p = open("for y in 0..n { wr A[y] }");
    assert!(!control_independent(&BTreeSet::new(), &p));
    assert!(!data_independent(&BTreeSet::new(), &p));
}

/// [L24, Fig. 2], rule by rule.
#[test]
fn runs() {
    let cases: [(&str, &[&str]); 9] = [
        ("skip", &["{} tau"]),
        ("rd A[tid + 1]", &["{1: rd A[2]} tau"]),
        ("wr A[5]", &["{1: wr A[5]} tau"]),
        ("wr A[5]; rd B[0]", &["{1: rd B[0], 1: wr A[5]} tau; tau"]),
        ("if tid == 1 { wr A[1] } else { wr A[2] }", &["{1: wr A[1]} then; tau"]),
        ("if tid == 0 { wr A[1] } else { wr A[2] }", &["{1: wr A[2]} else; tau"]),
        ("var x. rd A[x]", &["{1: rd A[0]} tau", "{1: rd A[1]} tau"]),
        ("for k in 2..2 { wr A[k] }", &["{} tau"]),
        (
            "for k in 1..3 { wr A[k] }",
            &["{1: wr A[1], 1: wr A[2]} k := 1; (tau; (k := 2; (tau; tau)))"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(phases(&open(text)), expected, "{text}");
    }
}

#[test]
fn parameters_become_numbers() {
    let numbers = BTreeMap::from([("n".into(), 3.into()), ("m".into(), 5.into())]);
    let p = instantiate(&open("for k in n..m { wr A[k * m] }; if n < m { rd A[n] }"), &numbers);
    assert_eq!(
        p.to_string(),
        open("for k in 3..5 { wr A[k * 5] }; if 3 < 5 { rd A[3] }").to_string()
    );
}

#[test]
fn substitution_stops_at_a_binder_of_the_name() {
    let cases = [
        ("wr A[x]; var x. wr A[x]", "wr A[7]; var x. wr A[x]"),
        ("var y. wr A[x + y]", "var y. wr A[7 + y]"),
        ("for x in x..9 { rd A[x] }", "for x in 7..9 { rd A[x] }"),
        ("for y in 0..x { rd A[x] }", "for y in 0..7 { rd A[7] }"),
        ("if x < 1 { skip } else { rd A[x] }", "if 7 < 1 { skip } else { rd A[7] }"),
        ("rd A[y]; sync", "rd A[y]; sync"),
    ];
    for (before, after) in cases {
        let substituted = open(before).substitute(&"x".into(), &7.into());
        assert_eq!(substituted.to_string(), open(after).to_string(), "{before}");
    }
}

#[test]
fn one_protocol_for_each_array() {
    let text = "param n;\nassume n < 4;\n\
                var x. { rd B[x]; if n < 2 { wr A[tid] } else { for k in 0..n { rd B[k] } }; sync }";
    let each: Vec<(String, String)> =
        by_array(&file(text)).map(|(array, file)| (array.to_string(), file.to_string())).collect();
    let of = |array: &str, body: &str| {
        let text = format!("param n;\nassume n < 4;\n{body}");
        (array.to_string(), file(&text).to_string())
    };
    let expected = [
        of("A", "var x. { skip; if n < 2 { wr A[tid] } else { for k in 0..n { skip } }; sync }"),
        of("B", "var x. { rd B[x]; if n < 2 { skip } else { for k in 0..n { rd B[k] } }; sync }"),
    ];
    assert_eq!(each, expected);
    assert!(each[0].1.contains("assume n < 4"), "{}", each[0].1);
}

#[test]
fn a_run_without_a_rule_names_the_protocol() {
    let explained = maps::explain(
        &open("rd A[0]; sync"),
        &Thread::natural(0),
        &Choices::below(1),
        &Budget::fuel(100),
        0,
    );
    assert!(format!("{explained:?}").contains("no rule is about `sync`"), "{explained:?}");
}

#[test]
fn a_statement_of_jaminan_is_no_protocol() {
    for text in ["A[0] := 1", "let x = A[0] in rd A[x]", "x"] {
        let read = parser::statement::<Protocol>(&Source::new("test.map", text));
        let message = read.unwrap_err().message;
        assert_eq!(message, "a protocol says which cells are accessed, not what they hold");
    }
}
