//! Pointers of the host that point into one array.

use super::unit;
use cuda::Options;

#[test]
fn one_array_for_two_parameters() {
    let apart = of_two("void f(int *p, int *q) { k<<<1, 32>>>(p, q); }");
    let same = of_two("void f(int *p) { k<<<1, 32>>>(p, p); }");
    assert!(apart[0].contains("= b[") && same[0].contains("= a["), "{apart:?} {same:?}");
    for host in [
        "void f(int *p) { int *q = p; k<<<1, 32>>>(p, q); }",
        "void f(int *p) { int *q; q = p; k<<<1, 32>>>(q, p); }",
        "struct S { int *p; }; void f(S s) { k<<<1, 32>>>(s.p, s.p); }",
        "int main() { int *p; cudaMalloc(&p, 400); k<<<1, 32>>>(p, (int *) p); }",
        "void g(int *p, int *q) { k<<<1, 32>>>(p, q); } void f(int *p) { g(p, p); }",
        "int main() { int *p; cudaMalloc(&p, 400); void *args[] = {&p, &p}; cudaLaunchKernel((void *) k, 1, 32, args); }",
        "void f(thrust::device_vector<int> &v) { k<<<1, 32>>>(v.p, v.p); }",
    ] {
        assert_eq!(of_two(host), same, "{host}");
    }
    let moved = of_two("void f(int *p) { k<<<1, 32>>>(p, p + 5); }");
    assert!(moved[0].contains("= a[") && moved[0].contains('5'), "{moved:?}");
    assert_eq!(of_two("void f(int *p) { k<<<1, 32>>>(p + 1, &p[6]); }"), moved);
    // One case in which they are one array.
    assert_eq!(
        of_two("void f(int *p, int *q, bool b) { int *r = b ? p : q; k<<<1, 32>>>(p, r); }"),
        [apart[0].clone(), same[0].clone()]
    );
    assert_eq!(
        of_two(
            "void f(int *p, int *q, bool b) { int *r = p, *s = q; if (b) { r = q; s = p; } k<<<1, 32>>>(r, s); }"
        ),
        apart
    );
    for host in [
        "void f(int *p, int n) { k<<<1, 32>>>(p, p + n); }",
        "void f(thrust::device_vector<int> &v) { k<<<1, 32>>>(get(v), get(v)); }",
        "void f(Odd &s) { k<<<1, 32>>>(s.p, s.p + 1); }",
    ] {
        let any = of_two(host);
        assert!(any[0].contains("= a[") && any[0].contains("b.distance"), "{host}: {any:?}");
    }
    let other = "void f(float *p) { k<<<1, 32>>>((int *) p, (int *) (p + 1)); }";
    assert!(of_two(other)[0].contains("= a["), "{:?}", of_two(other));
}

/// Calls that are not followed give what they are given, too.
#[test]
fn one_array_for_two_parameters_of_a_function_that_is_not_followed() {
    let same = of_two("void f(int *p) { k<<<1, 32>>>(p, p); }");
    let apart = of_two("void f(int *p, int *q) { k<<<1, 32>>>(p, q); }");
    let go = "go(int *x, int *y) { k<<<1, 32>>>(x, y); }";
    let call = |of: &str, p: &str, q: &str| {
        format!(
            "int main() {{ int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); {of}({p}, {q}); }}"
        )
    };
    for (host, of) in [
        (format!("void go(int *x) {{}} void {go}"), "go"),
        (format!("struct S {{ static void {go} }};"), "S::go"),
        (format!("struct S {{ void {go} }} s;"), "s.go"),
    ] {
        let twice = of_two(&format!("{host} {}", call(of, "a", "a")));
        assert!(twice.contains(&same[0]), "{host}: {twice:?}");
        assert_eq!(of_two(&format!("{host} {}", call(of, "a", "b"))), apart, "{host}");
    }
}

/// The launches of a kernel of two arrays.
fn of_two(host: &str) -> Vec<String> {
    let kernel = "__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }\n";
    let unit = unit(&format!("{kernel}{host}"), &Options::default());
    let launched = unit.kernels[0].launches.iter().map(|launched| match &launched.lowered {
        Ok(program) => {
            let text = program.to_string();
            let body =
                text.lines().filter(|line| line.contains('[') && !line.starts_with("threads"));
            body.map(|line| line.trim().replace("(i64)", "").to_string())
                .collect::<Vec<_>>()
                .join(" ")
        }
        Err(u) => u.what.clone(),
    });
    launched.collect()
}

