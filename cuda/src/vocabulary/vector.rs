//! CUDA's built-in vector types.

/// Whether this is one of CUDA's built-in vector types, such as `float4`.
pub(crate) fn is_vector(name: &str) -> bool {
    if matches!(name, "half2" | "__nv_bfloat162") {
        return true;
    }
    let Some(element) = name.strip_suffix(['1', '2', '3', '4']) else { return false };
    matches!(
        element,
        "char"
            | "uchar"
            | "short"
            | "ushort"
            | "int"
            | "uint"
            | "long"
            | "ulong"
            | "longlong"
            | "ulonglong"
            | "float"
            | "double"
    )
}
