//! Kernels as clang reads them: each lowers to the program to which it lowers as it is read here, or is not read, for a
//! reason that is listed. Skipped where there is no `clang`.
//!
//! `JAMINAN_CLANG_FILES=LIST` compares other files instead, and prints what differs: LIST has a line for each, its path
//! and the folders of its headers, with tabs between them. `JAMINAN_CLANG_ALL=1` compares all of this repository, of
//! which else every fourth is taken.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

#[path = "support/mod.rs"]
mod support;

use cuda::clang::{ARGUMENTS, Clang, Dump, NoTree};
use cuda::{Disk, Options, Unit};
use semantics::Source;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The `clang` of the path, which is trusted here: `verdict::clang` has it contained.
struct OfPath;

impl Clang for OfPath {
    fn tree(&self, text: &str, standard: &str) -> Result<Dump, NoTree> {
        let mut child = Command::new("clang")
            .args(ARGUMENTS)
            .args([&format!("-std={standard}"), "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(no_tree)?;
        let mut input = child.stdin.take().unwrap();
        let text = text.to_owned();
        let written = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child.wait_with_output().map_err(no_tree)?;
        let _ = written.join();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(Dump { tree: output.stdout, errors })
    }
}

fn no_tree(error: std::io::Error) -> NoTree {
    NoTree::NotStarted("clang".into(), error.to_string())
}

/// The sources of kernels of this repository.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|e| e == "cu") => found.push(path),
            false => {}
        }
    }
}

/// What each kernel lowers to under each launch.
fn lowered(unit: &Unit) -> BTreeMap<String, Vec<Result<String, String>>> {
    let of = |launched: &cuda::Launched| match &launched.lowered {
        Ok(program) => Ok(support::program(program)),
        Err(unsupported) => Err(format!("{unsupported} at {}", unsupported.span.place())),
    };
    let kernels = unit.kernels.iter();
    kernels.map(|k| (k.name.clone(), k.launches.iter().map(of).collect())).collect()
}

