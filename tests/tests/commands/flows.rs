//! `flows`

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests::{jaminan, jaminan_reading, root};

/// A kernel of one of the two papers.
pub fn kernel_file(name: &str) -> String {
    root().join("theories/kernels").join(name).display().to_string()
}

pub fn kernel(arguments: &[&str]) -> Value {
    let flags = [arguments, &["--format", "json"]].concat();
    let reply = jaminan(&flags);
    assert!(reply.code.is_some_and(|code| code < 2), "{reply:?}");
    reply.json()["kernels"][0].clone()
}

pub fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn lines(race: &Value) -> Vec<u64> {
    let line = |access: &Value| access["line"].as_u64().unwrap_or(0);
    let mut lines: Vec<u64> = list(&race["accesses"]).iter().map(line).collect();
    lines.sort_unstable();
    lines
}

/// [P12, Fig. 2]: the two races that the paper names, with threads such as it names; its four flows,
/// where a branch with nothing on one side is no fork, and five where it is.
#[test]
fn the_motivating_example() {
    let found = kernel(&["flows", &kernel_file("li2012/fig2.cu"), "--warps", "simd"]);
    assert_eq!(found["verdict"], "racy");
    let interval = &found["intervals"][0];
    assert_eq!((list(&interval["flows"]).len(), &interval["merged_flows"]), (5, &json!(4)));
    let races = list(&found["races"]);
    assert!(races.iter().all(|race| race["witness"]["status"] == "confirmed"), "{races:#?}");
    let with = |wanted: [u64; 2]| {
        races.iter().filter(move |race| lines(race) == wanted).cloned().collect::<Vec<_>>()
    };
    let first = with([11, 19]);
    assert_eq!((first.len(), &first[0]["index"]), (1, &json!(1023)), "{first:#?}");
    let relations: BTreeSet<String> =
        with([13, 16]).iter().map(|race| race["relation"].to_string()).collect();
    assert_eq!(relations.len(), 2, "an odd writer and the next even reader: {relations:?}");
}

/// An array that is misspelt would have all others hold 0, and a race that hangs on them be missed.
#[test]
fn symbolic_inputs_are_arrays_of_the_kernel() {
    let program = b"let x = A[0] in if x < 1 { skip } else { B[0] := 0 }";
    let flows = ["flows", "-", "--lang", "jam", "--symbolic"];
    let asked = |arrays| jaminan_reading(&[&flows[..], &[arrays]].concat(), program);
    let reply = asked("C");
    assert_eq!((reply.code, reply.out.as_str()), (Some(2), ""), "{reply:?}");
    assert!(reply.err.contains("there is no array `C`"), "{reply:?}");
    assert_eq!(asked("A").code, Some(1));
    let reply = asked("B");
    assert_eq!(reply.code, Some(0), "{reply:?}");
    assert!(reply.out.contains("note: arrays other than B hold 0 at first"), "{reply:?}");
}

/// [P12, Fig. 6]: an interval of the sort is free of races, and its tree has the three conditions on
/// the thread and four on the input that [P12, Fig. 7] has.
#[test]
fn the_tree_of_the_bitonic_sort() {
    let file = kernel_file("li2012/bitonic_sort.cu");
    let found = kernel(&["flows", &file, "--block-dim", "8", "--grid-dim", "1", "--tests"]);
    assert_eq!(found["verdict"], "drf");
    let flows = list(&found["intervals"][1]["flows"]);
    let mut conditions = BTreeSet::new();
    for flow in flows.iter().filter(|flow| !list(&flow["accesses"]).is_empty()) {
        for turn in list(&flow["path"]) {
            let input = turn["on_input"] == json!(true);
            conditions.insert((input, turn["condition"].to_string(), turn["holds"].to_string()));
        }
    }
    let on_input = conditions.iter().filter(|(input, ..)| *input).count();
    assert_eq!((conditions.len(), on_input), (7, 4), "{conditions:#?}");
    // What others wrote before decides of most flows, and most inputs that are known are taken: which, the solver says.
    let all = list(&found["intervals"]);
    let all: Vec<Value> = all.iter().flat_map(|interval| list(&interval["flows"])).collect();
    let taken = all.iter().filter(|flow| flow["test"]["replayed"] == json!(true)).count();
    assert!(taken * 4 >= all.len() * 3, "{taken} of {}: {all:#?}", all.len());
    assert_eq!(all[0]["test"]["replayed"], json!(true), "{}", all[0]);
}

#[test]
fn a_tree_is_a_picture() {
    let file = kernel_file("li2012/bitonic_sort.cu");
    let reply = jaminan(&["flows", &file, "--block-dim", "8", "--grid-dim", "1", "--svg", "1"]);
    assert!(reply.out.starts_with("<svg") && reply.out.contains("flow 4"), "{reply:?}");
    let reply = jaminan(&["flows", &file, "--block-dim", "8", "--svg", "99"]);
    assert!(reply.code == Some(2) || reply.code == Some(3), "{reply:?}");
}

