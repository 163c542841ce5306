//! Numbers, extents and what holds where a launch stands.

use super::{TIED, TIED_TO_256, check};

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
            &[
                "? x 32: gridDim.x == (u32)n && n == 6 || n == 5 && host.c > 1 && n == 6 || host.c <= 1 && n == 5",
            ],
        ),
        (
            "void run(bool b) { int t = b ? 64 : 128; k<<<1, t>>>(0, 1); }",
            &[
                "1 x ?: n == 1 && (i32)blockDim.x == 64 || (i32)blockDim.x == 128 && host.b != 0 && (i32)blockDim.x == 64 || host.b == 0 && (i32)blockDim.x == 128",
            ],
        ),
        (
            "void run(int n, int t) { k<<<(n + t - 1) / t, t>>>(0, n); }",
            &["? x ?: gridDim.x == (u32)((n +.i32 (i32)blockDim.x -.i32 1) /.i32 (i32)blockDim.x)"],
        ),
        ("void run(int n) { k<<<4, 32>>>(0, n * 2); }", &["4 x 32: n == n /.i32 2 *.i32 2"]),
        ("void run(int n) { k<<<4, 32>>>(0, n * n); }", &["4 x 32"]),
        // Unsigned products wrap around.
        ("void run(unsigned n) { k<<<4, 32>>>(0, n * 8); }", &["4 x 32: (u32)n %.u32 8 == 0"]),
        ("void run(unsigned n) { k<<<4, 32>>>(0, n * 6); }", &["4 x 32"]),
        (
            "void run(long n) { k<<<n, 32>>>(0, n); }",
            &["? x 32: n == (i32)host.n && gridDim.x == (u32)host.n"],
        ),
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
        (
            "void run(int n) { for (int i = 1; i < n; i *= 2) k<<<1, 64>>>(0, n); }",
            &["1 x 64: host.i >= 1 && host.i < n"],
        ),
        (
            "void run() { for (int i = 1; i < 10; i++) k<<<i, 32>>>(0, i); }",
            &["? x 32: gridDim.x == (u32)n && n <= 9 && n >= 1 && n < 10"],
        ),
        // Of what is assigned later, nothing is said, but what it is made of.
        (
            "void run(int n) { if (n > 5) n = 5; assert(n > 0); n = n * 2; k<<<1, 64>>>(0, n); }",
            &[
                "1 x 64: n == n /.i32 2 *.i32 2 && n /.i32 2 > 0 && host.n > 5 && n /.i32 2 == 5 || host.n <= 5 && n /.i32 2 == host.n && n /.i32 2 == 5 || n /.i32 2 == host.n",
            ],
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
            &["9 x 32: n == 9"],
        ),
        ("int main() { int n = 4; int *p = &n; *p = 5; k<<<n, 32>>>(0, n); }", &["5 x 32: n == 5"]),
        ("int main() { int n = 4; int *p = &n; set(p); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4; int *p = &n; scanf(\"%d\", p); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n[1] = {4}; fread(n, 4, 1, f); k<<<n[0], 32>>>(0, n[0]); }", &[TIED]),
        (
            "int main() { int n[1] = {4}; while (g()) { k<<<n[0], 32>>>(0, n[0]); fread(n, 4, 1, f); } }",
            &[TIED],
        ),
        (
            "void fill(int *n) { n[0] = 9; } int main() { int n[1] = {4}; while (g()) { k<<<n[0], 32>>>(0, n[0]); fill(n); } }",
            &[TIED],
        ),
        (
            "struct S { int n; }; void f(S *s) { s->n = 4; k<<<s->n, 32>>>(0, s->n); fread(s, 4, 1, f); k<<<s->n, 32>>>(0, 1); }",
            &["4 x 32: n == 4", "? x 32: n == 1"],
        ),
        (
            "struct S { int n; }; __global__ void w(S *s) { s->n = 7; } void f(S *s) { s->n = 4; w<<<1, 1>>>(s); k<<<s->n, 32>>>(0, s->n); }",
            &[TIED, "w: 1 x 1"],
        ),
        (
            "struct S { volatile int n; }; void f(S s) { s.n = 4; k<<<s.n, 32>>>(0, s.n); }",
            &["? x 32"],
        ),
        ("int main() { int n = 4; int &r = n; r = 5; k<<<n, 32>>>(0, n); }", &["5 x 32: n == 5"]),
        ("int main() { int n = 4; Foo f{&n}; other(); k<<<n, 32>>>(0, n); }", &[TIED]),
        ("int main() { int n = 4, m; std::tie(n, m) = other(); k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "int &same(int &x) { return x; } int main() { int n = 4; same(n) = 32; k<<<n, 32>>>(0, n); }",
            &[TIED],
        ),
        ("int main() { int n = 4, m; (m = 3, n) = 32; k<<<n, 32>>>(0, n); }", &[TIED]),
        (
            "int main() { int v[2] = {4, 1}; auto &[x, y] = v; x = 32; k<<<v[0], 32>>>(0, v[0]); }",
            &[TIED],
        ),
        (
            "struct C { int n; }; int main() { C c{4}; int C::*m = &C::n; c.*m = 32; k<<<c.n, 32>>>(0, c.n); }",
            &[TIED],
        ),
        (
            "int main() { dim3 b(8); auto &[x, y, z] = b; x = 2; k<<<1, b>>>(0, 1); }",
            &["1 x ?: n == 1"],
        ),
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
        (
            "int main() { int n[2] = {4, 5}; n[1] = 3; k<<<n[1], 32>>>(0, n[0]); }",
            &["3 x 32: n == 4"],
        ),
    ]);
}

#[test]
fn default_arguments() {
    let file = "__global__ void w(int *a, int n = 5, int m = OTHER) { a[threadIdx.x] = n + m; }
        int main() { k<<<1, 32>>>(0, 1); w<<<1, 32>>>(0); w<<<1, 64>>>(0, 3, 4); }";
    check(&[(file, &["1 x 32: n == 1", "w: 1 x 32: n == 5", "w: 1 x 64: n == 3 && m == 4"])]);
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
            &[
                "? x 32: gridDim.x == (u32)n && n == 4 || n == 5",
                "? x 64: gridDim.x == (u32)n && n == host.n || n == 7 && host.n == 4 || host.n == 5",
            ],
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
