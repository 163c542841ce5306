//! Which accesses fences and atomics may order.
#![allow(clippy::unwrap_used)] // a test may

use semantics::{Site, Source, Span};
use std::collections::BTreeMap;

/// By what the first place of one text and the last place of another may be ordered, in the last kernel.
fn between(name: &str, text: &str, first: &str, last: &str) -> Option<String> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new(name, text);
    let unit = cuda::load(source.clone(), &cuda::Options::default(), &none).unwrap();
    let kernel = unit.kernels.last().unwrap();
    let lowered = &kernel.launches[0].lowered;
    assert!(lowered.is_ok(), "{lowered:?}\n{text}");
    let order = &lowered.as_ref().unwrap().header.synchronization;
    let site = |at: Option<usize>, length: usize| {
        let start = at.unwrap_or_else(|| panic!("`{first}` or `{last}` in {text}"));
        Site::at(Span { source: source.clone(), bytes: start..start + length })
    };
    let (a, b) = (site(text.find(first), first.len()), site(text.rfind(last), last.len()));
    order.between(&a, &b).map(|order| order.location.to_string())
}

fn check(text: &str, first: &str, last: &str, expected: Option<&str>) {
    assert_eq!(between("t.cu", text, first, last).as_deref(), expected, "{text}");
}

fn kernel(parameters: &str, body: &str) -> String {
    format!("__global__ void k({parameters}) {{ {body} }}")
}

#[test]
fn locks() {
    for body in [
        "while (atomicCAS(lock, 0, 1) != 0); __threadfence(); data[0] += 1; __threadfence(); atomicExch(lock, 0);",
        "while (atomicCAS(lock, 0, 1)) {} data[0] += 1; atomicExch(lock, 0);",
        "while (atomicExch(lock, 1) == 1); data[0] += 1; __threadfence(); lock[0] = 0;",
        "bool done = false; while (!done) { if (atomicCAS(lock, 0, 1) == 0) { data[0] += 1; atomicExch(lock, 0); done = true; } }",
        "for (;;) { if (atomicCAS(lock, 0, 1) == 0) { data[0] += 1; atomicExch(lock, 0); break; } }",
        "while (true) { if (atomicCAS(lock, 0, 1) != 0) continue; data[0] += 1; atomicExch(lock, 0); break; }",
        "int old; do { old = atomicCAS(lock, 0, 1); } while (old == 1); data[0] += 1; atomicExch(lock, 0);",
        "if (threadIdx.x == 0) while (atomicCAS(lock, 0, 1) != 0); __syncthreads(); data[0] += 1; __syncthreads(); if (threadIdx.x == 0) atomicExch(lock, 0);",
        "switch (atomicCAS(lock, 0, 1)) { case 0: data[0] += 1; atomicExch(lock, 0); break; default: break; }",
        "int v = atomicCAS(lock, 0, 1) == 0 ? (data[0] += 1, atomicExch(lock, 0)) : 0;",
        "if (atomicCAS(lock, 0, 1) != 0) return; data[0] += 1; atomicExch(lock, 0);",
        "int *l = lock + (threadIdx.x & 1); while (atomicCAS(l, 0, 1) != 0); data[0] += 1; atomicExch(&lock[0], 0);",
    ] {
        let text = kernel("int *lock, int *data", body);
        check(&text, "data[0]", "data[0]", Some("lock"));
    }
}

