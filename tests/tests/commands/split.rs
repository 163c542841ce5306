//! `split`

use serde_json::json;
use tests::jaminan_reading;

#[test]
fn phases_are_programs() {
    let program = b"param n; A[tid] := 0; for k in 0..n { A[k] := 0; sync; B[tid] := k }";
    let reply = jaminan_reading(&["split", "-", "--lang", "jam", "--format", "json"], program);
    assert_eq!(reply.code, Some(0));
    let phases = reply.json();
    let phases = phases["phases"].as_array().cloned().unwrap_or_default();
    assert_eq!(phases.len(), 4, "{phases:?}");
    for phase in &phases {
        let text = phase["program"].as_str().unwrap_or_default();
        let judged = jaminan_reading(&["judge", "-", "--lang", "jam"], text.as_bytes());
        assert_eq!(judged.code, Some(0), "{text}\n{judged:?}");
    }
    let firsts: Vec<_> = phases.iter().map(|phase| phase["first"].clone()).collect();
    assert_eq!(firsts, [json!(true), json!(true), json!(false), json!(false)]);
}

#[test]
fn one_phase_by_its_number() {
    let program = b"wr[0]; sync; wr[1]";
    let reply = jaminan_reading(&["split", "-", "--lang", "map", "--phase", "2"], program);
    assert_eq!(reply.out, "// phase 2 of 2\nwr A[1]\n");
    let reply = jaminan_reading(&["split", "-", "--lang", "map", "--phase", "3"], program);
    assert_eq!(reply.code, Some(2));
}

#[test]
fn a_program_without_barriers_is_its_own_phase() {
    let reply = jaminan_reading(&["split", "-", "--lang", "jam"], b"A[tid] := 0");
    assert_eq!(reply.out, "A[tid] := 0\n");
}

#[test]
fn a_barrier_that_some_threads_reach_is_marked() {
    let program = b"if tid < 1 { sync }";
    let reply = jaminan_reading(&["split", "-", "--lang", "jam"], program);
    assert_eq!(reply.code, Some(2));
    assert!(reply.err.contains("<stdin>:1:14"), "{reply:?}");
}
