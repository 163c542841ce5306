//! `race`

use serde_json::{Value, json};
use tests::{Reply, example, jaminan, jaminan_reading};

/// Runs a kernel that is given as text.
fn race(kernel: &str, flags: &[&str]) -> Reply {
    let mut arguments = vec!["race", "-", "--lang", "cu", "--format", "json"];
    arguments.extend(flags);
    jaminan_reading(&arguments, kernel.as_bytes())
}

fn answer(kernel: &str, flags: &[&str], code: i32) -> Value {
    let reply = race(kernel, flags);
    assert_eq!(reply.code, Some(code), "{kernel} {reply:?}");
    let answer = reply.json();
    assert_eq!(answer["kernels"].as_array().map(Vec::len), Some(1));
    answer["kernels"][0].clone()
}

const NEIGHBOUR: &str = "__global__ void k(int *a) {
    int x = a[threadIdx.x + 1];
    a[threadIdx.x] = x;
}";

/// Nothing follows from a thread that is alone, and that is said.
#[test]
fn one_thread_races_with_nobody() {
    let kernel = "__global__ void k(int *a) { a[0] = threadIdx.x; }";
    for (flags, code, alone) in [(&[][..], 0, true), (&["--block-dim", "2"], 1, false)] {
        let kernel = answer(kernel, &[&["--args", "a=zeros:1"], flags].concat(), code);
        assert_eq!(kernel["notes"].to_string().contains("one thread alone"), alone, "{kernel:#}");
    }
}

#[test]
fn a_race_is_shown_with_both_accesses() {
    let kernel = answer(NEIGHBOUR, &["--block-dim", "2", "--args", "a=zeros:3"], 1);
    assert_eq!(kernel["verdict"], "racy");
    let alarms = kernel["alarms"].as_array().cloned().unwrap_or_default();
    assert_eq!(alarms.len(), 1, "{kernel}");
    let alarm = &alarms[0];
    assert_eq!(
        (&alarm["array"], &alarm["index"], &alarm["race"]),
        (&json!("a"), &json!(1), &json!(true))
    );
    let all = ["happens-before", "hirace-published", "hirace-repaired", "phases"];
    assert_eq!(alarm["detectors"], json!(all));
    let access = |n: usize, key: &str| alarm["accesses"][n][key].clone();
    assert_eq!((access(0, "mode"), access(0, "line")), (json!("rd"), json!(2)));
    assert_eq!((access(1, "mode"), access(1, "line")), (json!("wr"), json!(3)));
    assert_eq!((access(0, "thread"), access(1, "thread")), (json!([0, 0, 0]), json!([1, 0, 0])));
    assert_eq!(alarm["schedules"], json!(["canonical", "reversed", "random:1"]));
}

/// The same seed is the same run.
#[test]
fn schedules_replay() {
    let flags = ["--block-dim", "64", "--args", "a=zeros:65", "--schedule", "random:5"];
    assert_eq!(race(NEIGHBOUR, &flags).out, race(NEIGHBOUR, &flags).out);
}

#[test]
fn barriers_order_and_nothing_else_does() {
    let kernel = |between: &str| {
        format!(
            "__global__ void k(int *a) {{
                a[threadIdx.x] = 1;
                {between};
                a[threadIdx.x ^ 1] = 2;
            }}"
        )
    };
    let verdict = |between: &str, code: i32| {
        answer(&kernel(between), &["--block-dim", "64", "--args", "a=zeros:64"], code)["verdict"]
            .clone()
    };
    for barrier in ["__syncthreads()", "__syncthreads_or(1)", "__syncthreads_count(threadIdx.x)"] {
        assert_eq!(verdict(barrier, 0), "none found", "{barrier}");
    }
    for none in ["", "__shfl_sync(~0u, 1, 0)", "__ballot_sync(~0u, 1)", "__threadfence()"] {
        assert_eq!(verdict(none, 1), "racy", "{none}");
    }
    // Phases know no barrier of a warp: they differ from what a race is, and that is told.
    let apart = answer(&kernel("__syncwarp()"), &["--block-dim", "64", "--args", "a=zeros:64"], 1);
    assert_eq!(apart["verdict"], "none found");
    assert_eq!(apart["alarms"][0]["detectors"], json!(["phases"]));
    assert_eq!(apart["alarms"][0]["race"], false);
}