#[test]
fn locks_behind_calls() {
    let functions = "__device__ void acquire(int *l) { while (atomicCAS(l, 0, 1) != 0); __threadfence(); }
    __device__ void release(int *l) { __threadfence(); atomicExch(l, 0); }
    __device__ bool taken(int *l) { return atomicCAS(l, 0, 1) != 0; }
    __device__ void attempt(int *l, bool &got) { got = atomicCAS(l, 0, 1) == 0; }
    __device__ void into(int *l, int *got) { *got = atomicCAS(l, 0, 1); }
    struct lock_t { int *mutex; __device__ void lock() { while (atomicCAS(mutex, 0, 1) != 0); } __device__ void unlock() { atomicExch(mutex, 0); } };
    struct kept_t { int other; int got; };\n";
    for body in [
        "acquire(lock); data[0] += 1; release(lock);",
        "while (taken(lock)); data[0] += 1; release(lock);",
        "bool got = false; while (!got) attempt(lock, got); data[0] += 1; release(lock);",
        "int got; into(lock, &got); if (got == 0) { data[0] += 1; release(lock); }",
        "int got[2]; got[1] = atomicCAS(lock, 0, 1); if (got[1] == 0) { data[0] += 1; release(lock); }",
        "kept_t kept; kept.got = atomicCAS(lock, 0, 1); if (kept.got == 0) { data[0] += 1; release(lock); }",
        "int got = atomicCAS(lock, 0, 1), mine = 0; if (got == 0) mine = 1; if (mine) { data[0] += 1; release(lock); }",
    ] {
        let text = format!("{functions}{}", kernel("int *lock, int *data", body));
        check(&text, "data[0]", "data[0]", Some("lock"));
    }
    let body = "lock.lock(); data[0] += 1; lock.unlock();";
    let text = format!("{functions}{}", kernel("lock_t lock, int *data", body));
    check(&text, "data[0]", "data[0]", Some("lock"));
    let body = "int my = atomicAdd(next, 1); while (atomicAdd(serving, 0) != my); data[0] += 1; __threadfence(); atomicAdd(serving, 1);";
    let text = kernel("int *next, int *serving, int *data", body);
    check(&text, "data[0]", "data[0]", Some("serving"));
}

/// As in the sample `threadFenceReduction`.
#[test]
fn the_last_block() {
    for (ticket, last) in [
        (
            "if (threadIdx.x == 0) { unsigned t = atomicInc(&count, gridDim.x); amLast = (t == gridDim.x - 1); } __syncthreads();",
            "if (amLast)",
        ),
        (
            "bool mine = false; if (threadIdx.x == 0) mine = atomicAdd(&count, 1) == gridDim.x - 1;",
            "if (__syncthreads_or(mine))",
        ),
        (
            "if (threadIdx.x == 0) amLast = atomicAdd(&count, 1) == gridDim.x - 1; __syncthreads(); if (!amLast) return;",
            "",
        ),
        (
            "unsigned t = 0; if (threadIdx.x == 0) t = atomicAdd(&count, 1); t = __shfl_sync(0xffffffff, t, 0);",
            "if (t == gridDim.x - 1)",
        ),
    ] {
        let text = format!(
            "__device__ unsigned int count = 0;
            __global__ void k(int *part, int *out) {{
                __shared__ bool amLast;
                if (threadIdx.x == 0) part[blockIdx.x] = 1;
                __threadfence();
                {ticket}
                {last} {{ int sum = 0; for (int i = 0; i < gridDim.x; i++) sum += part[i]; out[threadIdx.x] = sum; count = 0; }}
            }}"
        );
        check(&text, "part[blockIdx.x]", "part[i]", Some("count"));
        check(&text, "part[i]", "part[blockIdx.x]", Some("count"));
    }
}

#[test]
fn flags() {
    for (parameters, set, wait) in [
        ("volatile int *flag", "__threadfence(); *flag = 1;", "while (*flag == 0);"),
        ("int *flag", "__threadfence(); atomicExch(flag, 1);", "while (atomicAdd(flag, 0) == 0);"),
        ("int *flag", "__threadfence(); flag[0] = 1;", "while (flag[0] == 0) __threadfence();"),
        ("int *flag", "*(volatile int *) flag = 1;", "while (*(volatile int *) flag == 0);"),
        (
            "int *flag",
            "__threadfence(); flag[0] = 1;",
            "if (flag[0] == 0) return; __threadfence();",
        ),
    ] {
        let body = format!(
            "if (blockIdx.x == 0) {{ data[0] = 42; {set} }} else {{ {wait} out[0] = data[1 - 1]; }}"
        );
        let text = kernel(&format!("{parameters}, int *data, int *out"), &body);
        check(&text, "data[0]", "data[1 - 1]", Some("flag"));
        check(&text, "data[1 - 1]", "data[0]", Some("flag"));
    }
    // Who waits for a flag, and who sets it, race on it by what `volatile` says only.
    let text = kernel(
        "volatile int *flag",
        "if (blockIdx.x == 0) flag[0] = 1; else while (flag[1 - 1] == 0);",
    );
    check(&text, "flag[0]", "flag[1 - 1]", Some("flag"));
}

