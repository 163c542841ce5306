//! What kernels compute, and what is found on the way.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::contents::{Contents, Number};
use grid::{Access, End, Launch, Mode, Observer, Refusal, Schedule};
use support::{SCHEDULES, compile, int, launch, list, run, run_with};

#[test]
fn saxpy() {
    let text = "__global__ void k(float *y, const float *x, float a, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = a * x[i] + y[i];
    }";
    for schedule in SCHEDULES {
        let given = [
            ("x", list(&[1, 2, 3, 4, 5])),
            ("y", list(&[10, 20, 30, 40, 50])),
            ("a", Contents::Scalar(Number::Real(0.5))),
            ("n", int(5)),
        ];
        let ran = run(text, &given, Launch { schedule, ..launch(2, 4) });
        assert_eq!(ran.arrays["y"], [10.5, 21.0, 31.5, 42.0, 52.5].map(Number::Real));
        assert_eq!((ran.outcome.end, ran.findings()), (End::Finished, vec![]));
    }
}

#[test]
fn reduction_in_shared_memory() {
    let text = "template <int N> struct unused;
    __device__ unsigned done;
    __global__ void k(int *out, const int *in) {
        extern __shared__ int s[];
        unsigned t = threadIdx.x;
        s[t] = in[blockIdx.x * blockDim.x + t];
        __syncthreads();
        for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
            if (t < d) s[t] += s[t + d];
            __syncthreads();
        }
        if (t == 0) { out[blockIdx.x] = s[0]; atomicInc(&done, gridDim.x - 1); }
    }";
    for schedule in SCHEDULES {
        let given = [("out", Contents::Zeros(2)), ("in", Contents::Iota(16))];
        let ran = run(text, &given, Launch { schedule, shared: 32, ..launch(2, 8) });
        assert_eq!(ran.ints("out"), [28, 92]);
        assert_eq!(ran.ints("done"), [0]);
        assert_eq!(ran.findings(), [""; 0]);
        assert_eq!(ran.outcome.barriers, 2 * 4);
    }
}

#[test]
fn warps() {
    let text = "__global__ void k(int *out, unsigned *votes) {
        int lane = threadIdx.x & 31, v = lane * lane;
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
        int first = __shfl_sync(0xffffffffu, v, 0);
        out[threadIdx.x] = first + __shfl_xor_sync(0xffffffff, lane, 3, 8) + __shfl_up_sync(-1, lane, 1, 4) * 1000000;
        unsigned odd = __ballot_sync(0xffffffff, lane & 1);
        if (lane & 1) __syncwarp(0xaaaaaaaa);
        votes[threadIdx.x] = odd + __any_sync(-1, lane == 3) + __all_sync(-1, lane == 3) * 16;
        if (lane < 4) votes[threadIdx.x] = __activemask() + __popc(odd);
    }";
    for schedule in SCHEDULES {
        let given = [("out", Contents::Zeros(64)), ("votes", Contents::Zeros(64))];
        let ran = run(text, &given, Launch { schedule, ..launch(1, 64) });
        let sum: i64 = (0..32).map(|n| n * n).sum();
        let up = |l: i64| if l % 4 == 0 { l } else { l - 1 };
        let out: Vec<i64> = (0..64)
            .map(|t| t % 32)
            .map(|l| sum + ((l & !7) | ((l & 7) ^ 3)) + up(l) * 1_000_000)
            .collect();
        assert_eq!(ran.ints("out"), out);
        let vote = |t: i64| if t % 32 < 4 { 15 + 16 } else { 0xaaaa_aaab };
        assert_eq!(ran.ints("votes"), (0..64).map(vote).collect::<Vec<_>>());
        assert_eq!(ran.findings(), [""; 0]);
    }
}

#[test]
fn barriers_that_count() {
    let text = "__global__ void k(int *out) {
        int t = threadIdx.x;
        out[t] = __syncthreads_count(t & 1) * 100 + __syncthreads_or(t == 2) * 10 + __syncthreads_and(t < 5);
    }";
    let ran = run(text, &[("out", Contents::Zeros(5))], launch(1, 5));
    assert_eq!(ran.ints("out"), [211; 5]);
}