#[test]
fn explicit_threads_have_the_same_races() {
    for (file, warps) in
        [("reduction4", "independent"), ("reduction4", "simd"), ("reduction0", "simd")]
    {
        let file = kernel_file(&format!("li2012/{file}.cu"));
        let launch = ["--block-dim", "64", "--grid-dim", "2"];
        let found =
            kernel(&[&["flows", &file, "--warps", warps, "--explicit"], &launch[..]].concat());
        assert_eq!(found["explicit"]["same_races"], json!(true), "{file}: {found:#}");
        assert_eq!(found["explicit"]["threads"], json!(128));
    }
}

#[test]
fn a_barrier_that_some_threads_reach_is_a_deadlock() {
    let program = b"threads 4; if tid < 1 { sync }";
    let flags = ["flows", "-", "--lang", "jam", "--format", "json"];
    let reply = jaminan_reading(&flags, program);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    let kernel = reply.json()["kernels"][0].clone();
    assert_eq!(kernel["deadlocks"][0]["witness"]["status"], "confirmed", "{kernel:#}");
    assert_eq!(kernel["verdict"], "drf");
}

/// `flows` on a program of the calculus: the exit code and the verdict.
fn verdict(program: &[u8], flags: &[&str]) -> (Option<i32>, Value) {
    let flags = [&["flows", "-", "--lang", "jam", "--format", "json"], flags].concat();
    let reply = jaminan_reading(&flags, program);
    (reply.code, reply.json()["kernels"][0]["verdict"].clone())
}

/// Of a loop without a known end some iteration stands for those that are not written out, where no barrier is in
/// it and no warp in lock step.
#[test]
fn loops_without_a_known_end() {
    let own = b"param n; for k in 0..n { A[tid] := k }";
    assert_eq!(verdict(own, &[]), (Some(0), json!("drf")));
    assert_eq!(verdict(own, &["--warps", "simd"]), (Some(3), json!("unknown")));
    let late = b"param n; for k in 0..n { if k < 9 { skip } else { A[0] := k } }";
    assert_eq!(verdict(late, &[]), (Some(1), json!("racy")));
    let barrier = b"param n; for k in 0..n { A[tid] := k; sync }";
    assert_eq!(verdict(barrier, &[]), (Some(3), json!("unknown")));
    // What the skipped iterations wrote is not known.
    let behind = b"param n; A[tid] := 0; { for k in 0..n { if k == 7 { A[tid] := 1 } }; \
        let x = A[tid] in if x == 1 { B[0] := tid } }";
    assert_eq!(verdict(behind, &[]), (Some(1), json!("racy")));
}

/// Thread 0 is told by thread 3, and so all are told: no two of them, run by themselves, say so.
#[test]
fn what_a_third_thread_prevents_is_not_confirmed() {
    let told = "threads 4; A[tid] := 0; sync; A[(tid + 1) % 4] := 1; sync; let x = A[tid] in";
    let ends = [
        "if x < 1 { sync }",
        "if x < 1 { B[0] := tid }",
        "if x < 1 { sync; B[0] := tid } else { sync }",
    ];
    let in_rounds = "for x in 0..2 { A[tid ^ 1 - x] := 1 - x; sync }; \
                     let y = A[0] in for z in 0..y { A[0] := 0 }";
    for program in ends.map(|end| format!("{told} {end}")).into_iter().chain([in_rounds.into()]) {
        for command in ["flows", "formulas"] {
            let flags = [command, "-", "--lang", "jam", "--format", "json"];
            let reply = jaminan_reading(&flags, program.as_bytes());
            let kernel = reply.json()["kernels"][0].clone();
            let keys = ["races", "deadlocks", "divergences"];
            let found = keys.map(|key| list(&kernel[key])).concat();
            let confirmed = found.iter().filter(|one| one["witness"]["status"] == "confirmed");
            assert_eq!(confirmed.count(), 0, "{command}: {program}: {kernel:#}");
        }
    }
}

