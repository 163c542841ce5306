//! Whether runs make races that somebody claims.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::confirm::{Array, Claimed, Confirmation, Legal, NotRun, Race, Start, Who, race};
use std::collections::BTreeMap;
use support::compile;

/// Threads write one cell at once; later the last one reads past the memory of `a`.
const MEANINGLESS_LATER: &str = "__global__ void k(int *out, const int *a) {
    out[0] = threadIdx.x;
    int sum = 0;
    if (threadIdx.x == 2) for (int i = 0; i < 1000; i++) sum += i;
    if (threadIdx.x == 2) out[1] = a[sum];
}";

/// What a run of so many steps says of the race of the threads 0 and 1, where the whole block must have a meaning.
fn said(steps: u64) -> Confirmation {
    let module = compile(MEANINGLESS_LATER).unwrap();
    let writes = |x| Claimed { block: [0; 3], thread: [x, 0, 0], writes: true, place: (2, 5) };
    let array = Array { of: "out".into(), members: Vec::new() };
    let claimed = Race { array, index: vec![0], bytes: None, accesses: [writes(0), writes(1)] };
    let start = Start {
        grid: [1; 3],
        block: [3, 1, 1],
        scalars: BTreeMap::new(),
        reals: BTreeMap::new(),
        sizes: BTreeMap::from([("a".to_owned(), 16), ("out".to_owned(), 16)]),
        cells: Vec::new(),
        shared: Vec::new(),
        steps,
        legal: Legal { of: Who::Blocks, written: false },
    };
    race(&module, &start, &claimed)
}

#[test]
fn a_run_that_is_cut_shows_nothing_of_the_rest_of_a_block() {
    assert!(matches!(said(100_000), Confirmation::Meaningless(_)), "{:?}", said(100_000));
    assert!(matches!(said(500), Confirmation::NotRun(NotRun::TooLong)), "{:?}", said(500));
}
