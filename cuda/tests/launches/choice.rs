//! Which launches a kernel is checked for, and what is assumed of them.

use super::{Cases, KERNEL, launch, launches, launches_of, unit};
use cuda::{LaunchSource, Options};

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
    let axes = "how many axes the launch has is not seen in the host code: blockDim is 1 on y and z, which the kernel does not name";
    assert_eq!(
        said(&format!("{KERNEL}extern dim3 b; int main() {{ k<<<4, b>>>(0, 7); }}"), &options),
        [(cuda::AssumptionKind::Axes, axes.to_string())]
    );
    let axes = "the host code may launch the kernel where that is not followed: blockDim and gridDim are 1 on y and z, which the kernel does not name";
    let by_template =
        "template<void (*F)(int *, int)> void run(int *a) { F<<<4, dim3(32, 4)>>>(a, 7); }
int main() { run<k>(0); }";
    assert_eq!(
        said(&format!("{KERNEL}{by_template}"), &options),
        [
            (cuda::AssumptionKind::Axes, axes.to_string()),
            launch("nothing gives the launch: gridDim * blockDim is below 2^31 on x")[0].clone()
        ]
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
    let loops = format!(
        "float next() {{ static std::mt19937 a(1); static std::normal b; return b(a); }}
         int main() {{ float *p = new float[9]; {} p[i] = next(); p[i + 1] = next(); {} k<<<1, 32>>>(0, 1); }}",
        "for (int i = 0; i < f(); i++) {".repeat(4),
        "}".repeat(4)
    );
    assert_eq!(launches(&loops).len(), 1);
}

/// Two kernels of one name, in the namespaces `a` and `b`.
const OF_TWO: &str = "namespace a { __global__ void k(int *p, int n) { p[threadIdx.x] = n; } }
    namespace b { __global__ void k(int *p, int n) { p[threadIdx.x] = n; } }\n";

#[test]
fn a_launch_is_of_the_kernel_of_its_namespace() {
    let both: &[&str] = &["k: 1 x 32: n == 1", "k.2: 2 x 64: n == 2"];
    let neither: &[&str] = &["k: assumed ? x ?", "k.2: assumed ? x ?"];
    let cases: Cases<'_> = &[
        ("void f(int *p) { a::k<<<1, 32>>>(p, 1); b::k<<<2, 64>>>(p, 2); }", both),
        ("void f(int *p) { b::k<<<2, 64>>>(p, 2); ::a::k<<<1, 32>>>(p, 1); }", both),
        (
            "namespace a { void f(int *p) { k<<<1, 32>>>(p, 1); b::k<<<2, 64>>>(p, 2); } }",
            both,
        ),
        (
            "namespace a { inline namespace c { struct S { void f(int *p) { k<<<1, 32>>>(p, 1); } }; } }
             namespace b { void f(int *p) { k<<<2, 64>>>(p, 2); } }",
            both,
        ),
        ("void f(int *p) { a::k<<<1, 32>>>(p, 1); }", &["k: 1 x 32: n == 1", "k.2: assumed ? x ?"]),
        // Which one is meant is not looked for.
        ("using namespace a; void f(int *p) { k<<<1, 32>>>(p, 1); }", neither),
        ("using b::k; void f(int *p) { k<<<1, 32>>>(p, 1); a::k<<<1, 32>>>(p, 1); }", neither),
        ("namespace c = a; void f(int *p) { c::k<<<1, 32>>>(p, 1); }", neither),
        (
            "namespace a { struct S { void f(int *p); }; } void a::S::f(int *p) { k<<<1, 32>>>(p, 1); }",
            neither,
        ),
        ("void f(int *p) { auto g = a::k; g<<<1, 32>>>(p, 1); }", neither),
        // Somebody may launch it elsewhere.
        (
            "void g(void (*f)(int *, int)); void f(int *p) { a::k<<<1, 32>>>(p, 1); g(b::k); }",
            &["k: 1 x 32: n == 1", "k: assumed ? x ?", "k.2: assumed ? x ?"],
        ),
    ];
    for (host, expected) in cases {
        assert_eq!(launches_of(&format!("{OF_TWO}{host}")), *expected, "{host}");
    }
}
