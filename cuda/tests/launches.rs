//! Launches out of host code: what is known of them, and that nothing is said which a run could contradict.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{LaunchSource, Launched, Options, load};
use semantics::Source;
use std::collections::BTreeMap;

/// The kernel of most files here.
const KERNEL: &str =
    "__global__ void k(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n";

fn unit(text: &str, options: &Options) -> cuda::Unit {
    let none: BTreeMap<String, String> = BTreeMap::new();
    load(Source::new("t.cu", text), options, &none).unwrap()
}

fn extents(all: [Option<u64>; 3]) -> String {
    let [x, y, z] = all.map(|n| n.map_or("?".to_string(), |n| n.to_string()));
    if (y.as_str(), z.as_str()) == ("1", "1") { x } else { format!("{x},{y},{z}") }
}

/// `4 x 256: n = 1000`: the grid, the block, what is known of parameters.
fn launch(launched: &Launched) -> String {
    let launch = &launched.launch;
    let mut text = format!("{} x {}", extents(launch.grid), extents(launch.block));
    if launch.from == LaunchSource::Assumed {
        text = format!("assumed {text}");
    }
    let known = match &launched.lowered {
        Ok(program) => {
            let program = program.to_string();
            let said = program.lines().filter_map(|line| line.strip_prefix("assume "));
            let limits = [
                "gridDim.x >= 1;",
                "blockDim.x >= 1;",
                "<= 2147483647",
                "<= 65535",
                "<= 1024",
                "<= 64;",
            ];
            let said = said.filter(|line| {
                let of_launch = line.contains("Dim.") && !line.contains("==");
                !(of_launch
                    && (limits.iter().any(|l| line.contains(l))
                        || line.contains("Dim.y >= 1")
                        || line.contains("Dim.z >= 1")))
            });
            said.map(|line| line.trim_end_matches(';').to_string()).collect::<Vec<_>>().join(" && ")
        }
        Err(u) => u.what.clone(),
    };
    if known.is_empty() { text } else { format!("{text}: {known}") }
}

/// The launches of each kernel.
fn launches_of(text: &str) -> Vec<String> {
    let unit = unit(text, &Options::default());
    unit.kernels
        .iter()
        .flat_map(|kernel| {
            kernel
                .launches
                .iter()
                .map(move |launched| format!("{}: {}", kernel.name, launch(launched)))
        })
        .collect()
}

/// The launches of [`KERNEL`] by this host code.
fn launches(host: &str) -> Vec<String> {
    let all = launches_of(&format!("{KERNEL}{host}"));
    all.into_iter().map(|text| text.strip_prefix("k: ").unwrap_or(&text).to_string()).collect()
}