#[test]
fn atomics_of_every_kind() {
    let text = "__global__ void k(int *a, unsigned *u, unsigned long long *l, float *f) {
        int t = threadIdx.x;
        atomicAdd(&a[0], t); atomicSub(a + 1, 1); atomicMin(&a[2], -t); atomicMax_block(&a[3], t);
        atomicAnd(&a[4], ~(1 << t)); atomicOr_system(&a[5], 1 << t); atomicXor(&a[6], 3);
        atomicInc(&u[0], 2); atomicDec(&u[1], 5);
        atomicAdd(l, 1ull << 40); atomicAdd(f, 0.5f);
        int old = a[7], seen;
        do { seen = old; old = atomicCAS(&a[7], seen, seen * 2 + 1); } while (old != seen);
        if (t == 0) atomicExch(&a[8], 42);
    }";
    for schedule in SCHEDULES {
        let given = [
            ("a", list(&[0, 0, 0, 0, 255, 0, 0, 0, 0])),
            ("u", list(&[0, 0])),
            ("l", list(&[0])),
            ("f", list(&[1])),
        ];
        let ran = run(text, &given, Launch { schedule, ..launch(1, 4) });
        assert_eq!(ran.ints("a"), [6, -4, -3, 3, 240, 15, 0, 15, 42]);
        assert_eq!(ran.ints("u"), [1, 2]);
        assert_eq!(ran.ints("l"), [4 << 40]);
        assert_eq!(ran.arrays["f"], [Number::Real(3.0)]);
        assert_eq!(ran.findings(), [""; 0]);
    }
}

#[test]
fn structures_pointers_and_calls() {
    let text = "typedef struct { int x; float4 v; int a[3]; } S;
    struct Node { int value; Node *next; };
    enum Op { ADD, MUL = 5 };
    __constant__ int table[2][3] = {{1, 2, 3}, {4, 5}};
    constexpr int N = ADD + MUL * 2;
    __device__ int twice(int x) { return x * 2; }
    __device__ int doubled(int &x) { x *= 2; return x; }
    __device__ float twice(float x) { return x * 2; }
    __device__ int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    __device__ S make(int x) { S s = {x, {1, 2, 3, 4}, {7}}; s.a[2] = x; return s; }
    __device__ void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
    __global__ void k(int *out, float4 *v, S *s, dim3 d) {
        int i = 3; int local[4] = {1, 2};
        out[0] = doubled(i) + i; i = twice(i) / 2; out[1] = twice(1.5f); out[2] = fact(6);
        S t = make(9), u; u = t; u.a[1] = 8;
        out[3] = u.x + u.a[0] + u.a[1] * 10 + u.a[2] * 100 + t.a[1];
        s[1] = u; v[0] = make_float4(u.v.w, u.v.z, 0, i); v[0].z = s[1].v.y;
        swap(&local[0], local + 1); swap(&i, &local[3]);
        out[4] = local[0] * 1000 + local[1] * 100 + local[2] * 10 + i;
        Node b = {5, nullptr}, a = {4, &b};
        out[5] = a.next->value + (a.next->next == 0);
        out[6] = table[1][1] + table[1][2] + N + (int) sizeof(S) + d.y;
        int *p = out + 9, *q = &out[7]; out[7] = p - q; *--p = (p > q) + 40;
        char *c = (char *) &out[9]; c[0] = 1; c[1] = -1; c[2] = 0; c[3] = 2;
        auto f = 1.0f / 3; out[10] = __float_as_int(f);
        int m[2][3]; m[1][2] = 6; m[1][1] = 5; int *row = m[1]; out[11] = row[2] * 10 + *(*(m + 1) + 1);
        const int &r = out[11]; out[12] = r + 1;
        goto end;
        out[12] = 0;
      end:
        switch (out[12] % 4) { case 0: out[13] = 1; case 2: { out[13] += 2; case 3: out[13] += 4; break; } default: out[13] = -1; }
    }";
    let given = [
        ("out", Contents::Zeros(14)),
        ("v", Contents::Zeros(1)),
        ("s", Contents::Zeros(2)),
        ("d.x", int(1)),
        ("d.y", int(2)),
        ("d.z", int(3)),
    ];
    let ran = run(text, &given, launch(1, 1));
    let third = f64::from(1f32 / 3.0);
    let bits = i64::from((third as f32).to_bits());
    let n = 10 + 48 + 2;
    let bytes = i64::from(i32::from_le_bytes([1, 255, 0, 2]));
    assert_eq!(
        ran.ints("out"),
        [12, 3, 720, 9 + 7 + 80 + 900, 2100, 6, 5 + n, 2, 41, bytes, bits, 65, 66, 6]
    );
    assert_eq!(ran.arrays["v"], [4.0, 3.0, 2.0, 6.0].map(Number::Real));
    assert_eq!(ran.findings(), [""; 0]);
}

