//! What a source does not say: headers, macros, types and functions that are not at hand, parts that are not read.
//! Each is named where a kernel hangs on it, and only there.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{AssumptionKind, Kernel, Options, load};
use semantics::Source;
use std::collections::BTreeMap;

fn kernels_of(name: &str, text: &str, files: &[(&str, &str)]) -> Vec<Kernel> {
    let files: BTreeMap<String, String> =
        files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    load(Source::new(name, text), &Options::default(), &files).unwrap().kernels
}

fn kernels(text: &str) -> Vec<Kernel> {
    kernels_of("t.cu", text, &[])
}

/// The kinds of what a kernel takes for granted, the launch aside.
fn kinds(kernel: &Kernel) -> Vec<AssumptionKind> {
    let kinds = kernel.launches[0].assumptions.iter().map(|a| a.kind);
    kinds.filter(|kind| *kind != AssumptionKind::Launch).collect()
}

use AssumptionKind::{MissingHeader, UnknownCall, UnknownMacro, UnknownType};

const PLAIN: &str = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n";

#[test]
fn a_condition_is_in_doubt_where_its_value_is() {
    for (condition, doubt) in [
        ("#ifdef X", true),
        ("#ifndef X", true),
        ("#if X", true),
        ("#if X > 3", true),
        ("#if defined(X) || 1", false),
        ("#if 0 && X", false),
        ("#if !defined X && defined(__CUDACC__)", true),
        ("#if X(1, (2)) == 4", true),
        ("#if 1 ? 0 : X", false),
        ("#ifdef __linux__", false),
        ("#ifdef _MSC_VER", false),
        ("#ifdef __INTELLISENSE__", false),
        ("#if __has_include(<stdio.h>)", false),
        ("#if __has_include(<own.h>)", true),
        ("#if INT_MAX == 2147483647", false),
        ("#ifndef M_PI", false),
    ] {
        let text = format!(
            "#include \"cuda_config.h\"\n__global__ void k(int *a) {{\n{condition}\na[0] = threadIdx.x;\n#else\n\
             a[threadIdx.x] = 1;\n#endif\n}}"
        );
        let expected = if doubt { vec![MissingHeader, UnknownMacro] } else { vec![MissingHeader] };
        assert_eq!(kinds(&kernels(&text)[0]), expected, "{condition}");
    }
}

#[test]
fn a_condition_without_a_missing_header_is_certain() {
    for text in [
        "#ifdef X\n#define S 0\n#endif\n",
        "#include <stdio.h>\n#include <cuda_runtime.h>\n#if X > 3\n#endif\n",
        "#include \"own.h\"\n#ifndef X\n#define X 1\n#endif\n",
        "#line 7\n#pragma push_macro(\"X\")\n#define X 1\n#pragma pop_macro(\"X\")\n#ifdef X\n#error X\n#endif\n",
        "#if 0\n#elifdef __CUDACC__\n#else\n#error no\n#endif\n",
    ] {
        let all = kernels_of("t.cu", &format!("{text}{PLAIN}"), &[("own.h", "")]);
        assert_eq!(kinds(&all[0]), [], "{text}");
    }
}

/// Two versions of one compiler read it in two ways.
#[test]
fn versions_of_compilers_are_assumed() {
    for (condition, doubt) in [
        ("__CUDACC_VER_MAJOR__ >= 11", false),
        ("__CUDACC_VER_MAJOR__ > 11", true),
        ("__CUDACC_VER_MAJOR__ == 12", true),
        ("__CUDACC_VER_MAJOR__ != 10", false),
        ("11000 <= CUDART_VERSION", false),
        ("11000 < CUDART_VERSION", true),
        ("CUDART_VERSION < 5000", false),
        ("CUDART_VERSION < 5000u", false),
        ("CUDART_VERSION > -1", true),
        ("CUDART_VERSION - 11000 >= 0", true),
        ("-CUDART_VERSION < 0", true),
        ("__GNUC__ > 3", false),
        ("__GNUC__ * 100 + __GNUC_MINOR__ >= 400", false),
        ("__GNUC__ * 100 + __GNUC_MINOR__ >= 401", true),
        ("(__CUDACC_VER_MAJOR__ > 11 ? 4 : 3) > 2", true),
        ("defined(__CUDACC_VER_MAJOR__)", false),
        ("defined(__SSE2__)", false),
        ("defined(__clang__)", true),
        ("defined(__CUDA__)", true),
        ("__CUDA_ARCH__ >= 700", false),
    ] {
        let text = format!("__global__ void k(int *a) {{\n#if {condition}\na[1] = 1;\n#endif\n}}");
        let expected = if doubt { vec![UnknownMacro] } else { vec![] };
        assert_eq!(kinds(&kernels(&text)[0]), expected, "{condition}");
    }
}

