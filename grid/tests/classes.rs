//! Classes: static members, references to members, constructors.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::Refusal;
use grid::contents::Contents;
use support::{compile, launch, run};

/// What one thread puts into `out`, of which there are so many.
fn ints(before: &str, body: &str, n: u64) -> Vec<i64> {
    let text = format!("{before}\n__global__ void k(int *out) {{ {body} }}");
    let ran = run(&text, &[("out", Contents::Zeros(n))], launch(1, 1));
    assert_eq!(ran.findings(), [""; 0], "{body}");
    ran.ints("out")
}

/// Why a kernel is not run.
fn refused(before: &str, body: &str) -> String {
    match compile(&format!("{before}\n__global__ void k(int *out) {{ {body} }}")) {
        Ok(_) => String::new(),
        Err(Refusal::Unsupported(why)) => why.what,
        Err(Refusal::Error(why)) => why.message,
    }
}

#[test]
fn static_members() {
    let text = "template <typename T, int N> struct Row {
            enum Kind { none, some = N + 5, more };
            static constexpr int size = N * sizeof(T), twice = 2 * size;
            static constexpr float half = 0.5f, whole = 2;
            T cells[size];
            __device__ static int scaled(int x) { return x * size; }
            __device__ static void put(int &x) { x = twice; }
            template <typename U> __device__ static int wide(U x) { return sizeof(U) * 100 + sizeof(T) * 10 + (int) x; }
            template <int M> __device__ static T times(T x) { return x * M * N; }
            __device__ int own() const { return size + scaled(2); }
        };
        struct Plain { static const int n = 7; __device__ static int f(int x, int y = 3) { return x * n + y; } int a; };
        template <typename R> __device__ int of() { return R::size; }";
    let body = "Row<short, 3> r; int x = 0; Row<short, 3>::put(x); Plain p; int a[Row<char, 4>::size] = {};
        out[0] = Row<short, 3>::size; out[1] = x; out[2] = Row<short, 3>::scaled(4); out[3] = r.own();
        out[4] = Row<short, 3>::more; out[5] = of<Row<double, 2>>(); out[6] = Row<short, 3>::half * 10 * Row<short, 3>::whole;
        out[7] = Row<short, 3>::wide(2.5); out[8] = Row<short, 3>::times<4>(2); out[9] = Plain::f(2) + Plain::n;
        out[10] = p.f(1, 1) + p.n; out[11] = sizeof a; out[12] = r.scaled(1); out[13] = r.wide<char>('a');";
    let expected = [6, 12, 24, 18, 9, 16, 10, 822, 24, 24, 15, 16, 6, 217];
    assert_eq!(ints(text, body, 14), expected);
}

/// A specialization is a class of its own. [C++17, 17.7.3]
#[test]
fn specializations_of_class_templates() {
    let text = "template <typename T> struct Of { static constexpr int n = 1; T x; };
        template <> struct Of<float> { static constexpr int n = 2; char cells[9]; };
        template <> struct Of<int> { static constexpr int n = 3; __device__ static int f() { return 30; } };
        template <typename T> __device__ int n() { return Of<T>::n; }";
    let body = "out[0] = Of<float>::n; out[1] = Of<double>::n; out[2] = n<float>() * 10 + n<int>();
        out[3] = sizeof(Of<float>); out[4] = Of<int>::f();";
    assert_eq!(ints(text, body, 5), [2, 1, 23, 9, 30]);
    // What is written is no enumeration.
    let text = "enum E { e }; template <typename T> struct Of { static constexpr int n = 1; };
        template <> struct Of<int> { static constexpr int n = 3; };
        template <typename T> __device__ int inner() { return Of<T>::n; }
        template <typename T> __device__ int n() { return Of<T>::n * 10 + inner<T>(); }
        template <typename T> __device__ int given(T x) { return Of<T>::n; }
        template <typename T> __device__ int &kept(T) { __shared__ int n; return n; }";
    assert_eq!(ints(text, "out[0] = n<int>();", 1), [33]);
    for (body, why) in [
        ("out[0] = given(1);", "`Of<int>`, which may be a specialization of `Of`,"),
        ("out[0] = n<E>();", "`Of<int>`, which may be a specialization of `Of`,"),
        ("kept(e) = 2; kept<int>(3) = 1;", "`kept`, for types that are not told apart here,"),
    ] {
        assert_eq!(refused(text, body), why);
    }
    // What may be `const` is another type.
    let text = "template <typename T> struct Of { static constexpr int n = 1; };
        template <> struct Of<int> { static constexpr int n = 3; };
        template <typename T> __device__ int by(T &x) { return Of<T>::n; }
        template <typename T> __device__ int below(const T *x) { return Of<T>::n; }
        template <typename T> __device__ int n() { return Of<T>::n; }";
    assert_eq!(ints(text, "out[0] = below(out) * 10 + n<int>();", 1), [33]);
    let why = "`Of<int>`, which may be a specialization of `Of`,";
    for body in ["out[0] = by(out[0]);", "out[0] = n<const int>();", "out[0] = Of<const int>::n;"] {
        assert_eq!(refused(text, body), why, "{body}");
    }
    let limits = "#include <limits>\ntemplate <typename T> __device__ T most() { return std::numeric_limits<T>::max(); }";
    let body = "out[0] = std::numeric_limits<int>::max(); out[1] = most<unsigned char>(); out[2] = most<float>() > 3e38f;
        out[3] = std::numeric_limits<double>::is_signed;";
    assert_eq!(ints(limits, body, 4), [0x7fff_ffff, 255, 1, 1]);
    for (text, body, why) in [
        (
            "template <typename T> struct P { T a; }; template <typename T> struct P<T *> { char b[9]; };",
            "out[0] = sizeof(P<int>);",
            "the class template `P`",
        ),
        // `E` is a type of its own.
        (
            "enum E { e }; template <typename T> struct P { T a; }; template <> struct P<int> { char b[9]; };
             template <typename T> __device__ int size(T x) { return sizeof(P<T>); }",
            "out[0] = size(e);",
            "`P<int>`, which may be a specialization of `P`,",
        ),
    ] {
        assert_eq!(refused(text, body), why);
    }
}

