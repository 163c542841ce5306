//! What a name stands for hangs on where it stands, and on the instance of the template around it: what is
//! known of an expression in one place says nothing of another. The expected numbers are those of `g++`.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::contents::Contents;
use grid::{Refusal, Schedule};
use support::{compile, launch, run};

/// What the kernel puts into `a`.
fn made(text: &str, n: usize) -> Vec<i64> {
    let given = [("a", Contents::Zeros(n as u64))];
    let ran = run(text, &given, grid::Launch { schedule: Schedule::Canonical, ..launch(1, 1) });
    assert_eq!(ran.findings(), [""; 0]);
    ran.ints("a")
}

/// Copies of arguments, where they were made, used to stand at one address one after the other.
#[test]
fn a_template_in_an_argument_of_a_built_in_function() {
    let text = "template <class T> __device__ int sz(T) { return sizeof(T); }
    __global__ void k(int *a) {
        char c = 1; long l = 2; short s = 3; float f = 4;
        a[0] = abs(sz(c)); a[1] = max(sz(l), 0); a[2] = min(sz(s), 100); a[3] = abs(sz(f));
        a[4] = max(abs(sz(c)), min(sz(l), sz(s))); a[5] = abs(sz(l)); a[6] = abs(sz(c + l));
    }";
    for _ in 0..8 {
        assert_eq!(made(text, 7), [1, 8, 2, 4, 2, 8, 8]);
    }
}

#[test]
fn one_body_of_a_template_for_several_types() {
    let text = "template <class T> __device__ int of(T x) {
        const int K = sizeof(T) * 2; int l[K];
        return sizeof(l) + sizeof(x + 1) + (sizeof(decltype(x)) == 1 ? 1000 : 0);
    }
    template <class T, int N = sizeof(T)> __device__ int by_default(T x) { return N + of(x); }
    __global__ void k(int *a) {
        char c = 1; double d = 2; short s = 3;
        a[0] = of(c); a[1] = of(d); a[2] = of(s); a[3] = by_default(c); a[4] = by_default(d);
        a[5] = by_default<int, 3>(c); a[6] = by_default(s + c);
    }";
    assert_eq!(made(text, 7), [1012, 72, 20, 1013, 80, 39, 40]);
}

#[test]
fn names_of_the_caller_mean_nothing_in_what_it_calls() {
    let text = "const int N = 2;
    struct row { int cells[N]; };
    __device__ int grid_wide[N * 3];
    template <class T, int M = N> __device__ int fill(T x) { int l[N]; return M * 100 + sizeof(l); }
    template <class T> __device__ int length(T (&of)[N]) { return N; }
    __global__ void k(int *a) {
        const int N = 7; int two[2] = {};
        a[0] = fill(two[0]); a[1] = sizeof(row); a[2] = sizeof(grid_wide); a[3] = N; a[4] = length(two);
    }";
    assert_eq!(made(text, 5), [208, 8, 24, 7, 2]);
}

/// The name of a parameter is that of a type of the file, too.
#[test]
fn a_parameter_of_a_template_hides_a_type_in_its_own_body_only() {
    let text = "struct T { char c; };
    struct pair { T one, two; };
    __device__ T kept;
    template <class T> __device__ int f(T x) { return sizeof(T) * 100 + sizeof(pair) * 10 + sizeof(kept); }
    __global__ void k(int *a) { a[0] = f(1.0); a[1] = f((short) 1); a[2] = sizeof(pair); }";
    assert_eq!(made(text, 3), [821, 221, 2]);
}

/// Its size is that of the variable of the kernel, or nothing is said.
#[test]
fn a_structure_in_a_function() {
    let text = "const int N = 2;
    __global__ void k(int *a) { const int N = 7; struct row { int cells[N]; }; a[0] = sizeof(row); }";
    match compile(text) {
        Ok(_) => assert_eq!(made(text, 1), [28]),
        Err(refusal) => assert!(matches!(refusal, Refusal::Unsupported(_)), "{refusal:?}"),
    }
    let text =
        "template <class T> __device__ int f(T x) { struct own { T x; }; return sizeof(own); }
    __global__ void k(int *a) { a[0] = f('a'); a[1] = f(1.0); }";
    match compile(text) {
        Ok(_) => assert_eq!(made(text, 2), [1, 8]),
        Err(refusal) => assert!(matches!(refusal, Refusal::Unsupported(_)), "{refusal:?}"),
    }
}