#[test]
fn what_has_no_meaning_is_found_and_contained() {
    let cases: [(&str, &[&str], i64); 22] = [
        ("out[0] = 1 / (n - 7);", &["3:10 division by zero"], 0),
        ("out[0] = 2147483647 + n;", &["3:10 overflow"], -2147483642),
        ("out[0] = 2147483647u + n;", &[], -2147483642),
        ("out[0] = 1 << (n * 5);", &["3:10 bad shift"], 0),
        ("out[0] = (short) (n + 65536);", &[], 7),
        ("out[0] = (int) (n * 1e30);", &["3:10 bad conversion"], 2147483647),
        ("out[n] = 3; out[0] = 1;", &["3:1 out of bounds"], 1),
        ("out[0] = out[-1] + 5;", &["3:10 out of bounds"], 5),
        ("int x; out[0] = x + 1;", &["3:17 uninitialized read"], 1),
        ("int x; if (n == 7) x = 2; out[0] = x;", &[], 2),
        ("P a; a.x = 1; P b = a; out[0] = b.x;", &["3:21 uninitialized read"], 1),
        ("P a; a.x = 1; P *p = &a, b = a; out[0] = b.x;", &["3:30 uninitialized read"], 1),
        ("P a, b; a.x = 1; a.y = 2; b = a; out[0] = b.y;", &[], 2),
        ("P a; a.y = 4; out[0] = a.y;", &[], 4),
        ("int a[3]; a[1] = 1; out[0] = a[1] + a[2];", &["3:37 uninitialized read"], 1),
        ("__shared__ int s; out[0] = s;", &["3:28 uninitialized read"], 0),
        ("int *p = 0; *p = 1; out[0] = 2;", &["3:13 bad pointer"], 2),
        ("int a[2]; a[2] = 1; out[0] = 3;", &["3:11 out of bounds"], 3),
        ("c[0] = 4; out[0] = c[0];", &["3:1 write of constant memory"], 9),
        ("out[0] = -(-2147483647 - (n - 6));", &["3:10 overflow"], -2147483648),
        ("out[0] = 5; assert(n == 8); out[0] = 6;", &["3:13 assertion failed"], 5),
        ("*(int *) ((char *) out + 2) = 65536; out[0] = 1;", &["3:1 misaligned access"], 1),
    ];
    for (body, findings, value) in cases {
        let text = format!(
            "__constant__ int c[1] = {{9}}; struct P {{ int x, y; }};\n__global__ void k(int *out, int n) {{\n{body} }}"
        );
        let ran = run(&text, &[("out", list(&[0, 0])), ("n", int(7))], launch(1, 1));
        let found: Vec<String> = findings.iter().map(|f| f.to_string()).collect();
        assert_eq!((ran.findings(), ran.ints("out")[0]), (found, value), "{body}");
    }
}

/// A vector is aligned to more than its lanes are. [CUDA C++ Programming Guide, 5.3.2]
#[test]
fn vectors_are_aligned() {
    for (at, aligned) in [("out", true), ("out + 1", false), ("out + 2", true)] {
        for (access, line) in
            [("*(int2 *) p = make_int2(1, 2);", "2:1"), ("int2 v = *(int2 *) p;", "2:10")]
        {
            let text = format!("__global__ void k(int *out) {{ int *p = {at};\n{access} }}");
            let ran = run(&text, &[("out", list(&[0, 0, 0, 0]))], launch(1, 1));
            let expected = if aligned { vec![] } else { vec![format!("{line} misaligned access")] };
            assert_eq!(ran.findings(), expected, "{at}: {access}");
        }
    }
}

