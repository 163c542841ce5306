//! Class templates, and the tiles of cooperative groups, which are one.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::contents::{Contents, Number};
use grid::{End, Launch, Refusal};
use support::{SCHEDULES, compile, launch, run};

#[test]
fn instances_are_classes_of_their_own() {
    let text = "template <typename T, int N = 2> struct Row {
            T cells[N]; T *next;
            __device__ T sum() const { T s = 0; for (int n = 0; n < N; ++n) s += cells[n]; return s; }
            template <typename U> __device__ U times(U by) const { return by * sum(); }
        };
        template <typename T> struct Pair { T a; T b; __device__ void set(T x) { a = x; b = x; } __device__ Pair<T> operator+(Pair<T> o) const { Pair<T> r; r.a = a + o.a; r.b = b - o.b; return r; } };
        template <typename T, int N> __device__ int count(const Row<T, N> &row) { return N * sizeof(T); }
        template <typename T> __device__ T first(Pair<T> p, T other) { return p.a + other; }
        __global__ void k(int *out) {
            Row<int, 3> r; r.cells[0] = 1; r.cells[1] = 20; r.cells[2] = 300;
            Row<char> c; c.cells[0] = 100; c.cells[1] = 100;
            Pair<int> p; p.a = 4; p.b = 5; Pair<int> q = p + p;
            out[0] = r.sum(); out[1] = c.sum(); out[2] = count(r); out[3] = count(c);
            out[4] = sizeof(Row<int, 3>); out[5] = sizeof(Row<char>); out[6] = r.times(2);
            out[7] = q.a * 10 + q.b; out[8] = first(p, 3);
            Pair<float> h; h.set(3); out[9] = h.b / 2 * 10;
        }";
    let ran = run(text, &[("out", Contents::Zeros(10))], launch(1, 1));
    assert_eq!(ran.ints("out"), [321, -56, 12, 2, 24, 16, 642, 80, 7, 15]);
    assert_eq!(ran.findings(), [""; 0]);
}

