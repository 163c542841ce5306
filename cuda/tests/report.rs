//! What is refused, and how it is said.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{Options, Unit, load};
use semantics::{Diagnostic, Source};
use std::collections::BTreeMap;

fn with(text: &str, options: &Options) -> Result<Unit, Diagnostic> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    load(Source::new("t.cu", text), options, &none)
}

/// A kernel with this body, and what it may use.
fn around(body: &str) -> Result<Unit, Diagnostic> {
    let text = format!(
        "__device__ int f(int x) {{ return x; }} __device__ int gone(int); __device__ int rec(int x) {{ return rec(x); }}\nstruct P {{ int x; }};\n__global__ void k(int *a, int n, float *g, float4 *v, int **pp, P p) {{\n{body}\n}}"
    );
    with(&text, &Options::default())
}

/// The first kernel's refusal, or that there is none.
fn refusal(body: &str) -> String {
    match around(body) {
        Err(e) => {
            let span = e.span.unwrap();
            format!("error {}:{} {}", span.line_column().0, span.line_column().1, e.message)
        }
        Ok(unit) => match &unit.kernels[0].launches[0].lowered {
            Ok(_) => "lowered".into(),
            Err(u) => format!("{}:{} {}", u.span.line_column().0, u.span.line_column().1, u.what),
        },
    }
}

#[test]
fn unsupported_has_a_place() {
    for (body, expected) in [
        ("a[0] = f(n);", "lowered"),
        ("g(n);", "4:1 a call of something that is not a function"),
        (
            "mystery(n);",
            "4:1 a call of `mystery`, which has no body here and may write memory or synchronize,",
        ),
        ("atomicAdd(a, 1);", "lowered"),
        ("for (;;) break;", "lowered"),
        ("while (n) { continue; }", "lowered"),
        ("for (int i = 0; i < n; i++) { if (a[i]) return; }", "lowered"),
        ("switch (n) { case 1: ; }", "lowered"),
        ("x: n = 1;", "4:1 `goto`"),
        ("asm volatile(\"bar.sync 1;\");", "4:1 inline assembly that may access memory"),
        ("v[0].x = 1;", "lowered"),
        ("float t = v[0].x;", "lowered"),
        ("pp[0][0] = 1;", "4:1 an access through a pointer that is not modelled"),
        ("a[0] = p.x;", "lowered"),
        ("P q = p;", "lowered"),
        ("int &r = a[0];", "lowered"),
        ("int &r = n + 1;", "4:6 a reference that is bound to this expression"),
        ("float *q = (float *) a; q[0] = 1;", "lowered"),
        ("double *q = (double *) a; q[0] = 1;", "lowered"),
        ("if (a) a[0] = 1;", "lowered"),
        ("if (a++) a[0] = 1;", "4:5 a pointer as a condition"),
        ("auto l = [=](int x) { return x; };", "lowered"),
        ("auto l = [=](int x) mutable { return x; };", "4:10 a lambda expression"),
        ("extern __shared__ int s[]; extern __shared__ int t[]; s[0] = t[1];", "lowered"),
        ("int *q = &n; *q = 1;", "lowered"),
        ("__shared__ P s; s = p;", "lowered"),
        ("a[0] = rec(n);", "1:100 a recursive call of `rec`"),
        (
            "if (n) switch (n) { case 1: if (n) { case 2: ; } }",
            "4:38 a label inside of a statement of its `switch`",
        ),
        ("int *q = &n; q[1] = 1;", "4:14 an access through a pointer that is not modelled"),
        ("int *q = &n; q = q + 1; q[0] = 1;", "lowered"),
        ("float *q = &v[0].x; q[1] = 1;", "lowered"),
        ("memcpy(a, g, n);", "4:14 a copy of a number of bytes that is not known"),
    ] {
        assert_eq!(refusal(body), expected, "{body}");
    }
}