/// Host code that gives one array twice, and that does not.
fn aliased(all: &[&str], disjoint: &[&str]) {
    let apart = of_two("void f(int *p, int *q) { k<<<1, 32>>>(p, q); }");
    let same = of_two("void f(int *p) { k<<<1, 32>>>(p, p); }");
    for host in all {
        assert!(of_two(host).contains(&same[0]), "{host}");
    }
    for host in disjoint {
        assert_eq!(of_two(host), apart, "{host}");
    }
}

#[test]
fn turns_of_loops() {
    aliased(
        &[
            "void f(int *p, int *q, int n) { for (int t = 0; t < n; t++) { k<<<1, 32>>>(p, q); q = p; } }",
            "void f(int *p, int *q, int n) { while (n--) { q = p; } k<<<1, 32>>>(p, q); }",
            "void f(int *p, int *q, int *r, int n) { for (int t = 0; t < n; t++) { k<<<1, 32>>>(p, r); r = q; q = p; } }",
            "void f(int *p, int *q) { while (true) { k<<<1, 32>>>(p, q); if (g()) { q = p; continue; } break; } }",
            "void f(int *p, int *q, int c) { switch (c) { case 1: q = p; break; default: p = q; } k<<<1, 32>>>(p, q); }",
        ],
        &[
            "void f(int *p, int *q, int n) { for (int t = 0; t < n; t++) { k<<<1, 32>>>(p, q); int *r = p; p = q; q = r; } }",
            "void f(int *p, int *q, int n) { for (int t = 0; t < n; t++) { k<<<1, 32>>>(p, q); std::swap(p, q); } k<<<1, 32>>>(q, p); }",
            "void f(int n) { int *d[2]; cudaMalloc(&d[0], 9); cudaMalloc(&d[1], 9); for (int t = 0; t < n; t++) k<<<1, 32>>>(d[t % 2], d[(t + 1) % 2]); }",
            "void f(int n) { int *d[2]; cudaMalloc(&d[0], 9); cudaMalloc(&d[1], 9); int c = 0; while (g()) { k<<<1, 32>>>(d[c], d[1 - c]); c ^= 1; } }",
            "void f(int *p, int *q, int c) { int *r; switch (c) { case 1: r = p; p = q; q = r; break; case 2: break; } k<<<1, 32>>>(p, q); }",
            "void f(int n) { int *a, *b; cudaMalloc(&a, 9); cudaMalloc(&b, 9); int *in = a, *out = b; for (int t = 0; t < 10; t++) { k<<<1, 32>>>(out, in); std::swap(in, out); } k<<<1, 32>>>(in, in == a ? b : a); }",
            "void f(int *p, int *q, bool same) { if (same) q = p; if (!same) k<<<1, 32>>>(p, q); }",
            "void f(int *p, int *q, int m) { if (m == 1) q = p; if (m == 2) k<<<1, 32>>>(p, q); }",
            "void f(int *p, int *q, int *r, int m) { int *x = p, *y = q; if (m == 1) x = r; if (m == 2) y = r; k<<<1, 32>>>(x, y); }",
            "int *from(int *p, int *q, int t) { if (t & 1) return p; return q; } int *to(int *p, int *q, int t) { if (t & 1) return q; return p; } void f(int *p, int *q, int t) { k<<<1, 32>>>(from(p, q, t), to(p, q, t)); }",
        ],
    );
}