/// Types that are members, templates of variables, and the one that compares types.
#[test]
fn members_that_are_types() {
    let text = "template <typename T> struct Of { typedef T type; using row = T[3]; struct Inner { T x; char c; }; };
        template <> struct Of<float> { using type = short; };
        template <typename T> __device__ int size() { typename Of<T>::type x = 70000; return sizeof(x) + (x == 70000); }
        template <typename T> constexpr T empty = T(-1);
        template <typename T, int N> const int twice = 2 * N * sizeof(T);
        template <typename T> __device__ int of() { if constexpr (std::is_same_v<T, unsigned>) return 1; else return 2; }";
    let body = "out[0] = size<int>() * 10 + size<float>(); Of<char>::row r = {1, 2}; out[1] = sizeof r + r[1];
        out[2] = empty<unsigned char> + empty<int>; out[3] = twice<short, 5>; out[4] = of<unsigned>() * 10 + of<int>();";
    assert_eq!(ints(text, body, 5), [52, 5, 254, 20, 12]);
    let text = "enum E { e }; template <typename T> __device__ int f(T) { return std::is_same_v<T, int>; }";
    let why = "`std::is_same_v` of types that are not told apart here";
    assert_eq!(refused(text, "out[0] = f(e);"), why);
    let text = "template <typename T> __device__ T kept = 3;";
    assert_eq!(refused(text, "out[0] = kept<int>;"), "the template `kept` as a value");
}

#[test]
fn references_are_returned() {
    let text = "struct Row {
            int cells[4]; int n;
            __device__ int &operator[](int i) { n = n + 1; return cells[i]; }
            __device__ int &last() { return cells[3]; }
            __device__ Row &add(int x) { cells[0] += x; return *this; }
        };
        struct View { int *p; __device__ int operator[](int i) const { return p[2 * i]; } };
        __device__ int &larger(int &x, int &y) { if (x > y) return x; return y; }
        template <typename T> __device__ T &at(T *p, int i) { return p[i]; }";
    let body = "Row r = {}; r[1] = 5; r[1] += 2; r[2]++; r.last() = 9; r.add(1).add(2);
        int a = 3, b = 4; larger(a, b) = 10; larger(a, b) -= 1; at(out, 6) = 8;
        int &c = larger(a, b); c += 20; View v = {r.cells}; r.last();
        out[0] = r.cells[0] * 1000 + r.cells[1] * 100 + r.cells[2] * 10 + r.cells[3]; out[1] = a; out[2] = b;
        out[3] = v[1]; out[4] = r.n; out[5] = (r[0] = 6, r.n) + r[1];";
    assert_eq!(ints(text, body, 7), [3719, 3, 29, 1, 3, 11, 8]);
    let ran = run(
        "__device__ int &f(int *p) { return p[9]; } __global__ void k(int *a) { f(a); a[0] = 1; }",
        &[("a", Contents::Zeros(2))],
        launch(1, 1),
    );
    // What is not read is no access.
    assert_eq!(ran.findings(), [""; 0]);
    let text = "struct P { int x; __device__ P &operator+=(int y) { x += y; return *this; } };
        __device__ void set(int &x) { x = 7; } __device__ int &f(int x) { return x; }
        struct Two { int a, b; __device__ int &operator[](int i) { if (i) return b; return a; } };
        struct S { int n; __device__ void get(int m, int &x) const { x = m * n; } __device__ int operator()(int &x) { x = 2 * n; return n; } };";
    let body = "P p = {1}; p += 2; (p += 3) += 4; out[0] = p.x; S s = {5}; int y = 0, z = 0; s.get(3, y); s(z);
        out[1] = y; out[2] = z;
        Two t; t[0] = 1; t[1] = 2; out[3] = t.a * 10 + t.b;";
    assert_eq!(ints(text, body, 4), [10, 15, 10, 12]);
    assert_eq!(refused(text, "short y; set(y);"), "a reference to this");
}