#[test]
fn scopes_of_atomics_count() {
    let flags = ["--grid-dim", "2", "--block-dim", "2", "--args", "a=zeros:1"];
    let kernel = |atomic: &str| format!("__global__ void k(int *a) {{ {atomic}(&a[0], 1); }}");
    assert_eq!(answer(&kernel("atomicAdd"), &flags, 0)["verdict"], "none found");
    let block = answer(&kernel("atomicAdd_block"), &flags, 1);
    assert_eq!(block["alarms"][0]["accesses"][0]["mode"], "atomic_block");
    assert_eq!(answer(&kernel("atomicAdd_block"), &flags[2..], 0)["verdict"], "none found");
    let mixed = "__global__ void k(int *a) { atomicAdd(&a[0], 1); int x = a[0]; }";
    assert_eq!(answer(mixed, &flags, 1)["verdict"], "racy");
}

/// One of its wrong cells: after a barrier, atomics of a block are a race to the published machine.
#[test]
fn the_published_machine_is_contradicted() {
    let kernel = "__global__ void k(int *a) {
        if (threadIdx.x == 0) a[1] = a[0];
        __syncthreads();
        atomicAdd_block(&a[0], 1);
    }";
    let kernel = answer(kernel, &["--block-dim", "2", "--args", "a=zeros:2"], 1);
    assert_eq!(kernel["verdict"], "none found");
    let alarm = &kernel["alarms"][0];
    assert_eq!(alarm["detectors"], json!(["hirace-published"]));
    let right = json!(["happens-before", "hirace-repaired", "phases"]);
    assert_eq!((&alarm["race"], &alarm["missed_by"]), (&json!(false), &right));
}

#[test]
fn what_has_no_meaning_is_contained() {
    let kernel = "__global__ void k(int *a, int n) {
        if (threadIdx.x < n) {
            __syncthreads();
            a[threadIdx.x + 8] = 1;
        }
    }";
    let kernel = answer(kernel, &["--block-dim", "4", "--args", "n=2", "a=zeros:8"], 1);
    assert_eq!(kernel["verdict"], "none found");
    let findings = kernel["findings"].as_array().cloned().unwrap_or_default();
    let kinds: Vec<&str> = findings.iter().filter_map(|f| f["kind"].as_str()).collect();
    assert_eq!(kinds, ["barrier divergence", "out of bounds"]);
}

/// Accesses of different widths share bytes.
#[test]
fn bytes_of_a_word_are_locations() {
    let kernel = |other: u32| {
        format!(
            "__global__ void k(int *a) {{
                char *bytes = (char *)a;
                if (threadIdx.x == 0) a[0] = 1;
                else bytes[{other}] = 1;
            }}"
        )
    };
    let flags = ["--block-dim", "2", "--args", "a=zeros:2"];
    assert_eq!(answer(&kernel(3), &flags, 1)["verdict"], "racy");
    assert_eq!(answer(&kernel(4), &flags, 0)["verdict"], "none found");
}

#[test]
fn a_large_grid_is_practical() {
    let kernel = "__global__ void k(int *a, int n) {
        int i = threadIdx.x + blockIdx.x * blockDim.x;
        if (i < n) a[i] = i;
    }";
    let flags = ["--grid-dim", "1024", "--block-dim", "256", "--schedule", "canonical"];
    let flags = [&flags[..], &["--args", "n=262144", "a=zeros:262144"]].concat();
    let kernel = answer(kernel, &flags, 0);
    assert_eq!(kernel["runs"][0]["accesses"], 262_144);
}

#[test]
fn limits_and_bad_input() {
    let endless = "__global__ void k(int *a) { while (1) a[threadIdx.x] = 1; }";
    let flags = ["--block-dim", "2", "--args", "a=zeros:2", "--fuel", "1000"];
    let kernel = answer(endless, &flags, 3);
    assert_eq!(kernel["verdict"], "unknown");
    assert_eq!(kernel["runs"][0]["end"], "out of fuel");
    let saxpy = example("saxpy.cu");
    for arguments in [
        vec!["race", &saxpy, "--args", "n=1"],
        vec!["race", &saxpy, "--schedule", "sideways"],
        vec!["race", &saxpy, "--block-dim", "4096"],
        vec!["race", &example("s_a.jam")],
        vec!["race", "no such file.cu"],
    ] {
        let reply = jaminan(&arguments);
        assert_eq!(reply.code, Some(2), "{arguments:?} {reply:?}");
        assert!(reply.out.is_empty(), "{reply:?}");
    }
}
