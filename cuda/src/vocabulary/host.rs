//! Functions that host code calls: what those of C, C++ and CUDA's libraries do with the variables that they are given.

use crate::path;

/// What a function that no file at hand defines does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Reads them, and writes through the addresses among them, which it does not keep.
    Reads,
    /// As that, now or later: it keeps the addresses.
    Later,
    /// Changes them.
    Changes,
    /// Anything: it may take references, and keep addresses.
    Unknown,
}

/// Functions of C and C++ that are given values, and keep no address of a variable.
const READING: [&str; 71] = [
    "printf",
    "fprintf",
    "sprintf",
    "snprintf",
    "puts",
    "putchar",
    "fputs",
    "scanf",
    "fscanf",
    "sscanf",
    "fopen",
    "fclose",
    "fread",
    "fwrite",
    "fflush",
    "fseek",
    "ftell",
    "fgets",
    "perror",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memset",
    "memcpy",
    "memmove",
    "memcmp",
    "strcmp",
    "strncmp",
    "strlen",
    "strcpy",
    "strcat",
    "strerror",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtof",
    "stoi",
    "stol",
    "stoul",
    "stof",
    "stod",
    "rand",
    "srand",
    "rand_r",
    "drand48",
    "srand48",
    "random",
    "srandom",
    "time",
    "clock",
    "gettimeofday",
    "clock_gettime",
    "difftime",
    "usleep",
    "sleep",
    "getenv",
    "exit",
    "abort",
    "assert",
    "abs",
    "labs",
    "llabs",
    "min",
    "max",
];

/// The functions of <math.h> that give a number: each has one more for `float`, and one for `long double`.
const MATH: [&str; 55] = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "acosh",
    "asinh",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbn",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Whether a function does nothing but look at what it is given.
fn reads(plain: &str) -> bool {
    let of_width = plain.strip_suffix(['f', 'l']);
    let math = [Some(plain), of_width].into_iter().flatten().any(|root| MATH.contains(&root));
    math || READING.contains(&plain)
}

/// CUDA's libraries, and the helpers of its samples, by the beginnings of their functions' names: `cudaMalloc`.
/// Their interfaces are C's.
const LIBRARIES: [&str; 13] = [
    "cuda", "cu", "hip", "curand", "cublas", "cusparse", "cufft", "cudnn", "cusolver", "nccl",
    "nvtx", "cut", "sdk",
];

/// What changes its arguments.
const CHANGING: [&str; 7] = [
    "std::advance",
    "std::swap",
    "swap",
    "std::exchange",
    "std::tie",
    "std::getline",
    "std::from_chars",
];

/// What keeps references to its arguments, or calls one of them with the others.
const KEEPING: [&str; 18] = [
    "std::addressof",
    "std::ref",
    "std::bind",
    "std::bind_front",
    "std::thread",
    "std::jthread",
    "std::async",
    "std::make_pair",
    "std::forward_as_tuple",
    "std::call_once",
    "std::apply",
    "std::invoke",
    "std::invoke_r",
    "cudaLaunchHostFunc",
    "cudaStreamAddCallback",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags",
    "cudaUserObjectCreate",
];

/// What a function of this name does, where nothing at hand declares one.
pub(crate) fn effect(name: &str) -> Effect {
    let name = path::of_file(name);
    let plain = path::without_std(name);
    match () {
        () if CHANGING.contains(&name) => Effect::Changes,
        () if KEEPING.contains(&name) => Effect::Unknown,
        () if reads(plain) || path::within("std", name).is_some() => Effect::Reads,
        () if name.starts_with("omp_") || LIBRARIES.iter().any(|of| is_function_of(of, name)) => {
            // What is asked for without waiting is written later.
            if name.ends_with("Async") { Effect::Later } else { Effect::Reads }
        }
        () => Effect::Unknown,
    }
}

/// Of these functions, what they do through their arguments.
const READING_ALL: [&str; 33] = [
    "printf", "fprintf", "puts", "putchar", "fputs", "fopen", "fclose", "fwrite", "fflush",
    "fseek", "ftell", "perror", "malloc", "calloc", "free", "memcmp", "strcmp", "strncmp",
    "strlen", "strerror", "atoi", "atol", "atoll", "atof", "stoi", "stol", "stoul", "stof", "stod",
    "getenv", "usleep", "sleep", "assert",
];

/// Those that write where their first argument points to, and nowhere else.
const WRITING_FIRST: [&str; 10] = [
    "sprintf", "snprintf", "fread", "fgets", "memset", "memcpy", "memmove", "strcpy", "strcat",
    "time",
];

/// The ends of the names of CUDA's functions that write no variable of the host.
const WRITING_NONE: [&str; 12] = [
    "Free",
    "FreeHost",
    "Destroy",
    "Synchronize",
    "Record",
    "Memset",
    "MemsetAsync",
    "HostFree",
    "Memset2D",
    "LaunchKernel",
    "LaunchCooperativeKernel",
    "LaunchKernelExC",
];

