//! The text that clang is given: what the toolkit declares, and the tokens of the file after preprocessing, one to
//! a line, so that a place in it is a token, and that a place of the source.

use super::process::Dump;
use crate::path::{self, Namespace};
use crate::token::{Kind, Token, join};
use crate::vocabulary::{self, Language, Operation};
use semantics::{IntType, Span};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// What stands for `::` in a name that is one token.
const WITHIN: &str = "_within_";

/// What CUDA declares by itself, and `prelude/` does not.
const STUB: &str = include_str!("../../prelude/clang.h");

/// A text, and the places of its tokens.
pub(super) struct Text {
    /// All of it.
    pub text: String,
    /// The byte at which the file's tokens begin.
    pub base: usize,
    /// The line of the first.
    line: usize,
    /// The bytes at which they begin.
    starts: Vec<usize>,
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The byte behind the last.
    end: usize,
    /// The line of the first use.
    uses: usize,
}

/// An error that clang has found: the token at which it stands, and what it is.
pub(super) struct Wrong {
    pub token: usize,
    pub what: String,
}

impl Text {
    /// The text for a file.
    pub fn of(toolkit: &[Token], tokens: Vec<Token>, uses: &[String]) -> Text {
        let mut text = String::from(STUB);
        vectors(&mut text);
        // Clang has this one, for the device alone.
        text.push_str("__attribute__((device)) void __syncthreads();\n");
        text.push_str("#pragma clang force_cuda_host_device begin\n");
        claims(&mut text, &tokens);
        declarations(&mut text, toolkit);
        text.push_str("#pragma clang force_cuda_host_device end\n");
        let base = text.len();
        let line = 1 + text.bytes().filter(|b| *b == b'\n').count();
        let (mut starts, mut ends) = (Vec::new(), HashSet::new());
        let mut n = 0;
        while let Some(token) = tokens.get(n) {
            starts.push(text.len());
            let word = token.name().map_or("", |name| name.as_str());
            let in_parentheses = tokens.get(n + 1).is_some_and(|t| t.is("("));
            match (word, in_parentheses) {
                ("__launch_bounds__", true)
                    if !tokens.get(closing(&tokens, n + 1) + 1).is_some_and(|t| t.is("{")) =>
                {
                    text.push_str("__attribute__((launch_bounds");
                    ends.insert(closing(&tokens, n + 1));
                }
                ("__launch_bounds__" | "__maxnreg__", true) => {
                    let end = closing(&tokens, n + 1);
                    while n < end {
                        text.push('\n');
                        n += 1;
                        starts.push(text.len());
                    }
                }
                _ if ends.contains(&n) => text.push_str(")))"),
                _ => text.push_str(&spelt(token)),
            }
            text.push('\n');
            n += 1;
        }
        let end = text.len();
        let namespaces = namespaces(&tokens);
        for name in namespaces {
            let _ = writeln!(text, "using namespace {name};");
        }
        text.push_str("namespace jaminan_uses {\n");
        for (bits, word) in [(8, "char"), (16, "short"), (32, "int"), (64, "long")] {
            let _ = writeln!(
                text,
                "typedef {word} {}; typedef unsigned {word} {};",
                IntType::signed(bits),
                IntType::unsigned(bits)
            );
        }
        text.push_str("typedef float f32; typedef double f64;\n");
        let first = 1 + text.bytes().filter(|b| *b == b'\n').count();
        for (n, used) in uses.iter().enumerate() {
            let _ = writeln!(text, "void use{n}() {{ (void) &{used}; }}");
        }
        text.push_str("}\n");
        Text { text, base, line, starts, tokens, end, uses: first }
    }

    /// The token at a byte, if it is one of the file.
    pub fn token(&self, at: usize) -> Option<usize> {
        if at < self.base || at >= self.end {
            return None;
        }
        self.starts.partition_point(|start| *start <= at).checked_sub(1)
    }

    /// From one token to another.
    pub fn span(&self, first: usize, last: usize) -> Option<Span> {
        Some(join(&self.tokens.get(first)?.span, &self.tokens.get(last)?.span))
    }

    /// An error in what stands before the file.
    pub fn wrong_before(&self, dump: &Dump) -> Option<String> {
        let of = |said: &str| {
            let (place, what) = said.split_once(" error: ")?;
            let line: usize = place.split(':').nth(1)?.parse().ok()?;
            (line < self.line).then(|| what.trim().to_string())
        };
        dump.errors.lines().find_map(of)
    }

