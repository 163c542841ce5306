//! An alarm that needs numbers of which host code says more than is followed takes them for granted.

use cuda::{AssumptionKind, Disk, Options};
use oracle::check::answer::Verdict;
use semantics::Source;
use verdict::{KernelVerdict, Settings};

/// What is said of a kernel with one race where `w` is 3, which host code launches so.
fn verdict(host: &str) -> Option<KernelVerdict> {
    let text = format!(
        "__global__ void k(int *a, int w) {{ a[w == 3 ? 0 : threadIdx.x] = threadIdx.x; }}
         int known; void any(); void run(int *a, int n) {{ {host} }}"
    );
    verdict_on(&text)
}

/// What is said of the kernel of a source.
fn verdict_on(text: &str) -> Option<KernelVerdict> {
    let unit = match cuda::load(Source::new("t.cu", text), &Options::default(), &Disk) {
        Ok(unit) => unit,
        Err(error) => panic!("{error}"),
    };
    let settings = Settings { solver: "z3".into(), ..Settings::default() };
    match verdict::kernel(&unit, &unit.kernels[0], &settings) {
        Ok(verdict) => Some(verdict),
        Err(_) => {
            println!("skipped: z3 (not installed)");
            None
        }
    }
}

/// Whether an alarm is shown, and whether it takes numbers for granted.
fn said(host: &str) -> Option<(bool, bool)> {
    let verdict = verdict(host)?;
    let granted = verdict.assumptions.iter().any(|a| a.kind == AssumptionKind::HostNumbers);
    Some((verdict.verdict == Verdict::Racy, granted))
}

#[test]
fn what_is_forgotten_is_taken_for_granted() {
    for (host, expected) in [
        // Any number, for all that is known.
        ("k<<<1, 32>>>(a, n);", (true, false)),
        ("int w; scanf(\"%d\", &w); k<<<1, 32>>>(a, w);", (true, false)),
        ("k<<<1, 32>>>(a, 4);", (false, false)),
        ("for (int i = 0; i < 3; i++) k<<<1, 32>>>(a, i);", (false, false)),
        // 64, 32, 16 and 8.
        ("int w = 64; for (int i = 0; i < 4; i++) { k<<<1, 32>>>(a, w); w /= 2; }", (true, true)),
        ("known = 64; any(); k<<<1, 32>>>(a, known);", (true, true)),
    ] {
        let Some(said) = said(host) else { return };
        assert_eq!(said, expected, "{host}");
    }
}

/// One call has one array, the other more threads that do something.
#[test]
fn pointers_of_one_path_are_taken_for_granted() {
    let text = "__global__ void k(int *p, int *q, int n) { if (threadIdx.x < n) p[threadIdx.x] = q[threadIdx.x + 1]; }
         void run(int *p, int *q, int n) { k<<<1, 32>>>(p, q, n); }
         void all(int *a, int *b) { run(a, a, 1); run(a, b, 32); }";
    let Some(verdict) = verdict_on(text) else { return };
    let granted = verdict.assumptions.iter().any(|a| a.kind == AssumptionKind::HostNumbers);
    assert!(verdict.verdict != Verdict::Racy || granted, "{verdict:?}");
}
