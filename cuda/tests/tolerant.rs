//! Files of which a part is no C++: errors belong to items, and what could not be read is in doubt wherever it may matter.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{Kernel, LaunchSource, Options, Unit, load};
use semantics::{Diagnostic, Source};
use std::collections::BTreeMap;

fn read(text: &str) -> Result<Unit, Diagnostic> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    load(Source::new("t.cu", text), &Options::default(), &none)
}

/// What comes of a kernel: that it is read, a mistake with its place, or what is not supported.
fn outcome(kernel: &Kernel) -> String {
    match (&kernel.launches[0].lowered, kernel.mistake()) {
        (Ok(_), _) => "read".into(),
        (Err(_), Some(mistake)) => {
            let (line, column) = mistake.span.as_ref().unwrap().line_column();
            format!("{line}:{column} {}", mistake.message)
        }
        (Err(why), None) => format!("unsupported: {}", why.what),
    }
}

const FIRST: &str = "__global__ void first(int *a) { a[threadIdx.x] = 1; }";
const LAST: &str = "__global__ void last(int *a) { a[threadIdx.x] = min(2, 3); __syncthreads(); }";

/// The kernels of a text with another one in the line before it, and another one in the line behind it.
fn between(text: &str) -> Vec<(String, String)> {
    let unit = read(&format!("{FIRST}\n{text}\n{LAST}\n")).unwrap();
    unit.kernels.iter().map(|kernel| (kernel.name.clone(), outcome(kernel))).collect()
}

fn of<'o>(all: &'o [(String, String)], name: &str) -> &'o str {
    let found = all.iter().find(|(of, _)| of == name);
    found.map_or("lost", |(_, outcome)| outcome)
}

/// What comes of the kernel `k` of a text; the other kernels are read.
fn alone(text: &str) -> String {
    let all = between(text);
    assert_eq!(all.len(), 3, "{text}: {all:?}");
    assert_eq!((of(&all, "first"), of(&all, "last")), ("read", "read"), "{text}: {all:?}");
    of(&all, "k").into()
}

#[test]
fn a_kernel_that_is_no_cpp_takes_no_other_with_it() {
    for (text, expected) in [
        ("__global__ void k(int *a) { FIXME }", "2:35 expected `;`, found `}`"),
        (
            "__global__ void k(int *a) { /* your code */ ??? }",
            "2:45 expected an expression, found `?`",
        ),
        ("__global__ void k(int *a) { a[0] = ; }", "2:36 expected an expression, found `;`"),
        ("__global__ void k(int *a) { a[0] = 1.0 % 2; }", "2:36 `%` works on integers only"),
        (
            "__global__ void k(int *a) { int x; int x; }",
            "2:40 `x` is declared in this scope already, in line 2",
        ),
        // Brackets that do not fit, inside of braces that do.
        ("__global__ void k(int *a) { a[threadIdx.x = 1; }", "2:46 expected `]`, found `;`"),
        ("__global__ void k(int *a) { a[0) = min(1, 2); }", "2:32 expected `]`, found `)`"),
        ("__global__ void k(int *a { a[0] = 1; }", "2:26 expected `)`, found `{`"),
        ("extern \"C\" __global__ void k(int *a) { ( }", "2:42 expected an expression, found `}`"),
        // A brace that is missing, and one too many.
        (
            "__global__ void k(int *a) { if (a[0]) { a[1] = min(1, 2); __syncthreads(); }",
            "2:27 a block that is not closed",
        ),
        (
            "__global__ void k(int *a) { if (a[0]) a[1] = 1; } a[2] = 2; }",
            "2:61 a `}` that closes nothing",
        ),
        (
            "namespace n { __global__ void k(int *a) { ??? } }",
            "2:43 expected an expression, found `?`",
        ),
    ] {
        assert_eq!(alone(text), expected, "{text}");
    }
}