#[test]
fn errors_have_a_place() {
    for (body, expected) in [
        ("n[0] = 1;", "error 4:1 `int` has no elements"),
        (
            "undeclared[0] = n;",
            "4:1 this use of what nothing at hand declares (`int` has no elements)",
        ),
        (
            "v[0].x = other; other = 1;",
            "4:17 this use of what nothing at hand declares (`other` is `const`)",
        ),
        ("1 = n;", "error 4:1 this cannot be assigned to"),
        ("a[1.5] = 0;", "error 4:3 an index of type `double`"),
        ("n = 1.0 % 2;", "error 4:5 `%` works on integers only"),
        ("a[0] = 1", "error 5:1 expected `;`, found `}`"),
        ("__shared__ int s[0];", "error 4:18 an array of 0 elements"),
        ("int x; int x;", "error 4:12 `x` is declared in this scope already, in line 4"),
        ("int x; float x = 1;", "error 4:14 `x` is declared in this scope already, in line 4"),
        ("int n = 1;", "error 4:5 `n` is declared in this scope already, in line 3"),
        (
            "for (int i = 0, i = 1;;) ;",
            "error 4:17 `i` is declared in this scope already, in line 4",
        ),
        ("enum { X }; int X;", "error 4:17 `X` is declared in this scope already, in line 4"),
        ("const int *w = a; w[0] = 1;", "error 4:19 this is a `const int`"),
        ("const int *w = a; *w += 1;", "error 4:19 this is a `const int`"),
        ("int const *w = a; (*(w + 1))++;", "error 4:19 this is a `const int`"),
        ("const float4 *w = v; w->x = 1;", "error 4:22 this is a `const float`"),
        ("int *const w = a; w = a + 1;", "error 4:19 `w` is `const`"),
        ("typedef const int C; C *w = a; w[n] = 1;", "error 4:32 this is a `const int`"),
        ("const int t[2] = {1, 2}; t[0] = n;", "error 4:26 this is a `const int`"),
        ("const int x = n; x++;", "error 4:18 `x` is `const`"),
        (
            "const int *w = a; int *q = w; q[0] = 1;",
            "error 4:28 `const int *` does not convert to `int *`",
        ),
        ("const int x = n; int *w; *(&x) = 1;", "error 4:26 this is a `const int`"),
    ] {
        assert_eq!(refusal(body), expected, "{body}");
    }
}

/// Where it is asked whether threads diverge at a barrier.
fn asked(body: &str) -> Vec<String> {
    let place = |span: &semantics::Span| {
        let (line, column) = span.line_column();
        format!("{line}:{column}")
    };
    let unit = around(body).unwrap();
    let launched = &unit.kernels[0].launches[0];
    let asked = launched.together.iter().flat_map(|together| &together.divergences);
    asked.map(|asked| place(&asked.barrier)).collect()
}

#[test]
fn it_is_asked_whether_threads_diverge() {
    for (body, expected) in [
        ("if (threadIdx.x < n) __syncthreads();", "4:22"),
        ("if (threadIdx.x < n) return; __syncthreads();", "4:30"),
        ("if (a[threadIdx.x]) __syncthreads();", "4:21"),
        ("if (threadIdx.x < n) if (a[0]) __syncthreads();", "4:32"),
        ("for (int i = threadIdx.x; i < n; i++) __syncthreads();", "4:39"),
        ("while (a[threadIdx.x]) __syncthreads();", "4:24"),
        ("int m = n; while (m) { if (m == threadIdx.x) m--; m /= 2; __syncthreads(); }", "4:59"),
        ("for (int i = 0;; i++) { if (i > threadIdx.x) break; __syncthreads(); }", "4:53"),
        // The solver will know; the ranges do not.
        ("if (threadIdx.x < blockDim.x * 2) __syncthreads();", "4:35"),
    ] {
        assert_eq!(asked(body), [expected], "{body}");
        let why = "a barrier that threads need not reach together";
        assert_eq!(refusal(body), format!("{expected} {why}"), "{body}");
    }
}

#[test]
fn uniform_barriers_lower() {
    for body in [
        "__syncthreads();",
        "if (n > 3) __syncthreads();",
        "if (n > 3) return; __syncthreads();",
        "for (int i = 0; i < n; i++) { a[i] = 1; __syncthreads(); }",
        "for (int i = 0; i < blockDim.x; i += 2) __syncthreads();",
        "for (int s = blockDim.x / 2; s > 0; s /= 2) __syncthreads();",
        "for (int i = 0; i < n; i += blockDim.x) __syncthreads();",
        "while (a[0]) __syncthreads();",
        "if (a[0]) __syncthreads();",
        "for (int i = 0;; i++) { if (i * i > n) break; __syncthreads(); }",
        "int m = n; while (m != 1) { m = m % 2 ? 3 * m + 1 : m / 2; __syncthreads(); }",
    ] {
        assert_eq!(asked(body), Vec::<String>::new(), "{body}");
        assert_eq!(refusal(body), "lowered", "{body}");
    }
}