/// `BLOCK` is 256 where the header that is missing does not define it.
#[test]
fn a_doubt_is_named_where_a_kernel_hangs_on_it() {
    let text = "#include \"config.h\"
#ifndef BLOCK
#define BLOCK 256
#endif
#ifdef REAL
typedef REAL real;
#else
typedef float real;
#endif
#define TWICE (2 * BLOCK)
__device__ int by(int n) { return n * BLOCK; }
__global__ void direct(int *a) { a[threadIdx.x + BLOCK] = 1; }
__global__ void in_a_macro(int *a) { a[threadIdx.x + TWICE] = 1; }
__global__ void in_a_call(int *a) { a[by(threadIdx.x)] = 1; }
__global__ void in_a_type(real *a) { a[threadIdx.x] = 1; }
__global__ void without(int *a) { a[threadIdx.x] = 1; }
int main() {
#ifdef VERBOSE
  printf(\"%d\", BLOCK);
#endif
}
";
    let found = kernels(text);
    let doubts: Vec<(&str, usize)> =
        found.iter().map(|k| (k.name.as_str(), kinds(k).len() - 1)).collect();
    let expected =
        [("direct", 1), ("in_a_macro", 1), ("in_a_call", 1), ("in_a_type", 1), ("without", 0)];
    assert_eq!(doubts, expected);
}

/// What a part that is not read may declare is in doubt, too.
#[test]
fn an_overload_in_a_part_that_is_not_read() {
    let text = "#include \"config.h\"
__device__ int by(int n) { return n; }
#ifdef WIDE
__device__ int by(unsigned n) { return 0; }
#endif
__global__ void k(int *a) { a[by(threadIdx.x)] = 1; }
__global__ void other(int *a) { a[threadIdx.x] = 1; }
";
    let found = kernels(text);
    assert_eq!(kinds(&found[0]), [MissingHeader, UnknownMacro]);
    assert_eq!(kinds(&found[1]), [MissingHeader]);
}

/// Whether the names that the first kernel hangs on are in doubt.
fn names_are_in_doubt(text: &str) -> bool {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let file = cuda::parse(&Source::new("t.cu", text), &Options::default(), &none).unwrap();
    !file.reach.doubts(&"k".into(), &[], &file.doubts).is_empty()
}

/// What stands in bodies and between brackets of a part that is not read is its own, and so is what a class has.
#[test]
fn what_a_part_that_is_not_read_has_for_itself() {
    let unread = |part: &str, rest: &str| {
        let text = format!("#include \"config.h\"\n#ifdef WIDE\n{part}\n#endif\n{rest}");
        names_are_in_doubt(&text)
    };
    let k = "__global__ void k(int *value) { value[threadIdx.x] = 1; }";
    assert!(!unread("int by(int value) { return value; }", k));
    assert!(!unread("struct S { int value; };", k));
    assert!(!unread("std::pair<value, int> by(int);", k));
    assert!(unread("int value;", k));
    assert!(unread("int value[3];", k));
    assert!(unread("void (*value)(int);", k));
    assert!(unread("typedef int (*value)(int);", k));
    assert!(unread("enum E { value };", k));
    assert!(unread("template <class T> T value(T);", k));
    assert!(unread("template <> void value<int>();", k));
    // It may be a macro that declares it, or a body may begin in another part.
    assert!(unread("DECLARE(int, value)", k));
    assert!(unread("int by(int value) {", k));
    // What it has may be anything.
    assert!(unread("using namespace other;", k));
    // What another name stands for, and what a macro has in its body.
    assert!(unread("#define value other", k));
    assert!(unread("#define int short", k));
    assert!(unread("#define threadIdx blockIdx", k));
    let declare = "#define DECLARE(t) __device__ int by(t i) { return 0; }\n";
    let text = format!(
        "#include \"config.h\"\n{declare}DECLARE(int)\n#ifdef WIDE\nDECLARE(short)\n#endif\n\
         __global__ void k(int *a) {{ a[by((short)threadIdx.x)] = 1; }}"
    );
    assert!(names_are_in_doubt(&text));
}

/// A condition is nothing that a kernel takes for granted where its program is the same, read both ways.
#[test]
fn what_makes_no_difference_is_not_in_doubt() {
    let doubts = |text: &str| {
        let of = |kernel: &Kernel| kinds(kernel).iter().filter(|k| **k == UnknownMacro).count();
        kernels(&format!("#include \"config.h\"\n{text}")).iter().map(of).collect::<Vec<_>>()
    };
    let by = |part: &str, argument: &str| {
        format!(
            "__device__ int by(int n) {{ return n; }}\n{part}\n\
             __global__ void k(int *a) {{ a[by({argument})] = 1; }}"
        )
    };
    let wide = "#ifdef WIDE\n__device__ int by(double x) { return 0; }\n#endif";
    assert_eq!(doubts(&by(wide, "(int)threadIdx.x")), [0]);
    assert_eq!(doubts(&by(wide, "(double)threadIdx.x")), [1]);
    // Two conditions, in each of four readings.
    let two =
        "#ifdef A\n__device__ int by(float);\n#endif\n#ifdef B\n__device__ int by(double);\n#endif";
    assert_eq!(doubts(&by(two, "(int)threadIdx.x")), [0]);
    let both = "#ifdef A\n#define N 0\n#endif\n#ifdef B\n#define M 0\n#endif\n\
        #if defined(N) && defined(M)\n#define ONE 0\n#else\n#define ONE 1\n#endif\n\
        __global__ void k(int *a) { a[threadIdx.x * ONE] = 1; }";
    assert!(doubts(both)[0] > 0);
    // The launch is another one.
    let launch = "__global__ void k(int *a) { a[blockIdx.x] = 1; }\nvoid f(int *a) {\n\
        #ifdef WIDE\nk<<<1, 64>>>(a);\n#else\nk<<<1, 1>>>(a);\n#endif\n}";
    assert_eq!(doubts(launch), [1]);
    // What stands for a macro of the header is not known.
    let size = "#ifndef N\n#define N 4\n#endif\n__global__ void k(int *a) { a[N] = 1; }";
    assert_eq!(doubts(size), [1]);
    // What the other reading hangs on stays, too.
    let inner = "#ifdef A\n#ifdef B\n#define ONE 0\n#else\n#define ONE 1\n#endif\n#else\n#define ONE 1\n#endif\n\
        __global__ void k(int *a) { a[threadIdx.x * ONE] = 1; }";
    assert_eq!(doubts(inner), [1]);
    // A condition that is met twice is not read in one way.
    let twice = "#define HALF \"half.h\"\n#include HALF\n#undef ONE\n#include HALF\n\
        __global__ void k(int *a) { a[threadIdx.x * ONE] = 1; }";
    let half = "#ifdef A\n#define ONE 1\n#else\n#define ONE 1\n#endif\n";
    let found = kernels_of("t.cu", &format!("#include \"config.h\"\n{twice}"), &[("half.h", half)]);
    assert!(kinds(&found[0]).contains(&UnknownMacro));
}

/// What looks the same in both readings, and is not.
#[test]
fn what_only_seems_to_make_no_difference() {
    let doubts = |text: &str| {
        let of = |kernel: &Kernel| kinds(kernel).iter().filter(|k| **k == UnknownMacro).count();
        kernels(text).iter().map(of).collect::<Vec<_>>()
    };
    // The last one to define it hides that another one did.
    let last = "#if __CUDA_ARCH__ >= 800\n#define S 0\n#else\n#define S 1\n#endif\n\
        #ifdef __clang__\n#undef S\n#define S 1\n#endif\n\
        __global__ void k(int *a) { a[threadIdx.x * S] = 1; }";
    assert_eq!(doubts(last), [1]);
    // Only the other reading launches it.
    let other = "template <int S> __global__ void k(int *a) { a[threadIdx.x * S] = 1; }\nvoid f(int *a) {\n\
        #ifdef __clang__\nk<0><<<1, 64>>>(a);\n#endif\nk<1><<<1, 64>>>(a); }";
    assert_eq!(doubts(other), [1]);
    // What the kernel calls `n` is something else where a header defines it.
    let word = "#include \"config.h\"\n__device__ int by(int i) { return i; }\n\
        #ifdef n\n__device__ int by(double);\n#endif\n\
        __global__ void k(int *a, int *n) { a[by((int)threadIdx.x)] = n[0]; }";
    assert_eq!(doubts(word), [1]);
    // No condition asks for it.
    let code = "__global__ void k(int *a) { a[threadIdx.x * (__CUDA_ARCH__ < 800)] = 1; }";
    assert_eq!(doubts(code), [1]);
    // The host has a third one.
    let host = "#if !defined(__CUDA_ARCH__)\n#define S 0\n#elif __CUDA_ARCH__ >= 800\n#define S 1\n#else\n\
        #define S 1\n#endif\n__global__ void k(int *a, int s) { a[threadIdx.x * s] = 1; }\n\
        void f(int *a) { k<<<1, 64>>>(a, S); }";
    assert!(kernels(host)[0].launches[0].lowered.is_err());
}

/// The launch hangs on what the host code around it hangs on.
#[test]
fn a_launch_in_doubt() {
    let text = "#include \"config.h\"
#ifdef WIDE
#define BLOCK 64
#else
#define BLOCK 1
#endif
__global__ void k(int *a) { a[blockIdx.x] = threadIdx.x; }
__global__ void other(int *a) { a[threadIdx.x] = threadIdx.x; }
void launch(int *a) {
  const int block = BLOCK;
  k<<<2, block>>>(a);
}
void another(int *a) { other<<<1, 64>>>(a); }
";
    let found = kernels(text);
    assert!(kinds(&found[0]).contains(&UnknownMacro));
    assert!(!kinds(&found[1]).contains(&UnknownMacro));
    // What it calls is around it, too.
    let called = text.replace("= BLOCK", "= threads()");
    let called = called.replace("void launch", "int threads() { return BLOCK; }\nvoid launch");
    assert!(kinds(&kernels(&called)[0]).contains(&UnknownMacro));
}

/// An enumerator of which nobody knows the number is refused where it is used.
#[test]
fn an_enumerator_that_is_not_known() {
    let text = "#include \"config.h\"
enum { A = FOO, B, C = 0, D };
__global__ void with(int *a) { a[threadIdx.x * B] = 1; }
__global__ void without(int *a) { a[threadIdx.x * D] = 1; }
";
    let refused: Vec<bool> = kernels(text).iter().map(|k| k.launches[0].lowered.is_err()).collect();
    assert_eq!(refused, [true, false]);
}

/// An operator hangs on the types that it takes, and a member on its class.
#[test]
fn operators_and_members_are_those_of_types() {
    let text = "#include \"config.h\"
#ifdef REAL
typedef REAL real;
#else
typedef float real;
#endif
struct S { int n; real r; int at(int i); };
struct T { int n; int of(int i); };
__device__ int operator+(S s, int n) { return s.n + n; }
__device__ int operator+(T t, int n) { return t.n + n; }
__device__ int S::at(int i) { return i; }
__device__ int T::of(int i) { real r = 0; return i; }
__global__ void with(int *a, S s) { a[threadIdx.x] = s + 1; }
__global__ void without(int *a) { a[threadIdx.x] = 1; }
__global__ void member(int *a, T t) { a[t.of(threadIdx.x)] = 1; }
struct U { int n; };
__global__ void other(int *a, U u) { a[threadIdx.x] = u.n; }
";
    let found = kernels(text);
    let doubts: Vec<(&str, bool)> =
        found.iter().map(|k| (k.name.as_str(), kinds(k).contains(&UnknownMacro))).collect();
    assert_eq!(doubts, [("with", true), ("without", false), ("member", true), ("other", false)]);
}

#[test]
fn guards_are_not_in_doubt() {
    let guarded = "#ifndef OWN_H\n#define OWN_H\n#ifndef N\n#endif\n__device__ int one() { return 1; }\n#endif\n";
    let text = "#include \"missing.h\"\n#include \"own.h\"\n__global__ void k(int *a) { a[threadIdx.x] = one(); }";
    assert_eq!(kinds(&kernels_of("t.cu", text, &[("own.h", guarded)])[0]), [MissingHeader]);
}

/// nvcc's qualifiers are macros: a source that defines them where they are not defined does not lose them.
#[test]
fn words_of_cuda_are_macros() {
    let text = "#ifndef __shared__\n#define __shared__\n#endif\n#ifndef __global__\n#define __global__\n#endif\n\
        __global__ void k(int *a) { __shared__ int s[64]; s[0] = threadIdx.x; a[threadIdx.x] = s[0]; }";
    let program = kernels(text).remove(0).launches.remove(0).lowered.unwrap();
    assert!(program.to_string().contains("s[0] :="), "{program}");
}

/// OpenCL C is not C++, and no CUDA.
#[test]
fn opencl_has_macros_of_its_own() {
    let picks = |condition: &str| {
        let text = format!(
            "__kernel void k(__global int *a) {{\n#if {condition}\na[1] = 1;\n#else\na[2] = 1;\n#endif\n}}"
        );
        let kernel = kernels_of("t.cl", &text, &[]).remove(0);
        let program = kernel.launches[0].lowered.as_ref().unwrap().to_string();
        (program.contains("a[1]"), !kinds(&kernel).is_empty())
    };
    for (condition, holds, doubt) in [
        ("defined(__CUDACC__)", false, false),
        ("defined(__cplusplus)", false, false),
        ("defined(__CUDA_ARCH__)", false, false),
        ("defined(__OPENCL_VERSION__)", true, false),
        ("__OPENCL_VERSION__ >= 110", true, true),
        ("CL_VERSION_1_1 == 110", true, false),
        ("INT_MAX == 2147483647", true, false),
        ("defined(cl_khr_fp64)", false, true),
    ] {
        assert_eq!(picks(condition), (holds, doubt), "{condition}");
    }
}

#[test]
fn a_type_of_a_missing_header_is_taken_as_one_of_numbers() {
    let text = "#include \"types.h\"\n__global__ void k(real *a, real b) { real t = a[threadIdx.x]; a[threadIdx.x] = t * b; }";
    let kernel = kernels(text).remove(0);
    assert_eq!(kinds(&kernel), [MissingHeader, UnknownType]);
    kernel.launches[0].lowered.as_ref().unwrap();
}

#[test]
fn a_function_of_a_missing_header_reads_what_it_is_given() {
    let head =
        "#include \"math_utils.h\"\n__global__ void k(float *a) { float x = a[threadIdx.x]; ";
    let reads = kernels(&format!("{head} a[threadIdx.x] = smooth(x, 3); }}")).remove(0);
    assert_eq!(kinds(&reads), [MissingHeader, UnknownCall]);
    reads.launches[0].lowered.as_ref().unwrap();
    // It could write through a pointer.
    let writes = kernels(&format!("{head} smooth(a, x); }}")).remove(0);
    assert!(writes.launches[0].lowered.is_err());
    // Nothing is missing: then it is not C++.
    let none: BTreeMap<String, String> = BTreeMap::new();
    let text = "__global__ void k(float *a) { a[threadIdx.x] = smooth(1, 3); }";
    let read = load(Source::new("t.cu", text), &Options::default(), &none);
    assert!(!read.is_ok_and(|unit| unit.kernels[0].launches[0].lowered.is_ok()));
}

/// An item that is not C++ takes nothing with it but the kernels that use its names.
#[test]
fn what_is_not_read_is_unsupported_where_it_is_used() {
    let text = "struct @@ S { int x; };
namespace n { int f(int @) { return 1; } __device__ int g(int x) { return x; } }
__device__ int h(int x) { return ` x; }
__global__ void uses_f(int *a) { a[n::f(threadIdx.x)] = 1; }
__global__ void uses_g(int *a) { a[n::g(threadIdx.x)] = 1; }
__global__ void uses_h(int *a) { a[h(threadIdx.x)] = 1; }
__global__ void uses_s(S *a) { a[threadIdx.x] = a[1]; }
int main() { @ }
__global__ void uses_none(int *a) { a[threadIdx.x] = 1; }
";
    let read: Vec<(String, bool)> =
        kernels(text).into_iter().map(|k| (k.name, k.launches[0].lowered.is_ok())).collect();
    let read: Vec<(&str, bool)> = read.iter().map(|(name, read)| (name.as_str(), *read)).collect();
    let expected = [
        ("uses_f", false),
        ("uses_g", true),
        ("uses_h", false),
        ("uses_s", false),
        ("uses_none", true),
    ];
    assert_eq!(read, expected);
}

/// Where a header is missing, a kernel that cannot be read may be C++ with its macros.
#[test]
fn a_kernel_that_is_not_read() {
    let kernel =
        "__global__ void __launch_bounds__(256) k(int *a) { FOREACH(i, a) { a[i] = 1; } }\n";
    let none: BTreeMap<String, String> = BTreeMap::new();
    assert!(load(Source::new("t.cu", kernel), &Options::default(), &none).is_err());
    let found = kernels(&format!("#include \"foreach.h\"\n{kernel}{PLAIN}"));
    let read: Vec<(&str, bool)> =
        found.iter().map(|k| (k.name.as_str(), k.launches[0].lowered.is_ok())).collect();
    assert_eq!(read, [("k", false), ("k.2", true)]);
}

/// Literals that do not end are bad input wherever they stand.
#[test]
fn a_literal_that_does_not_end() {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let text = format!("#include \"missing.h\"\nchar c = 'a;\n{PLAIN}");
    let error = load(Source::new("t.cu", text), &Options::default(), &none).unwrap_err();
    assert_eq!(error.message, "a literal that does not end");
}

#[test]
fn a_macro_without_which_a_name_is_not_declared() {
    let hidden = "#ifdef GPU\n#define WIDTH 64\n#endif\n";
    let using = "__global__ void k(int *a) { a[threadIdx.x] = WIDTH; }\n";
    let other = "__global__ void l(int *a) { a[threadIdx.x] = 1; }\n";
    let valued = "#if GPU > 1\n#define OTHER\n#endif\n";
    let all = kernels(&format!("{hidden}{valued}{using}{other}"));
    let taken = |kernel: &Kernel| -> Vec<AssumptionKind> {
        let all = kernel.launches[0].assumptions.iter();
        all.filter(|a| a.what.contains("is taken as defined")).map(|a| a.kind).collect()
    };
    // Of a kernel that does not use the name, only launches may hang on it.
    assert_eq!(
        all.iter().map(taken).collect::<Vec<_>>(),
        [[UnknownMacro], [AssumptionKind::Launch]]
    );
    for text in [
        // Without it this is no C++, and as what it is defined is of no use.
        &format!("{hidden}{using}{other}"),
        // Nobody knows as what it is defined.
        "#ifdef WIDTH\n#define LAST (WIDTH - 1)\n#endif\n\
         __global__ void k(int *a) { a[threadIdx.x / WIDTH] = LAST; }",
        // A header that is missing may declare the name.
        &format!("#include \"helper_cuda.h\"\n{hidden}{using}"),
        // With the macro another part is no C++.
        "#ifdef M\n#define WIDTH threadIdx.x\n#endif\nenum class E { WIDTH = 0 };\nusing enum E;\n\
         __global__ void k(int *a) { a[(int)WIDTH] = 1; }",
        // It is declared without the macro, too.
        &format!("{hidden}const int WIDTH = 32;\n{using}"),
    ] {
        assert!(kernels(text).iter().all(|kernel| taken(kernel).is_empty()), "{text}");
    }
}

#[test]
fn headers_of_samples_are_missing_and_define_few_macros() {
    for (header, name, expected) in [
        ("helper_cuda.h", "WIDTH", vec![MissingHeader]),
        ("helper_cuda.h", "MAX", vec![MissingHeader, UnknownMacro]),
        ("own.h", "WIDTH", vec![MissingHeader, UnknownMacro]),
    ] {
        let text = format!(
            "#include <{header}>\n#ifndef {name}\n#define {name} 1\n#endif\n\
             __global__ void k(int *a) {{ a[threadIdx.x] = {name}; }}"
        );
        assert_eq!(kinds(&kernels(&text)[0]), expected, "{header} {name}");
    }
}

/// No kernel runs what only the host does: what stands in it makes no difference, whatever it names.
#[test]
fn what_only_the_host_runs_is_not_in_doubt() {
    let doubt = "\n#ifdef __EXCEPTIONS\nreturn 1;\n#else\nreturn 2;\n#endif\n";
    let of_kernel = "__global__ void k(int *a) { S s; a[threadIdx.x * s.f()] = 1; }";
    for (text, in_doubt) in [
        // Named by the kernel, or not, and run by the host.
        (
            format!(
                "int n() {{{doubt}}}\n__global__ void k(int *a, int n) {{ a[threadIdx.x * n] = 1; }}"
            ),
            false,
        ),
        (
            format!(
                "struct S {{ int a; int g() {{{doubt}}} __device__ int f() {{ return 3; }} }};\n{of_kernel}"
            ),
            false,
        ),
        (
            format!(
                "struct S {{ S(int n = 3) : a{{n}}, b(2) {{{doubt}}} __device__ int f() {{ return 3; }} int a, b; }};\n\
                 __global__ void k(int *a, S s) {{ a[threadIdx.x * s.f()] = 1; }}"
            ),
            false,
        ),
        (
            format!(
                "struct S {{ enum E {{ A, n }}; int g() {{{doubt}}} }};\n__device__ int f() {{ return 3; }}\n\
                     __global__ void k(int *a, int n) {{ a[threadIdx.x * n * f()] = 1; }}"
            ),
            false,
        ),
        // Of a class that the kernel has, but no body.
        (
            format!(
                "struct S {{\n#ifdef __EXCEPTIONS\nint a[2];\n#else\nint a[1];\n#endif\n__device__ int f() {{ return sizeof(S); }} }};\n{of_kernel}"
            ),
            true,
        ),
        // By a word at the function, in front or behind, on another declaration, or in the class.
        (
            format!(
                "__device__ int f() {{{doubt}}}\n__global__ void k(int *a) {{ a[threadIdx.x * f()] = 1; }}"
            ),
            true,
        ),
        (
            format!(
                "constexpr int f() {{{doubt}}}\n__global__ void k(int *a) {{ a[threadIdx.x * f()] = 1; }}"
            ),
            true,
        ),
        (
            format!(
                "__device__ int f();\nint f() {{{doubt}}}\n__global__ void k(int *a) {{ a[threadIdx.x * f()] = 1; }}"
            ),
            true,
        ),
        (format!("struct S {{ __device__ int f() {{{doubt}}} }};\n{of_kernel}"), true),
        (format!("struct S {{ __device__ int f(); }};\nint S::f() {{{doubt}}}\n{of_kernel}"), true),
        (
            format!(
                "struct S {{ __device__ S() : a{{3}}, b{{4}} {{\n#ifdef __EXCEPTIONS\na = 1;\n#endif\n}} int a, b;\n\
                     __device__ int f() {{ return a; }} }};\n{of_kernel}"
            ),
            true,
        ),
        (
            format!(
                "struct S {{ int a; __device__ operator int() const {{{doubt}}} }};\n\
                     __global__ void k(int *a) {{ S s; a[threadIdx.x * s] = 1; }}"
            ),
            true,
        ),
        // By a word that a missing header may define.
        (
            format!(
                "#include \"words.h\"\nint f() {{{doubt}}}\n__global__ void k(int *a) {{ a[threadIdx.x * f()] = 1; }}"
            ),
            true,
        ),
    ] {
        assert_eq!(kinds(&kernels(&text)[0]).contains(&UnknownMacro), in_doubt, "{text}");
    }
}

/// In C, an enumerator of a member is one of the file.
#[test]
fn an_enumerator_in_a_structure_is_in_doubt_in_c() {
    let text = "struct S { enum {\n#ifdef __OPTIMIZE__\nN = 1\n#else\nN = 2\n#endif\n} e; };\n\
                __kernel void k(__global int *a) { a[get_global_id(0) * N] = 1; }";
    assert_eq!(kinds(&kernels_of("t.cl", text, &[])[0]), [UnknownMacro]);
    let text = "struct S { enum {\n#ifdef __OPTIMIZE__\nN = 1\n#else\nN = 2\n#endif\n}; };\n\
                __global__ void k(int *a) { a[threadIdx.x * S::N] = 1; }\n\
                __global__ void other(int *a, int N) { a[threadIdx.x * N] = 1; }";
    let all = kernels(text);
    assert_eq!((kinds(&all[0]), kinds(&all[1])), (vec![UnknownMacro], vec![]));
}
