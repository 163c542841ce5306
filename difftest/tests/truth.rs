//! What is true of a kernel, and under which conventions.
#![allow(clippy::unwrap_used)] // a test may panic

use difftest::{Convention, Conventions, Outcome, Referees, Said, Verdict};
use generators::Language;

fn kernel(body: &str, grid: usize) -> String {
    format!(
        "//--blockDim=4 --gridDim={grid}\n__global__ void k(int *a, const int *m, int n) {{\n    \
         int t = threadIdx.x;\n    {body}\n}}\n"
    )
}

fn under(text: &str, set: impl Fn(&mut Conventions)) -> Verdict {
    let mut conventions = Conventions {
        equal_writes: Convention::Counts,
        within_warp: Convention::Counts,
        uninitialised: Convention::Counts,
        some_inputs: Convention::Counts,
        without_meaning: Convention::Passes,
    };
    set(&mut conventions);
    let truth = Referees::new().unwrap().truth(Language::Cuda, text, &conventions);
    assert_eq!(truth.contradiction, None, "{text}");
    truth.under(&conventions)
}

fn is_open(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown(why) if why.contains("convention"))
}

#[test]
fn writes_of_equal_values_are_a_matter_of_convention() {
    let equal = kernel("a[0] = 1;", 1);
    assert_eq!(under(&equal, |_| {}), Verdict::Racy);
    assert_eq!(under(&equal, |c| c.equal_writes = Convention::Passes), Verdict::Free);
    assert!(is_open(&under(&equal, |c| c.equal_writes = Convention::Open)));
    let unequal = kernel("a[0] = t;", 1);
    for convention in [Convention::Counts, Convention::Passes, Convention::Open] {
        assert_eq!(under(&unequal, |c| c.equal_writes = convention), Verdict::Racy);
    }
}

#[test]
fn threads_of_one_warp_are_a_matter_of_convention() {
    let one = kernel("a[t / 2] = t;", 1);
    assert_eq!(under(&one, |_| {}), Verdict::Racy);
    assert!(is_open(&under(&one, |c| c.within_warp = Convention::Open)));
    let two = kernel("a[t] = blockIdx.x;", 2);
    assert_eq!(under(&two, |c| c.within_warp = Convention::Open), Verdict::Racy);
}

#[test]
fn what_hangs_on_inputs_is_a_matter_of_convention() {
    let shared = kernel("__shared__ int s[4]; if (s[0] == 1) a[0] = t;", 1);
    assert_eq!(under(&shared, |_| {}), Verdict::Racy);
    assert!(is_open(&under(&shared, |c| c.uninitialised = Convention::Open)));
    let inputs = kernel("if (m[0] == 1) a[0] = t;", 1);
    assert_eq!(under(&inputs, |c| c.uninitialised = Convention::Open), Verdict::Racy);
    assert!(is_open(&under(&inputs, |c| c.some_inputs = Convention::Passes)));
    let always = kernel("a[0] = t;", 1);
    assert_eq!(under(&always, |c| c.some_inputs = Convention::Passes), Verdict::Racy);
}

#[test]
fn what_has_no_meaning_is_a_matter_of_convention() {
    let overflows = kernel("a[t + n] = t;", 1);
    assert_eq!(under(&overflows, |_| {}), Verdict::Free);
    assert!(is_open(&under(&overflows, |c| c.without_meaning = Convention::Open)));
}

/// What memory holds that nobody wrote may make the race, whatever it is.
#[test]
fn shared_memory_that_is_read_before_it_is_written_is_a_matter_of_convention() {
    for body in ["a[s[t] & 3] = t;", "a[t] = t; a[s[t] & 3] = 9;", "if (s[t] == 0) a[0] = t;"] {
        let text = kernel(&format!("__shared__ int s[4]; {body}"), 1);
        assert_eq!(under(&text, |_| {}), Verdict::Racy, "{body}");
        assert!(is_open(&under(&text, |c| c.uninitialised = Convention::Open)), "{body}");
    }
    let written = kernel("__shared__ int s[4]; s[t] = 0; a[s[t]] = t;", 1);
    assert_eq!(under(&written, |c| c.uninitialised = Convention::Open), Verdict::Racy);
}

/// Another thread than the two that race may do what has no meaning, in their block or another.
#[test]
fn a_race_of_executions_without_a_meaning_is_a_matter_of_convention() {
    for (body, grid) in [
        ("assert(t == 0); a[0] = t;", 1),
        ("if (t == 3) a[5] = 1 / (t - 3); else a[0] = t;", 1),
        ("if (blockIdx.x == 2) a[5] = 1 / (t - t); else if (blockIdx.x == 0) a[0] = t;", 3),
    ] {
        let text = kernel(body, grid);
        let counts = |c: &mut Conventions| c.without_meaning = Convention::Counts;
        assert_eq!(under(&text, counts), Verdict::Racy, "{body}");
        for convention in [Convention::Passes, Convention::Open] {
            assert!(is_open(&under(&text, |c| c.without_meaning = convention)), "{body}");
        }
    }
}