#[test]
fn parameters_and_assumptions() {
    let text = "__global__ void k(int *a, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) if (i >= 0) a[i] = 0; }";
    let options = |params: &[(&str, i64)], assumes: &[&str]| Options {
        params: params.iter().map(|(n, v)| (n.to_string(), (*v).into())).collect(),
        assumes: assumes.iter().map(|a| a.to_string()).collect(),
        ..Options::default()
    };
    let unknowns = |options: &Options| {
        let unit = with(text, options).unwrap();
        unit.kernels[0].launches[0].lowered.as_ref().unwrap().header.unknowns.len()
    };
    assert_eq!(unknowns(&options(&[], &[])), 2);
    assert_eq!(unknowns(&options(&[("n", 100)], &[])), 0);
    assert_eq!(unknowns(&options(&[], &["n <= 1000 && blockDim.y == 1"])), 0);
    assert_eq!(unknowns(&options(&[("blockDim.x", 64), ("gridDim.x", 1)], &["1000 > n"])), 0);
    let error = |params: &[(&str, i64)], assumes: &[&str]| {
        with(text, &options(params, assumes)).unwrap_err().message
    };
    assert_eq!(error(&[("m", 1)], &[]), "no kernel has a parameter `m`");
    assert_eq!(
        error(&[("n", 1 << 40)], &[]),
        "the parameter `n` is of type i32, which has no 1099511627776"
    );
    assert_eq!(
        error(&[("blockDim.x", 2000)], &[]),
        "blockDim is from 1 to 1024 on x and y, and to 64 on z"
    );
    assert_eq!(error(&[], &["m > 1"]), "`m` is not declared");
    assert_eq!(error(&[], &["n >"]), "expected an expression, found the end of the file");
    assert_eq!(error(&[], &["a[0] > 1"]), "an assumption is about parameters and the launch only");
}

#[test]
fn launch_lines_yield_to_options() {
    let text = "//--blockDim=[8,8] --gridDim=2 -DN=3\n__global__ void k(int *a) { a[N] = blockDim.y * gridDim.x; }";
    let payload = |options: &Options| {
        let unit = with(text, options).unwrap();
        match &unit.kernels[0].launches[0].lowered.as_ref().unwrap().body {
            jaminan::Stmt::Write { index, payload, .. } => format!("{index:?} {payload:?}"),
            other => format!("{other:?}"),
        }
    };
    assert_eq!(payload(&Options::default()), "Num(3) Num(16)");
    let options =
        Options { block_dim: Some([4, 4, 4]), defines: vec!["N=5".into()], ..Options::default() };
    assert_eq!(payload(&options), "Num(5) Num(8)");
}

#[test]
fn redeclared_in_a_file() {
    for (text, message) in [
        ("__shared__ int s[2]; __shared__ int s[3];", "`s` is declared twice"),
        (
            "__device__ int f(int x) { return x; } __device__ int f(int y) { return 1; }",
            "`f` is defined twice",
        ),
        ("__global__ void k(int *p) { } __global__ void k(int *p) { }", "`k` is defined twice"),
        ("enum { A, B }; __device__ int B;", "`B` is declared twice"),
    ] {
        let wrong = match with(text, &Options::default()) {
            Ok(unit) => unit.diagnostics[0].clone(),
            Err(why) => why,
        };
        assert_eq!(wrong.message, message, "{text}");
    }
    for text in [
        "extern __shared__ int s[]; extern __shared__ int s[];",
        "__device__ int f(int x); __device__ int f(int x) { return x; } __device__ int f(float x);",
        "namespace a { __device__ int x; } namespace b { __device__ int x; }",
    ] {
        assert!(with(text, &Options::default()).unwrap().diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn what_is_const_may_be_read_and_its_pointer_moved() {
    for body in [
        "const int *w = a; w = w + 1; n = w[0] + *w;",
        "const int *__restrict__ w = a; w++; n = *w;",
        "int *const w = a; w[0] = 1;",
        "int *w = (int *) (const int *) a; w[0] = 1;",
        "const int t[2] = {1, 2}; a[0] = t[n];",
        "{ int n = 1; { float n = 2; } }",
        "for (int i = 0; i < n; i++) { float x; } for (int i = 0; i < n; i++) { int x; }",
        "enum Op { ADD, SUB = 3, MUL }; Op o = MUL; a[o] = SUB; enum { ONE = ADD + 1 } w = ONE; a[w] = 2;",
    ] {
        assert_eq!(refusal(body), "lowered", "{body}");
    }
}

#[test]
fn kernel_names_are_unique() {
    let text = "__global__ void k(int *p) { } __global__ void k(float *p) { } \
                namespace a { __global__ void k(int *p, int n) { } } __global__ void j() { }";
    let unit = with(text, &Options::default()).unwrap();
    let names: Vec<&str> = unit.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["k", "k.2", "k.3", "j"]);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let text =
        "\u{feff}//--blockDim=8 --gridDim=2\n__global__ void k(int *a) { a[0] = blockDim.x; }";
    let unit = with(text, &Options::default()).unwrap();
    assert!(unit.kernels[0].launches[0].lowered.is_ok());
    assert_eq!(
        unit.notes,
        ["from the first lines of the source: blockDim = [8, 1, 1], gridDim = [2, 1, 1]"]
    );
    let inside = "__global__ void k(int *a) { a[0] \u{feff} = 1; }";
    assert!(with(inside, &Options::default()).is_err());
}