/// The kernels that clang does not read and we do, by what their paths contain, and why.
const NOT_READ: &[(&str, &str)] = &[
    ("alias_template/fragment", "an alias of a template that it does not make"),
    ("atomic/of_tensors", "a header is missing, and what it declares with it"),
    ("bit_field/apart", "a bit-field without a name"),
    ("block_collective/load_", "a union without a name"),
    ("block_collective/operation", "an object that is called through the toolkit"),
    ("block_collective/pair", "an object that is called through the toolkit"),
    ("block_collective/reduce", "an object that is called through the toolkit"),
    ("block_collective/scan_by", "an object that is called through the toolkit"),
    ("class_of_unknown/", "a header is missing, and what it declares with it"),
    ("constructor/own_array", "objects that a constructor makes in an array"),
    ("compiler_assumption/unreachable_", "a function that is no one's but the compiler's"),
    ("cluster_dims/", "an attribute that this clang does not know"),
    ("constrained_kernel/", "constraints, which are of a later C++ than clang is told to read"),
    ("constants/extremum_", "`min` is no constant expression in what clang is given"),
    ("cuda_atomic/counter_", "a variable of the device that a constructor makes"),
    ("cuda_atomic/flag_", "a variable of the device that a constructor makes"),
    ("cuda_atomic/shared_", "a variable of the device that a constructor makes"),
    ("cuda_atomic/std_", "`max` of the limits in `cuda::std`"),
    ("declared_in_condition/", "a variable that a condition declares"),
    ("default_member/made_drf", "a list of values that leaves some to the class"),
    ("designated/default", "a list of values that leaves some to the class"),
    ("device_read/hidden_in_loop_", "a variable that has the name of one of the file"),
    ("device_read/of_file_", "a variable that has the name of one of the file"),
    ("each_element/", "a loop over a range"),
    ("expected_value/", "a function that is no one's but the compiler's"),
    ("extern_shared/unknown_type_", "a template that nothing gives arguments"),
    ("function_pointer/", "a call through a pointer"),
    ("gnu/elvis_", "`a ?: b`"),
    ("gnu/typeof", "`typeof`, which is no word of C++"),
    ("half_precision/", "numbers of 16 bits, which clang has not"),
    (
        "implicit_assignment/in_template_racy",
        "an assignment that a class has by itself beside its own",
    ),
    ("implicit_assignment/of_object", "an assignment that a class has by itself beside its own"),
    ("host_computing_loop/reference_", "a function of numbers of any type"),
    ("inline_ptx/", "inline assembly that accesses memory"),
    ("invariant/", "annotations that are no function of CUDA"),
    ("label_range/", "a range of labels"),
    ("lambda/", "a lambda expression"),
    ("launch_of_instance/", "numbers of a template that what is given says"),
    ("offset_of/", "an offset of a member"),
    ("local_class/of_one_name", "several classes of one name"),
    ("local_class/union_", "a union without a name"),
    ("macro_of_loop/", "a header is missing, and what it declares with it"),
    ("matrix_of_warp/", "numbers of 16 bits, which clang has not"),
    ("members_constructed/", "a list of objects that constructors make"),
    ("narrow_types/open_max", "a template that nothing gives arguments"),
    ("narrow_types/std_max", "what `std` declares"),
    ("needed_macro/", "a macro that clang is not given"),
    ("operator/of_namespaces", "a template that nothing gives arguments"),
    ("operator/of_friend", "an operator that a class defines as a friend"),
    ("namespace/class_", "a specialization of a template that nothing declares"),
    ("namespace/symbolic_", "a kernel template that nothing gives arguments"),
    ("nested_class/", "a class inside of a class template"),
    ("numeric_limits/", "static functions of a class template of the toolkit"),
    ("of_another_file/", "a header is missing, and what it declares with it"),
    ("open_comment/", "a comment that does not end"),
    ("open_operator/", "a template that nothing gives arguments"),
    ("parameter_pack/racy", "a reference to what is assigned"),
    ("partial_specialization/of_", "an argument of a class template that is a name, or a pointer"),
    ("partial_specialization/nested", "an argument of a class template that is computed"),
    ("precondition/not_modelled", "annotations that are no function of CUDA"),
    ("tensor_accessor/", "a header is missing, and what it declares with it"),
    ("temporary/element_", "a copy of an object whose members say how they are copied"),
    ("template_base/", "a base that is a template, or has functions"),
    (
        "template_kernel/",
        "a template that nothing gives arguments is read for all of them, and clang makes none",
    ),
    ("texture/", "references to textures, of which clang has not the type"),
    ("type_trait/", "a name of the C++ library, which clang is not given"),
    ("toolkit_name/", "a function of the file that the toolkit has, too, is an error of clang's"),
    ("specialized_for_open/", "a template that nothing gives arguments"),
    ("symbolic_size/of_rows", "a template that nothing gives arguments"),
    ("statement_expression/", "a statement in an expression"),
    ("surface/", "surfaces, whose type clang takes for another one"),
    ("structured_binding/", "names of the parts of an object"),
    ("symbolic_constant/", "a header is missing, and what it declares with it"),
    ("undecided_overload/", "a template that nothing gives arguments"),
    ("undeclared", "a header is missing, and what it declares with it"),
    ("toolkit_overload/", "which overloads the toolkit has, clang is not told"),
    ("union/", "a union"),
    ("template_function/", "a call through a pointer, which a template is given"),
    ("variable_template/", "a template that nothing gives arguments"),
    ("warp_collective/", "a class inside of a class template of the toolkit"),
    ("unknown_template/", "a header is missing, and what it declares with it"),
    ("unknown_constant/", "a header is missing, and what it declares with it"),
    ("unread/", "a part that is no C++"),
    ("unknown_element/", "a header is missing, and what it declares with it"),
];

/// The kernels that we read with the only types which their templates can have, by what their paths contain: where nothing
/// gives arguments, clang makes none.
const NOT_GIVEN: [&str; 3] =
    ["class_of_unknown/abstract_", "random_numbers/by_overload_", "specialized_for_open/"];

/// What comes of a kernel, or a file, that two read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Same,
    Different,
    /// Neither reads it.
    Neither,
    /// Only we do.
    NotRead,
    /// Only clang does.
    More,
    /// Clang's reading has no kernel of the name.
    Lost,
}