/// The second thread waits for a third one, which waits for the first.
#[test]
fn word_that_is_passed_on() {
    let text = kernel(
        "int *one, int *two, int *data",
        "if (blockIdx.x == 0) { data[0] = 1; atomicExch(one, 1); }
        else if (blockIdx.x == 1) { while (atomicAdd(one, 0) == 0); atomicExch(two, 1); }
        else { while (atomicAdd(two, 0) == 0); data[1 - 1] = 2; }",
    );
    check(&text, "data[0]", "data[1 - 1]", Some("two"));
}

#[test]
fn a_barrier_of_the_grid() {
    let text = kernel(
        "unsigned *count, int *data",
        "data[0] = threadIdx.x; __syncthreads();
        if (threadIdx.x == 0) { __threadfence(); atomicAdd(count, 1); while (atomicAdd(count, 0) < gridDim.x); }
        __syncthreads(); data[1 - 1] = threadIdx.x;",
    );
    check(&text, "data[0]", "data[1 - 1]", Some("count"));
    // On one side of it.
    check(&text, "data[0]", "data[0]", None);
    check(&text, "data[1 - 1]", "data[1 - 1]", None);
}

#[test]
fn opencl() {
    let text = "__kernel void k(volatile __global int *lock, __global int *data) {
        while (atomic_cmpxchg(lock, 0, 1) != 0);
        data[0] += 1;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_xchg(lock, 0);
    }";
    assert_eq!(between("t.cl", text, "data[0]", "data[0]").as_deref(), Some("lock"));
}

/// Nothing that a thread learns decides whether it makes the access.
#[test]
fn what_orders_nothing() {
    for body in [
        "atomicAdd(&lock[data[1]], 1); data[0] += 1; atomicAdd(lock, 1);",
        "__threadfence(); data[0] += 1; __threadfence();",
        "data[0] += 1; while (atomicCAS(lock, 0, 1) != 0); atomicExch(lock, 0);",
        "while (atomicCAS(lock, 0, 1) != 0); atomicExch(lock, 0); data[0] += 1;",
        "for (int i = 0; i < 9; i++) { int t = atomicAdd(lock, 1); out[t] = 1; data[0] += 1; }",
        "for (int i = 0; i < 9; i++) { if (atomicAdd(lock, 1) == 3) out[0] = 1; data[0] += 1; }",
        "for (int i = 0; i < 9; i++) { if (atomicAdd(lock, 1) == 3) { out[0] = 1; continue; } } data[0] += 1;",
        "int old = atomicMax(lock, 3); data[0] += old; atomicMax(lock, 4);",
        "if (threadIdx.x == 0) lock[0] = 0; __threadfence(); if (out[0]) data[0] += 1; __threadfence(); lock[0] = 1;",
    ] {
        let text = kernel("int *lock, int *data, int *out", body);
        check(&text, "data[0]", "data[0]", None);
    }
    // Two locks.
    let text = kernel(
        "int *one, int *two, int *data",
        "if (blockIdx.x == 0) { while (atomicCAS(one, 0, 1) != 0); data[0] += 1; atomicExch(one, 0); }
        else { while (atomicCAS(two, 0, 1) != 0); data[1 - 1] += 1; atomicExch(two, 0); }",
    );
    check(&text, "data[0]", "data[1 - 1]", None);
    // One that resets a counter does not wait for those who count.
    let text =
        kernel("int *count", "if (threadIdx.x == 0) count[0] = 0; atomicAdd(count + 1 - 1, 1);");
    check(&text, "count[0]", "atomicAdd(count + 1 - 1, 1)", None);
    // `volatile` without a wait.
    let text = "__global__ void k(int *out) {
        volatile __shared__ int s[64];
        s[threadIdx.x] = threadIdx.x;
        for (int d = 32; d > 0; d /= 2) if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        out[0] = s[0];
    }";
    check(text, "s[threadIdx.x]", "s[threadIdx.x + d]", None);
}

/// Two parameters that host code gives one pointer for are one location.
#[test]
fn one_lock_under_two_names() {
    let text = "__global__ void k(int *one, int *two, int *data) {
        while (atomicCAS(one, 0, 1) != 0);
        data[0] += 1;
        atomicExch(two, 0);
    }";
    check(text, "data[0]", "data[0]", None);
    let host =
        "int main() { int *p, *d; cudaMalloc(&p, 4); cudaMalloc(&d, 4); k<<<1, 64>>>(p, p, d); }";
    let text = format!("{text}\n{host}");
    assert!(between("t.cu", &text, "data[0]", "data[0]").is_some());
}
