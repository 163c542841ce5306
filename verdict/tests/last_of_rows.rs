//! Threads write the last elements of rows, with sizes of 64 bits: that there are rows follows from that there are such
//! elements.

use cuda::{Disk, Options};
use oracle::check::answer::Verdict;
use oracle::check::{Settings, expect_none};
use oracle::solver::choose;
use semantics::Source;

/// What is said where no index wraps around, of rows that begin so far from each other; where Z3 is there.
fn verdict(row: &str) -> Option<Verdict> {
    let text = format!(
        "__global__ void k(float *a, size_t n, size_t rows, size_t cols) {{
            for (size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x; id < n; id += blockDim.x * gridDim.x)
                a[id % rows + id / rows * ({row}) + rows * (cols - 1)] = 0;
        }}
        void run(float *a, size_t n, size_t r, size_t c, int g, int b) {{ k<<<g, b>>>(a, n, r, c); }}"
    );
    let unit = match cuda::load(Source::new("t.cu", text), &Options::default(), &Disk) {
        Ok(unit) => unit,
        Err(error) => panic!("{error}"),
    };
    let Some(unwrapped) = unit.kernels[0].launches[0].unwrapped.first() else {
        panic!("an index may wrap around")
    };
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return None;
    };
    let mut settings = Settings { witnesses: false, ..Settings::of(chosen.solver.as_mut()) };
    Some(expect_none(&unwrapped.program, &mut settings).verdict)
}

#[test]
fn rows_apart_have_last_elements_apart() {
    let Some(apart) = verdict("rows * cols") else { return };
    assert_eq!(apart, Verdict::Drf);
    // A planted bug: all rows begin at one place where there is one column.
    assert_ne!(verdict("rows * (cols - 1)"), Some(Verdict::Drf));
}
