//! `formulas`

use super::flows::{kernel, kernel_file, list};
use serde_json::{Value, json};
use tests::{example, jaminan, jaminan_reading};

/// [S18, Fig. 1], rebuilt: the races that the paper names, between IR 2 and 3 and between IR 5 and 6,
/// the one within IR 9, and the divergent barrier, all of one run.
#[test]
fn the_running_example() {
    let found = kernel(&["formulas", &kernel_file("sarkar2018/fig1.cu")]);
    let lines: Vec<(Value, Value)> = list(&found["races"])
        .iter()
        .map(|race| (race["places"][0]["line"].clone(), race["places"][1]["line"].clone()))
        .collect();
    for expected in [(5, 5), (5, 6), (9, 11), (14, 14)] {
        let expected = (json!(expected.0), json!(expected.1));
        assert!(lines.contains(&expected), "{expected:?} is not among {lines:?}");
    }
    let divergences = list(&found["divergences"]);
    assert_eq!(divergences.len(), 1, "{divergences:#?}");
    assert_eq!(divergences[0]["line"], json!(8));
    assert_eq!(divergences[0]["witness"]["status"], "confirmed");
}

#[test]
fn each_kind_of_error_is_noticed() {
    for name in ["rotate", "shift", "flip", "min_max"] {
        let file = kernel_file(&format!("sarkar2018/{name}.cu"));
        let clean = kernel(&["formulas", &file]);
        assert_eq!(clean["verdict"], "drf", "{clean:#}");
        assert_eq!(list(&clean["divergences"]).len(), 0);
        let injected = kernel(&["formulas", &file, "-D", "INJECTED"]);
        assert_eq!(injected["verdict"], "racy", "{injected:#}");
    }
}

#[test]
fn the_formulas_are_those_of_the_paper() {
    let program = b"let x = A[tid] in if x < 1 { A[tid] := 0 } else { skip }; B[tid] := 1";
    let flags = ["formulas", "-", "--lang", "jam", "--format", "json"];
    let reply = jaminan_reading(&flags, program);
    let formulas: Vec<String> = list(&reply.json()["kernels"][0]["formulas"])
        .iter()
        .map(|f| format!("{} => {}", f["predicate"], f["action"]).replace('"', ""))
        .collect();
    assert_eq!(
        formulas,
        [
            "true => x_1 == (select A_1 tid)",
            "(x_1 < 1) => A_2 == (store A_1 tid 0)",
            "(x_1 < 1) => A_3 == A_2",
            "!(x_1 < 1) => A_3 == A_1",
            "true => B_2 == (store B_1 tid 1)",
        ]
    );
}

#[test]
fn questions_are_smt_lib() {
    let flags = ["formulas", "-", "--lang", "jam", "--smt"];
    let reply = jaminan_reading(&flags, b"A[0] := tid");
    assert_eq!(reply.code, Some(1), "{reply:?}");
    let scripts = reply.out.matches("(check-sat)").count();
    assert!(scripts > 1 && reply.out.contains("(set-logic ALL)"), "{reply:?}");
}

/// A reading that may miss races does not say that there is none.
#[test]
fn the_printed_reading_does_not_call_a_program_race_free() {
    let flags = ["formulas", "-", "--lang", "jam", "--reading", "printed"];
    let reply = jaminan_reading(&flags, b"A[tid] := 0");
    assert_eq!(reply.code, Some(3), "{reply:?}");
}

/// The report on the paper: every verdict as recorded, every injected error noticed.
#[test]
fn the_report() {
    if !jaminan(&["check", "-v", "--solver", "z3", &example("s_d.jam")]).out.contains("Z3") {
        println!("skipped: z3 (not installed)");
        return;
    }
    let reply = jaminan(&["paper", "sarkar2018", "--size", "1", "--format", "json"]);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    let report = reply.json();
    let verdict = |id: &str| {
        let claims = list(&report["claims"]);
        claims.iter().find(|claim| claim["id"] == id).map(|claim| claim["verdict"].clone())
    };
    for theorem in ["sarkar2018/1", "sarkar2018/2", "sarkar2018/3"] {
        assert_eq!(verdict(theorem), Some(json!("holds once mended")), "{theorem}");
    }
    assert_eq!(list(&report["injected"]).len(), 8);
}
