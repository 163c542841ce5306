//! Macros that no line of the sources defines.

/// What every compiler for the platforms that CUDA runs on with 64-bit `long` defines.
pub(super) const OF_PLATFORM: [(&str, &str); 12] = [
    ("__STDC__", "1"),
    ("__STDC_HOSTED__", "1"),
    ("__linux__", "1"),
    ("__linux", "1"),
    ("__unix__", "1"),
    ("__unix", "1"),
    ("__LP64__", "1"),
    ("_LP64", "1"),
    ("__CHAR_BIT__", "8"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
];

/// Whether a compiler for the host may define this, with a value that is not known here.
pub(super) fn is_of_host(name: &str) -> bool {
    let limit = |name: &str| {
        name.starts_with("__")
            && ["_MAX__", "_MIN__", "_WIDTH__", "_TYPE__"].iter().any(|end| name.ends_with(end))
    };
    let begins =
        ["__GNUC", "__cpp_", "__has_", "__SIZEOF_", "__ORDER_", "__x86_64", "__amd64", "__aarch64"];
    let is_guard = name.ends_with("_H__") || name.ends_with("_H") || name.ends_with("_CUH__");
    let others = [
        "__GNUG__",
        "__VERSION__",
        "__EXCEPTIONS",
        "__BYTE_ORDER__",
        "__DATE__",
        "__TIME__",
        "__INCLUDE_LEVEL__",
        "__BASE_FILE__",
        "__OPTIMIZE__",
        "__clang__",
        "linux",
        "unix",
    ];
    !is_guard
        && (limit(name) || begins.iter().any(|b| name.starts_with(b)) || others.contains(&name))
}

/// Whether a header of C defines this: `limits.h`, `stdint.h`, `stddef.h`, `stdlib.h`, `stdio.h`, `math.h`,
/// `float.h`, `assert.h`.
pub(super) fn is_of_header(name: &str) -> bool {
    let sized = |name: &str| {
        let name = name.strip_prefix('U').unwrap_or(name);
        let plain = ["CHAR", "SHRT", "INT", "LONG", "LLONG", "INTMAX", "INTPTR", "SCHAR"];
        let width = name
            .strip_prefix("INT")
            .map(|n| n.trim_start_matches("_LEAST").trim_start_matches("_FAST"));
        plain.contains(&name) || width.is_some_and(|n| matches!(n, "8" | "16" | "32" | "64"))
    };
    let stem = name.strip_suffix("_MAX").or_else(|| name.strip_suffix("_MIN"));
    let others = [
        "CHAR_BIT",
        "SIZE_MAX",
        "PTRDIFF_MAX",
        "WCHAR_MAX",
        "WCHAR_MIN",
        "offsetof",
        "RAND_MAX",
        "EOF",
        "BUFSIZ",
        "INFINITY",
        "NAN",
        "assert",
    ];
    let floating = ["FLT_", "DBL_", "LDBL_", "HUGE_VAL"];
    others.contains(&name)
        || stem.is_some_and(sized)
        || floating.iter().any(|begin| name.starts_with(begin))
        || is_alike(name)
}

/// Whether a header of C defines this, and every program that defines it itself, where it is missing,
/// gives it the same meaning.
pub(super) fn is_alike(name: &str) -> bool {
    matches!(name, "NULL" | "EXIT_SUCCESS" | "EXIT_FAILURE") || name.starts_with("M_")
}