/// A pointer whose elements' addresses are taken, and one whose own is.
#[test]
fn pointers_of_which_an_address_is_taken() {
    let text = "__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
    __device__ void move_on(int *&p) { p = p + 1; }
    __device__ int *second(int *p) { int *q = &p[1]; return q; }
    __global__ void kernel(int *a, int *b) {
        int *p = a;
        atomicAdd(&p[0], 1);
        swap(p[0], p[1]);
        move_on(p);
        p[0] += 10;
        int **pp = &p;
        *pp = &p[1];
        *p = 7;
        int own[4] = {1, 2, 3, 4}, *o = &own[2];
        o[1] = 9;
        b[0] = own[3];
        *second(b) = 6;
        int *table[2] = {a, b}, **t = &table[1];
        (*t)[2] = 8;
        int &q = table[1][3];
        q = 11;
    }";
    let given = [("a", Contents::Iota(4)), ("b", Contents::Zeros(4))];
    let ran = run(text, &given, launch(1, 1));
    assert_eq!((ran.ints("a"), ran.ints("b")), (vec![1, 11, 7, 3], vec![9, 6, 8, 11]));
    assert_eq!(ran.findings(), [""; 0]);
}

/// `q[1]` of a pointer to an array is an array, and a pointer before its object is less than one into it.
#[test]
fn pointers_to_arrays_and_before_objects() {
    let text = "__global__ void kernel(int *a, int *b) {
        int x[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*q)[3] = x;
        b[0] = q[1][2] * 10 + (*q)[1];
        q[1][0] = 7;
        b[1] = x[1][0] + (q + 1)[0][1];
        int *p = a - 1, n = 0;
        b[2] = (p >= a) + 10 * (p < a) + 100 * (p <= a + 1);
        for (p = a + 2; p >= a; p--) n = 10 * n + *p;
        b[3] = n;
    }";
    let given = [("a", list(&[1, 2, 3])), ("b", Contents::Zeros(4))];
    let ran = run(text, &given, grid::Launch { fuel: 10_000, ..launch(1, 1) });
    assert_eq!(ran.ints("b"), [62, 12, 110, 321]);
    assert_eq!(ran.findings(), [""; 0]);
}

/// A thread's clock counts what it runs.
#[test]
fn clocks_go_on() {
    let text = "__global__ void k(int *a) {
        long long begin = clock64(); while (clock64() - begin < 50) { } a[0] = clock64() > begin;
    }";
    let ran = run(text, &[("a", Contents::Zeros(1))], launch(1, 1));
    assert_eq!((ran.ints("a"), ran.outcome.steps < 1000), (vec![1], true));
}

/// Accesses as the kernel makes them, and no others.
struct Log(Vec<String>);

impl Observer for Log {
    fn access(&mut self, access: &Access) {
        let mode = match access.mode {
            Mode::Read => "rd",
            Mode::Write => "wr",
            Mode::Atomic(_) => "at",
        };
        self.0.push(format!("{mode}{}", access.offset / 4));
    }
}

#[test]
fn accesses_are_those_of_the_source() {
    for (body, expected) in [
        ("a[1] = 2;", "wr1"),
        ("a[1] += 2;", "rd1 wr1"),
        ("a[1]++;", "rd1 wr1"),
        ("++a[1];", "rd1 wr1"),
        ("int x = a[1] = 2; a[x] = 3;", "wr1 wr2"),
        ("a[1] = a[2] = a[3];", "rd3 wr2 wr1"),
        ("a[0] && a[1];", "rd0"),
        ("a[4] = a[0] ? a[1] : a[2];", "rd0 rd2 wr4"),
        ("int *p = &a[3]; *p = 1; p[1] = sizeof(a[2]);", "wr3 wr4"),
        ("atomicAdd(a + 2, a[1]);", "rd1 at2"),
        ("int2 v = ((int2 *) a)[1]; ((int2 *) a)[0] = v;", "rd2 rd3 wr0 wr1"),
        ("int l[2] = {1, 2}; l[0] = l[1]; a[l[0]] = 1;", "wr2"),
        ("a[a[a[1]]] = 1;", "rd1 rd0 wr0"),
        ("(a[1] = 5) = 6;", "wr1 wr1"),
        // A value that nobody asks for is not read.
        ("a[1]; (void)a[2]; *a, a[a[4]] = 1; for (int i = 0; i < 2; a[i], i++);", "rd4 wr0"),
        ("volatile int *p = a; p[1];", "rd1"),
    ] {
        let text = format!("__global__ void k(int *a) {{ {body} }}");
        let mut log = Log(Vec::new());
        run_with(&text, &[("a", Contents::Zeros(5))], launch(1, 1), &mut log);
        assert_eq!(log.0.join(" "), expected, "{body}");
    }
}