/// What an object says of a parameter, and what another argument says of it, must be the same. [C++17, 17.8.2.5]
#[test]
fn what_is_not_one_class_is_not_run() {
    for (text, what) in [(
        "template <typename T> struct P { T a; };
             template <typename T> __device__ T f(P<T> p, T x) { return p.a + x; }
             __global__ void k(int *out) { P<int> p; p.a = 1; out[0] = f(p, 2.5f); }",
        "this call of `f`",
    )] {
        match compile(text) {
            Err(Refusal::Unsupported(why)) => assert_eq!(why.what, what, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn tiles_of_a_warp() {
    let text = "#include <cooperative_groups.h>
        namespace cg = cooperative_groups;
        template <int N> __device__ int total(cg::thread_block_tile<N> tile, int x) {
            for (int d = tile.size() / 2; d > 0; d /= 2) x += tile.shfl_xor(x, d);
            return x;
        }
        __global__ void k(int *out, int *votes) {
            auto eight = cg::tiled_partition<8>(cg::this_thread_block());
            cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
            __shared__ int s[64];
            s[threadIdx.x] = total<8>(eight, threadIdx.x);
            eight.sync();
            out[threadIdx.x] = s[(threadIdx.x & ~7) + (eight.thread_rank() + 1) % 8] + 10000 * total<32>(warp, 1);
            votes[threadIdx.x] = eight.ballot(threadIdx.x == 9 || threadIdx.x == 3) + 1000 * eight.any(threadIdx.x == 63);
        }";
    for schedule in SCHEDULES {
        let given = [("out", Contents::Zeros(64)), ("votes", Contents::Zeros(64))];
        let ran = run(text, &given, Launch { schedule, ..launch(1, 64) });
        assert_eq!((ran.outcome.end, ran.findings()), (End::Finished, vec![]));
        let sum = |n: i64| (0..8).map(|k| (n & !7) + k).sum::<i64>();
        assert_eq!(ran.ints("out"), (0..64).map(|n| sum(n) + 320_000).collect::<Vec<_>>());
        let vote = |n: i64| match n / 8 {
            0 => 8,
            1 => 2,
            7 => 1000,
            _ => 0,
        };
        assert_eq!(ran.ints("votes"), (0..64).map(vote).collect::<Vec<_>>());
    }
}

/// Each thread gets what its tile makes of all values. [CUDA C++ Programming Guide, 8.6.4]
#[test]
fn reductions_of_tiles() {
    let text = "#include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        namespace cg = cooperative_groups;
        __global__ void k(int *out, float *f) {
            auto eight = cg::tiled_partition<8>(cg::this_thread_block());
            cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
            int n = threadIdx.x, x = n * 37 % 64;
            out[n] = cg::reduce(eight, x, cg::plus<int>()) + 1000 * cg::reduce(warp, x, cg::greater<int>{});
            out[64 + n] = cg::reduce(eight, x, cg::less<int>()) + 100 * cg::reduce(eight, x, cg::bit_xor<int>());
            out[128 + n] = cg::inclusive_scan(eight, x, cg::plus<int>()) + 1000 * cg::inclusive_scan(eight, 1);
            PART
        }";
    let part = "f[n] = cg::reduce(warp, 0.5f * n, cg::plus<float>{}) + cg::reduce(eight, 1.0 * n, cg::greater<double>{});";
    let whole = text.replace("PART", "");
    assert_eq!(compile(&whole).unwrap().convention, None);
    let text = text.replace("PART", part);
    // In which order it adds, nothing says.
    let order = "the order in which a tile combines numbers that are not integers";
    assert_eq!(compile(&text).unwrap().convention.as_deref(), Some(order));
    let x = |n: i64| n * 37 % 64;
    let of_tile = |n: i64| (0..8).map(move |k| x((n & !7) + k));
    let scanned = |n: i64| ((n & !7)..=n).map(x).sum::<i64>();
    let expected = |n: i64| match n / 64 {
        0 => of_tile(n).sum::<i64>() + 1000 * (0..32).map(|k| x((n & !31) + k)).max().unwrap(),
        1 => of_tile(n % 64).min().unwrap() + 100 * of_tile(n % 64).fold(0, |a, b| a ^ b),
        _ => scanned(n % 64) + 1000 * (n % 8 + 1),
    };
    for schedule in SCHEDULES {
        let given = [("out", Contents::Zeros(192)), ("f", Contents::Zeros(64))];
        let ran = run(&text, &given, Launch { schedule, ..launch(1, 64) });
        assert_eq!((ran.outcome.end, ran.findings()), (End::Finished, vec![]));
        assert_eq!(ran.ints("out"), (0..192).map(expected).collect::<Vec<_>>());
        let sum = |n: i64| (0..32).map(|k| ((n & !31) + k) as f64 / 2.0).sum::<f64>();
        let f = (0..64).map(|n| Number::Real(sum(n) + ((n & !7) + 7) as f64));
        assert_eq!(ran.arrays["f"], f.collect::<Vec<_>>());
    }
}

/// What an operator of the source says of the order is not known, and what is of another type than the values is none of them.
#[test]
fn reductions_that_are_not_run() {
    let text = "#include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        namespace cg = cooperative_groups;
        struct Less { __device__ int operator()(int a, int b) const { return a - b; } };
        __global__ void k(int *out) {
            auto eight = cg::tiled_partition<8>(cg::this_thread_block());
            BODY
        }";
    for (body, why) in [
        (
            "out[0] = cg::reduce(eight, 1, Less());",
            "a call of the member function `in_any_order` of `Less`",
        ),
        (
            "out[0] = cg::reduce(eight, 1u, cg::plus<int>()) / 2;",
            "this call of `cooperative_groups::_are_of_one_type`",
        ),
        (
            "out[0] = cg::reduce(cg::coalesced_threads(), 1, cg::plus<int>());",
            "a call of `cooperative_groups::reduce`",
        ),
    ] {
        match compile(&text.replace("BODY", body)) {
            Err(Refusal::Unsupported(found)) => assert_eq!(found.what, why, "{body}"),
            other => panic!("{body}: {other:?}"),
        }
    }
}
