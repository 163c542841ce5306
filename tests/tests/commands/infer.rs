//! `infer`

use serde_json::json;
use tests::{example, jaminan, jaminan_reading};

fn protocol(file: &str) -> String {
    let reply = jaminan(&["infer", &example(file), "--format", "json"]);
    assert_eq!(reply.code, Some(0));
    let text = reply.json()["protocols"]["A"].as_str().map(str::to_owned);
    text.unwrap_or_else(|| panic!("{reply:?}")).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_protocols_of_figure_1() {
    assert_eq!(protocol("s_a.jam"), "if tid < 32 { rd A[tid + 16]; var x. wr A[tid] }");
    assert_eq!(protocol("s_b.jam"), "rd A[0]; var x. if x != 0 { var y. wr A[tid] }");
    assert_eq!(protocol("s_c.jam"), "var x. var y. wr A[x]");
    assert_eq!(protocol("s_d.jam"), "wr A[tid]; rd A[tid]; var x. var y. wr A[x]");
}

#[test]
fn what_it_prints_is_read_again() {
    for file in ["s_a.jam", "s_b.jam", "s_c.jam", "s_d.jam"] {
        let map = jaminan(&["infer", &example(file)]).out;
        let judged =
            jaminan_reading(&["judge", "-", "--lang", "map", "--format", "json"], map.as_bytes());
        let direct = jaminan(&["judge", &example(file), "--format", "json"]);
        assert_eq!(judged.json(), direct.json());
    }
}

#[test]
fn declarations_are_kept() {
    let program = b"param n; threads n; assume n > 2; A[tid + n] := 0";
    let reply = jaminan_reading(&["infer", "-", "--lang", "jam"], program);
    assert_eq!(reply.out, "param n;\nthreads n;\nassume n > 2;\nwr A[tid + n]\n");
}

#[test]
fn one_protocol_for_each_array() {
    let program = b"let x = A[tid] in B[x] := 0";
    let json = jaminan_reading(&["infer", "-", "--lang", "jam", "--format", "json"], program);
    assert_eq!(
        json.json()["protocols"],
        json!({"A": "rd A[tid];\nvar x.\nskip\n", "B": "var x.\nwr B[x]\n"})
    );
    let text = jaminan_reading(&["infer", "-", "--lang", "jam"], program).out;
    assert!(text.contains("// array A\n") && text.contains("// array B\n"), "{text}");
    let one = jaminan_reading(&["infer", "-", "--lang", "jam", "--array", "B"], program).out;
    assert_eq!(one, "var x.\nwr B[x]\n");
}

#[test]
fn a_program_without_arrays_has_a_protocol_too() {
    let reply = jaminan_reading(&["infer", "-", "--lang", "jam"], b"skip");
    assert_eq!(reply.code, Some(0));
    let judged =
        jaminan_reading(&["judge", "-", "--lang", "map", "--format", "json"], reply.out.as_bytes());
    assert_eq!(judged.json(), json!({"arrays": {}}));
}
