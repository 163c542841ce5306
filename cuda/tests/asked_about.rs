//! A kernel that is asked about by a name is read as it is among all others.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{Options, Unit, load};
use semantics::{Diagnostic, Source};
use std::collections::{BTreeMap, BTreeSet};

const TEXT: &str = "
    namespace n { __global__ void k(int *a) { a[0] = 1; } }
    __global__ void k(int *a, int m) { a[threadIdx.x + m] = 1; }
    template <class T> __global__ void kt(T *a) { a[threadIdx.x] = 1; }
    struct C { static __device__ int f() { return 3; } };
    __global__ void other(int *a) { this is no statement; }
    void host(int *a, float *b) {
        n::k<<<1, 2>>>(a); k<<<1, 3>>>(a, 4); kt<<<1, 4>>>(a); kt<float><<<1, 5>>>(b);
    }";

fn read(kernel: Option<&str>) -> Result<Unit, Diagnostic> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let options = Options { kernel: kernel.map(str::to_owned), ..Options::default() };
    load(Source::new("t.cu", TEXT), &options, &none)
}

#[test]
fn it_is_the_same_kernel() {
    let all = read(None).unwrap();
    let names: BTreeSet<&str> = all.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    for name in names.iter().copied().chain(["k", "kt", "kt<float>", "n::k", "none"]) {
        let mistake = all.kernels.iter().find(|k| k.name == name).and_then(|k| k.mistake());
        let asked = match read(Some(name)) {
            Ok(asked) => asked,
            // It is the only one, and no C++.
            Err(why) => {
                assert_eq!(Some(&why.message), mistake.map(|mistake| &mistake.message), "{name}");
                continue;
            }
        };
        assert!(mistake.is_none(), "{name}");
        let said = |unit: &Unit| -> Vec<String> {
            let meant = unit.kernels.iter().filter(|kernel| kernel.is_meant_by(name));
            meant.map(|kernel| format!("{} {:?}", kernel.name, kernel.launches)).collect()
        };
        assert_eq!(said(&asked), said(&all), "{name}");
        assert!(name == "k" || asked.kernels.len() < all.kernels.len(), "{name}");
    }
}
