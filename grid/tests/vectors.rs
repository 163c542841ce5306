//! Numbers of 16 bits, and operators on vectors.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::contents::{Contents, Number};
use support::{compile, int, launch, run};

/// The numbers that a kernel of one thread leaves in `out`.
fn computed(parameters: &str, body: &str, given: &[(&str, Contents)]) -> Vec<f64> {
    let text = format!("__global__ void k(float *out, {parameters}) {{ {body} }}");
    let given: Vec<_> = [("out", Contents::Zeros(8))].into_iter().chain(given.to_vec()).collect();
    let ran = run(&text, &given, launch(1, 1));
    assert_eq!(ran.findings(), [""; 0], "{body}");
    let real = |n: &Number| match n {
        Number::Real(x) => *x,
        Number::Integer(n) => *n as f64,
    };
    ran.arrays["out"].iter().map(real).collect()
}

/// By the standard of binary16: 11 digits, ties to even, 65504 at most, 2^-24 at least.
#[test]
fn a_half_has_eleven_digits() {
    let body = "half big = 2048.0f;
        out[0] = big + half(1.0f); out[1] = big + half(3.0f);
        out[2] = half(1.0f) / half(3.0f); out[3] = half(65504.0f) + half(16.0f);
        out[4] = half(2.98e-8f); out[5] = h[0] * h[1]; h[1] = -h[0];
        out[6] = h[1] < h[0] && h[0] != h[1] ? 1 : 0; out[7] = big * 0.5f;";
    let given = [("h", Contents::List(vec![Number::Real(1.5), Number::Real(0.1)]))];
    let out = computed("half *h", body, &given);
    let third = 0.33325195;
    assert_eq!(out, [2048.0, 2052.0, third, f64::INFINITY, 0.0, 0.14990234, 1.0, 1024.0]);
}

/// Eight digits, and the exponents of `float`.
#[test]
fn a_bfloat16_has_eight_digits() {
    let body = "__nv_bfloat16 big = 256.0f;
        out[0] = big + __nv_bfloat16(1.0f); out[1] = big + __nv_bfloat16(3.0f);
        out[2] = __float2bfloat16(3.14159f); out[3] = b[0]; out[4] = __bfloat16_as_ushort(b[0]);
        out[5] = __hmul(b[0], b[1]);";
    let given = [("b", Contents::List(vec![Number::Real(1e30), Number::Real(2.0)]))];
    let out = computed("__nv_bfloat16 *b", body, &given);
    assert_eq!(out[..6], [256.0, 260.0, 3.140625, 1.00025555e30, 29002.0, 2.0005111e30]);
}

#[test]
fn functions_of_halves() {
    let body = "half2 p = __floats2half2_rn(1.5f, -2.0f), q = __halves2half2(h[0], h[1]);
        half2 r = __hfma2(p, q, __float2half2_rn(1.0f)) + p;
        out[0] = __low2float(r); out[1] = __high2float(r);
        out[2] = __half2float(__hneg(h[0])); out[3] = __half_as_ushort(h[0]);
        out[4] = __half2int_rn(half(2.5f)); out[5] = __hgt(h[0], h[1]) ? 1 : 2;
        float2 f = __half22float2(-q); out[6] = f.x; out[7] = __ushort_as_half(0x3c00);";
    let given = [("h", Contents::List(vec![Number::Real(0.5), Number::Real(4.0)]))];
    let out = computed("const half *h", body, &given);
    assert_eq!(out, [3.25, -9.0, -0.5, f64::from(0x3800), 2.0, 2.0, -0.5, 1.0]);
}

#[test]
fn operators_on_vectors_are_of_each_component() {
    let body = "float4 a = v[0], b = a * 2.0f + v[1]; b -= a; a = -b;
        out[0] = b.x; out[1] = b.y; out[2] = b.z; out[3] = b.w; out[4] = a.w;
        int2 i = make_int2(7, 9) / make_int2(2, 3); out[5] = i.x; out[6] = i.y;";
    let given = [("v", Contents::Iota(2))];
    let text = format!("__global__ void k(float *out, float4 *v) {{ {body} }}");
    let module = compile(&text).unwrap();
    // Nothing declares them, so that a run is not surely one of the kernel.
    assert_eq!(module.convention.as_deref(), Some("`*` of `float4` and `float`"));
    assert!(module.notes.iter().any(|note| note.contains("is taken for each component")));
    let out = computed("float4 *v", body, &given);
    assert_eq!(out, [1.0, 1.0, 1.0, 1.0, -1.0, 3.0, 3.0, 0.0]);
}

/// Those of `half2` stand in `cuda_fp16.h`, and one that the file defines is its own.
#[test]
fn operators_that_are_declared_are_no_convention() {
    for text in [
        "__global__ void k(half2 *p) { p[0] = -(p[1] * p[2]); }",
        "__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, 0); }
         __global__ void k(float2 *p) { p[0] = p[1] * p[2]; }",
    ] {
        assert_eq!(compile(text).unwrap().convention, None, "{text}");
    }
    let text = "struct C { float x, y; __device__ C operator-() const { C c; c.x = -x; c.y = y; return c; } };
        __device__ float2 operator*(float2 a, const float2 &b) { return make_float2(a.x * b.x - a.y * b.y, 7); }
        __device__ void operator+=(float2 &a, float b) { a.x += b; }
        __device__ float2 operator*=(float2 &a, float2 b) { a.x = 100; return b; }
        __device__ float sized(const float2 &a) { return a.x; }
        struct Adds { int n; __device__ void operator()(int m) { n += m; } };
        __device__ C operator+(C a, C b) { a.x += b.x; return a; }
        __global__ void k(float *out, C c) {
            float2 p = make_float2(2, 3), q = p * p; q += 0.5f; out[0] = q.x; out[1] = q.y;
            out[5] = sized(q *= p);
            float2 u = p; u += 1.5f; out[6] = u.x;
            C d = -c + c + c; out[2] = d.x; out[3] = d.y;
            Adds f; f.n = 1; f(4); out[4] = f.n;
        }";
    let given = [("out", Contents::Zeros(7)), ("c.x", int(10)), ("c.y", int(20))];
    let ran = run(text, &given, launch(1, 1));
    assert_eq!(ran.arrays["out"], [-4.5, 7.0, 10.0, 20.0, 5.0, 2.0, 3.5].map(Number::Real));
}