/// What is compared of files.
#[derive(Debug, Default)]
struct Compared {
    counts: BTreeMap<Outcome, usize>,
    /// What is not the same, with its path and why.
    said: Vec<(Outcome, String, String)>,
}

impl Compared {
    fn add(&mut self, outcome: Outcome, path: &str, why: String) {
        *self.counts.entry(outcome).or_default() += 1;
        if !matches!(outcome, Outcome::Same | Outcome::Neither) {
            self.said.push((outcome, path.into(), why));
        }
    }

    fn print(&self) {
        for (outcome, path, why) in &self.said {
            println!("{outcome:?}: {path}: {why}");
        }
        println!("{:?}", self.counts);
    }

    fn file(&mut self, name: &str, path: &Path, include_dirs: Vec<String>) {
        let text = cuda::files::decode(&std::fs::read(path).unwrap());
        let options = Options { include_dirs, ..Options::default() };
        let source = Source::new(path.to_string_lossy(), text);
        let ours = cuda::load(source.clone(), &options, &Disk);
        let theirs = cuda::load_by_clang(source, &options, &Disk, &OfPath);
        let (ours, theirs) = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => (lowered(ours), lowered(theirs)),
            (Err(_), Err(_)) => return self.add(Outcome::Neither, name, String::new()),
            (Err(why), Ok(_)) => return self.add(Outcome::More, name, why.message.clone()),
            (Ok(_), Err(why)) => return self.add(Outcome::NotRead, name, why.message.clone()),
        };
        for (kernel, launches) in &ours {
            let Some(others) = theirs.get(kernel) else {
                self.add(Outcome::Lost, name, kernel.clone());
                continue;
            };
            let all = |of: &[Result<String, String>]| of.iter().cloned().collect();
            let (one, other): (Result<Vec<_>, _>, Result<Vec<_>, _>) = (all(launches), all(others));
            match (one, other) {
                (Ok(a), Ok(b)) if a == b => self.add(Outcome::Same, name, String::new()),
                (Ok(a), Ok(b)) => {
                    let (a, b) = (a.join("\n"), b.join("\n"));
                    self.add(Outcome::Different, name, format!("{kernel}\n{a}\n----\n{b}"));
                }
                (Err(_), Err(_)) => self.add(Outcome::Neither, name, String::new()),
                (Ok(_), Err(why)) => self.add(Outcome::NotRead, name, format!("{kernel}: {why}")),
                (Err(why), Ok(_)) => self.add(Outcome::More, name, format!("{kernel}: {why}")),
            }
        }
    }
}

/// Compares files, on all processors.
fn compare(all: &[(String, PathBuf, Vec<String>)]) -> Compared {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut whole = Compared::default();
    std::thread::scope(|scope| {
        let work = || {
            let mut compared = Compared::default();
            while let Some((name, path, folders)) =
                all.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
            {
                compared.file(name, path, folders.clone());
            }
            compared
        };
        let running: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        for part in running {
            let part = part.join().unwrap();
            part.counts.iter().for_each(|(what, n)| *whole.counts.entry(*what).or_default() += n);
            whole.said.extend(part.said);
        }
    });
    whole.said.sort();
    whole
}

fn is_there() -> bool {
    let there = Command::new("clang").arg("--version").output().is_ok();
    if !there {
        println!("skipped: there is no `clang`");
    }
    there
}