/// A race to which every way leads is run with its two threads alone, whatever the way hangs on: here on a sum that
/// is not modelled.
#[test]
fn what_every_way_leads_to_is_confirmed() {
    let kernel = |guard: &str| {
        format!(
            "__global__ void k(int *in, int *out) {{
                 __shared__ int s[8];
                 unsigned t = threadIdx.x;
                 unsigned sum = 0;
                 for (int i = 0; i < 4; i++) sum += in[i];
                 if (sum > 3) s[t] = 1; else s[t] = 2;
                 __syncthreads();
                 {guard} out[t] = 1;
             }}"
        )
    };
    for (guard, status) in [("", "confirmed"), ("if (sum > 3)", "open"), ("if (s[t] > 1)", "open")]
    {
        let flags = ["flows", "-", "--lang", "cu", "--block-dim", "8", "--grid-dim", "2"];
        let reply = jaminan_reading(
            &[&flags[..], &["--format", "json"]].concat(),
            kernel(guard).as_bytes(),
        );
        let races = list(&reply.json()["kernels"][0]["races"]);
        let told: Vec<&Value> = races.iter().map(|race| &race["witness"]["status"]).collect();
        assert_eq!(told, [status], "{guard}: {races:#?}");
    }
}

/// Where an execution may have no meaning, or no end, since of a value that is not modelled, nothing is confirmed.
#[test]
fn what_may_have_no_meaning_is_not_confirmed() {
    for body in [
        "int m = 1; for (int i = 0; i < 4; i++) m *= 3; int z = 5 / (m - 81); out[0] = t;",
        "__shared__ int s[8]; if (t == 5) s[0] = 4; __syncthreads(); int z = 5 / (s[0] - 4); if (t < 2) out[0] = t;",
        "while (1) { } out[0] = t;",
        "unsigned i = 0; while (i != 5) i += 2; out[0] = t;",
        "int m = 1; for (int i = 0; i < 4; i++) m *= 3; int z = 5 / (m - 81); if (t < 2) __syncthreads();",
    ] {
        let kernel = format!("__global__ void k(int *out) {{ unsigned t = threadIdx.x; {body} }}");
        for command in ["flows", "formulas"] {
            let flags = [command, "-", "--lang", "cu", "--block-dim", "8", "--grid-dim", "1"];
            let flags = [&flags[..], &["--format", "json"]].concat();
            let answer = jaminan_reading(&flags, kernel.as_bytes()).json()["kernels"][0].clone();
            let keys = ["races", "deadlocks", "divergences"];
            let found = keys.map(|key| list(&answer[key])).concat();
            assert!(!found.is_empty(), "{command}: {body}: {answer:#}");
            let confirmed = found.iter().filter(|one| one["witness"]["status"] == "confirmed");
            assert_eq!(confirmed.count(), 0, "{command}: {body}: {answer:#}");
        }
    }
}

/// Behind a barrier a thread is one that came to it: what was decided before of parameters, coordinates and
/// what was read or chosen is so there, too.
#[test]
fn what_was_decided_before_a_barrier() {
    let race_free = [
        "param n; if n < 1 { sync; A[tid * (1 - n)] := 0 }",
        "param n; if n < 1 { sync; if n == 1 { A[0] := 0 } }",
        "param n; if n < 1 { sync; sync; if n == 1 { A[0] := 0 } }",
        "let x = A[0] in if x < 1 { sync; if x == 1 { B[0] := 0 } }",
        "if tid < 0 { sync; A[0] := 0 }",
        // One of the two sides comes to the barrier, whichever goes on.
        "param n; if n < 2 { if n < 1 { B[tid] := 0 }; sync; if n == 2 { A[0] := 0 } }",
    ];
    let racy = [
        "param n; if n < 1 { sync; A[n] := 0 }",
        "param n; if n < 2 { if n < 1 { B[tid] := 0 }; sync; if n == 1 { A[0] := 0 } }",
        "param n; if n < 2 { if n < 1 { B[tid] := 0 }; sync; if n == 0 { A[0] := 0 } }",
        "param n; if n < 1 { sync } else { if n < 2 { sync }; sync; if n == 2 { A[0] := 0 } }",
    ];
    let race_free = race_free.map(|program| (program, 0, "drf"));
    for (program, code, word) in
        race_free.into_iter().chain(racy.map(|program| (program, 1, "racy")))
    {
        assert_eq!(verdict(program.as_bytes(), &[]), (Some(code), json!(word)), "{program}");
    }
}

