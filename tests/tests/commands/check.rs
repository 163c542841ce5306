//! `check` of kernels: runs of the kernel itself, divergences, lock step.

use serde_json::{Value, json};
use tests::{Reply, jaminan, jaminan_reading, root};

fn check(text: &str, flags: &[&str]) -> Reply {
    let mut arguments = vec!["check", "-", "--lang", "cu"];
    arguments.extend(flags);
    jaminan_reading(&arguments, text.as_bytes())
}

fn kernel(text: &str, flags: &[&str]) -> Value {
    let flags: Vec<&str> = flags.iter().copied().chain(["--format", "json"]).collect();
    check(text, &flags).json()["kernels"][0].clone()
}

#[test]
fn an_alarm_says_what_the_kernel_itself_does() {
    let racy = "__global__ void k(int *a, int n) { if (n > 7) a[0] = threadIdx.x; }";
    let alarm = &kernel(racy, &["--block-dim", "64"])["alarms"][0];
    assert_eq!((&alarm["status"], &alarm["run"]), (&json!("true"), &json!({"outcome": "made"})));
    let text = check(racy, &["--block-dim", "64"]).out;
    assert!(
        text.contains("The rules make this race, and so does a run of the kernel itself."),
        "{text}"
    );
    // What is not run says why.
    let texture = "texture<int> t; __global__ void k(int *a) { a[0] = tex1Dfetch(t, 0); }";
    let run = &kernel(texture, &["--block-dim", "64"])["alarms"][0]["run"];
    assert_eq!(run["outcome"], json!("not_run"));
    assert!(run["why"].as_str().is_some_and(|why| why.contains("texture")), "{run}");
    // A program has no run, and an alarm that is not shown has none.
    let program =
        jaminan_reading(&["check", "-", "--lang", "jam", "--format", "json"], b"A[0] := tid");
    assert!(program.json()["kernels"][0]["alarms"][0].get("run").is_none());
}

#[test]
fn a_run_takes_no_more_steps_than_it_may() {
    let long = "__global__ void k(int *a) {
        unsigned x = 0;
        for (int i = 0; i < 20000; i++) x ^= i;
        if (threadIdx.x > 61) a[0] = x;
    }";
    let alarm = &kernel(long, &["--block-dim", "64", "--grid-dim", "1"])["alarms"][0];
    assert_eq!(
        (&alarm["status"], &alarm["run"]),
        (&json!("true"), &json!({"outcome": "not_run", "why": "the run takes too many steps"}))
    );
}

#[test]
fn a_divergence_says_from_where() {
    let file = root().join("tests/kernels/divergence/return.cu").display().to_string();
    let answer = jaminan(&["check", &file, "--format", "json"]).json();
    let divergence = &answer["kernels"][0]["divergences"][0];
    assert!(divergence["params"]["n"].is_i64(), "{divergence}");
    assert_eq!(divergence["run"], json!({"outcome": "made"}));
    let file = root().join("tests/kernels/divergence/data.cu").display().to_string();
    let answer = jaminan(&["check", &file, "--format", "json"]).json();
    let divergence = &answer["kernels"][0]["divergences"][0];
    assert!(divergence["memory"]["b"].is_object(), "{divergence}");
    let text = jaminan(&["check", &file]).out;
    assert!(text.contains("reaches it") && text.contains("initial memory"), "{text}");
}

#[test]
fn two_writes_are_of_one_value_only_where_that_is_proved() {
    let same_value = |text: &str, flags: &[&str]| {
        let alarm = kernel(text, flags)["alarms"][0].clone();
        assert_eq!(alarm["status"], json!("true"), "{alarm}");
        alarm["same_value"].clone()
    };
    let launch = ["--grid-dim", "1", "--block-dim", "32"];
    let differ = "__global__ void k(int *a) { a[0] = threadIdx.x; }";
    assert_eq!(same_value(differ, &launch), json!(false));
    // Two threads of many.
    let once = "__global__ void k(int *a) { a[0] = threadIdx.x == 7; }";
    assert_eq!(same_value(once, &launch), json!(false));
    // A write of one value, and one of others.
    let both = "__global__ void k(int *a) { a[0] = 1; if (threadIdx.x > 30) a[0] = 2; }";
    assert_eq!(same_value(both, &launch), json!(false));
    let file = root().join("tests/kernels/same_value/racy.cu");
    let same = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(same_value(&same, &[]), json!(true));
}