/// The same of those that write where their first argument points to, and nowhere else.
const WRITING_FIRST_OF_RUNTIME: [&str; 22] = [
    "Malloc",
    "MallocHost",
    "MallocManaged",
    "MallocAsync",
    "MallocArray",
    "HostAlloc",
    "HostMalloc",
    "Memcpy",
    "MemcpyAsync",
    "MemcpyPeer",
    "Memcpy2D",
    "Memcpy2DAsync",
    "MemcpyFromSymbol",
    "MemcpyFromSymbolAsync",
    "MemcpyToSymbol",
    "MemcpyToSymbolAsync",
    "StreamCreate",
    "StreamCreateWithFlags",
    "EventCreate",
    "EventCreateWithFlags",
    "EventElapsedTime",
    "CreateTextureObject",
];

/// Whether a function of this name may write where its argument at this place points to.
pub(crate) fn writes_through(name: &str, argument: usize) -> bool {
    let name = path::of_file(name);
    let plain = path::without_std(name);
    let runtime = ["cuda", "hip"].iter().any(|of| is_function_of(of, name));
    match () {
        () if READING_ALL.contains(&plain) => false,
        () if WRITING_FIRST.contains(&plain) => argument == 0,
        () if runtime && WRITING_NONE.iter().any(|end| name.ends_with(end)) => false,
        () if runtime && WRITING_FIRST_OF_RUNTIME.iter().any(|end| name.ends_with(end)) => {
            argument == 0
        }
        () => true,
    }
}

/// Whether a function of C or C++ may put what it is given where its arguments lead to.
pub(crate) fn moves_values(name: &str) -> bool {
    let name = path::of_file(name);
    let of_library = path::within("std", name).is_some() && !reads(path::without_std(name));
    of_library || matches!(path::without_std(name), "memcpy" | "memmove")
}

/// Whether this says of a copy that it goes to the device.
pub(crate) fn is_copy_to_device(kind: &str) -> bool {
    kind.ends_with("MemcpyHostToDevice") || kind.ends_with("MemcpyDeviceToDevice")
}

/// Whether what a function of this name gives is a value, and not one of its arguments.
pub(crate) fn gives_value(name: &str) -> bool {
    let name = path::of_file(name);
    let plain = path::without_std(name);
    let of_arguments = matches!(plain, "min" | "max");
    let of_library = LIBRARIES.iter().any(|of| is_function_of(of, name));
    reads(plain) && !of_arguments || of_library
}

/// Whether a type of this name refers to a variable that it is made of.
pub(crate) fn is_reference(name: &str) -> bool {
    matches!(
        path::without_std(path::of_file(name)),
        "reference_wrapper" | "add_lvalue_reference" | "add_lvalue_reference_t"
    )
}

/// Whether a name is that of a function of C, C++ or CUDA.
pub(crate) fn is_known_function(name: &str) -> bool {
    let plain = name.strip_suffix("Async").unwrap_or(name);
    effect(plain) != Effect::Unknown || ends(name)
}

/// Whether a type of this name is one of C's or C++'s library or of CUDA's: making a value of it changes nothing that
/// it is made of.
pub(crate) fn is_library_type(name: &str) -> bool {
    let of = |library: &str| name.strip_prefix(library);
    name == "FILE"
        || ["std", "thrust"].iter().any(|library| path::within(library, name).is_some())
        || ["cuda", "hip"].iter().any(|library| of(library).is_some_and(|rest| !rest.is_empty()))
}

/// Whether a class template of this name has its elements itself.
pub(crate) fn owns_elements(name: &str) -> bool {
    let plain = path::within("thrust", name).unwrap_or(path::without_std(name));
    matches!(
        plain,
        "vector"
            | "array"
            | "list"
            | "deque"
            | "set"
            | "map"
            | "unordered_map"
            | "pair"
            | "tuple"
            | "optional"
    ) || matches!(plain, "device_vector" | "host_vector")
}

fn is_function_of(library: &str, name: &str) -> bool {
    name.strip_prefix(library).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
}

/// Functions of an object that give its elements, by accessors or a pointer: those of PyTorch's tensors.
pub(crate) fn gives_elements(name: &str) -> bool {
    matches!(
        name,
        "packed_accessor"
            | "packed_accessor32"
            | "packed_accessor64"
            | "generic_packed_accessor"
            | "data_ptr"
            | "const_data_ptr"
            | "mutable_data_ptr"
    )
}

/// Functions that do not return.
pub(crate) fn ends(name: &str) -> bool {
    let name = path::without_std(name);
    matches!(name, "exit" | "abort" | "_exit" | "_Exit" | "quick_exit" | "terminate")
}
