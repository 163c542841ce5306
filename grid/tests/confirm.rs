//! Whether runs make races that somebody claims.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::confirm::{Array, Claimed, Confirmation, Legal, NotRun, Race, Start, Who, race};
use semantics::Limits;
use std::collections::BTreeMap;
use std::time::Duration;
use support::compile;

/// Threads write one cell at once; later the last one reads past the memory of `a`.
const MEANINGLESS_LATER: &str = "__global__ void k(int *out, const int *a, int n) {
    out[0] = threadIdx.x;
    int sum = 0;
    if (threadIdx.x == 2) for (int i = 0; i < n; i++) sum = (sum + i) % 1000;
    if (threadIdx.x == 2) out[1] = a[4 + sum];
}";

/// What a run in which the last thread counts up to `n` says of the race of the threads 0 and 1, where the whole block must
/// have a meaning.
fn said(n: i128) -> Confirmation {
    let module = compile(MEANINGLESS_LATER).unwrap();
    let writes = |x| Claimed { block: [0; 3], thread: [x, 0, 0], writes: true, place: (2, 5) };
    let array = Array { of: "out".into(), members: Vec::new() };
    let claimed = Race { array, index: vec![0], bytes: None, accesses: [writes(0), writes(1)] };
    let start = Start {
        grid: [1; 3],
        block: [3, 1, 1],
        scalars: BTreeMap::from([("n".to_owned(), n)]),
        sizes: BTreeMap::from([("a".to_owned(), 16), ("out".to_owned(), 16)]),
        steps: u64::MAX,
        legal: Legal { of: Who::Blocks, written: false },
        ..Start::default()
    };
    race(&module, &start, &claimed)
}

#[test]
fn a_run_that_the_time_cuts_shows_nothing_of_the_rest_of_a_block() {
    let little = || Limits::default().within(Duration::from_millis(100));
    assert!(matches!(said(1000), Confirmation::Meaningless(_)), "{:?}", said(1000));
    let cut = little().enter(|| said(i32::MAX.into()));
    assert!(matches!(cut, Confirmation::NotRun(NotRun::TooLong)), "{cut:?}");
}
