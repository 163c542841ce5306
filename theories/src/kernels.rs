//! Own versions of the kernels that the older papers measure, as CUDA C++.

macro_rules! text {
    ($folder:literal, $name:literal) => {
        include_str!(concat!("../kernels/", $folder, "/", $name, ".cu"))
    };
}

macro_rules! li2012 {
    ($($name:literal $most:literal,)*) => { [$(($name, text!("li2012", $name), $most)),*] };
}

macro_rules! sarkar2018 {
    ($name:literal) => {
        ($name, text!("sarkar2018", $name))
    };
}

/// The kernels of [P12, Tables I and II], in their order: name, text, and the most threads of a block.
pub const LI2012: [(&str, &str, u64); 20] = li2012! {
    "bitonic_sort" 1024,
    "histogram64" 32,
    "scalar_product" 128,
    "matrix_product" 256,
    "reduction0" 256,
    "reduction1" 256,
    "reduction2" 256,
    "reduction3" 256,
    "reduction4" 256,
    "reduction5" 256,
    "reduction6" 256,
    "scan_naive" 1024,
    "scan_work_efficient" 1024,
    "clock" 1024,
    "copy" 256,
    "copy_shared" 256,
    "transpose_naive" 256,
    "transpose_coalesced" 256,
    "transpose_no_bank_conflicts" 256,
    "transpose_diagonal" 256,
};

/// The kernel of [P12, Fig. 2].
pub const LI2012_FIG2: &str = text!("li2012", "fig2");

/// The kernel of [S18, Fig. 1], rebuilt.
pub const SARKAR2018_FIG1: (&str, &str) = sarkar2018!("fig1");

/// One for each of the four kinds of injected error [S18, “Type 1” to “Type 4”]: name and text.
pub const SARKAR2018_INJECTED: [(&str, &str); 4] =
    [sarkar2018!("rotate"), sarkar2018!("shift"), sarkar2018!("flip"), sarkar2018!("min_max")];
