//! Grammars in files.

use super::{Form, Grammar, pattern_variable};
use semantics::{
    Cond, Diagnostic, Expr, Meaningless, Number, Source, Span, Spelling, Thread, parser, printer,
};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt;

/// A grammar as it is written. What is left out is that of the default grammar.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    version: String,
    statements: Option<Vec<Form>>,
    indices: Option<Vec<String>>,
    payloads: Option<Vec<String>>,
    closed_payloads: Option<Vec<String>>,
    conditions: Option<Vec<String>>,
    bounds: Option<Vec<String>>,
}

/// Why a file is no grammar.
#[derive(Debug)]
pub enum Wrong {
    /// It is no TOML, or has other keys.
    Toml(Box<toml::de::Error>),
    /// An expression or condition cannot be read.
    Pattern(Box<Diagnostic>),
    /// Something else.
    Other(String),
}

impl Wrong {
    /// The same as a diagnostic of the file.
    pub fn diagnostic(self, file: &Source) -> Diagnostic {
        match self {
            Wrong::Toml(error) => match error.span() {
                Some(bytes) => {
                    Diagnostic::at(Span { source: file.clone(), bytes }, error.message())
                }
                None => Diagnostic::whole(format!("{}: {}", file.name(), error.message())),
            },
            Wrong::Pattern(diagnostic) => {
                let message = format!("{}: {}", file.name(), diagnostic.message);
                Diagnostic { message, ..*diagnostic }
            }
            Wrong::Other(why) => Diagnostic::whole(format!("{}: {why}", file.name())),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Toml(error) => error.fmt(f),
            Wrong::Pattern(diagnostic) => diagnostic.fmt(f),
            Wrong::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Wrong {}

impl Grammar {
    /// Reads a grammar: TOML with a `version` and, where they differ from those of the default
    /// grammar, `statements`, `indices`, `payloads`, `closed-payloads`, `conditions` and `bounds`.
    /// In an expression or condition `x` stands for each variable in scope.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_toml(text: &str) -> Result<Grammar, Wrong> {
        let written: Written = toml::from_str(text).map_err(|e| Wrong::Toml(e.into()))?;
        let default = Grammar::default();
        let Written { version, statements, indices, payloads, closed_payloads, conditions, bounds } =
            written;
        if version == default.version || version.is_empty() || !version.chars().all(is_plain) {
            let why = "`version` is a name of the grammar's own, of letters, digits, `-` and `_`";
            return Err(Wrong::Other(format!("{why}, and not `{}`", default.version)));
        }
        let forms = statements.unwrap_or(default.forms);
        let distinct: BTreeSet<&Form> = forms.iter().collect();
        if distinct.len() != forms.len() {
            return Err(Wrong::Other("`statements` has a form twice".into()));
        }
        let alone = |form: &Form| matches!(form, Form::Skip | Form::Write | Form::Access);
        if !forms.iter().any(alone) {
            let why = "`statements` has none of `skip`, `write` and `access`: no program is made of the others";
            return Err(Wrong::Other(why.into()));
        }
        let bounds = expressions("bounds", bounds, default.bounds)?;
        if let Some(e) = bounds.iter().find(|e| is_long(e)) {
            let e = printer::expr(e, Spelling::Ascii);
            let why = format!(
                "`bounds` has `{e}`: a loop of a grammar runs at most {LONGEST_LOOP} times"
            );
            return Err(Wrong::Other(why));
        }
        let closed_payloads =
            expressions("closed-payloads", closed_payloads, default.closed_payloads)?;
        if closed_payloads.iter().any(|e| !e.free_variables().is_empty()) {
            return Err(Wrong::Other("`closed-payloads` are without variables".into()));
        }
        Ok(Grammar {
            version,
            forms,
            indices: expressions("indices", indices, default.indices)?,
            payloads: expressions("payloads", payloads, default.payloads)?,
            closed_payloads,
            conditions: patterns("conditions", conditions, default.conditions, condition)?,
            bounds,
            free: 0,
            shadows: false,
            right: false,
        })
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// A loop of a grammar in a file runs at most so often, of the first threads and for small values: every
/// iteration of every program is run.
const LONGEST_LOOP: u32 = 64;

fn is_long(bound: &Expr) -> bool {
    const FEW: u32 = 8;
    let longest = Number::from(LONGEST_LOOP);
    let at = |value: u32, thread: u32| {
        let e = bound.substitute(&pattern_variable(), &Expr::num(value));
        match e.eval(&Thread::natural(Number::from(thread))) {
            Ok(times) => times > longest,
            Err(why) => why == Meaningless::TooLarge,
        }
    };
    (0..FEW).any(|value| (0..FEW).any(|thread| at(value, thread)))
}

/// Expressions, each once.
fn expressions(
    key: &str,
    texts: Option<Vec<String>>,
    default: Vec<Expr>,
) -> Result<Vec<Expr>, Wrong> {
    patterns(key, texts, default, |text| {
        let e = parser::expression(&Source::new(key, text))
            .map_err(|diagnostic| Wrong::Pattern(diagnostic.into()))?;
        only_the_pattern_variable(text, &e.free_variables())?;
        Ok(e)
    })
}

fn condition(text: &str) -> Result<Cond, Wrong> {
    let c = parser::condition(&Source::new("conditions", text))
        .map_err(|diagnostic| Wrong::Pattern(diagnostic.into()))?;
    only_the_pattern_variable(text, &c.free_variables())?;
    Ok(c)
}

/// One that is there twice would count each of its programs twice.
fn patterns<T: PartialEq>(
    key: &str,
    texts: Option<Vec<String>>,
    default: Vec<T>,
    read: impl Fn(&str) -> Result<T, Wrong>,
) -> Result<Vec<T>, Wrong> {
    let Some(texts) = texts else { return Ok(default) };
    let mut patterns = Vec::with_capacity(texts.len());
    for text in &texts {
        let pattern = read(text)?;
        if patterns.contains(&pattern) {
            return Err(Wrong::Other(format!("`{key}` has `{text}` twice")));
        }
        patterns.push(pattern);
    }
    Ok(patterns)
}

fn only_the_pattern_variable(
    text: &str,
    variables: &BTreeSet<semantics::Name>,
) -> Result<(), Wrong> {
    match variables.iter().find(|x| **x != pattern_variable()) {
        None => Ok(()),
        Some(x) => Err(Wrong::Other(format!(
            "`{text}`: `{x}` is not bound; `x` stands for each variable in scope"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_of_the_default_grammar() {
        let mine = Grammar::from_toml("version = \"mine\"\nbounds = [\"x\"]").unwrap();
        let x = Expr::Var(pattern_variable());
        assert_eq!(mine, Grammar { version: "mine".into(), bounds: vec![x], ..Grammar::default() });
    }

    #[test]
    fn what_is_no_grammar_is_refused() {
        for (text, why) in [
            ("bounds = []", "version"),
            ("version = \"v1\"", "and not `v1`"),
            ("version = \"a\"\nindices = [\"x\", \"x\"]", "`indices` has `x` twice"),
            ("version = \"a\"\nconditions = [\"x<1\", \"x < 1\"]", "`x < 1` twice"),
            ("version = \"a:b\"", "of the grammar's own"),
            ("version = \"a\"\nindexes = []", "indexes"),
            ("version = \"a\"\nindices = [\"1 +\"]", "indices"),
            ("version = \"a\"\nindices = [\"y\"]", "`y` is not bound"),
            ("version = \"a\"\nconditions = [\"y < 1\"]", "`y` is not bound"),
            ("version = \"a\"\nclosed-payloads = [\"x\"]", "without variables"),
            ("version = \"a\"\nstatements = [\"skip\", \"skip\"]", "twice"),
            ("version = \"a\"\nstatements = [\"goto\"]", "goto"),
        ] {
            let wrong = Grammar::from_toml(text).unwrap_err().to_string();
            assert!(wrong.contains(why), "{text}: {wrong}");
        }
    }
}
