//! Which kernels a file with templates has, and under which names.
#![allow(clippy::unwrap_used)] // a test may

use std::collections::BTreeMap;

/// The names of the kernels, with `?` after one that is refused.
fn names(text: &str) -> Vec<String> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = semantics::Source::new("t.cu", text);
    let unit = cuda::load(source, &cuda::Options::default(), &none).unwrap();
    let shown = unit.kernels.iter().map(|k| match &k.launches[0].lowered {
        Ok(_) => k.name.clone(),
        Err(_) => format!("{}?", k.name),
    });
    shown.collect()
}

const FILL: &str =
    "template <typename T, int N = 4> __global__ void k(T *a) { a[threadIdx.x * N] = 1; }\n";

#[test]
fn each_use_with_arguments_is_a_kernel() {
    let main = |body: &str| names(&format!("{FILL} const int SIZE = 2; int main() {{ {body} }}"));
    assert_eq!(
        main("k<int, 1><<<1, 2>>>(p); k<float><<<1, 2>>>(q);"),
        ["k<int, 1>", "k<float, 4>"]
    );
    assert_eq!(main("k<int, SIZE * (3 > 2)><<<1, 2>>>(p); k<int, 2><<<1, 2>>>(p);"), ["k<int, 2>"]);
    assert_eq!(main("run(k<unsigned long, int(8)>);"), ["k<unsigned long, 8>"]);
    assert_eq!(
        names(&format!("{FILL} template __global__ void k<char, 3>(char *);")),
        ["k<char, 3>"]
    );
}

#[test]
fn a_template_that_nothing_instantiates_is_one_kernel() {
    assert_eq!(names(FILL), ["k"]);
    let launched = |uses: &str| names(&format!("{FILL} int main() {{ {uses} }}"));
    assert_eq!(launched("k<<<1, 2>>>(p);"), ["k"]);
    assert_eq!(launched("k<int, 1><<<1, 2>>>(p); k<<<1, 2>>>(q);"), ["k<int, 1>", "k"]);
    assert_eq!(names(&format!("{FILL} template __global__ void k(char *);")), ["k"]);
}

#[test]
fn what_is_not_known_of_an_argument_is_anything() {
    let text = format!(
        "{FILL} template <class U> void run(U *p) {{ int n = any(); k<U, 2><<<1, 2>>>(p); k<int, n><<<1, 2>>>(0); }}"
    );
    assert_eq!(names(&text), ["k<T, 2>", "k<int, N>"]);
    let many = format!("{FILL} void f() {{ {} }}", "k<int, 1>;".repeat(1_001));
    assert_eq!(names(&many), ["k<int, 1>", "k"]);
}

#[test]
fn what_is_not_modelled_is_refused() {
    for text in [
        "template <class... T> __global__ void k(T... a) { }",
        "template <template <class> class C> __global__ void k(int *a) { }",
        "template <int N> __global__ void k(int *a) { __shared__ int s[2][N]; s[0][0] = 1; }",
        "template <class T> __global__ void k(T *a) { typename T::element x; }",
        "template <float F> __global__ void k(float *a) { a[0] = F; }",
    ] {
        assert_eq!(names(text), ["k?"], "{text}");
    }
    let device = "template <class T> __device__ int f(int x) { return sizeof(T) + x; }\n";
    assert_eq!(names(&format!("{device} __global__ void k(int *a) {{ a[0] = f(1); }}")), ["k?"]);
    assert_eq!(
        names(&format!("{device} __global__ void k(int *a) {{ a[0] = f<int>(1); }}")),
        ["k"]
    );
    let special = "template <> __device__ int f<int>(int x) { return x; }\n";
    let call = "__global__ void k(int *a) { a[0] = f<int>(1); }";
    assert_eq!(names(&format!("{device}{special}{call}")), ["k"]);
    let other = "template <class T> __device__ int f(unsigned x) { return 0; }\n";
    assert_eq!(names(&format!("{device}{other}{special}{call}")), ["k?"]);
    let open = "template <class T> __global__ void k(int *a) { a[0] = f<T>(1); }";
    assert_eq!(names(&format!("{device}{special}{open}")), ["k?"]);
}