/// Of two functions that differ in `const` alone, one is meant. [C++17, 16.3.3.2, paragraph 3.2.6]
#[test]
fn functions_for_what_is_const() {
    let text = "template <typename T> struct Row {
            T cells[2];
            __device__ T &operator[](int i) { cells[i] += 10; return cells[i]; }
            __device__ T operator[](int i) const { return cells[i]; }
            __device__ int kind() { return 1; } __device__ int kind() const { return 2; }
            __device__ int own() const { return kind(); } __device__ int own() { return kind(); }
        };
        __device__ float &at(float4 &v, int i) { return ((float *) &v)[i]; }
        __device__ float at(const float4 &v, int i) { return 10 * ((const float *) &v)[i]; }
        __device__ int of(const Row<int> &row) { return row[0]; }
        struct Two { Row<int> row; };
        __device__ int by(int &x) { return 0; } __device__ int by(long x) { return 1; }
        template <typename U> __device__ int open(U &u) { return u.kind(); }";
    let body = "Row<int> r = {{1, 2}}; const Row<int> c = {{3, 4}}; float4 v = make_float4(1, 2, 3, 4); const float4 w = v;
        out[0] = r[1]; out[1] = c[1]; at(v, 1) = 6; out[2] = at(v, 1); out[3] = at(w, 2); out[4] = of(r);
        out[5] = r.own() * 10 + c.own(); Row<int> rows[2] = {r, r}; const Row<int> *p = rows; Row<int> *q = rows;
        out[6] = p[0].kind() * 100 + q[1].kind() * 10 + (*p).kind(); const Two t = {r};
        out[7] = t.row.kind() * 10 + rows[1].kind(); const int n = 1; int m = 1; out[8] = by(n) * 10 + by(m);";
    assert_eq!(ints(text, body, 9), [12, 4, 6, 30, 1, 12, 212, 21, 10]);
    let why = "this call of `Row::kind`, which is overloaded,";
    assert_eq!(refused(text, "Row<int> r; out[0] = open(r);"), why);
}