#[test]
fn both_readers_read_the_same() {
    if !is_there() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if let Ok(list) = std::env::var("JAMINAN_CLANG_FILES") {
        let list = std::fs::read_to_string(list).unwrap();
        let line = |line: &str| {
            let mut words = line.split('\t').map(String::from);
            let path = words.next().unwrap_or_default();
            (path.clone(), path.into(), words.collect())
        };
        let compared = compare(&list.lines().map(line).collect::<Vec<_>>());
        compared.print();
        return;
    }
    let mut paths = Vec::new();
    for folder in ["tests/kernels", "examples", "cuda/examples"] {
        sources(&root.join(folder), &mut paths);
    }
    paths.sort();
    if std::env::var_os("JAMINAN_CLANG_ALL").is_none() {
        paths = paths.into_iter().step_by(4).collect();
    }
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        (name, path, Vec::new())
    };
    let compared = compare(&paths.into_iter().map(named).collect::<Vec<_>>());
    compared.print();
    let is_listed = |(outcome, path, _): &&(Outcome, String, String)| match outcome {
        Outcome::More => true,
        Outcome::NotRead => NOT_READ.iter().any(|(part, _)| path.contains(&format!("/{part}"))),
        Outcome::Lost => NOT_GIVEN.iter().any(|part| path.contains(&format!("/{part}"))),
        // Which of two classes of one name is meant, clang alone knows there; what a compiler is told to take for granted
        // is a call to it.
        Outcome::Different => {
            path.contains("/namespace/classes_of_one_name")
                || path.contains("/compiler_assumption/")
        }
        Outcome::Same | Outcome::Neither => false,
    };
    let wrong: Vec<_> = compared.said.iter().filter(|said| !is_listed(said)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared.counts[&Outcome::Same] >= 120, "{:?}", compared.counts);
}

/// What a kernel is called by clang alone: this lowers to what its text says, however it is written.
fn by_clang(text: &str) -> Result<String, String> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new("t.cu", text);
    let unit = cuda::load_by_clang(source, &Options::default(), &none, &OfPath);
    let unit = unit.map_err(|why| why.message)?;
    let mut all = lowered(&unit).into_values().flatten();
    all.next().unwrap_or_else(|| Err("no kernel".into()))
}

#[test]
fn what_clang_does_not_understand_is_not_guessed() {
    if !is_there() {
        return;
    }
    let launch = "//--blockDim=64 --gridDim=1\n";
    for text in [
        // Clang takes `int` for a type that it does not know.
        "typedef Unknown T; __global__ void k(int *a) { T t = 1; a[t] = 1; }",
        "template <class T> __global__ void k(T *a) { a[0] = sizeof(T); } void h() { k<Unknown><<<1, 64>>>(0); }",
        // A better function is dropped, since its parameter is of such a type.
        "struct S; __device__ int at(long n) { return 0; } __device__ int at(int n, Unknown m = 0) { return n; }\n\
         __global__ void k(int *a) { a[at(1)] = 1; }",
        // Clang drops the value with what it does not understand, and says nothing of it.
        "texture<float, 1, cudaReadModeElementType> t; __constant__ float c[64];\n\
         __global__ void k(float *a) { float v = tex1Dfetch(t, 1) - c[0]; a[threadIdx.x] = v; }",
        "Unknown u; const int N = sizeof(u); __global__ void k(int *a) { int n = N; a[threadIdx.x + n] = 1; }",
        // Enumerators after one that is not understood.
        "enum E { first = UNKNOWN, second }; __global__ void k(int *a) { a[second] = 1; }",
        // A member says how it is copied.
        "struct C { int at; __device__ C &operator=(const C &) { at = 0; return *this; } }; struct P { C c; };\n\
         __global__ void k(int *a) { P p, q; q.c.at = threadIdx.x; p = q; a[p.c.at] = 1; }",
        "struct B { virtual __device__ int at() { return 0; } }; __global__ void k(int *a) { B b; a[b.at()] = 1; }",
        "struct D { int *p; __device__ ~D() { p[0] = threadIdx.x; } }; __global__ void k(int *a) { D d; d.p = a; }",
    ] {
        let read = by_clang(&format!("{launch}{text}"));
        assert!(read.is_err(), "{text}\n{}", read.unwrap_or_default());
    }
    // A value that is cast is read, and an object that is copied is read as a whole.
    let read = by_clang(&format!(
        "{launch}__global__ void k(int *a) {{ (int) a[0]; a[threadIdx.x] = 1; }}"
    ));
    assert!(read.as_ref().is_ok_and(|program| program.contains("= a[0] in")), "{read:?}");
    // Each instance of a template has a shared array of its own.
    let read = by_clang(&format!(
        "{launch}template <int N> __device__ void put() {{ __shared__ int s[64]; s[0] = N; }}\n\
         __global__ void k() {{ put<1>(); put<2>(); }}"
    ));
    assert!(read.as_ref().is_ok_and(|program| program.contains("s.1[0]")), "{read:?}");
}
