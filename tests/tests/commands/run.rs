//! `run`

use serde_json::json;
use tests::{example, jaminan, jaminan_reading};

#[test]
fn the_outcome_of_s_a_is_the_one_of_the_contract() {
    let reply = jaminan(&["run", &example("s_a.jam"), "--thread", "0", "--format", "json"]);
    assert_eq!(reply.code, Some(0));
    assert_eq!(
        reply.json(),
        json!({"outcomes": [{
            "phase": [
                {"thread": 0, "mode": "rd", "array": "A", "index": 16},
                {"thread": 0, "mode": "wr", "array": "A", "index": 0},
            ],
            "trace": {"seq": ["then", {"seq": ["tau", "tau"]}]},
            "updates": {"A": {"0": 0}},
        }]})
    );
    assert!(reply.err.is_empty(), "{reply:?}");
}

#[test]
fn memory_decides_s_b() {
    let run = |memory: &str| {
        let file = example("s_b.jam");
        let arguments = ["run", &file, "--thread", "1", "--memory", memory, "--format", "json"];
        jaminan(&arguments).json()
    };
    assert_eq!(run("A:0=10,3=2")["outcomes"].as_array().map(Vec::len), Some(2));
    let none = run("A:3=2");
    assert_eq!(none["outcomes"].as_array().map(Vec::len), Some(1));
    assert_eq!(none["outcomes"][0]["trace"], json!({"seq": ["tau", {"seq": ["else", "tau"]}]}));
    assert_eq!(none["outcomes"][0]["updates"], json!({}));
}

#[test]
fn choices_range_below_the_bound() {
    let count = |values: &str| {
        let file = example("s_c.jam");
        let arguments = ["run", &file, "--thread", "0", "--values", values, "--format", "json"];
        jaminan(&arguments).json()["outcomes"].as_array().map(Vec::len)
    };
    assert_eq!([count("1"), count("2"), count("3")], [Some(1), Some(4), Some(9)]);
}

#[test]
fn s_d_writes_where_it_read() {
    let file = example("s_d.jam");
    let reply = jaminan(&["run", &file, "--thread", "7", "--values", "1", "--format", "json"]);
    assert_eq!(reply.json()["outcomes"][0]["updates"], json!({"A": {"7": 0}}));
}

#[test]
fn outcomes_are_a_set() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "jam", "--thread", "0", "--format", "json"],
        b"var x. A[0] := 1",
    );
    assert_eq!(reply.json()["outcomes"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_protocol_runs_and_updates_nothing() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "map", "--thread", "2", "--param", "n=2", "--format", "json"],
        b"param n; for k in 0..n { wr[k] }",
    );
    let access = |index: u32| json!({"thread": 2, "mode": "wr", "array": "A", "index": index});
    let iteration = |k: u32, next| json!({"seq": [{"iter": ["k", k]}, {"seq": ["tau", next]}]});
    assert_eq!(
        reply.json(),
        json!({"outcomes": [{
            "phase": [access(0), access(1)],
            "trace": iteration(0, iteration(1, json!("tau"))),
            "updates": {},
        }]})
    );
}

#[test]
fn large_numbers_are_strings() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "jam", "--thread", "9007199254740993", "--format", "json"],
        b"A[9007199254740992] := 1 << 70; A[tid] := 1",
    );
    let outcome = &reply.json()["outcomes"][0];
    assert_eq!(outcome["phase"][0]["thread"], json!("9007199254740993"));
    assert_eq!(outcome["phase"][0]["index"], json!(9007199254740992_u64));
    assert_eq!(outcome["updates"]["A"]["9007199254740992"], json!("1180591620717411303424"));
}

#[test]
fn a_launch_that_is_none_is_told_and_run() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "jam", "--thread", "5", "--param", "n=0"],
        b"param n; threads 4; assume n > 0; A[tid] := n",
    );
    assert_eq!(reply.code, Some(0));
    assert!(reply.err.contains("`threads 4`"), "{reply:?}");
    assert!(reply.err.contains("`assume n > 0` is false"), "{reply:?}");
}

#[test]
fn people_see_accesses_updates_and_trace() {
    let reply = jaminan(&["run", &example("s_a.jam"), "--thread", "0", "--memory", "A:16=7"]);
    for line in ["rd A[16], wr A[0]", "A[0] = 7", "then; (tau; tau)"] {
        assert!(reply.out.contains(line), "{reply:?}");
    }
    let file = example("s_a.jam");
    assert!(jaminan(&["run", &file, "--thread", "0", "--unicode"]).out.contains("⊤; (τ; τ)"));
}

/// Runs `run` on a kernel that stands on standard input.
fn kernel(text: &str, flags: &[&str]) -> tests::Reply {
    let mut arguments = vec!["run", "-", "--lang", "cu", "--format", "json"];
    arguments.extend(flags);
    jaminan_reading(&arguments, text.as_bytes())
}

#[test]
fn a_grid_leaves_its_arrays() {
    let file = example("saxpy.cu");
    let flags = [
        "--block-dim",
        "4",
        "--grid-dim",
        "2",
        "--args",
        "n=3",
        "a=0.5",
        "x=iota:4",
        "y=[1,2,3,4]",
    ];
    let mut arguments = vec!["run", file.as_str(), "--format", "json"];
    arguments.extend(flags);
    let reply = jaminan(&arguments);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    let answer = reply.json();
    assert_eq!(answer["arrays"]["y"], json!([1.0, 2.5, 4.0, 4.0]));
    assert_eq!(answer["end"], "finished");
    assert_eq!(answer["findings"], json!([]));
}