#[test]
fn threads_that_meet_in_other_iterations_are_not_said_to_diverge() {
    // Each thread comes to the barrier once, so that a run goes on.
    let odd = "__global__ void k(int *a) {
        for (int i = 0; i < 2; i++) if (threadIdx.x % 2 == i) __syncthreads();
    }";
    let answer = kernel(odd, &["--block-dim", "4", "--grid-dim", "1"]);
    assert_eq!((&answer["verdict"], &answer["divergences"]), (&json!("potential"), &json!([])));
    let notes = answer["notes"].to_string();
    assert!(notes.contains("not in a run of the kernel itself"), "{notes}");
}

#[test]
fn a_race_after_a_break_is_shown_by_a_bounded_execution() {
    let text = "__global__ void k(int *a, int *b, int n) {
        for (int i = 0; i < n; i++) { if (b[i] == 3) break; a[i] = threadIdx.x; }
    }";
    let answer = kernel(text, &["--block-dim", "64"]);
    assert_eq!(answer["verdict"], json!("racy"));
    let alarms = answer["alarms"].as_array().cloned().unwrap_or_default();
    let alarm = alarms.iter().find(|alarm| alarm["array"] == "a").cloned().unwrap_or_default();
    assert_eq!((&alarm["status"], &alarm["run"]["outcome"]), (&json!("confirmed"), &json!("made")));
    assert!(answer["notes"].to_string().contains("run at most"), "{answer}");
}

#[test]
fn lock_step_is_about_kernels() {
    let reply = jaminan_reading(&["check", "-", "--lang", "jam", "--warp-sync"], b"A[0] := tid");
    assert_eq!(reply.code, Some(2));
    let text = "__global__ void k(int *a) { int x = a[threadIdx.x ^ 1]; a[threadIdx.x] = x; }";
    let flags = ["--block-dim", "64", "--grid-dim", "1"];
    assert_eq!(kernel(text, &flags)["verdict"], json!("racy"));
    let lock_step: Vec<&str> = flags.iter().copied().chain(["--warp-sync"]).collect();
    let answer = kernel(text, &lock_step);
    assert_eq!(answer["verdict"], json!("drf"));
    assert!(answer["notes"].to_string().contains("lock step"), "{answer}");
}

/// A third thread's write takes the meaning of what the two racing threads do, or its end: no alarm is true there.
#[test]
fn what_the_kernel_gives_no_meaning_is_open() {
    for body in [
        "if (t == 5) s[0] = 4; __syncthreads(); int z = 5 / (s[0] - 4); if (t < 2) out[0] = t;",
        "if (t == 5) s[0] = 1; __syncthreads(); assert(s[0] == 2); if (t < 2) out[0] = t;",
        // Who reads what it wrote stays in the loop.
        "if (t == 5) s[0] = 1; __syncthreads(); while (s[0] == 1) atomicAdd(out + 1, 1); if (t < 2) out[0] = t;",
    ] {
        let text = format!(
            "__global__ void k(int *out) {{ __shared__ int s[8]; unsigned t = threadIdx.x; {body} }}"
        );
        let answer = kernel(&text, &["--block-dim", "8", "--grid-dim", "1"]);
        assert_eq!(answer["verdict"], "potential", "{body}: {answer:#}");
    }
}

/// What is suggested of an answer: lists of conditions.
fn suggested(kernel: &Value) -> Vec<Vec<String>> {
    let found = kernel["suggestions"]["found"].as_array().cloned().unwrap_or_default();
    let texts = |one: &Value| serde_json::from_value(one["assume"].clone()).unwrap_or_default();
    found.iter().map(texts).collect()
}

#[test]
fn a_suggestion_makes_the_kernel_race_free() {
    let rows = "__global__ void k(float *a, int pitch, int n) {
        int x = threadIdx.x, y = threadIdx.y;
        if (x < n) a[y * pitch + x] = 1;
    }";
    let strided = "__global__ void k(int *a, int stride) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        a[i * stride] = 1;
    }";
    let both = "__global__ void k(int *a, int *b, int p, int q) {
        int i = threadIdx.x;
        a[i * p] = 1; b[i * q] = 1;
    }";
    let block = ["--block-dim=[16,16]", "--grid-dim=1"];
    for (text, launch, expected) in [
        (rows, &block[..], &["n <= pitch"][..]),
        (strided, &[], &["1 <= stride"]),
        (both, &["--block-dim=64", "--grid-dim=1"], &["1 <= p", "1 <= q"]),
    ] {
        let flags = [launch, &["--suggest"]].concat();
        let racy = kernel(text, &flags);
        assert_eq!(racy["verdict"], json!("racy"));
        let found = suggested(&racy);
        assert!(found.iter().any(|one| one == expected), "{expected:?}: {found:?}");
        for conditions in &found {
            let assume = |skip: usize| -> Vec<String> {
                let kept = conditions.iter().enumerate().filter(|(n, _)| *n != skip);
                kept.map(|(_, condition)| format!("--assume={condition}")).collect()
            };
            let verdict = |assume: &[String]| {
                let assume = assume.iter().map(String::as_str);
                kernel(text, &launch.iter().copied().chain(assume).collect::<Vec<_>>())["verdict"]
                    .clone()
            };
            assert_eq!(verdict(&assume(usize::MAX)), json!("drf"), "{conditions:?}");
            // Each of them is needed.
            for n in 0..conditions.len() {
                assert_ne!(verdict(&assume(n)), json!("drf"), "{conditions:?} without {n}");
            }
        }
    }
}