/// Host code and the launches in it.
type Cases<'c> = &'c [(&'c str, &'c [&'c str])];

fn check(cases: Cases<'_>) {
    for (host, expected) in cases {
        assert_eq!(launches(host), *expected, "{host}");
    }
}

/// The end of the grid of `n` elements in blocks of so many.
const TIED_TO_256: &str = "? x 256: gridDim.x == (u32)((n +.i32 255) /.i32 256)";
const TIED: &str = "? x 32: gridDim.x == (u32)n";

#[test]
fn constants() {
    check(&[
        ("int main() { k<<<4, 256>>>(0, 7); }", &["4 x 256: n == 7"]),
        (
            "const int B = 128; enum { G = 3 }; int main() { k<<<G, B>>>(0, B * G); }",
            &["3 x 128: n == 384"],
        ),
        (
            "#define B 64\nstatic const int N = 1000; int main() { k<<<(N + B - 1) / B, B>>>(0, N); }",
            &["16 x 64: n == 1000"],
        ),
        (
            "constexpr int up(int a, int b) { return (a + b - 1) / b; } int main() { int n = 1000; k<<<up(n, 256), 256>>>(0, n); }",
            &["4 x 256: n == 1000"],
        ),
        (
            "int main() { int n = 1000; k<<<std::min(n, 64), std::max(32, 8)>>>(0, n); }",
            &["64 x 32: n == 1000"],
        ),
        ("int main() { k<<<1, 32>>>(0, (int) ceil(7 / 2.0)); }", &["1 x 32: n == 4"]),
        (
            "int main() { float x = 1000.f; k<<<(int) ceilf(x / 256), 256>>>(0, sizeof(double)); }",
            &["4 x 256: n == 8"],
        ),
        ("int main() { unsigned n = 3; k<<<n - 4 > 0 ? 7 : 8, 32>>>(0, 1); }", &["7 x 32: n == 1"]),
        ("int main() { char c = 200; k<<<c + 60, 32>>>(0, 5 / 2 * 2.5); }", &["4 x 32: n == 5"]),
        (
            "typedef unsigned u; int main() { u n = (u) -1; k<<<n >> 20, u(32)>>>(0, (int) n); }",
            &["4095 x 32: n == -1"],
        ),
        (
            "int main() { size_t n = 1000; unsigned long b = 128; k<<<(unsigned) ((n + b - 1) / b), b>>>(0, n); }",
            &["8 x 128: n == 1000"],
        ),
        (
            "int main() { long n = 1L << 33; k<<<n / 256 / 1024, 256>>>(0, n); }",
            &["32768 x 256: n == 0"],
        ),
        ("int main() { int n[2] = {4, 5}; k<<<n[1], 32>>>(0, n[0]); }", &["5 x 32: n == 4"]),
        (
            "struct S { static const int B = 64; }; int main() { k<<<1, S::B>>>(0, 1); }",
            &["1 x 64: n == 1"],
        ),
        ("int main() { int n = 10; n = 20; k<<<n, 32>>>(0, n); }", &["20 x 32: n == 20"]),
        ("int main() { int n = 4; sizeof(n = 5); k<<<n, 32>>>(0, n); }", &["4 x 32: n == 4"]),
    ]);
}

#[test]
fn dimensions() {
    check(&[
        ("int main() { dim3 g(2, 3), b = {8, 4}; k<<<g, b>>>(0, 7); }", &["2,3,1 x 8,4,1: n == 7"]),
        (
            "int main() { dim3 g, b; g.x = 5; b.x = 32; b.y = 2; k<<<g, b>>>(0, 7); }",
            &["5 x 32,2,1: n == 7"],
        ),
        ("int main() { k<<<dim3(2), dim3(3, 4, 5)>>>(0, 1); }", &["2 x 3,4,5: n == 1"]),
        ("int main() { k<<<{2, 3}, {4, 5, 6}>>>(0, 1); }", &["2,3,1 x 4,5,6: n == 1"]),
        (
            "int main() { dim3 b(32); dim3 c = b; c.x *= 2; k<<<b, c>>>(0, 1); }",
            &["32 x 64: n == 1"],
        ),
        (
            "int main(int c, char **v) { int n = 1 << 20; int b = 256; dim3 g((n + b - 1) / b); if (g.x > 65535) { g.y = (g.x + 65534) / 65535; g.x = 65535; } k<<<g, b>>>(0, n); }",
            &["4096 x 256: n == 1048576"],
        ),
        // The kernel does not name y, and the launch says that there may be more than one.
        (
            "void run(int w, int h) { dim3 t(16, 16); dim3 g((w + t.x - 1) / t.x, (h + t.y - 1) / t.y); k<<<g, t>>>(0, w); }",
            &["?,?,1 x 16,16,1: gridDim.x == ((u32)n +.u32 16 -.u32 1) /.u32 16"],
        ),
        (
            "void run(int n) { dim3 g(n, n); k<<<g, 32>>>(0, 1); }",
            &["?,?,1 x 32: n == 1 && gridDim.y == (u32)(i32)gridDim.x"],
        ),
        // Here it says nothing of y.
        ("void run(dim3 g, dim3 b) { k<<<g, b>>>(0, 1); }", &["? x ?: n == 1"]),
    ]);
}

#[test]
fn extents_hang_on_arguments() {
    check(&[
        (
            "int main(int argc, char **argv) { int n = atoi(argv[1]); k<<<(n + 255) / 256, 256>>>(0, n); }",
            &[TIED_TO_256],
        ),
        ("void run(int *p, int n) { k<<<(n + 255) / 256, 256>>>(p, n); }", &[TIED_TO_256]),
        ("int main() { int n; scanf(\"%d\", &n); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n; std::cin >> n; k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { std::vector<int> h(1000); int n = h.size(); k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "int main(int argc, char **argv) { int n = argc > 1 ? atoi(argv[1]) : 1024; int t = 256; int b = (n + t - 1) / t; k<<<b, t>>>(0, n); }",
            &["? x 256: gridDim.x == (u32)((n +.i32 256 -.i32 1) /.i32 256)"],
        ),
        (
            "int main(int c, char **v) { int n = 5; if (c > 1) n = 6; k<<<n, 32>>>(0, n); }",
            &["? x 32: gridDim.x == (u32)n && n == 6 || n == 5"],
        ),
        (
            "void run(bool b) { int t = b ? 64 : 128; k<<<1, t>>>(0, 1); }",
            &["1 x ?: n == 1 && (i32)blockDim.x == 64 || (i32)blockDim.x == 128"],
        ),
        (
            "void run(int n, int t) { k<<<(n + t - 1) / t, t>>>(0, n); }",
            &["? x ?: gridDim.x == (u32)((n +.i32 (i32)blockDim.x -.i32 1) /.i32 (i32)blockDim.x)"],
        ),
        ("void run(int n) { k<<<4, 32>>>(0, n * 2); }", &["4 x 32"]),
        ("void run(long n) { k<<<n, 32>>>(0, n); }", &["? x 32"]),
        ("void run(short n) { k<<<4, 32>>>(0, n); }", &["4 x 32: n == (i32)(i16)n"]),
    ]);
}

#[test]
fn what_holds_before_a_launch() {
    check(&[
        ("void run(int n) { if (n > 1024) return; k<<<1, 32>>>(0, n); }", &["1 x 32: n <= 1024"]),
        (
            "void run(int n) { assert(n % 32 == 0); k<<<n / 32, 32>>>(0, n); }",
            &["? x 32: gridDim.x == (u32)(n /.i32 32) && n %.i32 32 == 0"],
        ),
        (
            "int main(int argc, char **argv) { if (argc != 2) { usage(); return 1; } int n = atoi(argv[1]); if (n <= 0 || n > 4096) { exit(1); } k<<<(n + 255) / 256, 256>>>(0, n); }",
            &["? x 256: gridDim.x == (u32)((n +.i32 255) /.i32 256) && n <= 4096 && n > 0"],
        ),
        (
            "void run(int n) { if (n % 64) throw std::runtime_error(\"x\"); k<<<1, 64>>>(0, n); }",
            &["1 x 64: n %.i32 64 == 0"],
        ),
        (
            "void run(int n) { if (n > 5) { if (n > 7) return; k<<<1, 64>>>(0, n); } }",
            &["1 x 64: n > 5 && n <= 7"],
        ),
        (
            "void run(int n) { if (n > 5) k<<<1, 64>>>(0, n); else k<<<2, 64>>>(0, n); }",
            &["1 x 64: n > 5", "2 x 64: n <= 5"],
        ),
        ("void run(int n) { for (int i = 1; i < n; i *= 2) k<<<1, 64>>>(0, n); }", &["1 x 64"]),
        (
            "void run() { for (int i = 1; i < 10; i++) k<<<i, 32>>>(0, i); }",
            &["? x 32: gridDim.x == (u32)n && n < 10"],
        ),
        // Of what is assigned later, nothing is said.
        (
            "void run(int n) { if (n > 5) n = 5; assert(n > 0); n = n * 2; k<<<1, 64>>>(0, n); }",
            &["1 x 64"],
        ),
        (
            "void run(int n) { int m = n; if (n > 5) return; n = other(); k<<<1, 64>>>(0, m); }",
            &["1 x 64: n <= 5"],
        ),
        ("void run(int n) { while (n > 5) { n--; } k<<<1, 64>>>(0, n); }", &["1 x 64"]),
        (
            "#define NDEBUG\n#include <cassert>\nvoid run(int n) { assert(n > 0); k<<<1, 64>>>(0, n); }",
            &["1 x 64"],
        ),
        (
            "int main() { int n = 4; while (true) { if (n > 100) break; k<<<n, 32>>>(0, n); n *= 2; } k<<<n, 64>>>(0, n); }",
            &["? x 32: gridDim.x == (u32)n && n <= 100", "? x 64: gridDim.x == (u32)n"],
        ),
    ]);
}

#[test]
fn what_is_not_reached_is_no_launch() {
    check(&[
        ("int main() { if (0) k<<<1, 32>>>(0, 1); }", &["assumed ? x ?"]),
        ("int main() { return 0; k<<<1, 32>>>(0, 1); }", &["assumed ? x ?"]),
        ("int main() { exit(0); k<<<1, 32>>>(0, 1); }", &["assumed ? x ?"]),
        (
            "int main() { int n = 5; if (n > 3) { k<<<1, 32>>>(0, n); return 0; } k<<<1, 64>>>(0, n); }",
            &["1 x 32: n == 5"],
        ),
    ]);
}

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
            &[TIED, "? x 64"],
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
fn what_may_change_a_variable_is_not_overlooked() {
    check(&[
        ("int main() { int n = 4; change(n); k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "void change(int n); int main() { int n = 4; change(n); k<<<n, 32>>>(0, n); }",
            &["4 x 32: n == 4"],
        ),
        ("void change(int &n); int main() { int n = 4; change(n); k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "void change(int *n) { *n = 9; } int main() { int n = 4; change(&n); k<<<n, 32>>>(0, n); }",
            &[TIED],
        ),
        ("int main() { int n = 4; int *p = &n; *p = 5; k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; int &r = n; r = 5; k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; Foo f{&n}; other(); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; Foo f(n); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; std::vector<float> f(n); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; std::swap(n, m); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; std::thread t([&] { n = 8; }); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; auto f = [&] { n = 8; }; f(); k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "int main() { int n = 4; auto go = [&](int m) { k<<<m, n>>>(0, m); }; n = 8; go(3); }",
            &["? x ?"],
        ),
        ("int main() { int n = 4; int g = n; n = other(); k<<<g, 32>>>(0, n); }", &["4 x 32"]),
        ("int main() { volatile int n = 4; k<<<n, 32>>>(0, n); }", &["? x 32"]),
        ("int n = 4; int main() { k<<<n, 32>>>(0, n); }", &[TIED]),
        ("static int n = 4; int main() { k<<<n, 32>>>(0, n); }", &["4 x 32: n == 4"]),
        ("static int n = 4; int *p = &n; int main() { k<<<n, 32>>>(0, n); }", &[TIED]),
        ("static int n = 4; void f() { n = 5; } int main() { k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { static int n = 4; k<<<n, 32>>>(0, n); n++; }", &[TIED]),
        ("int main() { int n = 4; asm(\"\" : \"+r\"(n)); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; delete new Foo(n); k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "int main() { int n = 4; k<<<n++, 32>>>(0, n); }",
            &["? x 32: n == (i32)gridDim.x +.i32 1"],
        ),
        (
            "int main() { dim3 b(32); dim3 *p = &b; p->x = 64; k<<<1, b>>>(0, 1); }",
            &["1 x ?: n == 1"],
        ),
        ("int main() { dim3 b(32); set(b); k<<<1, b>>>(0, 1); }", &["1 x ?: n == 1"]),
        ("int main() { int n[2] = {4, 5}; n[1] = 3; k<<<n[1], 32>>>(0, n[0]); }", &["? x 32"]),
    ]);
}

#[test]
fn names_mean_what_they_mean_in_c() {
    check(&[
        (
            "int main() { int n = 4; { int n = 7; k<<<n, 32>>>(0, n); } k<<<n, 32>>>(0, n); }",
            &["7 x 32: n == 7", "4 x 32: n == 4"],
        ),
        ("const int n = 4; int main() { int n = 5; k<<<n, 32>>>(0, n); }", &["5 x 32: n == 5"]),
        ("const int n = 4; void f(int n) { k<<<n, 32>>>(0, n); }", &[TIED]),
        ("const int n = 4; void f(Odd<int> n) { k<<<n, 32>>>(0, n); }", &["? x 32"]),
        (
            "int main() { int n = 4; auto [m, g] = two(); { auto [n, x] = two(); k<<<n, 32>>>(0, n); } }",
            &["? x 32"],
        ),
        ("int main() { int n = 4; for (auto n : list) k<<<n, 32>>>(0, n); }", &["? x 32"]),
        ("const int n = 4; int main() { Matrix n(3); k<<<n, 32>>>(0, n); }", &["? x 32"]),
        ("int main() { k<<<foo<1, 2>(3), 256>>>(0, 1); }", &["assumed ? x ?"]),
        ("int main() { int b = (foo<1, 2>(3)); k<<<b, 256>>>(0, 1); }", &["? x 256: n == 1"]),
    ]);
}

#[test]
fn jumps() {
    check(&[
        ("int main() { int n = 4; again: k<<<n, 32>>>(0, n); n++; goto again; }", &["? x 32"]),
        (
            "int main() { int n = 4; try { n = f(); } catch (std::exception &e) { k<<<n, 32>>>(0, 1); } k<<<n, 32>>>(0, n); }",
            &["? x 32: n == 1", TIED],
        ),
        (
            "int main(int c, char **v) { int n = 4; switch (c) { case 1: n = 5; case 2: k<<<n, 32>>>(0, n); break; default: n = 7; } k<<<n, 64>>>(0, n); }",
            &[TIED, "? x 64: gridDim.x == (u32)n"],
        ),
        (
            "int main(int c, char **v) { int n = 4; switch (c) { if (n == 4) { case 1: k<<<n, 32>>>(0, n); } } }",
            &["? x 32"],
        ),
        (
            "int main(int c, char **v) { int n = 4; switch (c) { do { case 1: k<<<n, 32>>>(0, n); n++; } while (n < 8); } }",
            &["? x 32"],
        ),
        (
            "int f(int x) { if (x > 2) return 1; return 2; } int main() { k<<<f(3), f(1)>>>(0, 1); }",
            &["1 x 2: n == 1"],
        ),
    ]);
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
        [same[0].clone(), apart[0].clone()]
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
        "struct S { int *p; }; void f(S s) { k<<<1, 32>>>(s.p, s.p + 1); }",
    ] {
        let refused =
            "a launch that gives `a` and `b` memory in common, at a distance that is not known";
        assert_eq!(of_two(host), [refused], "{host}");
    }
    let other = "void f(float *p) { k<<<1, 32>>>((int *) p, (int *) (p + 1)); }";
    assert!(of_two(other)[0].contains("= a["), "{:?}", of_two(other));
}

#[test]
fn the_first_that_says_something_gives_the_launch() {
    let host = "int main() { k<<<4, 256>>>(0, 7); }";
    let text = format!("//--blockDim=8 --gridDim=2\n{KERNEL}{host}");
    let of = |text: &str, options: &Options| {
        let unit = unit(text, options);
        unit.kernels[0].launches.iter().map(|l| (l.launch.from, launch(l))).collect::<Vec<_>>()
    };
    let flags =
        Options { block_dim: Some([16, 1, 1]), grid_dim: Some([3, 1, 1]), ..Options::default() };
    assert_eq!(of(&text, &flags), [(LaunchSource::Flags, "3 x 16".into())]);
    assert_eq!(of(&text, &Options::default()), [(LaunchSource::FirstLines, "2 x 8".into())]);
    let text = format!("{KERNEL}{host}");
    assert_eq!(
        of(&text, &Options::default()),
        [(LaunchSource::HostCode, "4 x 256: n == 7".into())]
    );
    assert_eq!(of(KERNEL, &Options::default()), [(LaunchSource::Assumed, "assumed ? x ?".into())]);
    let any = Options { any_launch: true, ..Options::default() };
    assert_eq!(of(&text, &any), [(LaunchSource::Flags, "?,?,? x ?,?,?".into())]);
    let half = Options { block_dim: Some([16, 1, 1]), ..Options::default() };
    assert_eq!(of(&text, &half), [(LaunchSource::Flags, "? x 16".into())]);
}

#[test]
fn what_is_assumed_is_said() {
    let said = |text: &str, options: &Options| {
        let unit = unit(text, options);
        let all = unit.kernels[0].launches[0].assumptions.clone();
        all.iter().map(|a| (a.kind, a.what.clone())).collect::<Vec<_>>()
    };
    let launch = |what: &str| vec![(cuda::AssumptionKind::Launch, what.to_string())];
    let options = Options::default();
    assert_eq!(
        said(KERNEL, &options),
        launch(
            "nothing gives the launch: blockDim and gridDim are 1 on y and z, which the kernel does not name, and gridDim * blockDim is below 2^31 on x"
        )
    );
    assert_eq!(
        said(
            "__global__ void k(int *a) { a[threadIdx.x + threadIdx.y + threadIdx.z] = 1; }",
            &options
        ),
        launch("nothing gives the launch: gridDim * blockDim is below 2^31 on x")
    );
    let called =
        "__device__ int f() { return blockIdx.y; } __global__ void k(int *a) { a[f()] = 1; }";
    assert_eq!(
        said(called, &options),
        launch(
            "nothing gives the launch: blockDim and gridDim are 1 on x and z, which the kernel does not name"
        )
    );
    assert_eq!(said(&format!("{KERNEL}int main() {{ k<<<4, 256>>>(0, 7); }}"), &options), []);
    assert_eq!(
        said(&format!("{KERNEL}void f(int n) {{ k<<<(n + 255) / 256, 256>>>(0, n); }}"), &options),
        []
    );
    assert_eq!(
        said(&format!("{KERNEL}void f(int g, int n) {{ k<<<g, 256>>>(0, n); }}"), &options),
        launch("of the launch, gridDim * blockDim is below 2^31 on x")
    );
    assert_eq!(said(KERNEL, &Options { any_launch: true, ..Options::default() }), []);
    let half = Options { block_dim: Some([16, 1, 1]), ..Options::default() };
    assert_eq!(
        said(KERNEL, &half),
        launch(
            "of the launch, gridDim is 1 on y and z, which the kernel does not name, and gridDim * blockDim is below 2^31 on x"
        )
    );
    let assumed = Options { assumes: vec!["blockDim.y == 2".into()], ..Options::default() };
    assert_eq!(
        said(KERNEL, &assumed),
        launch(
            "nothing gives the launch: blockDim and gridDim are 1 on z, which the kernel does not name, and gridDim * blockDim is below 2^31 on x"
        )
    );
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
}

#[test]
fn many_launches_are_one() {
    let calls: String = (1..100).map(|n| format!("k<<<{n}, 32>>>(0, 5);")).collect();
    assert_eq!(launches(&format!("int main() {{ {calls} }}")), ["? x 32: n == 5"]);
    let same = "k<<<4, 32>>>(0, 5);".repeat(100);
    assert_eq!(launches(&format!("int main() {{ {same} }}")), ["4 x 32: n == 5"]);
}

#[test]
fn a_launch_that_starts_nothing_is_refused() {
    assert_eq!(
        launches("int main() { k<<<0, 32>>>(0, 1); }"),
        ["0 x 32: a launch without threads"]
    );
}

#[test]
fn no_host_code_takes_for_ever() {
    let deep = format!(
        "int main() {{ {} k<<<1, 32>>>(0, 1); {} }}",
        "if (f()) {".repeat(300),
        "}".repeat(300)
    );
    launches(&deep);
    let calls: String = (0..40)
        .map(|n| {
            format!("void f{n}(int n) {{ f{0}(n); f{0}(n + 1); k<<<n, 32>>>(0, n); }}\n", n + 1)
        })
        .collect();
    launches(&format!("{calls} void f40(int n) {{ }} int main() {{ f0(1); }}"));
    let loops = format!(
        "int main() {{ int n = 1; {} k<<<n, 32>>>(0, n); {} }}",
        "while (f()) { n++;".repeat(60),
        "}".repeat(60)
    );
    launches(&loops);
    let long = format!(
        "int main() {{ int n = 1; {} k<<<n, 32>>>(0, n); }}",
        "n = n * 3 + f(); ".repeat(3_000)
    );
    launches(&long);
}