/// A type that nothing gives: the kernel is read as if it were none of those that a class is specialized for, and with
/// each of them besides.
#[test]
fn specialized_for_what_is_not_given() {
    let kernel =
        "template <typename T, int n> __global__ void k(T *a) { a[In<T>::at(threadIdx.x)] = n; }
template <typename T> void host(T *a) { k<T, 3><<<1, 64>>>(a); }";
    let at = "{ __device__ static int at(int i) { return i; } };";
    let of = |types: &[&str]| -> String {
        types.iter().map(|ty| format!("template <> struct In<{ty}> {at}\n")).collect()
    };
    // Of the others there is no body.
    let two = of(&["float", "double"]);
    assert_eq!(
        names(&format!("template <typename T> struct In;\n{two}{kernel}")),
        ["k<T, 3>?", "k<float, 3>", "k<double, 3>"]
    );
    // A type of a header that is missing is that of its name.
    let missing = of(&["half_t"]);
    assert_eq!(
        names(&format!(
            "#include <missing_half.h>\ntemplate <typename T> struct In {at}\n{missing}{kernel}"
        )),
        ["k<T, 3>", "k<typename half_t, 3>"]
    );
}

/// The kernels, with `*` after one that writes to the seventh element alone, and the threads of its blocks where
/// its launch is in host code.
fn specialized(text: &str) -> Vec<String> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let template =
        "template <class T, int N = 4> __global__ void k(T *a) { a[threadIdx.x] = 1; }\n";
    let source = semantics::Source::new("t.cu", format!("{template}{text}"));
    let unit = cuda::load(source, &cuda::Options::default(), &none).unwrap();
    let shown = unit.kernels.iter().map(|k| {
        let program = k.launches[0].lowered.as_ref().unwrap().to_string();
        let special = if program.contains("a[7]") { "*" } else { "" };
        let threads = k.launches.iter().map(|launched| match launched.launch.from {
            cuda::LaunchSource::HostCode => format!(" {}", launched.launch.block[0].unwrap()),
            _ => " any".to_string(),
        });
        format!("{}{special}{}", k.name, threads.collect::<String>())
    });
    shown.collect()
}

#[test]
fn a_specialization_is_the_kernel_for_its_arguments() {
    let int = |head: &str, launches: &str| {
        let special = format!("template <> __global__ void {head}(int *a) {{ a[7] = 1; }}\n");
        specialized(&format!("{special} int main() {{ int *p; float *q; {launches} }}"))
    };
    let both = "k<int><<<1, 2>>>(p); k<float><<<1, 3>>>(q);";
    assert_eq!(int("k<int>", both), ["k<float, 4> 3", "k<int, 4>* 2"]);
    assert_eq!(int("k", both), ["k<float, 4> 3", "k<int, 4>* 2"]);
    assert_eq!(int("k<int, 5>", both), ["k<int, 4> 2", "k<float, 4> 3", "k<int, 5>* any"]);
    let deduced = "k<<<1, 2>>>(p); k<<<1, 3>>>(q);";
    assert_eq!(int("k<int>", deduced), ["k<float, 4> 3", "k<int, 4>* 2"]);
    // Which of the two is launched is not known here: the specialization may be.
    let unknown = "k<int, 4><<<1, 2>>>(p); k<int, any()><<<1, 3>>>(p);";
    assert_eq!(int("k<int>", unknown), ["k<int, N> 3", "k<int, 4>* 2 any"]);
    // Types of one size are two types.
    let long = "template <> __global__ void k<long long>(long long *a) { a[7] = 1; }\n";
    let launch = "int main() { long *p; k<long><<<1, 2>>>(p); }";
    assert_eq!(specialized(&format!("{long}{launch}")), ["k<long, 4> 2", "k<long long, 4>* any"]);
}

