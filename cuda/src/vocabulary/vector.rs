//! The built-in vector types: CUDA's, and those of OpenCL C.

/// The components of a vector of at most four.
const FEW: [&str; 4] = ["x", "y", "z", "w"];

/// Those of one of eight or sixteen. [OpenCL C 3.0, 6.3.7]
const MANY: [&str; 16] = [
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "sa", "sb", "sc", "sd", "se", "sf",
];

/// Whether this is a built-in vector type, such as `float4`.
pub(crate) fn is_vector(name: &str) -> bool {
    vector_parts(name).is_some()
}

/// What a vector of eight or sixteen is called here: files of CUDA may have a structure `float8`.
pub(crate) fn wide_vector(element: &str, components: usize) -> String {
    format!("{element}({components})")
}

/// The elements of a vector type, and how many it has.
pub(crate) fn vector_parts(name: &str) -> Option<(&str, usize)> {
    match name {
        "half2" => return Some(("half", 2)),
        "__nv_bfloat162" => return Some(("__nv_bfloat16", 2)),
        _ => {}
    }
    if let Some((element, wide)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) {
        let count = match wide {
            "8" => 8,
            "16" => 16,
            _ => return None,
        };
        return (is_element(element) || element == "half").then_some((element, count));
    }
    let count = match name.as_bytes().last()? {
        b'1' => 1,
        b'2' => 2,
        b'3' => 3,
        b'4' => 4,
        _ => return None,
    };
    let element = &name[..name.len() - 1];
    is_element(element).then_some((element, count))
}

/// What the components of a vector type are called.
pub(crate) fn components(name: &str) -> &'static [&'static str] {
    match vector_parts(name) {
        Some((_, count)) if count <= FEW.len() => &FEW[..count],
        Some((_, count)) => MANY.get(..count).unwrap_or_default(),
        None => &[],
    }
}

fn is_element(name: &str) -> bool {
    matches!(
        name,
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