#[test]
fn divergence_and_deadlock() {
    let cases = [
        ("if (t < 2) __syncthreads();", "barrier divergence"),
        ("if (t < 2) __syncthreads(); else __syncthreads();", "barrier divergence"),
        ("if (t == 3) return; __syncthreads();", "barrier divergence"),
        ("for (int i = 0; i < t; i++) __syncthreads();", "barrier divergence"),
        ("if (t < 2) __syncwarp(); else __syncthreads();", "warp divergence"),
        ("a[t] = __shfl_sync(3, t, 2);", "absent lane"),
        ("if (t == 2) __syncwarp(1); a[t] = t;", "absent lane"),
        ("if (t == 2) a[0] = __ballot_sync(1, 1);", "absent lane"),
    ];
    for schedule in SCHEDULES {
        for (body, kind) in cases {
            let text =
                format!("__global__ void k(int *a) {{ int t = threadIdx.x; {body} a[t] = 1; }}");
            let given = [("a", Contents::Zeros(4))];
            let ran = run(&text, &given, Launch { schedule, ..launch(1, 4) });
            let found = ran.findings().join(";");
            assert!(found.contains(kind), "{body}: {found}");
            assert_eq!(ran.outcome.end, End::Finished, "{body}");
        }
        let text = "__global__ void k(int *a) { __syncthreads(); if (threadIdx.x < 9) __syncthreads(); a[0] = 1; }";
        let ran = run(text, &[("a", Contents::Zeros(1))], Launch { schedule, ..launch(1, 4) });
        assert_eq!(ran.findings(), [""; 0]);
    }
}

#[test]
fn spinning_ends_by_turns_or_by_fuel() {
    let lock = "__global__ void k(volatile int *a) { if (threadIdx.x == 0) { while (a[0] == 0) ; a[1] = 7; } else a[0] = 1; }";
    for schedule in SCHEDULES {
        let given = [("a", Contents::Zeros(2))];
        let ran = run(lock, &given, Launch { schedule, ..launch(1, 2) });
        assert_eq!(ran.ints("a"), [1, 7]);
        let ever = "__global__ void k(int *a) { for (;;) a[0]++; }";
        let limits = Launch { schedule, fuel: 1000, ..launch(1, 2) };
        let ran = run(ever, &given, limits);
        assert_eq!((ran.outcome.end, ran.outcome.steps), (End::OutOfFuel, 1000));
        let deep = "__device__ int f(int n) { return f(n + 1) + 1; } __global__ void k(int *a) { a[0] = f(0); }";
        let ran = run(deep, &given, Launch { schedule, ..launch(1, 2) });
        assert_eq!(ran.findings(), ["1:34 stack overflow"]);
    }
}

#[test]
fn a_seed_replays() {
    let text = "__global__ void k(int *a) { for (int i = 0; i < 4; i++) { int x = a[0]; a[0] = x * 3 + threadIdx.x; } }";
    let of = |seed| {
        let schedule = Schedule::Random(seed);
        run(text, &[("a", list(&[1]))], Launch { schedule, ..launch(2, 3) }).ints("a")
    };
    assert_eq!((0..20).map(of).collect::<Vec<_>>(), (0..20).map(of).collect::<Vec<_>>());
    let different: std::collections::BTreeSet<_> = (0..20).map(of).collect();
    assert!(different.len() > 5, "{different:?}");
}

