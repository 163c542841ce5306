//! Launches in functions that are called, in classes and in templates, and by other means than `<<<`.

use super::{TIED, check, launches_of};

#[test]
fn wrappers() {
    check(&[
        (
            "void run(int n, int block) { k<<<n / block, block>>>(0, n); } int main() { run(1024, 256); run(64, 32); run(64, 32); }",
            &["4 x 256: n == 1024", "2 x 32: n == 64"],
        ),
        (
            "void run(const int &n) { k<<<n, 32>>>(0, n); } int main() { int m = 5; run(m); run(6); }",
            &["5 x 32: n == 5", "6 x 32: n == 6"],
        ),
        (
            "void change(int &n) { n = 9; } int main() { int n = 4; change(n); k<<<n, 32>>>(0, n); }",
            &["9 x 32: n == 9"],
        ),
        (
            "template<int B> void run(int n) { k<<<n / B, B>>>(0, n); } int main() { run<64>(640); run<32>(64); }",
            &["10 x 64: n == 640", "2 x 32: n == 64"],
        ),
        (
            "void run(int n, cudaStream_t s) { k<<<n, 32, 0, s>>>(0, n); } int main() { cudaStream_t s; cudaStreamCreate(&s); run(4, s); }",
            &["4 x 32: n == 4"],
        ),
        // Not all of its calls are known.
        (
            "void run(int n) { k<<<n, 32>>>(0, n); if (n > 1) run(n / 2); } int main() { run(8); }",
            &["8 x 32: n == 8", TIED],
        ),
        (
            "void run(int n) { k<<<n, 32>>>(0, n); } void (*p)(int) = run; int main() { run(8); }",
            &["8 x 32: n == 8", TIED],
        ),
        (
            "void run(int n) { k<<<n, 32>>>(0, n); } int main() { run(8); each(run); }",
            &["8 x 32: n == 8", TIED],
        ),
        (
            "extern \"C\" void run(int n) { k<<<n, 32>>>(0, n); } int main() { run(8); }",
            &[TIED, "8 x 32: n == 8"],
        ),
        (
            "void run(int n) { k<<<n, 32>>>(0, n); } void run(long n) { k<<<n, 64>>>(0, n); } int main() { run(8); }",
            &[TIED, "? x 64: n == (i32)host.n && gridDim.x == (u32)host.n"],
        ),
        ("void run(int n) { k<<<n, 32>>>(0, n); }", &[TIED]),
    ]);
}

#[test]
fn members_and_templates() {
    check(&[
        (
            "struct S { static constexpr int B = 64; int m; void f() { k<<<m / B, B>>>(0, m); } };",
            &["? x 64: gridDim.x == (u32)(n /.i32 64)"],
        ),
        (
            "struct S { enum { B = 64 }; int m; void f() { k<<<m / B, B>>>(0, m); } }; const int B = 5;",
            &["? x 64: gridDim.x == (u32)(n /.i32 64)"],
        ),
        // A member hides what the file calls so.
        ("const int n = 4; struct S { int n; void f() { k<<<n, 32>>>(0, n); } };", &[TIED]),
        (
            "const int n = 4; struct S { int n; void f(); }; void S::f() { k<<<n, 32>>>(0, n); }",
            &[TIED],
        ),
        (
            "const int n = 4; struct S { int m; void f(); }; void S::f() { k<<<n, 32>>>(0, m); }",
            &["4 x 32"],
        ),
        (
            "const int n = 4; struct S : T { int m; void f(); }; void S::f() { k<<<n, 32>>>(0, m); }",
            &["? x 32"],
        ),
        (
            "template <int B> struct L { void go(int n) { k<<<n, B>>>(0, n); } }; const int B = 4;",
            &["? x ?: gridDim.x == (u32)n"],
        ),
        (
            "template <int B> struct L { void go(int n); }; const int B = 4; template <int B> void L<B>::go(int n) { k<<<n, B>>>(0, n); }",
            &["? x ?: gridDim.x == (u32)n"],
        ),
        (
            "template <int B> struct L { static void go(int n) { k<<<n, B>>>(0, n); } }; int main() { L<32>::go(4); }",
            &["? x ?: gridDim.x == (u32)n"],
        ),
    ]);
}

