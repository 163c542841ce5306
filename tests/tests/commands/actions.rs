//! `actions`

use serde_json::{Value, json};
use tests::{example, jaminan, jaminan_reading};

fn actions(file: &str, threads: &str) -> Value {
    let arguments = [
        "actions",
        &example(file),
        "--threads",
        threads,
        "--values",
        "2",
        "--cells",
        "3",
        "--format",
        "json",
    ];
    let reply = jaminan(&arguments);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    reply.json()
}

fn counts(protocol: u32, program: u32, reachable: u32, spurious: u32) -> Value {
    json!({
        "protocol": protocol,
        "program": program,
        "reachable": reachable,
        "spurious": spurious,
    })
}

#[test]
fn the_actions_of_the_four_programs() {
    assert_eq!(actions("s_a.jam", "2"), counts(4, 4, 2, 0));
    assert_eq!(actions("s_b.jam", "2"), counts(6, 6, 4, 0));
    assert_eq!(actions("s_c.jam", "2"), counts(4, 4, 2, 0));
    assert_eq!(actions("s_d.jam", "2"), counts(6, 4, 2, 2));
}

#[test]
fn the_spurious_actions_of_s_d_are_listed() {
    let file = example("s_d.jam");
    let reply = jaminan(&["actions", &file, "--threads", "2", "--list", "--format", "json"]);
    let spurious = &reply.json()["members"]["spurious"];
    let trace = json!({"seq": ["tau", {"seq": ["tau", "tau"]}]});
    let action = |thread: u32, index: u32| {
        let access = json!({"thread": thread, "mode": "wr", "array": "A", "index": index});
        json!({"access": access, "trace": trace})
    };
    assert_eq!(*spurious, json!([action(0, 1), action(1, 0)]));
}

#[test]
fn a_protocol_has_no_spurious_actions() {
    let reply = jaminan_reading(
        &["actions", "-", "--lang", "map", "--threads", "1", "--format", "json"],
        b"var x. wr[x]",
    );
    assert_eq!(reply.json(), counts(2, 2, 1, 0));
}