    /// The uses of kernel templates in which there is an error: what they mean is a guess.
    pub fn wrong_uses(&self, dump: &Dump) -> BTreeSet<usize> {
        let of = |said: &str| {
            let (place, _) = said.split_once(" error: ")?;
            let line: usize = place.split(':').nth(1)?.parse().ok()?;
            line.checked_sub(self.uses)
        };
        dump.errors.lines().filter_map(of).collect()
    }

    /// The names that declarations outside of the bodies of functions may be about which clang has not understood: it
    /// drops such a declaration, or takes another type in its place, and says nothing of what mentions it.
    pub fn doubtful(&self, wrong: &[Wrong], is_in_body: impl Fn(usize) -> bool) -> HashSet<String> {
        let mut names: HashSet<String> = HashSet::new();
        let mut parts: Vec<(bool, &[Token])> = Vec::new();
        let mut start = 0;
        for n in 0..=self.tokens.len() {
            let ends = self.tokens.get(n).is_none_or(|t| [";", "{", "}"].iter().any(|p| t.is(p)));
            if !ends {
                continue;
            }
            if start < n && !is_in_body(start) {
                let has_error = wrong.iter().any(|wrong| (start..=n).contains(&wrong.token));
                parts.push((has_error, &self.tokens[start..n]));
            }
            start = n + 1;
        }
        loop {
            let known = names.len();
            parts.retain(|(wrong, part)| {
                let mentions =
                    |t: &Token| t.name().is_some_and(|name| names.contains(name.as_str()));
                let is = *wrong || part.iter().any(mentions);
                if is {
                    let declared = crate::declared::declared(part, Language::Cuda);
                    names.extend(declared.iter().map(|name| name.as_str().to_string()));
                }
                !is
            });
            if names.len() == known {
                return names;
            }
        }
    }

    /// The errors in the file itself, as clang prints them: `<stdin>:LINE:COLUMN: error: WHAT`.
    pub fn wrong(&self, dump: &Dump) -> Vec<Wrong> {
        let of = |said: &str| {
            let (place, what) = said.split_once(" error: ")?;
            let line: usize = place.split(':').nth(1)?.parse().ok()?;
            let token = line.checked_sub(self.line).filter(|n| *n < self.tokens.len())?;
            Some(Wrong { token, what: what.trim().to_string() })
        };
        let errors = dump.errors.lines().map(|line| line.replace("fatal error:", "error:"));
        errors.filter_map(|line| of(&line)).collect()
    }
}

/// The token that closes what one opens.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (n, token) in tokens.iter().enumerate().skip(open) {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return n;
            }
        }
    }
    tokens.len().saturating_sub(1)
}

/// How clang is told a name that has others before it as one token.
fn one_word(name: &str) -> String {
    path::one_word(name, WITHIN)
}

/// The name that clang was told.
pub(super) fn as_it_was(name: &str) -> String {
    path::of_one_word(name, WITHIN)
}

/// How clang is told a token.
fn spelt(token: &Token) -> String {
    match &token.kind {
        Kind::Name(name) => match name.as_str() {
            "__global__" => "__attribute__((global))".into(),
            "__device__" | "__managed__" => "__attribute__((device))".into(),
            "__host__" => "__attribute__((host))".into(),
            "__shared__" => "__attribute__((shared))".into(),
            "__constant__" => "__attribute__((constant))".into(),
            "__forceinline__" => "inline".into(),
            "__noinline__" | "__grid_constant__" => String::new(),
            "__align__" => "__attribute__ aligned_as".into(),
            name => one_word(name),
        },
        kind => kind.text().into(),
    }
}