#[test]
fn what_is_not_run_has_a_place() {
    for (body, expected) in [
        ("asm(\"bar.sync 1;\");", "1:36 inline assembly"),
        ("mystery(a);", "1:36 a call of `mystery`"),
        ("float2 p, q; n = p == q;", "1:53 `==` of `float2` and `float2`"),
        ("auto f = [](int x) { return x; };", "1:45 a lambda expression"),
        ("int m = 1; (n ? n : m) = 0;", "1:47 an assignment to one of two places"),
        ("dim3 d[2];", "1:41 a `dim3` that is made without a value"),
        ("static const int kept = n;", "1:60 an initializer that is no constant"),
        (
            "union U { int *i; float f; }; struct S { U u; } s; s.u.f = 1;",
            "1:84 `U`, a union with pointers,",
        ),
        (
            "struct Row { int *c; __device__ int &operator[](int i) { return c[i]; } } r; r[0] = 1;",
            "1:110 a variable of the class `Row`, of which not all is read,",
        ),
    ] {
        let text = format!("__global__ void k(int *a, int n) {{ {body} }}");
        match compile(&text) {
            Err(Refusal::Unsupported(u)) => {
                let (line, column) = u.span.line_column();
                assert_eq!(format!("{line}:{column} {}", u.what), expected);
            }
            other => panic!("{body}: {other:?}"),
        }
    }
}

/// What a name may mean, and how a structure is laid out, where it is more than is looked at.
#[test]
fn what_may_be_otherwise_is_not_run() {
    for (before, body, expected) in [
        ("struct S { alignas(8) int c; };", "S s; s.c = 1;", "whose layout is not only that of"),
        ("#pragma pack(1)\nstruct S { char c; int i; };", "S s; s.i = 1;", "whose layout is not"),
        ("struct B { int x; }; struct S : B { char z; };", "S s; s.z = 1;", "whose layout is not"),
        ("struct S { dim3 d; };", "S s; a[0] = s.d.y;", "`S`, which has a `dim3`"),
        ("enum E { none = -1, all = 0x80000000u };", "a[0] = sizeof(E);", "no `int` holds"),
        ("enum E : unsigned { one = 1 };", "a[0] = one - 2 > 0;", ""),
        (
            "constexpr int f(int n) { int s = 0; while (n--) s += 2; return s; } enum E { a1 = f(3), b1, c1 = 3, d1 };",
            "a[0] = c1 + d1; a[1] = b1;",
            "`b1`, which nothing at hand declares",
        ),
        ("__device__ int abs(short p) { return 0; }", "a[abs((unsigned)n)] = 1;", "call of `abs`"),
        (
            "struct S { const int *q; }; __device__ int f(int &x) { return 0; } __device__ int f(long x) { return 1; }",
            "S s; s.q = a; a[f(*s.q)] = 1;",
            "this call of `f`, which is overloaded,",
        ),
        (
            "template <typename T> __device__ T most(T x, T y) { return x > y ? x : y; }",
            "a[0] = most(n, 2.5f);",
            "this call of `most`",
        ),
        (
            "enum E { one }; __device__ int operator+(E p, E q) { return 1; }",
            "a[one + one] = 1;",
            "the operator `+`, which is overloaded,",
        ),
        (
            "__device__ int f(const int &x) { return x; }",
            "int m = 1; a[f(n ? n : m)] = 1;",
            "a reference to one of two places",
        ),
    ] {
        let said =
            match compile(&format!("{before}\n__global__ void k(int *a, int n) {{ {body} }}")) {
                Ok(_) => String::new(),
                Err(Refusal::Unsupported(u)) => u.what,
                Err(Refusal::Error(e)) => e.message,
            };
        assert!(
            said.contains(expected) && said.is_empty() == expected.is_empty(),
            "{body}: {said}"
        );
    }
    let text = "enum E : unsigned { one = 1 }; __global__ void k(int *a) { a[0] = one - 2 > 0; }";
    assert_eq!(run(text, &[("a", Contents::Zeros(1))], launch(1, 1)).ints("a"), [1]);
}

