//! The words of C++ that are no names.

/// The words of built-in types.
pub(crate) const TYPE_WORDS: [&str; 17] = [
    "void",
    "bool",
    "_Bool",
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "auto",
    "__signed__",
    "__int64",
    "wchar_t",
    "char16_t",
    "char32_t",
];

/// The words that say nothing about which memory is accessed.
pub(crate) const IGNORED: [&str; 16] = [
    "volatile",
    "register",
    "inline",
    "__inline__",
    "__inline",
    "__forceinline__",
    "__noinline__",
    "__forceinline",
    "mutable",
    "thread_local",
    "typename",
    "__grid_constant__",
    "friend",
    "virtual",
    "__extension__",
    "__volatile__",
];

/// The words that take parentheses and say nothing about which memory is accessed.
pub(crate) const ATTRIBUTES: [&str; 7] = [
    "__attribute__",
    "__launch_bounds__",
    "__cluster_dims__",
    "__align__",
    "alignas",
    "__declspec",
    "__maxnreg__",
];

/// Whether the word can only begin or continue a declaration, or be a cast to a built-in type.
pub(crate) fn is_specifier(word: &str) -> bool {
    TYPE_WORDS.contains(&word)
        || IGNORED.contains(&word)
        || ATTRIBUTES.contains(&word)
        || matches!(
            word,
            "const"
                | "constexpr"
                | "static"
                | "extern"
                | "typedef"
                | "struct"
                | "class"
                | "union"
                | "enum"
                | "__global__"
                | "__device__"
                | "__host__"
                | "__shared__"
                | "__constant__"
                | "__managed__"
                | "__restrict__"
                | "__restrict"
                | "restrict"
                | "__const__"
                | "__const"
                | "decltype"
                | "__typeof__"
                | "__typeof"
                | "typeof"
        )
}

/// The words that can be neither a variable nor a function.
pub(crate) fn is_reserved(word: &str) -> bool {
    is_specifier(word)
        || matches!(
            word,
            "if" | "else"
                | "for"
                | "while"
                | "do"
                | "switch"
                | "case"
                | "default"
                | "break"
                | "continue"
                | "return"
                | "goto"
                | "sizeof"
                | "alignof"
                | "true"
                | "false"
                | "nullptr"
                | "static_cast"
                | "reinterpret_cast"
                | "const_cast"
                | "dynamic_cast"
                | "new"
                | "noexcept"
                | "delete"
                | "throw"
                | "try"
                | "catch"
                | "this"
                | "template"
                | "operator"
                | "namespace"
                | "using"
                | "asm"
                | "__asm__"
                | "__asm"
                | "static_assert"
                | "decltype"
        )
}