/// The built-in vectors.
fn vectors(text: &mut String) {
    let elements = [
        ("char", "signed char"),
        ("uchar", "unsigned char"),
        ("short", "short"),
        ("ushort", "unsigned short"),
        ("int", "int"),
        ("uint", "unsigned"),
        ("long", "long"),
        ("ulong", "unsigned long"),
        ("longlong", "long long"),
        ("ulonglong", "unsigned long long"),
        ("float", "float"),
        ("double", "double"),
    ];
    for (name, element) in elements {
        for lanes in 1..=4 {
            let (mut members, mut parameters) = (String::new(), Vec::new());
            for lane in ["x", "y", "z", "w"].iter().take(lanes) {
                let _ = write!(members, "{element} {lane}; ");
                parameters.push(element);
            }
            let _ = writeln!(text, "struct {name}{lanes} {{ {members}}};");
            let _ = writeln!(
                text,
                "ON_BOTH {name}{lanes} make_{name}{lanes}({});",
                parameters.join(", ")
            );
        }
    }
    text.push_str(
        "extern const __attribute__((device)) uint3 threadIdx, blockIdx;\n\
         extern const __attribute__((device)) dim3 blockDim, gridDim;\n\
         extern const __attribute__((device)) int warpSize;\n",
    );
    // Of two numbers of any types, at their common one.
    let numbers = [
        "int",
        "unsigned",
        "long",
        "unsigned long",
        "long long",
        "unsigned long long",
        "float",
        "double",
    ];
    for a in numbers {
        for b in numbers {
            for name in ["min", "max"] {
                let _ = writeln!(
                    text,
                    "ON_BOTH decltype(static_cast<{a}>(0) + static_cast<{b}>(0)) {name}({a}, {b});"
                );
            }
        }
    }
}

/// The annotations that the tokens name.
fn claims(text: &mut String, tokens: &[Token]) {
    let names: BTreeSet<&str> = tokens
        .iter()
        .filter_map(Token::name)
        .map(|name| name.as_str())
        .filter(|name| {
            let declared = |said: vocabulary::Precondition| !said.is_of_compilers();
            vocabulary::is_claim(name) || vocabulary::precondition(name).is_some_and(declared)
        })
        .collect();
    for name in names {
        let _ = writeln!(text, "template <class... A> bool {name}(A... a);");
    }
}

/// What the toolkit declares. Parameters that are `auto` are templates'.
fn declarations(text: &mut String, toolkit: &[Token]) {
    // Functions with bodies, which may call whatever is declared.
    let mut bodies = String::new();
    for declaration in split(toolkit) {
        let word = |n: usize| declaration.get(n).and_then(Token::name).map_or("", |n| n.as_str());
        let has_auto = (0..declaration.len()).any(|n| word(n) == "auto");
        let body = declaration.iter().any(|t| t.is("{"));
        let is = |token: &Token, names: &[&str]| {
            token.name().is_some_and(|name| names.contains(&name.as_str()))
        };
        if declaration.iter().any(|token| is(token, &OF_16_BITS))
            || !declaration.iter().any(|t| t.is("{"))
                && declaration.iter().any(|t| is(t, &["__syncthreads"]))
        {
            continue;
        }
        let opaque = declaration.iter().rev().nth(2).and_then(Token::name).map(|n| n.as_str());
        if opaque == Some("struct") && word(0) != "template" {
            // Of a type whose parts are not modelled there may be objects all the same.
            let _ = writeln!(text, "struct {} {{}};", one_word(word(declaration.len() - 2)));
            continue;
        }
        if body || !has_auto {
            if (0..declaration.len()).any(|n| word(n).starts_with("__builtin_")) && !body {
                continue;
            }
            let mut words: Vec<String> = declaration.iter().map(spelt).collect();
            // There is no shuffle of less than an `int`.
            if let Some(end) = declaration.iter().rposition(|t| t.is("]"))
                && matches!(operation_of(declaration), Some(Operation::Warp { does, .. }) if does.shuffles())
            {
                words[end + 1] = format!("decltype(+{}())", words[end + 1]);
            }
            let head =
                declaration.iter().position(|t| t.is("{")).filter(|_| is_function(declaration));
            if let Some(head) = head {
                let _ = writeln!(text, "{};", words[..head].join(" "));
                let _ = writeln!(bodies, "{}", words.join(" "));
            } else {
                let _ = writeln!(text, "{}", words.join(" "));
            }
            continue;
        }
        if let Some(declared) = with_auto(declaration) {
            text.push_str(&declared);
        }
    }
    text.push_str(&bodies);
}

/// The types of floating-point numbers of 16 bits, which clang has not: what is declared of them is left out.
const OF_16_BITS: [&str; 8] = [
    "half",
    "half2",
    "__half",
    "__half2",
    "__nv_bfloat16",
    "__nv_bfloat162",
    "nv_bfloat16",
    "nv_bfloat162",
];

/// Whether what has a body is a function.
fn is_function(declaration: &[Token]) -> bool {
    let body = declaration.iter().position(|t| t.is("{")).unwrap_or(declaration.len());
    let class = |t: &Token| {
        t.name().is_some_and(|n| matches!(n.as_str(), "struct" | "using" | "enum" | "union"))
    };
    !declaration[..body].iter().any(class) && declaration[..body].iter().any(|t| t.is("("))
}