#[test]
fn parts_and_other_names() {
    aliased(
        &[
            "void f(int *p, int *q) { int *&z = q; z = p; k<<<1, 32>>>(p, q); }",
            "void set(int *&x, int *v) { x = v; } void f(int *p, int *q) { set(q, p); k<<<1, 32>>>(p, q); }",
            "void set(int **x, int *v) { *x = v; } void f(int *p, int *q) { set(&q, p); k<<<1, 32>>>(p, q); }",
            "struct S { int *a, *b; }; void f(int *p) { S s; s.a = p; s.b = p; k<<<1, 32>>>(s.a, s.b); }",
            "struct S { int *a, *b; }; void f(S *s) { s->a = s->b; k<<<1, 32>>>(s->a, s->b); }",
            "struct S { int *a; }; struct T { S s[2]; }; void f(int *p) { T t; t.s[0].a = p; t.s[1] = t.s[0]; k<<<1, 32>>>(t.s[0].a, t.s[1].a); }",
            "void f(int *p) { int *d[] = {p, p}; k<<<1, 32>>>(d[0], d[1]); }",
            "void f(int **d) { d[1] = d[0]; k<<<1, 32>>>(d[0], d[1]); }",
            "int *g, *h; void f(int *p) { g = p; h = g; other(); k<<<1, 32>>>(g, h); }",
            "struct S { int *d, *e; void go() { k<<<1, 32>>>(d, this->d); } };",
            "struct S { int *d, *e; void go(int *d) { this->d = d; k<<<1, 32>>>(d, this->d); } };",
            "class S : B { int *d; void go() { k<<<1, 32>>>(d, this->d); } };",
            "void f(int *p) { if (g()) goto bad; k<<<1, 32>>>(p, p); bad: cudaFree(p); }",
            "void f(int *p, int *q) { k<<<1, 32>>>(p, g() ? p : q); }",
            "void f(Vector &v) { int *p = thrust::raw_pointer_cast(v.data()); k<<<1, 32>>>(p, thrust::raw_pointer_cast(&v[0])); }",
        ],
        &[
            "void f(int *p, int *q) { int *r = p; int *&z = r; z = q; k<<<1, 32>>>(p, r); }",
            "void set(int **x, int *v) { *x = v; } void f(int *p, int *q) { int *r = p; set(&r, q); k<<<1, 32>>>(p, r); }",
            "struct S { int *a, *b; }; void f(int *p, int *q) { S s = {p, q}; S t = s; t.b = p; k<<<1, 32>>>(s.a, s.b); }",
            "struct S { int *d, *e; void go() { k<<<1, 32>>>(d, this->e); } };",
            "struct S { int *d, *e; void go(int *d) { k<<<1, 32>>>(d, this->d); } };",
            "int *g, *h; void f() { g = h = NULL; other(); k<<<1, 32>>>(g, h); }",
            "void f() { int *p, *q; cudaMalloc(&p, 9); q = p; cudaMalloc(&p, 9); k<<<1, 32>>>(p, q); }",
            "void f(Vector &v, Vector &w) { k<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(&w[0])); }",
        ],
    );
}

#[test]
fn flags_leave_the_pointers() {
    let host = "void f(int *p) { k<<<1, 32>>>(p, p); }";
    let kernel = "__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }\n";
    let options = Options { block_dim: Some([16, 1, 1]), ..Options::default() };
    let shares = |host: &str| {
        let unit = unit(&format!("{kernel}{host}"), &options);
        unit.kernels[0].launches.iter().map(|l| l.shared.len()).collect::<Vec<_>>()
    };
    assert_eq!(shares(host), [0, 2]);
    assert_eq!(shares("void f(int *p, int *q) { k<<<1, 32>>>(p, q); }"), [0]);
}

#[test]
fn what_is_assumed_disjoint_is_said() {
    let said = |text: &str| {
        let unit = unit(text, &Options::default());
        let notes = &unit.kernels[0].launches[0].notes;
        notes.iter().any(|note| note.text == "pointer parameters are disjoint arrays")
    };
    assert!(said("__device__ int d[9]; __global__ void k(int *a) { a[1] = d[2]; }"));
    assert!(said("__global__ void k(int *a, int *b) { a[1] = b[2]; }"));
    assert!(said("struct S { int *a, *b; }; __global__ void k(S s) { s.a[1] = s.b[2]; }"));
    assert!(!said("__device__ int d[9]; __global__ void k(int *a) { a[1] = 2; }"));
    assert!(!said("__device__ int d[9]; __global__ void k(int n) { d[n] = 2; }"));
}

/// An alarm on pointers that a number chooses takes for granted that the host code comes to that number.
#[test]
fn a_number_that_chooses_pointers_is_named() {
    let host = |changes: &str| {
        format!(
            "__global__ void k(int *a, int *b) {{ a[threadIdx.x] = b[0]; }}
            int other();
            void host(int *p, int *q, int given) {{
                int n = 1;
                {changes}
                k<<<1, 64>>>(n ? p : q, q);
            }}"
        )
    };
    let said = |text: &str| {
        let unit = unit(&host(text), &Options::default());
        let launched = unit.kernels[0].launches.iter();
        launched.filter_map(|l| Some(l.of_alarms.as_ref()?.what.clone())).collect::<Vec<_>>()
    };
    assert!(said("").iter().all(|what| !what.contains("`n`")));
    assert!(said("n = given;").iter().all(|what| !what.contains("`n`")));
    let forgotten = said("for (int i = 0; i < 3; i++) n = n ? other() : 1;");
    assert!(forgotten.iter().any(|what| what.contains("`n`")), "{forgotten:?}");
}
