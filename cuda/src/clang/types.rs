//! Types as clang prints them.

use std::fmt::Write;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    /// One of the language's: its words.
    Builtin(String),
    /// One that is declared, by the name that clang prints.
    Named(String),
    Const(Box<Ty>),
    Volatile(Box<Ty>),
    Pointer(Box<Ty>),
    Reference(Box<Ty>),
    /// Of so many, where that is said.
    Array(Box<Ty>, Option<String>),
    Function,
}

/// The words of which the language's types are made.
const WORDS: [&str; 12] = [
    "void", "bool", "_Bool", "char", "short", "int", "long", "float", "double", "signed",
    "unsigned", "wchar_t",
];

impl Ty {
    /// What a text says.
    pub fn read(text: &str) -> Option<Ty> {
        let words = words(text)?;
        let (ty, rest) = head(&words)?;
        declarator(ty, rest, 0)
    }

    /// The type without `const` and `volatile` of its own.
    pub fn plain(&self) -> &Ty {
        let mut ty = self;
        while let Ty::Const(of) | Ty::Volatile(of) = ty {
            ty = of;
        }
        ty
    }

    /// As a declaration of a name, or of none.
    pub fn declare(&self, name: &str) -> String {
        match self {
            Ty::Builtin(words) | Ty::Named(words) => format!("{words} {name}"),
            Ty::Const(of) if matches!(**of, Ty::Pointer(_)) => of.declare_pointer("const", name),
            Ty::Volatile(of) if matches!(**of, Ty::Pointer(_)) => {
                of.declare_pointer("volatile", name)
            }
            Ty::Const(of) => format!("const {}", of.declare(name)),
            Ty::Volatile(of) => format!("volatile {}", of.declare(name)),
            Ty::Pointer(_) => self.declare_pointer("", name),
            Ty::Reference(of) => of.declare(&of.in_parentheses("&", name)),
            Ty::Array(of, n) => {
                let mut inner = String::from(name);
                let _ = write!(inner, "[{}]", n.as_deref().unwrap_or_default());
                of.declare(&inner)
            }
            Ty::Function => format!("void {name}()"),
        }
    }

    fn declare_pointer(&self, qualifier: &str, name: &str) -> String {
        match self {
            Ty::Pointer(of) => of.declare(&of.in_parentheses(&format!("* {qualifier} "), name)),
            other => other.declare(name),
        }
    }

    fn in_parentheses(&self, mark: &str, name: &str) -> String {
        match self {
            Ty::Array(..) | Ty::Function => format!("({mark}{name})"),
            _ => format!("{mark}{name}"),
        }
    }
}

/// The words and marks of a type. A name has its qualification and the arguments of templates in it.
fn words(text: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let bytes: Vec<char> = text.chars().collect();
    let mut n = 0;
    while let Some(&c) = bytes.get(n) {
        if c.is_whitespace() {
            n += 1;
        } else if c.is_alphanumeric() || c == '_' || c == ':' {
            let mut word = String::new();
            let mut open = 0usize;
            while let Some(&c) = bytes.get(n) {
                open += usize::from(c == '<');
                open = if c == '>' { open.checked_sub(1)? } else { open };
                let goes_on = c.is_alphanumeric() || matches!(c, '_' | ':' | '<' | '>');
                if !goes_on && open == 0 {
                    break;
                }
                word.push(c);
                n += 1;
            }
            all.push(word);
        } else if "*&[](),.".contains(c) {
            all.push(c.to_string());
            n += 1;
        } else {
            return None;
        }
    }
    Some(all)
}

/// The specifiers of a type, and what follows.
fn head(words: &[String]) -> Option<(Ty, &[String])> {
    let (mut constant, mut volatile) = (false, false);
    let mut builtin: Vec<&str> = Vec::new();
    let mut named: Option<&str> = None;
    let mut n = 0;
    while let Some(word) = words.get(n).map(String::as_str) {
        match word {
            "const" => constant = true,
            "volatile" => volatile = true,
            "struct" | "class" | "union" | "enum" | "typename" | "__restrict" => {}
            _ if WORDS.contains(&word) && named.is_none() => builtin.push(word),
            _ if word.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && named.is_none()
                && builtin.is_empty() =>
            {
                named = Some(word);
            }
            _ => break,
        }
        n += 1;
    }
    let mut ty = match named {
        Some("__int128" | "__fp16" | "_Float16" | "__bf16" | "auto" | "decltype") => return None,
        Some(name) => Ty::Named(name.to_string()),
        None if builtin.is_empty() => return None,
        None => Ty::Builtin(builtin.join(" ").replace("_Bool", "bool")),
    };
    if volatile {
        ty = Ty::Volatile(ty.into());
    }
    if constant {
        ty = Ty::Const(ty.into());
    }
    Some((ty, &words[n..]))
}

/// What is made of a type by what stands around the place of its name.
fn declarator(mut ty: Ty, mut words: &[String], depth: usize) -> Option<Ty> {
    if depth > 16 {
        return None;
    }
    while let Some((word, rest)) = words.split_first() {
        ty = match word.as_str() {
            "*" => Ty::Pointer(ty.into()),
            "&" => match ty {
                // `T &&` is to the same.
                Ty::Reference(_) => ty,
                ty => Ty::Reference(ty.into()),
            },
            "const" => Ty::Const(ty.into()),
            "volatile" => Ty::Volatile(ty.into()),
            "__restrict" => ty,
            _ => break,
        };
        words = rest;
    }
    match words.first().map(String::as_str) {
        None => Some(ty),
        Some("(") if matches!(words.get(1).map(String::as_str), Some("*" | "&")) => {
            let end = words.iter().position(|w| w == ")")?;
            let ty = suffixes(ty, &words[end + 1..])?;
            declarator(ty, &words[1..end], depth + 1)
        }
        Some(_) => suffixes(ty, words),
    }
}

/// What stands behind the place of the name.
fn suffixes(ty: Ty, words: &[String]) -> Option<Ty> {
    match words {
        [] => Some(ty),
        [open, close, rest @ ..] if open == "[" && close == "]" => {
            Some(Ty::Array(suffixes(ty, rest)?.into(), None))
        }
        [open, n, close, rest @ ..] if open == "[" && close == "]" => {
            n.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
            Some(Ty::Array(suffixes(ty, rest)?.into(), Some(n.clone())))
        }
        [open, ..] if open == "(" => Some(Ty::Function),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Ty;

    #[test]
    fn types_are_read_as_they_are_printed() {
        for (text, name, again) in [
            ("unsigned int", "x", "unsigned int x"),
            ("const float *__restrict", "p", "const float * p"),
            ("float *const", "p", "float * const p"),
            ("double [32][4]", "a", "double a[32][4]"),
            ("float (*)[4]", "p", "float (* p)[4]"),
            ("const int (&)[3]", "r", "const int (&r)[3]"),
            ("ns::Arr<float *, 4> &", "r", "ns::Arr<float *, 4> &r"),
            ("volatile int *", "v", "volatile int * v"),
        ] {
            let squeezed = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let shown = Ty::read(text).map(|ty| squeezed(ty.declare(name)));
            assert_eq!(shown.as_deref(), Some(again), "{text}");
        }
        for text in ["(lambda at t.cu:1:2)", "__int128", "auto", "", "decltype(x)"] {
            assert_eq!(Ty::read(text), None, "{text}");
        }
    }
}