/// A body, or more.
#[test]
fn a_kernel_that_uses_what_is_not_read_is_refused() {
    let uses_f = "__global__ void k(int *a) { a[f(threadIdx.x)] = 1; }";
    for (text, using) in [
        ("__device__ int f(int i) { return ???; }", uses_f),
        ("__device__ int f(int i, @) { return i; }", uses_f),
        ("__device__ int f(int i) { return (i; }", uses_f),
        ("template <class T> __device__ T f(T i) { return ???; }", uses_f),
        ("__device__ ??? f = 3;", uses_f),
        // One of the functions of the name is read.
        ("__device__ int f(float x) { return 0; } __device__ int f(@ x) { return 1; }", uses_f),
        ("__device__ int f(float x) { return 0; } __device__ int f(int x) { return ???; }", uses_f),
        // It stands in what another one takes with it.
        (
            "__device__ int f(float x) { return 0; }\n\
             __device__ int g(int x) { if (x) { return 1; } \n __device__ int f(int x) { return x; }",
            uses_f,
        ),
        (
            "__device__ int f(float x) { return 0; }\n\
             struct P { int x; \n static __device__ int *f(int x) { return x; }",
            uses_f,
        ),
        ("struct S { int x; } ???;", "__global__ void k(S *a) { a[threadIdx.x].x = 0; }"),
        ("struct S { int x; } ???;", "__global__ void k(S *a) { a[threadIdx.x] = a[0]; }"),
        ("typedef ??? T;", "__global__ void k(T *a) { a[threadIdx.x] = 0; }"),
        ("__device__ int n = ???;", "__global__ void k(int *a) { a[n] = 0; }"),
        ("const int n = 1, m = ???;", "__global__ void k(int *a) { a[m] = 0; }"),
        ("enum E { A = ???, B };", "__global__ void k(int *a) { a[B] = 0; }"),
        ("int n; int n;", "__global__ void k(int *a) { a[n] = 0; }"),
        // A constructor that is not read.
        (
            "struct S { int x; __device__ S(int i); };\n\
             __device__ int g(int x) { if (x) { return 1; } \n __device__ S::S(int i) : x(0) {}",
            "__global__ void k(int *a) { S s(threadIdx.x); a[s.x] = 1; }",
        ),
    ] {
        let text = format!("{text}\n{using}");
        assert!(alone(&text).starts_with("unsupported: "), "{text}: {}", alone(&text));
        // What is not read is told.
        let unit = read(&format!("{text}\n{LAST}")).unwrap();
        let of_body = unit
            .file
            .functions()
            .any(|f| matches!(f.body, cuda::syntax::Body::Unread(..)) && !f.specifiers.of_toolkit);
        let told = unit.notes.iter().any(|note| note.starts_with("t.cu:"));
        assert!(told || of_body, "{text}: {:?}", unit.notes);
    }
}

/// Nobody knows what comes behind an enumerator that is not known, up to the next with a number of its own.
#[test]
fn an_enumerator_behind_one_that_is_not_known() {
    let enumerators = "__device__ int f(int *p); enum { Z = 5 }; enum { A = f(0), B, C = 1, D };";
    let using = |name: &str| {
        alone(&format!("{enumerators}\n__global__ void k(int *a) {{ a[{name}] = 0; }}"))
    };
    assert!(using("A").starts_with("unsupported: "), "{}", using("A"));
    assert!(using("B").starts_with("unsupported: "), "{}", using("B"));
    assert_eq!(using("D"), "read");
}

/// What is not read hides what is around it, whatever stands before the mistake.
#[test]
fn what_is_not_read_hides_others() {
    for (outer, inner, index) in [
        ("typedef int T;", "typedef unsigned char ??? T;", "(T)threadIdx.x"),
        ("typedef int T;", "typedef FIXME unsigned char T;", "(T)threadIdx.x"),
        ("typedef int T;", "using ??? T = unsigned char;", "(T)threadIdx.x"),
        ("typedef int T;", "using T = ??? unsigned char;", "(T)threadIdx.x"),
        ("const int N = 64;", "const int N 32;", "threadIdx.x % N"),
        ("const int N = 64;", "const int N ??? = 32;", "threadIdx.x % N"),
        ("__device__ int g;", "__device__ int g ??? [1];", "threadIdx.x + g"),
        ("__device__ int g;", "__device__ int x, g ??? ;", "threadIdx.x + g"),
        (
            "__device__ int f(int i) { return i; }",
            "__device__ int f ??? (int i) { return i / 2; }",
            "f(threadIdx.x)",
        ),
    ] {
        let k = format!("__global__ void k(int *a) {{ a[{index}] = 1; }}");
        let text = format!("{outer}\nnamespace inner {{ {inner}\n{k} }}");
        assert_ne!(alone(&text), "read", "{text}");
        assert_eq!(alone(&format!("{outer}\n{k}")), "read", "{text}");
    }
}

/// What a kernel does not use does it no harm.
#[test]
fn what_is_not_read_and_not_used() {
    for text in [
        "__device__ int f(int i) { return ???; }",
        "__device__ int f(int i { return i; }",
        "int main() { FIXME 3 4 5; return ???; }",
        "int main() { if (1) { return 3 }; }",
        "class C { void f() { @ } int x = ???; };",
        "template <class T> T f(T x) { return y z; }",
        "int x = ???;",
        "FIXME;",
        "@",
        ";",
    ] {
        let k = "__global__ void k(int *a) { a[threadIdx.x] = max(1, 2); }";
        assert_eq!(alone(&format!("{text};\n{k}")), "read", "{text}");
    }
}