#[test]
fn constructors() {
    let text = "struct P {
            int x, y; float z;
            __device__ P() : x(1), y{2} { z = 1.5f; }
            __device__ explicit P(int a) : x(a), y(x + 1), z(2) {}
            __device__ P(int a, int b, int c);
            __device__ int sum() const { return x * 100 + y * 10 + (int) (2 * z); }
        };
        __device__ P::P(int a, int b, int c) : x(a), y(b * c), z(1.5f) {}
        template <typename T, int N> struct Row {
            T cells[N];
            Row() = default;
            __device__ Row(T x) { for (int n = 0; n < N; ++n) cells[n] = x; }
            __device__ static Row filled(T x) { Row r; for (int n = 0; n < N; ++n) r.cells[n] = x + n; return r; }
            __device__ T &operator[](int n) { return cells[n]; }
        };
        struct D { int a = 4, b = 5; int c = 6; };
        struct Z { int a, b = 5; __device__ Z(int x, int y = 2) : a(x) { a *= y; } };
        struct Holder { int *to; __device__ Holder(int &x) { to = &x; } __device__ void set(int x) { *to = x; } };
        __device__ int total(P p) { return p.sum(); }
        __device__ P made(int n) { return P(n); }";
    let body = "P a; P b(3); P c(1, 2, 3); P d{1, 2, 4}; P e = P(5); P f[2]; auto g = P(2, 2, 2);
        out[0] = a.sum(); out[1] = b.sum(); out[2] = c.sum(); out[3] = d.sum(); out[4] = e.sum(); out[5] = f[1].sum();
        out[6] = g.sum(); out[7] = total(P(7)); out[8] = made(8).sum(); out[9] = P(9).sum();
        Row<int, 4> r(6), s, t = Row<int, 4>::filled(20), u{}; s = r; s[2] = 1;
        out[10] = r[2] * 100 + s[2] * 10 + s[3]; out[11] = t[3] + u[1];
        D m, n{7}, o{1, 2, 3}, p = {}; out[12] = m.a * 100 + n.a * 10 + n.b; out[13] = o.a * 100 + o.b * 10 + o.c;
        out[14] = p.b; int h = 0; Holder w(h); w.set(77); out[15] = h; P q(b); q.x = 0; out[16] = q.sum() + b.x;
        Z z(1); out[17] = z.a * 10 + z.b + Z(2, 3).a;";
    let expected =
        [123, 344, 163, 183, 564, 123, 243, 784, 894, 1004, 616, 23, 475, 123, 5, 77, 47, 31];
    assert_eq!(ints(text, body, 18), expected);
    let text = "struct P { int x; int y; __device__ P(int a) : x(a) {} }; __global__ void k(int *out) { P p(3), q = P(4); out[0] = p.x + q.x; out[1] = p.y; }";
    let ran = run(text, &[("out", Contents::Zeros(2))], launch(1, 1));
    assert_eq!(ran.findings(), ["1:136 uninitialized read"]);
}

#[test]
fn what_a_constructor_does_and_is_not_run() {
    let p = "struct P { int x; __device__ P(int a = 1) : x(a) {} };";
    for (before, body, why) in [
        (
            "__device__ P g;",
            "out[0] = g.x;",
            "a variable of the file that is a `P`, which has constructors,",
        ),
        ("", "P p[2] = {P(1), P(2)};", "the construction of a `P [2]`"),
        (
            "struct Q { P p; int y; __device__ Q() : y(2) {} };",
            "Q q; out[0] = q.y;",
            "a `Q`, whose members have constructors,",
        ),
        ("struct Q { P p; int y; };", "Q q{P(2), 3};", "a `Q`, whose members have constructors,"),
        ("__device__ int f(P p) { return p.x; }", "out[0] = f(3);", "a conversion of `int` to `P`"),
        (
            "struct C { int x; __device__ C(const C &c) : x(c.x + 1) {} __device__ C(int a) : x(a) {} };",
            "C c(1); C d(c); out[0] = d.x;",
            "a variable of the class `C`, of which not all is read,",
        ),
    ] {
        assert_eq!(refused(&format!("{p} {before}"), body), why);
    }
    let inner = "struct Q { P p; int y; };";
    assert_eq!(ints(&format!("{p} {inner}"), "Q q; q.y = 2; out[0] = q.p.x * 10 + q.y;", 1), [12]);
    let body = "Q q{}, r = Q(); out[0] = q.p.x * 100 + q.y * 10 + r.y;";
    assert_eq!(ints(&format!("{p} {inner}"), body, 1), [100]);
    // Of shared variables, a constructor does nothing.
    let text = "struct S { int x; __device__ S() {} };";
    assert_eq!(ints(text, "__shared__ S s; s.x = 4; out[0] = s.x;", 1), [4]);
}

/// What is never done need not be understood, unless a jump goes there.
#[test]
fn branches_that_are_never_taken() {
    let text = "template <int N> __device__ int f(int x) { if constexpr (N > 2) { return mystery(x); } else return x + N; }";
    assert_eq!(ints(text, "out[0] = f<2>(1);", 1), [3]);
    assert_eq!(refused(text, "out[0] = f<3>(1);"), "a call of `mystery`");
    let body = "int n = 0; goto in; if (0) { in: n = 5; } out[0] = n; switch (n) { case 1: if (0) { case 5: n = 8; } } out[1] = n;";
    assert_eq!(ints("", body, 2), [5, 8]);
}

#[test]
fn a_destructor_is_not_left_out() {
    let guard = "struct Guard { int *o; __device__ Guard(int *p) : o(p) {} __device__ ~Guard() { o[0] = 5; } };";
    let why = refused(guard, "Guard guard(out); out[threadIdx.x + 1] = 1;");
    assert!(why.contains("a variable of the class `Guard`"), "{why}");
}