#[test]
fn suggestions_are_offered_where_a_size_is_negative() {
    let launch = ["--block-dim=64", "--grid-dim=[4,2]"];
    let rows = "__global__ void k(int *a, int n, int m) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i / m < n) a[blockIdx.y * n * m + i] = i;
    }";
    let offered = |text| check(text, &launch).out.contains("--suggest looks for conditions");
    assert!(offered(rows));
    assert!(!offered("__global__ void k(int *a, int n) { if (n >= 0) a[n] = threadIdx.x; }"));
}

#[test]
fn nothing_is_suggested_that_leaves_one_thread() {
    let all = "__global__ void k(int *a) { a[0] = threadIdx.x; }";
    let racy = kernel(all, &["--suggest"]);
    assert_eq!(suggested(&racy), Vec::<Vec<String>>::new());
    assert_eq!(racy["suggestions"]["complete"], json!(true));
    let text = check(all, &["--suggest"]).out;
    assert!(text.contains("none makes it race free and keeps it running"), "{text}");
    // Where there is no alarm, nothing is looked for.
    let free = "__global__ void k(int *a) { a[threadIdx.x] = 1; }";
    assert!(
        kernel(free, &["--suggest", "--block-dim=64", "--grid-dim=1"]).get("suggestions").is_none()
    );
}

#[test]
fn a_suggestion_is_compared_with_the_host_code() {
    let of = |size: &str| {
        format!(
            "__global__ void k(int *a, int s) {{
                if (threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z > 0) return;
                int i = threadIdx.x;
                a[i * s] = 1;
             }}
             void f(int *a, int n) {{ k<<<1, 64>>>(a, {size}); }}"
        )
    };
    for (size, host) in [("4", "meets"), ("n", "open")] {
        let racy = kernel(&of(size), &["--launch=any", "--suggest"]);
        let found = racy["suggestions"]["found"].as_array().cloned().unwrap_or_default();
        let stride = |one: &&Value| one["assume"].to_string().contains("1 <= s");
        let hosts: Vec<&Value> = found.iter().filter(stride).map(|one| &one["host"]).collect();
        assert!(!hosts.is_empty() && hosts.iter().all(|one| **one == json!(host)), "{racy}");
    }
}

#[test]
fn programs_of_the_calculi_are_suggested_conditions_too() {
    let flags = ["check", "-", "--suggest", "--format=json", "--lang"];
    for (language, text) in [
        ("jam", "param m; threads 8; A[tid * m] := 1"),
        ("map", "param m; threads 8; wr A[tid * m]"),
    ] {
        let answer = jaminan_reading(&[&flags[..], &[language]].concat(), text.as_bytes()).json();
        assert_eq!(suggested(&answer["kernels"][0]), [["1 <= m"]], "{answer}");
    }
}

/// Why there is no verdict is said in a word, too, that programs group by.
#[test]
fn why_there_is_no_verdict_has_a_kind() {
    for (body, reason) in [
        ("a[0] = 1", None),
        ("goto end; end: a[0] = 1", Some("statement")),
        ("asm(\"st.global.u32 [%0], 1;\" :: \"l\"(a))", Some("assembly")),
        ("a[0] = g(a)", Some("call")),
    ] {
        let text = format!("__device__ int g(int *a); __global__ void k(int *a) {{ {body}; }}");
        let found = kernel(&text, &["--block-dim", "64"]);
        assert_eq!(found["reason"].as_str(), reason, "{body}");
        assert_eq!(found["why"].is_string(), reason.is_some(), "{body}");
    }
}

/// A member may be called what the arrays of a program are called that stand for atomics.
#[test]
fn a_member_is_memory_whatever_its_name() {
    let text = "struct S { int x; int atomic; };
        __global__ void k(S *a) { a[threadIdx.x / 2].atomic = threadIdx.x; }";
    let alarm = &kernel(text, &["--block-dim", "64"])["alarms"][0];
    assert_eq!((&alarm["array"], &alarm["same_value"]), (&json!("a.atomic"), &json!(false)));
    assert_eq!((&alarm["status"], &alarm["run"]), (&json!("true"), &json!({"outcome": "made"})));
}