/// A brace that is missing somewhere in a namespace, or one too many: any function in it may be another one.
#[test]
fn braces_of_a_namespace() {
    let f = "__device__ int f(int i) { if (i) { return 1; } return 0; }";
    let k = "__global__ void k(int *a) { a[threadIdx.x] = 1; }";
    let l = "__global__ void l(int *a) { a[n::f(threadIdx.x)] = 1; }";
    let all = between(&format!("namespace n {{ {f} {k} }} return i; }}\n{l}"));
    assert_eq!((of(&all, "first"), of(&all, "last")), ("read", "read"), "{all:?}");
    assert!(of(&all, "k").ends_with("a `}` that closes nothing"), "{all:?}");
    assert!(of(&all, "l").starts_with("unsupported: "), "{all:?}");
    // The rest of the file is in it: none of its kernels is lost.
    let all = between(&format!("namespace n {{ {f} {k}\n{l}"));
    assert_eq!(of(&all, "first"), "read", "{all:?}");
    for name in ["k", "l", "last"] {
        assert!(of(&all, name).contains("expected `}`"), "{all:?}");
    }
    // The brace of the namespace is taken by a function, so that the next one is in it.
    let g = "int g() { if (1) { return 1; } return 2;";
    let all = between(&format!("namespace n {{ {k} {l}\n{g}\n}}"));
    assert!(
        ["k", "l", "last"].iter().all(|of_n| of(&all, of_n).contains("expected `}`")),
        "{all:?}"
    );
    // It is seen which function does not end.
    let open = "__device__ int f(int i) { if (i) { if (i) { return 1; } ";
    let all = between(&format!("namespace n {{ {k}\n{open} }}"));
    assert!(all.len() == 3 && all.iter().all(|(_, outcome)| outcome == "read"), "{all:?}");
}

/// Launches in host code that could not be read may be any.
#[test]
fn launches_where_braces_do_not_fit() {
    let sources = |text: &str| -> Vec<LaunchSource> {
        let unit = read(&format!("{FIRST}\n{text}")).unwrap();
        unit.kernels[0].launches.iter().map(|launched| launched.launch.from).collect()
    };
    assert_eq!(sources("void f(int *a) { first<<<1, 64>>>(a); }"), [LaunchSource::HostCode]);
    assert_eq!(sources("void f(int *a) { ???; first<<<1, 64>>>(a); }"), [LaunchSource::HostCode]);
    for text in [
        "void f(int *a) { if (a) { first<<<1, 64>>>(a); }",
        "void f(int *a) { first<<<1, 64>>>(a); } }",
        "void f(int *a) { first<<<1, 64>>>(a; }",
        "void f(int *a) { first<<<1, 64>>>(a); } void g(int *a) { if (a) { first<<<2, 32>>>(a); }",
    ] {
        assert!(sources(text).contains(&LaunchSource::Assumed), "{text}");
    }
    let unit = read(&format!("{FIRST}\nvoid f(int *a) {{ int n = ???; first<<<1, n>>>(a); }}"));
    assert_eq!(unit.unwrap().kernels[0].launches[0].launch.block[0], None);
}

/// Where no kernel is C++, the file is none.
#[test]
fn a_file_without_a_kernel_that_is_cpp() {
    let one = "__global__ void k(int *a) { ??? }";
    let why = read(one).unwrap_err();
    assert_eq!(why.message, "expected an expression, found `?`");
    assert_eq!(why.span.unwrap().line_column(), (1, 29));
    let two = format!("{one}\n__global__ void l(int *a) {{ int x; int x; }}");
    assert_eq!(read(&two).unwrap_err().message, "expected an expression, found `?`");
    // A header that is missing may have what makes it C++.
    let missing = read(&format!("#include \"missing.h\"\n{one}")).unwrap();
    assert_eq!(
        outcome(&missing.kernels[0]),
        "unsupported: this (expected an expression, found `?`)"
    );
    assert_eq!(read("int x = ???;").unwrap().diagnostics.len(), 1);
}

/// A build that gives the macros of the source meets no `#error`: that one does is taken for granted.
#[test]
fn an_error_directive_is_passed_over_and_said() {
    let text = format!("#ifndef W\n#error give W\n#endif\n{FIRST}\n");
    let of_macros = |text: &str| {
        let unit = read(text).unwrap();
        let assumptions = unit.kernels[0].launches[0].assumptions.iter();
        assumptions.filter(|a| a.kind == cuda::AssumptionKind::UnknownMacro).count()
    };
    assert_eq!((of_macros(&text), of_macros(&format!("#define W\n{text}"))), (1, 0));
}

