//! What has no meaning leaves its executions out, also where nothing uses it.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/mod.rs"]
mod support;

fn kernel(body: &str) -> cuda::Kernel {
    let text = format!(
        "extern __shared__ float f[];\n__global__ void k(int *A, int *B, int n, unsigned u, char *c) {{ int t = threadIdx.x; {body} }}"
    );
    let none: std::collections::BTreeMap<String, String> = Default::default();
    let unit =
        cuda::load(semantics::Source::new("t.cu", text), &Default::default(), &none).unwrap();
    unit.kernels[0].clone()
}

fn notes(body: &str) -> Vec<String> {
    kernel(body).launches.remove(0).notes.into_iter().map(|note| note.text).collect()
}

fn lowered(body: &str) -> String {
    match &kernel(body).launches[0].lowered {
        Ok(program) => support::program(program),
        Err(u) => format!("unsupported: {}", u.what),
    }
}

#[test]
fn dropped_values_are_evaluated() {
    for (body, evaluated) in [
        ("int x = 1 / n;", "if (1 /i32 n) == (1 /i32 n) {"),
        ("1 / n;", "if (1 /i32 n) == (1 /i32 n) {"),
        ("(void)(1 % n);", "if (1 %i32 n) == (1 %i32 n) {"),
        ("int x = n + 1; x = 2;", "if (n +i32 1) == (n +i32 1) {"),
        ("int x = 1 << n;", "if (1 <<i32 n) == (1 <<i32 n) {"),
        ("if (1 / n) {}", "if (1 /i32 n) == (1 /i32 n) {"),
        ("for (int i = 0; i < 1 / n; i++) {}", "if (1 /i32 n) == (1 /i32 n) {"),
        ("printf(\"\", 1 / n);", "if (1 /i32 n) == (1 /i32 n) {"),
        ("int x = B[t]; int y = 1 / x;", "if (1 /i32 x) == (1 /i32 x) {"),
        ("(n == 0) && (1 / n);", "if n == 0 {\n  if (1 /i32 n) == (1 /i32 n) {"),
        ("int l[4]; l[n] = 1;", "if within4(i64(n)) == within4(i64(n)) {"),
    ] {
        let program = lowered(&format!("{body} if (n == 7) A[0] = 1;"));
        assert!(program.contains(evaluated), "{body}\n{program}");
    }
}

#[test]
fn used_values_are_evaluated_once() {
    for body in ["int x = 1 / n; A[x] = 1;", "int x = n + 1; if (x > 3) A[0] = 1;"] {
        let program = lowered(body);
        assert!(!program.contains("=="), "{body}\n{program}");
    }
}

#[test]
fn extern_arrays_share_their_memory() {
    for body in [
        "extern __shared__ int s[8]; extern __shared__ float q[8]; s[t] = 1; q[t + 1] = 2;",
        "extern __shared__ int s; extern __shared__ int q[]; s = 1; q[t] = 2;",
        "extern __shared__ int s[]; f[t] = 1; s[t] = 2;",
    ] {
        let program = lowered(body);
        // Cells of one size for both, and as many as the launch decides.
        assert!(
            program.contains("array s: u32 by Block") || program.contains("array f: u32 by Block"),
            "{body}: {program}"
        );
    }
    let program = lowered(
        "extern __shared__ int s[]; { extern __shared__ int q[]; s[t] = 1; q[t + 1] = 2; }",
    );
    assert!(program.contains("s[i64(threadIdx.x)] := 1"), "{program}");
    assert!(program.contains("s[i64((i32(threadIdx.x) +i32 1))] := 2"), "{program}");
}

#[test]
fn accesses_of_dropped_expressions_stay() {
    for (body, access) in [
        ("printf(\"%p\", &B[A[t]]);", "= A[i64(threadIdx.x)] in"),
        ("printf(\"%p\", A + A[t]);", "= A[i64(threadIdx.x)] in"),
        ("(void)(A[t] + 1);", "= A[i64(threadIdx.x)] in"),
        ("A[B[A[t]]];", "= B[i64("),
        ("int x = A[t] * 0;", "= A[i64(threadIdx.x)] in"),
        ("do { A[t] = 1; } while (0);", "A[i64(threadIdx.x)] := 1"),
        ("assert(A[t] > 0);", "= A[i64(threadIdx.x)] in"),
    ] {
        let program = lowered(body);
        assert!(program.contains(access), "{body}\n{program}");
    }
    for body in ["printf(\"%s\", s);", "printf(s);"] {
        let program = lowered(&format!("char *s = c; {body}"));
        assert!(program.contains("how far `printf` reads a string"), "{program}");
        assert!(program.contains("= c["), "{program}");
    }
}

#[test]
fn what_an_unused_lvalue_names_is_not_read() {
    for body in ["A[t];", "(void)A[t];", "A[t], f[t] = 1;", "n ? A[t] : B[t];", "*A;"] {
        let program = lowered(body);
        assert!(!program.contains("= A["), "{body}\n{program}");
    }
    let program = lowered("volatile int x = 1; A[t];");
    assert!(program.contains("that reads an element if it is `volatile`"), "{program}");
}

#[test]
fn the_first_iteration_of_a_do_loop_happens() {
    let program = lowered("do { int x = 1 / n; } while (B[t]); if (n == 0) A[0] = 1;");
    let first = program.find("if (1 /i32 n) == (1 /i32 n) {").unwrap();
    assert!(first < program.find("for ").unwrap(), "{program}");
}

#[test]
fn loops_that_do_not_end_are_named() {
    let endless = "does not end once it runs";
    for (body, note) in [
        ("while (1) {}", endless),
        ("for (;;) ;", endless),
        ("do { } while (true);", endless),
        ("while (n) { u++; }", endless),
        ("for (int i = 0; n > 2; i++) A[t] = i;", endless),
        ("while (A[t] == 0) {}", "is taken to end"),
        ("while (n) { n = n * 3; }", "is taken to end"),
    ] {
        let notes = notes(body);
        assert!(notes.iter().any(|n| n.contains(note)), "{body}: {notes:?}");
    }
    for body in ["for (int i = 0; i < n; i++) A[t] = i;", "do { } while (false);"] {
        let notes = notes(body);
        assert!(!notes.iter().any(|n| n.contains("end")), "{body}: {notes:?}");
    }
}