#[test]
fn other_ways_to_launch() {
    check(&[
        (
            "int main() { int a = 3; int *p; cudaMalloc((void **) &p, 400); void *args[] = {&p, &a}; cudaLaunchKernel((void *) k, dim3(a), dim3(64), args, 0, 0); }",
            &["3 x 64: n == 3"],
        ),
        (
            "int main() { hipLaunchKernelGGL(k, dim3(2), dim3(64), 0, 0, 0, 5); }",
            &["2 x 64: n == 5"],
        ),
        (
            "int main() { void (*f)(int *, int) = k; f<<<1, 32>>>(0, 1); }",
            &["1 x 32: n == 1", "assumed ? x ?"],
        ),
        (
            "template<typename F> void go(F f, int n) { f<<<n, 32>>>(0, n); } int main() { go(k, 3); }",
            &["3 x 32: n == 3", "assumed ? x ?"],
        ),
        (
            "__global__ void j() { k<<<1, 32>>>(0, 1); }",
            &["assumed ? x ?", "j: assumed ?,?,? x ?,?,?: a kernel launch"],
        ),
        ("auto l = [](int n) { k<<<n, 32>>>(0, n); };", &["assumed ? x ?"]),
        ("int main() { LAUNCH(k, 1, 32, 0, 1); }", &["assumed ? x ?"]),
        (
            "int main() { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096); k<<<1, 32>>>(0, 1); }",
            &["1 x 32: n == 1"],
        ),
        ("int main() { CHECK((k<<<1, 32>>>(0, 1), cudaGetLastError())); }", &["1 x 32: n == 1"]),
        (
            "#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf(\"%d\", e); exit(1); } } while (0)\nint main() { int n = 64; int *p; CHECK(cudaMalloc(&p, n * sizeof(int))); k<<<1, n>>>(p, n); CHECK(cudaGetLastError()); }",
            &["1 x 64: n == 64"],
        ),
        (
            "int main() { int n = 1000, b = 32; do { k<<<n / b, b>>>(0, n); } while (0); }",
            &["31 x 32: n == 1000"],
        ),
    ]);
}

#[test]
fn templates_are_launched_with_their_arguments() {
    let kernel = "template <class T, int B> __global__ void k(T *a) { a[blockIdx.x * B + threadIdx.x] = B; }\n";
    let of = |host: &str| launches_of(&format!("{kernel}{host}"));
    assert_eq!(
        of(
            "int main() { k<float, 256><<<4, 256>>>(0); k<int, 64><<<4, 64>>>(0); k<int, 64><<<5, 64>>>(0); }"
        ),
        ["k<float, 256>: 4 x 256", "k<int, 64>: 4 x 64", "k<int, 64>: 5 x 64"]
    );
    assert_eq!(
        of(
            "template <int B> void run(int n) { k<int, B><<<n / B, B>>>(0); } int main() { run<32>(64); run<64>(64); }"
        ),
        ["k<int, 32>: 2 x 32", "k<int, 64>: 1 x 64"]
    );
    assert_eq!(
        of(
            "template <class T> void run(T *p) { k<T, 32><<<1, 32>>>(p); } int main() { run<char>(0); }"
        ),
        ["k<char, 32>: 1 x 32"]
    );
    assert_eq!(
        of("int main() { const int B = 8; k<int, B * 2><<<1, B>>>(0); }"),
        ["k<int, 16>: 1 x 8"]
    );
}

#[test]
fn kernels_of_one_name_are_told_apart_by_their_arguments() {
    let two = "__global__ void k(int *a) { a[threadIdx.x] = 1; } __global__ void k(int *a, int n) { a[threadIdx.x] = n; }\n";
    assert_eq!(
        launches_of(&format!("{two}int main() {{ k<<<1, 32>>>(0); k<<<1, 64>>>(0, 3); }}")),
        ["k: 1 x 32", "k.2: 1 x 64: n == 3"]
    );
    let alike = "__global__ void k(int *a) { a[threadIdx.x] = 1; } __global__ void k(float *a) { a[threadIdx.x] = 1; }\n";
    assert_eq!(
        launches_of(&format!("{alike}int main() {{ k<<<1, 32>>>(0); }}")),
        ["k: assumed ? x ?", "k.2: assumed ? x ?"]
    );
    let given = |kernels: &str, argument: &str| {
        let host = format!("typedef float real; int main() {{ {argument}; k<<<1, 32>>>(p); }}");
        launches_of(&format!("{kernels}{host}"))
    };
    assert_eq!(given(alike, "int *p"), ["k: 1 x 32", "k.2: assumed ? x ?"]);
    assert_eq!(given(alike, "const real *p"), ["k: assumed ? x ?", "k.2: 1 x 32"]);
    // Neither, or any: nothing says which.
    for argument in ["double *p", "void *p", "auto p = of()", "unknown *p"] {
        assert_eq!(
            given(alike, argument),
            ["k: assumed ? x ?", "k.2: assumed ? x ?"],
            "{argument}"
        );
    }
    let any = "__global__ void k(int *a) { a[threadIdx.x] = 1; } __global__ void k(void *a) { ((int *)a)[threadIdx.x] = 1; }\n";
    assert_eq!(given(any, "float *p"), ["k: assumed ? x ?", "k.2: assumed ? x ?"]);
}
