//! Macros that no line of the sources defines: those of `prelude/`, with their values, and those that a compiler may
//! define. No other name is a macro.

use super::macros::Assumed;
use super::{Macro, Preprocessor};
use semantics::{Diagnostic, Name, Source};
use std::collections::{BTreeMap, BTreeSet};

const LIMITS: &str = include_str!("../../prelude/limits.h");
const FLOAT: &str = include_str!("../../prelude/float.h");
const MATH: &str = include_str!("../../prelude/math.h");
const STDLIB: &str = include_str!("../../prelude/stdlib.h");

/// The headers of `prelude/`, by the names under which sources include them.
const PRELUDE: [(&[&str], &str); 9] = [
    (&["limits.h", "climits"], LIMITS),
    (&["float.h", "cfloat"], FLOAT),
    (&["math.h", "cmath"], MATH),
    (&["stdlib.h", "cstdlib"], STDLIB),
    (&["stdint.h", "cstdint", "inttypes.h", "cinttypes"], include_str!("../../prelude/stdint.h")),
    (&["assert.h", "cassert"], include_str!("../../prelude/assert.h")),
    (&["stdio.h", "cstdio"], include_str!("../../prelude/stdio.h")),
    (&["stddef.h", "cstddef"], include_str!("../../prelude/stddef.h")),
    (&["string.h", "cstring"], include_str!("../../prelude/stddef.h")),
];

/// What the compiler of a language defines.
pub(super) struct Predefined {
    /// With these values, whatever its version.
    fixed: &'static [&'static str],
    /// With values that its version gives.
    assumed: &'static str,
    /// What these are at least.
    oldest: &'static str,
}

/// What nvcc defines.
pub(super) const CUDA: Predefined = Predefined {
    fixed: &[include_str!("../../prelude/predefined_cuda.h"), LIMITS, MATH, STDLIB],
    assumed: include_str!("../../prelude/assumed_cuda.h"),
    oldest: include_str!("../../prelude/oldest_cuda.h"),
};

/// What a compiler of OpenCL C defines.
pub(super) const OPENCL: Predefined = Predefined {
    fixed: &[include_str!("../../prelude/predefined_opencl.h"), LIMITS, MATH, FLOAT],
    assumed: include_str!("../../prelude/assumed_opencl.h"),
    oldest: "",
};

/// The text of a header of `prelude/`.
pub(super) fn header(path: &str) -> Option<&'static str> {
    PRELUDE.iter().find(|(names, _)| names.contains(&path)).map(|(_, text)| *text)
}

impl Preprocessor<'_> {
    /// Defines what the compiler does.
    pub(super) fn predefine(&mut self, predefined: &Predefined) -> Result<(), Diagnostic> {
        for text in predefined.fixed {
            self.file(&Source::new("predefined", *text), 1)?;
        }
        let before: BTreeSet<Name> = self.macros.keys().cloned().collect();
        self.file(&Source::new("predefined", predefined.oldest), 1)?;
        let number = |found: &Macro| found.body.first().and_then(|t| t.kind.text().parse().ok());
        let oldest: BTreeMap<Name, Option<i64>> =
            self.macros.iter().map(|(name, found)| (name.clone(), number(found))).collect();
        self.file(&Source::new("predefined", predefined.assumed), 1)?;
        for (name, found) in self.macros.iter_mut().filter(|(name, _)| !before.contains(*name)) {
            let least = oldest.get(name).copied().flatten();
            *found = Macro { assumed: Some(Assumed { least }), ..Macro::clone(found) }.into();
        }
        Ok(())
    }
}

/// Whether a compiler for the platform may define this, by its own choice or that of its flags.
pub(super) fn may_be_defined(name: &str) -> bool {
    let named = [
        "__clang__",
        "__CUDA__",
        "__VERSION__",
        "__EXCEPTIONS",
        "__OPTIMIZE__",
        "__FAST_MATH__",
        "__USE_FAST_MATH__",
        "__STRICT_ANSI__",
        "__BYTE_ORDER__",
        "__BASE_FILE__",
        "__INCLUDE_LEVEL__",
        "__CUDACC_DEBUG__",
        "__CUDACC_RDC__",
        "__CUDACC_EWP__",
        "__CUDACC_EXTENDED_LAMBDA__",
        "__CUDACC_RELAXED_CONSTEXPR__",
        "__CUDA_FTZ",
        "__CUDA_PREC_DIV",
        "__CUDA_PREC_SQRT",
        "__NVCC_DIAG_PRAGMA_SUPPORT__",
        "_OPENMP",
        "linux",
        "unix",
    ];
    let begins = [
        "__clang_",
        "__cpp_",
        "__has_",
        "__SIZEOF_",
        "__ORDER_",
        "__SSE",
        "__SSSE",
        "__AVX",
        "__FMA",
        "__BMI",
        "__GCC_",
        "__GXX_",
        "__FLT",
        "__DBL_",
        "__LDBL_",
        "__aarch64",
        "__ARM",
        "__INT",
        "__UINT",
        "cl_khr_",
        "cl_",
        "__opencl_c_",
    ];
    let limit = |name: &str| {
        let ends = ["_MAX__", "_MIN__", "_WIDTH__", "_TYPE__"];
        name.starts_with("__") && ends.iter().any(|end| name.ends_with(end))
    };
    // Names that people give to the guards of their own headers.
    let is_guard = ["_H", "_H_", "_H__", "_HPP__", "_CUH__"].iter().any(|end| name.ends_with(end));
    !is_guard
        && (named.contains(&name) || begins.iter().any(|b| name.starts_with(b)) || limit(name))
}

/// Whether only compilers for other platforms or languages, and editors, define this.
pub(super) fn is_of_others(name: &str) -> bool {
    [
        "_MSC_VER",
        "_WIN32",
        "_WIN64",
        "WIN32",
        "WIN64",
        "__WIN32__",
        "__MINGW32__",
        "__CYGWIN__",
        "__APPLE__",
        "linux",
        "unix",
        "SEEK_SET",
        "SEEK_CUR",
        "SEEK_END",
        "__MACH__",
        "__ANDROID__",
        "__QNX__",
        "__INTEL_COMPILER",
        "__INTELLISENSE__",
        "__JETBRAINS_IDE__",
        "__CLANGD__",
        "__HIP__",
        "__HIPCC__",
        "__HIP_PLATFORM_AMD__",
        "__HIP_PLATFORM_HCC__",
        "__HIP_PLATFORM_NVIDIA__",
        "__HIP_DEVICE_COMPILE__",
        "__CUDACC_RTC__",
        "__SYCL_DEVICE_ONLY__",
        "SYCL_LANGUAGE_VERSION",
        "__DOXYGEN__",
        "DOXYGEN_SHOULD_SKIP_THIS",
        "__DEVICE_EMULATION__",
        "__OPENCL_VERSION__",
        "__OPENCL_C_VERSION__",
        "__OPENCL_CPP_VERSION__",
        "__CUDACC__",
        "__NVCC__",
        "__CUDA_ARCH__",
        "__cplusplus",
        "__OBJC__",
        "__ASSEMBLER__",
    ]
    .contains(&name)
}