/// Behind what the preprocessor cannot read nothing is, whatever it is; what stands before it is read as ever.
#[test]
fn what_stands_before_a_mistake_of_the_preprocessor() {
    let f = "#define F(x) x\n";
    for (mistake, expected) in [
        ("int main() { /* abc; return 0; }", "a comment that does not end"),
        ("int main() { return F(1, 2); }", "the macro `F` takes 1 arguments, not 2"),
        ("int main() { return F(1; }", "the arguments of the macro `F` do not end"),
        ("#define G(x) F(x, x)\nint n = G(1);", "the macro `F` takes 1 arguments, not 2"),
        ("#if 1\nint n;", "a conditional that does not end"),
        ("#if 0\nint n;\n#else", "a conditional that does not end"),
        ("#if 1 +\nint n;\n#endif", "the condition of #if ends too early"),
        ("#undef\nint n;", "#undef takes one name"),
        ("#once\nint n;", "unknown directive `#once`"),
        ("namespace n { void g();\n#once\n}", "unknown directive `#once`"),
    ] {
        let unit = read(&format!("{f}{FIRST}\n{mistake}\n{LAST}\n")).unwrap();
        let [first, last] = &unit.kernels[..] else { panic!("{mistake}: {:?}", unit.kernels) };
        assert_eq!((&*first.name, &*outcome(first)), ("first", "read"), "{mistake}");
        assert_eq!(last.name, "last", "{mistake}");
        let why = last.mistake().unwrap_or_else(|| panic!("{mistake}: {}", outcome(last)));
        assert_eq!(why.message, expected, "{mistake}");
        // Where no kernel is lost it is told all the same, and the launch may be any.
        let unit =
            read(&format!("{f}{FIRST}\nvoid h(int *a) {{ first<<<1, 32>>>(a); }}\n{mistake}\n"));
        let unit = unit.unwrap();
        assert_eq!(unit.kernels.len(), 1, "{mistake}");
        assert!(
            unit.notes.iter().any(|note| note.contains(expected)),
            "{mistake}: {:?}",
            unit.notes
        );
        let launches = unit.kernels[0].launches.iter();
        assert!(launches.into_iter().any(|l| l.launch.from == LaunchSource::Assumed), "{mistake}");
    }
}

/// The function that a mistake stands in is not read, and neither is what names what may be declared behind it.
#[test]
fn what_a_mistake_of_the_preprocessor_takes_with_it() {
    let k = |f: &str| format!("__global__ void k(int *a) {{ a[{f}(threadIdx.x)] = 1; }}");
    let one = "template <class T> __device__ int f(T i) { return i; }";
    let other = "template <> __device__ int f(unsigned i) { return 0; }";
    assert_eq!(outcome(&read(&format!("{one}\n{}", k("f"))).unwrap().kernels[0]), "read");
    let unit = read(&format!("{one}\n{}\n/* abc\n{other}", k("f"))).unwrap();
    assert!(
        outcome(&unit.kernels[0]).starts_with("unsupported: "),
        "{}",
        outcome(&unit.kernels[0])
    );
    let unit =
        read(&format!("{FIRST}\n#define F(x) x\n__global__ void k(int *a) {{ a[0] = F(1, 2); }}"));
    let unit = unit.unwrap();
    let names: Vec<&str> = unit.kernels.iter().map(|kernel| &*kernel.name).collect();
    assert_eq!(names, ["first", "k"]);
    assert_eq!(outcome(&unit.kernels[1]), "3:36 the macro `F` takes 1 arguments, not 2");
}

/// Where what is before a mistake is not certain, or a kernel may be behind it of which not even the name is known, the
/// file is not read.
#[test]
fn mistakes_that_take_the_file_with_them() {
    for (mistake, expected) in [
        ("#endif", "#endif without #if"),
        ("#else\n#endif", "#else without #if"),
        ("int main() { char c = 'a; }", "a literal that does not end"),
        ("int main() { puts(\"a); }", "a literal that does not end"),
        ("int main() { puts(R\"(a); }", "a raw string that does not end"),
        ("/* abc\n#include \"kernels.h\"", "a comment that does not end"),
        (
            "#define KERNEL __global__ void\n/* abc\nKERNEL l(int *a) { }",
            "a comment that does not end",
        ),
    ] {
        let why = read(&format!("{FIRST}\n{mistake}\n")).unwrap_err();
        assert_eq!(why.message, expected, "{mistake}");
    }
}