/// Each lane of a vector is added to by itself.
#[test]
fn atomic_additions_to_vectors() {
    let text = "#include <cuda_fp16.h>
    __global__ void k(half2 *h, float4 *f, float *old) {
        atomicAdd(h + 1, __floats2half2_rn(1.0f, 0.5f));
        float4 before = atomicAdd(f, make_float4(1, 2, 3, 4));
        if (before.x == 3) old[0] = before.w;
    }";
    for schedule in SCHEDULES {
        let given =
            [("h", Contents::Zeros(2)), ("f", Contents::Zeros(1)), ("old", Contents::Zeros(1))];
        let ran = run(text, &given, Launch { schedule, ..launch(1, 4) });
        assert_eq!(ran.findings(), [""; 0]);
        assert_eq!(ran.arrays["h"], [0.0, 0.0, 4.0, 2.0].map(Number::Real));
        assert_eq!(ran.arrays["f"], [4.0, 8.0, 12.0, 16.0].map(Number::Real));
        // Other threads may come between two lanes.
        assert!([0.0, 4.0, 8.0, 12.0].map(Number::Real).contains(&ran.arrays["old"][0]));
    }
    let text = "__global__ void k(double2 *d) { atomicAdd(d, make_double2(1, 2)); }";
    let why = match compile(text) {
        Err(Refusal::Unsupported(why)) => why.what,
        other => panic!("{other:?}"),
    };
    assert!(why.ends_with("on a `double2`"), "{why}");
}

/// Functions of the toolkit that take a number of any type.
#[test]
fn functions_of_any_number() {
    let text = "__global__ void k(int *a, float *f) {
        float x = -0.0f; double y = 1e300, z = 2; int n = -3;
        a[0] = signbit(x) * 10 + signbit(y); a[1] = isfinite(x) * 10 + isfinite(y * y); a[2] = signbit(n) + isfinite(n);
        f[0] = __saturatef(1.5f); f[1] = __saturatef(-2); f[2] = __saturatef(0.25f); f[3] = __saturatef(0 / (x + x));
    }";
    let given = [("a", Contents::Zeros(3)), ("f", Contents::Zeros(4))];
    let ran = run(text, &given, launch(1, 1));
    assert_eq!(ran.ints("a"), [10, 10, 2]);
    assert_eq!(ran.arrays["f"], [1.0, 0.0, 0.25, 0.0].map(Number::Real));
}

#[test]
fn templates_and_member_functions() {
    let text = "template <typename T> __device__ T twice(T x) { return x + x; }
    template <typename T, int n = 2> __device__ void add(T *p, const T &x) { for (int i = 0; i < n; i++) p[i] += x; }
    template <int n> __device__ int power(int x) { int r = 1; for (int i = 0; i < n; i++) r *= x; return r; }
    template <typename T, int n> __device__ int size(T (&a)[n]) { return n * sizeof(T); }
    __device__ int twice(short x) { return x * 20; }
    struct P { int x, y; __device__ int sum() const { return x + y; } __device__ void move(int d) { x += d; y += power<1>(d); } };
    template <typename T> __global__ void k(T *out, float *f) {
        short s = 3; T big = 1; long l[3]; l[0] = 1;
        out[0] = twice(21); out[1] = twice(s); f[0] = twice(0.75f);
        add(out + 2, big); add<T, 1>(&out[2], 5); add<float, 3>(f + 1, 0.5f);
        out[4] = power<5>(2) + power<3>(3); out[5] = size(l);
        P p = {1, 2}; p.move(10); out[6] = p.sum();
        out[7] = sizeof(T);
    }
    void host() { k<int><<<1, 1>>>(0, 0); }";
    let given = [("out", Contents::Zeros(8)), ("f", Contents::Zeros(4))];
    let ran = run(text, &given, launch(1, 1));
    assert_eq!(ran.ints("out"), [42, 60, 6, 1, 59, 24, 23, 4]);
    assert_eq!(ran.arrays["f"], [1.5, 0.5, 0.5, 0.5].map(Number::Real));
    assert_eq!(ran.findings(), [""; 0]);
}