#[test]
fn findings_of_a_grid_are_alarms() {
    let text = "__global__ void k(int *a) {\n  if (threadIdx.x < 2) __syncthreads();\n  a[threadIdx.x + 1] = 1;\n}";
    let reply = kernel(text, &["--block-dim", "4", "--args", "a=zeros:4"]);
    assert_eq!(reply.code, Some(1));
    let answer = reply.json();
    assert_eq!(answer["arrays"]["a"], json!([0, 1, 1, 1]));
    let findings: Vec<_> = answer["findings"].as_array().into_iter().flatten().collect();
    let shown = |n: usize| json!([findings[n]["kind"], findings[n]["line"], findings[n]["thread"]]);
    assert_eq!(findings.len(), 2, "{answer}");
    assert_eq!(shown(0), json!(["barrier divergence", 2, [0, 0, 0]]));
    assert_eq!(shown(1), json!(["out of bounds", 3, [3, 0, 0]]));
}

#[test]
fn schedules_and_traces_of_a_grid() {
    let text = "__global__ void k(int *a) { a[0] = a[0] * 2 + threadIdx.x; }";
    let last = |schedule: &str| {
        let flags = ["--block-dim", "2", "--args", "a=[5]", "--schedule", schedule, "--trace"];
        let answer = kernel(text, &flags).json();
        assert_eq!(answer["trace"].as_array().map(Vec::len), Some(4));
        (answer["arrays"]["a"][0].clone(), answer["trace"][0].clone())
    };
    let (forth, first) = last("canonical");
    assert_eq!(forth, 21);
    let place = "<stdin>:1:36";
    let expected = json!({"block": [0, 0, 0], "thread": [0, 0, 0], "mode": "rd", "array": "a",
        "index": 0, "place": place, "phase": 0});
    assert_eq!(first, expected);
    assert_eq!(last("reversed").0, 22);
    assert_eq!(last("random:7"), last("random:7"));
}

#[test]
fn what_a_grid_is_not_given_is_bad_input() {
    let text = "__global__ void k(int *a, int n) { a[0] = n; }";
    for (flags, message) in [
        (vec!["--args", "n=1"], "`a` has no value"),
        (vec!["--args", "a=zeros:4", "n=1", "m=2"], "the kernel has no parameter `m`"),
        (vec!["--args", "a=[1.5]", "n=1"], "a `int` cannot hold 1.5"),
        (vec!["--args", "a=zeros:4", "n=4294967296"], "a `int` cannot hold 4294967296"),
        (vec!["--args", "a=ones:4", "n=1"], "fills no array"),
        (vec!["--args", "a=zeros:4", "n=1", "--block-dim", "2048"], "1 to 1024"),
        (vec!["--thread", "0"], "`--thread` is not about a kernel"),
        (vec!["--args", "a=zeros:4", "n=1", "--schedule", "best"], "none of canonical"),
    ] {
        let reply = kernel(text, &flags);
        assert_eq!(reply.code, Some(2), "{flags:?}: {reply:?}");
        assert!(reply.err.contains(message), "{flags:?}: {}", reply.err);
        assert!(reply.out.is_empty());
    }
    let reply = jaminan(&["run", &example("s_a.jam")]);
    assert_eq!(reply.code, Some(2));
    let reply = jaminan(&["run", &example("s_a.jam"), "--thread", "0", "--trace"]);
    assert_eq!(reply.code, Some(2));
}

#[test]
fn limits_of_a_grid_are_undecided() {
    let ever = "__global__ void k(int *a) { for (;;) a[0] = 1; }";
    let reply = kernel(ever, &["--args", "a=zeros:1", "--fuel", "1000"]);
    assert_eq!((reply.code, &reply.json()["end"]), (Some(3), &json!("out of fuel")));
    let unsupported = "__global__ void k(int *a) { asm(\"bar.sync 1;\"); }";
    let reply = kernel(unsupported, &["--args", "a=zeros:1"]);
    assert_eq!(reply.code, Some(3));
    assert!(reply.err.contains("inline assembly"), "{}", reply.err);
    let two = "__global__ void j(int *a) { a[0] = 1; } __global__ void k(int *a) { a[0] = 2; }";
    assert_eq!(kernel(two, &["--args", "a=zeros:1"]).code, Some(2));
    let chosen = kernel(two, &["--kernel", "k", "--args", "a=zeros:1"]);
    assert_eq!(chosen.json()["arrays"]["a"], json!([2]));
}

/// `explain` picks the outcomes that `run` numbers.
#[test]
fn outcomes_are_numbered_from_1_everywhere() {
    let program = b"var x. A[x] := 0";
    let run = jaminan_reading(&["run", "-", "--lang", "jam", "--thread", "0"], program);
    assert!(run.out.contains("outcome 1") && run.out.contains("outcome 2"), "{}", run.out);
    let explain = |outcome: &str| {
        let flags = ["explain", "-", "--lang", "jam", "--thread", "0", "--outcome", outcome];
        jaminan_reading(&flags, program)
    };
    assert!(explain("1").out.contains("wr[0]") || explain("1").out.contains("wr A[0]"));
    assert_ne!(explain("1").out, explain("2").out);
    assert_eq!((explain("0").code, explain("3").code), (Some(2), Some(2)));
    assert!(explain("3").err.contains("the last one is 2"), "{}", explain("3").err);
}

#[test]
fn a_kernel_is_given_truth_values_by_name() {
    let text = b"__global__ void k(int *a, bool f) { if (f) a[threadIdx.x] = 1; }";
    for (given, expected) in [("f=true", json!([1, 1])), ("f=false", json!([0, 0]))] {
        let start = ["run", "-", "--lang", "cu", "--block-dim", "2", "--format", "json"];
        let arguments = [&start[..], &["--args", "a=zeros:2", given]].concat();
        let reply = jaminan_reading(&arguments, text);
        assert_eq!(reply.json()["arrays"]["a"], expected, "{reply:?}");
    }
}
