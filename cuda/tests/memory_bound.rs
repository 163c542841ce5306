//! What is known of a loop's bound, since the loop accesses an element for each number below it.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{Options, load};
use num_traits::ToPrimitive;
use semantics::{Cond, Expr, Rel, Source};
use std::collections::BTreeMap;

/// What is assumed of `n` in a kernel of 128 blocks of 128 threads: that it is at most this.
fn most(parameters: &str, body: &str) -> Option<u64> {
    let text = format!(
        "__global__ void k({parameters}) {{ {body} }}\nint main() {{ k<<<128, 128>>>(clock(), nullptr, nullptr); }}"
    );
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = load(Source::new("t.cu", text), &Options::default(), &none).unwrap();
    let program = unit.kernels[0].launches[0].lowered.as_ref().unwrap();
    program.header.assumptions.iter().find_map(of_n)
}

/// The number that `n` is at most, in one of the cases of a condition.
fn of_n(c: &Cond) -> Option<u64> {
    match c {
        Cond::Or(a, b) => of_n(a).or_else(|| of_n(b)),
        Cond::Rel(Rel::Le, x, most) => match (&**x, &**most) {
            (Expr::Var(x), Expr::Num(most)) if x.as_str() == "n" => most.to_u64(),
            _ => None,
        },
        _ => None,
    }
}

const LOOP: &str = "for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)";

#[test]
fn a_loop_that_accesses_all_elements_has_no_more_than_memory() {
    let step = 128 * 128;
    for (array, size) in
        [("char *a", 1), ("float *a", 4), ("double *a", 8), ("const double2 *a", 16)]
    {
        let body = format!("{LOOP} {{ b[i] = 1; (void)a[i]; }}");
        let parameters = format!("size_t n, {array}, char *b");
        // The access that comes first counts.
        assert_eq!(most(&parameters, &body), Some((1 << 63) + step), "{array}");
        let body = format!("{LOOP} {{ auto x = a[i]; b[i] = 1; }}");
        assert_eq!(most(&parameters, &body), Some((1 << 63) / size + step), "{array}");
    }
}

#[test]
fn a_loop_that_may_end_before_says_nothing() {
    for (parameters, body) in [
        ("size_t n, float *a, int *b", format!("{LOOP} {{ a[i] = 1; if (b[i]) break; }}")),
        ("size_t n, float *a, int *b", format!("{LOOP} {{ if (b[0]) continue; a[i] = 1; }}")),
        ("size_t n, float *a, int *b", format!("{LOOP} {{ if (b[0]) a[i] = 1; }}")),
        ("size_t n, float *a, int *b", format!("{LOOP} {{ a[i] = 1; if (b[i]) __trap(); }}")),
        (
            "size_t n, float *a, int *b",
            format!("{LOOP} {{ a[i] = 1; while (atomicAdd(b, 0)) {{ }} }}"),
        ),
        ("size_t n, float *a, int *b", format!("{LOOP} {{ a[i + n] = 1; }}")),
        ("size_t n, float *a, int *b", format!("if (b[0]) {LOOP} a[i] = 1;")),
        (
            "unsigned n, float *a, int *b",
            "for (unsigned i = threadIdx.x; i < n; i += blockDim.x) a[i] = 1;".to_string(),
        ),
    ] {
        assert_eq!(most(parameters, &body), None, "{body}");
    }
}