/// The operation that an attribute names.
fn operation_of(declaration: &[Token]) -> Option<Operation> {
    declaration.iter().find_map(|t| match &t.kind {
        Kind::Str(text) => text.as_str().trim_matches('"').parse().ok(),
        _ => None,
    })
}

/// A function whose parameters are `auto`, as a template.
fn with_auto(declaration: &[Token]) -> Option<String> {
    let strings = declaration.iter().find_map(|t| match &t.kind {
        Kind::Str(text) => Some(text.as_str().trim_matches('"').to_string()),
        _ => None,
    });
    let operation = strings.unwrap_or_default();
    let end = declaration.iter().rposition(|t| t.is("]")).map_or(0, |n| n + 1);
    let rest = &declaration[end..];
    let open = rest.iter().position(|t| t.is("("))?;
    let name = rest.get(open.checked_sub(1)?)?.name()?.as_str();
    let returns: Vec<String> = rest[..open - 1].iter().map(spelt).collect();
    if matches!(operation.as_str(), "min" | "max") || name.starts_with("__builtin_") {
        return None;
    }
    let by_pointer = operation.starts_with("atomic.") || operation == "load";
    let (mut heads, mut parameters) = (Vec::new(), Vec::new());
    let inside = &rest[open + 1..rest.iter().rposition(|t| t.is(")"))?];
    for (n, parameter) in inside.split(|t| t.is(",")).enumerate() {
        if parameter.iter().any(|t| t.name().is_some_and(|n| n.as_str() == "auto")) {
            heads.push(format!("class T{n}"));
            let pointer = if by_pointer && n == 0 { "*" } else { "" };
            parameters.push(format!("T{n} {pointer}a{n}"));
        } else {
            parameters.push(parameter.iter().map(spelt).collect::<Vec<_>>().join(" "));
        }
    }
    let result = match returns.join(" ").as_str() {
        "auto" if by_pointer => "typename without_qualifiers<T0>::type".to_string(),
        "auto" if operation.starts_with("math.") => {
            let all: Vec<String> =
                (0..heads.len()).map(|n| format!("real_of<T{n}>::value")).collect();
            format!("decltype({})", all.join(" + "))
        }
        "auto" => "decltype(+T0())".to_string(),
        other => other.to_string(),
    };
    Some(format!(
        "template <{}> {result} {}({});\n",
        heads.join(", "),
        one_word(name),
        parameters.join(", ")
    ))
}

/// The declarations of a text, each to its end.
fn split(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut all, mut start, mut open) = (Vec::new(), 0, 0usize);
    for (n, token) in tokens.iter().enumerate() {
        if ["(", "[", "{"].iter().any(|p| token.is(p)) {
            open += 1;
        } else if [")", "]", "}"].iter().any(|p| token.is(p)) {
            open = open.saturating_sub(1);
        }
        let ends = token.is(";") || token.is("}") && !tokens.get(n + 1).is_some_and(|t| t.is(";"));
        if open == 0 && ends {
            all.push(&tokens[start..=n]);
            start = n + 1;
        }
    }
    all
}

/// The namespaces of a file that have names, as paths from the outermost.
fn namespaces(tokens: &[Token]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut around: Vec<(usize, Namespace)> = Vec::new();
    let mut depth = 0usize;
    let mut n = 0;
    while let Some(token) = tokens.get(n) {
        if token.name().is_some_and(|w| w.as_str() == "namespace") {
            let path: Namespace = tokens[n + 1..]
                .iter()
                .take_while(|t| t.name().is_some() || t.is("::"))
                .filter_map(|t| t.name().cloned())
                .collect();
            let end = n + 1 + 2 * path.len().saturating_sub(1) + usize::from(!path.is_empty());
            if !path.is_empty() && tokens.get(end).is_some_and(|t| t.is("{")) {
                let outer = around.last().map_or(&[][..], |(_, outer)| outer);
                let full = [outer, &path].concat();
                found.insert(path::joined(&full).to_string());
                depth += 1;
                around.push((depth, full));
                n = end + 1;
                continue;
            }
        }
        if token.is("{") {
            depth += 1;
        } else if token.is("}") {
            around.pop_if(|(of, _)| *of == depth);
            depth = depth.saturating_sub(1);
        }
        n += 1;
    }
    found
}

/// The names that stand in a text.
pub(super) fn names(tokens: &[Token]) -> HashSet<String> {
    tokens.iter().filter_map(Token::name).map(|name| name.as_str().to_string()).collect()
}
