//! Launches out of host code: what is known of them, and that nothing is said which a run could contradict.
#![allow(clippy::unwrap_used)] // a test may

mod choice;
mod functions;
mod pointers;
mod values;

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
fn a_text_that_is_included_twice_has_two_kernels() {
    let kernel = "__global__ void k(T *a) { a[threadIdx.x] = 1; }\n";
    let files = BTreeMap::from([("k.h".to_string(), kernel.to_string())]);
    let text = "#define T int\n#include \"k.h\"\n#undef T\n#define T float\n#include \"k.h\"\n\
                void f(int *a) { k<<<1, 64>>>(a); }\n";
    let unit = load(Source::new("t.cu", text), &Options::default(), &files).unwrap();
    let launches = unit.kernels.iter().flat_map(|kernel| &kernel.launches);
    let assumed: Vec<bool> =
        launches.map(|launched| launched.launch.from == LaunchSource::Assumed).collect();
    // The first one takes such pointers.
    assert_eq!(assumed, [false, true]);
}