/// The same in kernels; and a witness is of threads that come there.
#[test]
fn what_was_decided_before_a_barrier_of_a_kernel() {
    let found = |body: &str, launch: [&str; 2]| {
        let kernel = format!("__global__ void k(int *a, int *b, int n) {{ {body} }}");
        let flags = ["flows", "-", "--lang", "cu", "--format", "json", "--explicit"];
        let flags = [&flags[..], &["--block-dim", launch[0], "--grid-dim", launch[1]]].concat();
        jaminan_reading(&flags, kernel.as_bytes()).json()["kernels"][0].clone()
    };
    let kernels = [
        "int i = blockIdx.x * blockDim.x + threadIdx.x; \
         if (n != 0) { a[i] = i; __syncthreads(); b[i * n] = a[i]; }",
        "if (n < 1) { __syncthreads(); if (n == 1) a[0] = threadIdx.x; }",
    ];
    for body in kernels {
        let kernel = found(body, ["4", "2"]);
        assert_eq!(kernel["verdict"], "drf", "{body}: {kernel:#}");
        assert_eq!(kernel["explicit"]["races"], json!(0), "{body}: {kernel:#}");
    }
    let kernel = found(
        "if (n > 0) { __syncthreads(); a[threadIdx.x] = 1; } a[threadIdx.x + 1] = 2;",
        ["64", "1"],
    );
    assert_eq!(kernel["verdict"], "racy", "{kernel:#}");
    let returned =
        "if (blockIdx.x == 0) return; __syncthreads(); a[threadIdx.x / 2] = threadIdx.x;";
    let kernel = found(returned, ["64", "2"]);
    assert_eq!(kernel["verdict"], "racy", "{kernel:#}");
    for race in list(&kernel["races"]) {
        for thread in list(&race["witness"]["threads"]) {
            assert_eq!(thread["blockIdx"][0], json!(1), "{kernel:#}");
        }
    }
}

/// Of more races than are told of one that is confirmed is told of, and it is said that others are not.
#[test]
fn more_races_than_are_told_of() {
    let open = ["C[0] := tid"; 24].join("; ");
    let program = format!(
        "threads 4; A[tid] := 0; sync; D[tid] := 0; sync; \
         let x = A[tid] in if x != 0 {{ {open} }}; E[0] := tid"
    );
    let flags = ["flows", "-", "--lang", "jam", "--format", "json"];
    let kernel = jaminan_reading(&flags, program.as_bytes()).json()["kernels"][0].clone();
    assert_eq!((&kernel["verdict"], list(&kernel["races"]).len()), (&json!("racy"), 256));
    let confirmed = |race: &&Value| race["witness"]["status"] == "confirmed";
    let races = list(&kernel["races"]);
    assert_eq!(races.iter().filter(confirmed).count(), 1);
    for said in ["notes", "undecided"] {
        let said = list(&kernel[said]);
        let left_out =
            |said: &Value| said.as_str().is_some_and(|s| s.contains("no more than 256 races"));
        assert!(said.iter().any(left_out), "{said:?}");
    }
}

/// Iterations that access the same cell are compared once, however many they are; and where that does not help, the
/// time limit ends it.
#[test]
fn loops_of_many_iterations() {
    let once = b"for i in 0..50000 { A[tid] := i }";
    assert_eq!(verdict(once, &[]), (Some(0), json!("drf")));
    let each = b"threads 2; for i in 0..20000 { A[i * 2 + tid] := i }";
    assert_eq!(verdict(each, &["--timeout", "2"]), (Some(3), json!("unknown")));
}

/// What was written before a barrier is known where its writer is.
#[test]
fn memory_behind_a_barrier() {
    let phases = std::fs::read(root().join("examples/phases.jam")).unwrap_or_default();
    assert_eq!(verdict(&phases, &[]), (Some(0), json!("drf")));
    let deadlock = b"A[tid] := 0; sync; let x = A[0] in if x < 1 { skip } else { sync }";
    assert_eq!(verdict(deadlock, &[]), (Some(0), json!("drf")));
    // Only threads below 9 wrote; the others find what was there.
    let some = b"if tid < 9 { A[tid] := 1 }; sync; let x = A[tid] in if x < 1 { B[0] := tid }";
    assert_eq!(verdict(some, &[]), (Some(1), json!("racy")));
    // Two barriers further on it is not followed; so it stays open, or is confirmed.
    let later = b"A[tid] := 1; sync; B[tid] := 0; sync; let x = A[tid] in if x < 1 { C[0] := tid }";
    assert_eq!(verdict(later, &[]), (Some(1), json!("potential")));
}

#[test]
fn banks_and_lines() {
    let launch = ["--block-dim", "256", "--grid-dim", "64", "--performance", "1"];
    let slow = |name: &str| -> BTreeSet<String> {
        let file = kernel_file(&format!("li2012/{name}.cu"));
        let found = kernel(&[&["flows", &file], &launch[..]].concat());
        list(&found["slow"]).iter().map(|slow| slow["kind"].to_string()).collect()
    };
    assert_eq!(slow("copy"), BTreeSet::new());
    assert!(slow("transpose_coalesced").contains("\"bank-conflict\""));
    assert!(!slow("transpose_no_bank_conflicts").contains("\"bank-conflict\""));
    assert!(slow("transpose_naive").contains("\"uncoalesced\""));
}

#[test]
fn what_is_no_program_is_refused() {
    let reply = jaminan_reading(&["flows", "-", "--lang", "map"], b"wr[tid]");
    assert_eq!(reply.code, Some(2), "{reply:?}");
}