/// What a pointer points to need not be known: the other arguments say what the parameter is.
#[test]
fn an_argument_of_an_unknown_type_deduces_nothing() {
    let text = "template <class T> __global__ void k(T *a, T x) { a[threadIdx.x] = x; }
    template <class T> void run(T *a, T x) { k<<<1, 2>>>(a, x); }
    template <class F> void all(int n) { const F x = F(2); F *p = (F *)malloc(n); run(p, x); }
    int main() { all<double>(4); }";
    let source = semantics::Source::new("t.cu", text);
    let unit = cuda::load(source, &cuda::Options::default(), &cuda::Disk).unwrap();
    let names: Vec<&str> = unit.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["k<double>"]);
}

/// What is bound to a reference, or pointed to, has the type that the function says: no other converts. [C++17, 11.6.3]
#[test]
fn a_parameter_is_what_some_overload_takes() {
    let kernel = |parameters: &str, call: &str| {
        let overloads = format!(
            "__device__ void put(float {parameters}) {{ }} __device__ void put(double {parameters}) {{ }}"
        );
        names(&format!(
            "{overloads} template <class T> __global__ void k(T *a) {{ T x; {call}; a[0] = x; }}"
        ))
    };
    let both = ["k<float>", "k<double>"];
    assert_eq!(kernel("&x", "put(x)"), both);
    assert_eq!(kernel("*x", "put(a)"), both);
    assert_eq!(kernel("*x, int n", "put(a, 1)"), both);
    // A copy may be converted, and what is not written may be one.
    assert_eq!(kernel("x, int *n", "put(x, nullptr)"), ["k?"]);
    assert_eq!(kernel("const &x", "put(x)"), ["k?"]);
}

/// One that is refused with a type that nothing gives may be read with those that a class is specialized for.
#[test]
fn a_refused_template_is_read_with_the_types_of_specializations() {
    let text = "template <class T> struct V { typedef float Type; };
    template <> struct V<float> { typedef float4 Type; };
    template <> struct V<double> { typedef double4 Type; };
    template <class T> __global__ void k(T *a) {
        typename V<T>::Type x = {0, 0, 0, 0};
        a[threadIdx.x] = x.x;
    }";
    assert_eq!(names(text), ["k?", "k<float>", "k<double>"]);
}

/// [C++17, 17.7.2]: what is instantiated here, others may call, whatever calls there are here.
#[test]
fn explicit_instantiations_of_host_templates_are_followed() {
    let invoke = "template <typename T> void invoke(T *a, int n) { k<T, 1><<<1, n>>>(a); }";
    let all = |rest: &str| {
        let mut names = names(&format!("{FILL} {invoke} {rest}"));
        names.sort();
        names
    };
    assert_eq!(all("template void invoke<float>(float *a, int n);"), ["k<float, 1>"]);
    // The types of the parameters say what the argument is.
    let deduced = "template void invoke(int *a, int n); template void invoke(char *, int);";
    assert_eq!(all(deduced), ["k<char, 1>", "k<int, 1>"]);
    let called = "template void invoke(int *a, int n); void run(float *a) { invoke(a, 3); }";
    assert_eq!(all(called), ["k<float, 1>", "k<int, 1>"]);
    // A declaration before is no use.
    let before = "template <typename T> void invoke(T *a, int n);";
    let text = format!("{FILL} {before} {invoke} template void invoke(int *a, int n);");
    assert_eq!(names(&text), ["k<int, 1>"]);
}

/// `X<int>(n) == 0` and `C<int>{n}` declare nothing, where a condition begins with them.
#[test]
fn a_condition_may_begin_with_a_template() {
    let text = "template <class T> using X = unsigned char;\n\
                template <class T> struct C { int x; };\n\
                template <class T> struct D { static const bool v = true; };\n\
                __global__ void k(int *a, int n) { if (X<int>(n) == 0) a[0] = 1; }\n\
                __global__ void l(int *a, int n) { if (C<int>{n}.x == 0) a[0] = 1; }\n\
                __global__ void m(int *a, int n) { if (D<int>::v && n) a[0] = 1; }\n";
    let all: Vec<String> = names(text).iter().map(|name| name.replace('?', "")).collect();
    assert_eq!(all, ["k", "l", "m"]);
}
