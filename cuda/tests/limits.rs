//! Time and memory of reading a source.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{Options, Unit, load};
use semantics::{Allowance, Diagnostic, Exhausted, Limits, Source};
use std::collections::BTreeMap;
use std::time::Duration;

const NONE: Allowance = Allowance { time: Some(Duration::ZERO), bytes: None };

fn read(text: &str, options: &Options) -> Result<Unit, Diagnostic> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    load(Source::new("t.cu", text), options, &none)
}

const KERNELS: &str = "
#define TWICE(x) (2 * (x))
__device__ int at(int i) { return TWICE(i); }
__global__ void first(int *a) { if (threadIdx.x < 4) a[at(threadIdx.x)] = 1; }
template <class T> __global__ void second(T *a) { for (int i = 0; i < 3; i++) a[i] = 0; }
";

#[test]
fn a_file_has_its_time() {
    let options = Options { for_file: NONE, ..Options::default() };
    let why = read(KERNELS, &options).unwrap_err();
    assert_eq!(why.exhausted, Some(Exhausted::Time));
    // Also where that of who asks is spent.
    let why = NONE.from_now().enter(|| read(KERNELS, &Options::default())).unwrap_err();
    assert_eq!(why.exhausted, Some(Exhausted::Time));
}

/// Whose time is spent has no program; the file is read all the same.
#[test]
fn each_kernel_has_its_time() {
    let options = Options { for_kernel: NONE, ..Options::default() };
    let unit = read(KERNELS, &options).unwrap();
    let names: Vec<&str> = unit.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names, ["first", "second"]);
    for kernel in &unit.kernels {
        let why = kernel.launches[0].lowered.as_ref().unwrap_err();
        assert_eq!(why.as_exhausted(), Some(Exhausted::Time), "{}: {why}", kernel.name);
        assert_eq!(why.to_string(), "the time for this program is spent");
    }
    assert!(
        read(KERNELS, &Options::default())
            .unwrap()
            .kernels
            .iter()
            .all(|k| k.launches[0].lowered.is_ok())
    );
}

/// A template that a missing part of the language makes unreadable is passed over; one that takes too long is not.
#[test]
fn no_time_is_no_reason_to_pass_over_something() {
    let templates = "template <class T> __device__ T f(T x) { return x; }\n".repeat(200);
    let text = format!("{templates}{KERNELS}");
    let late = Limits::default().within(Duration::ZERO);
    let why = late.enter(|| read(&text, &Options::default())).unwrap_err();
    assert_eq!(why.exhausted, Some(Exhausted::Time));
}

/// The name of `P<T, T>` is twice as long as that of `T`.
#[test]
fn types_that_grow_without_end_are_refused() {
    let text = "
template <class A, class B> struct P { A x; B y; };
template <class T> __device__ int f(T *t, int *a) { return f((P<T, T> *)0, a); }
__global__ void k(int *a) { a[threadIdx.x] = f((int *)0, a); }
";
    let unit = read(text, &Options::default()).unwrap();
    let why = unit.kernels[0].launches[0].lowered.as_ref().unwrap_err();
    assert_eq!(why.what, "an instance of `P` with a name of more than 4096 bytes");
    assert_eq!(why.as_exhausted(), None);
}