/// A kernel that cannot be run: its race counts where nothing in it may be without a meaning.
#[test]
fn a_race_that_cannot_be_run_may_be_a_matter_of_convention() {
    let class = "//--blockDim=4 --gridDim=1\n\
        struct R { int n; __device__ R(int m) : n(m) {} };\n";
    for (body, counts) in [
        ("a[r.n] = threadIdx.x;", true),
        ("a[r.n] = 6 / (3 - threadIdx.x);", false),
        ("assert(threadIdx.x == 0); a[r.n] = threadIdx.x;", false),
    ] {
        let text = format!("{class}__global__ void k(int *a) {{ R r(0); {body} }}\n");
        assert_eq!(
            under(&text, |c| c.without_meaning = Convention::Counts),
            Verdict::Racy,
            "{body}"
        );
        assert_eq!(is_open(&under(&text, |_| {})), !counts, "{body}");
    }
}

/// OpenCL is not run, and races all the same.
#[test]
fn opencl_races() {
    let under = |body: &str| {
        let text = format!(
            "//--local_size=4 --num_groups=1\n__kernel void k(__global int *a) {{ {body} }}\n"
        );
        let conventions = Conventions::default();
        let truth = Referees::new().unwrap().truth(Language::OpenCl, &text, &conventions);
        truth.under(&conventions)
    };
    assert_eq!(under("a[0] = get_local_id(0);"), Verdict::Racy);
    assert_eq!(under("a[get_local_id(0)] = 1;"), Verdict::Free);
    assert!(is_open(&under("__local int s[4]; a[s[0] & 1] = get_local_id(0);")));
}

/// Where one race hangs on a convention, another may not; and none counts that hangs on one of two.
#[test]
fn a_race_that_counts_is_found_among_others() {
    let passes = |c: &mut Conventions| {
        c.equal_writes = Convention::Passes;
        c.some_inputs = Convention::Passes;
        c.within_warp = Convention::Passes;
    };
    let none: [&dyn Fn(&mut Conventions); 3] =
        [&|c| c.uninitialised = Convention::Open, &|c| c.equal_writes = Convention::Open, &passes];
    for (n, body, grid, verdict) in [
        (0, "__shared__ int s[4]; if (s[0] == 1) a[0] = t; a[5] = t;", 1, Some(Verdict::Racy)),
        (0, "__shared__ int s[4]; if (s[0] == 1) a[0] = t;", 1, None),
        (1, "if (t < 2) a[0] = 0; else a[1] = t;", 1, Some(Verdict::Racy)),
        (1, "if (t < 2) a[0] = 0; else a[t] = t;", 1, None),
        (2, "a[0] = 1; a[1] = m[t];", 1, None),
        (2, "a[t] = 1; if (blockIdx.x == 1) a[9] = t;", 2, None),
        (2, "a[t] = blockIdx.x;", 2, Some(Verdict::Racy)),
    ] {
        let is = under(&kernel(body, grid), none[n]);
        match verdict {
            Some(verdict) => assert_eq!(is, verdict, "{body}"),
            None => assert!(is_open(&is), "{body}: {is:?}"),
        }
    }
}

/// What is not modelled is held against nobody.
#[test]
fn what_is_not_known_blames_nobody() {
    let divergent = kernel("if (t < 2) __syncthreads(); a[t] = 1;", 1);
    for text in [divergent.as_str(), "no kernel", ""] {
        let verdict = under(text, |_| {});
        assert!(matches!(verdict, Verdict::Unknown(_)), "{text}: {verdict:?}");
        for said in [Said::RaceFree, Said::Racy, Said::TrueAlarm] {
            assert_eq!(Outcome::of(&verdict, said), Outcome::Poisoned);
        }
    }
}

#[test]
fn each_answer_has_its_outcome() {
    let unknown = Verdict::Unknown(String::new());
    use Outcome::*;
    for (said, racy, free, neither) in [
        (Said::RaceFree, MissedRace, Agree, Poisoned),
        (Said::Racy, Agree, FalseAlarm, Poisoned),
        (Said::TrueAlarm, Agree, WrongClaim, Poisoned),
        (Said::Potential, Imprecise, Imprecise, Poisoned),
        (Said::Unsupported, Unsupported, Unsupported, Unsupported),
        (Said::Timeout, Timeout, Timeout, Timeout),
        (Said::Crash, Crash, Crash, Crash),
    ] {
        let outcomes =
            [Verdict::Racy, Verdict::Free, unknown.clone()].map(|v| Outcome::of(&v, said));
        assert_eq!(outcomes, [racy, free, neither], "{said:?}");
    }
}
