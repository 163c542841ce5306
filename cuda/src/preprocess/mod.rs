//! The preprocessor. [C++17, 19]
//!
//! Text between two directives is expanded as a whole, so a macro's arguments may span lines but
//! not directives. Everything it may spend is bounded: see the constants.

mod attribute;
mod condition;
mod directive;
mod doubt;
mod expand;
mod headers;
mod include;
mod macros;
mod pragma;
mod predefined;
mod rest;

use crate::files::Files;
use crate::lex::{LARGEST_SOURCE, Lexed, lex, lex_open};
use crate::options::Options;
use crate::token::{Kind, Token, closing};
use crate::vocabulary::Language;
use expand::Expanded;
use macros::Macro;
use semantics::{Diagnostic, Name, Source, Span, limits};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// How deep files may include each other.
pub const DEEPEST_INCLUDE: usize = 64;
/// How deep `#if` may nest.
pub const DEEPEST_CONDITIONAL: usize = 256;
/// How deep macro expansions may nest.
pub const DEEPEST_EXPANSION: usize = 200;
/// How many tokens a source may have once it is expanded.
pub const MOST_TOKENS: usize = 1_000_000;
/// How many tokens the expansion may handle on the way there.
const MOST_WORK: u64 = 4_000_000;
/// The `__CUDA_ARCH__` of `prelude/` that kernels are read for: threads are independent from 700 on.
pub(crate) const CUDA_ARCH: &str = "700";
/// The macro that says for which architecture device code is.
const ARCHITECTURE: &str = "__CUDA_ARCH__";
/// What else it may be where threads are independent. [CUDA C++ Programming Guide, compute capabilities]
const NEWER_ARCHITECTURES: &[&str] =
    &["720", "750", "800", "860", "870", "890", "900", "1000", "1010", "1030", "1200", "1210"];

pub(crate) use doubt::{ConditionAt, Flipped};
pub use doubt::{Doubt, Reading};
pub(crate) use headers::{is_known as is_known_header, is_of_samples};
pub(crate) use include::{Named, includes_of};
pub(crate) use rest::Rest;

/// A source after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// Its tokens, macros expanded, directives gone.
    pub tokens: Vec<Token>,
    /// What is not read, because of a mistake before it.
    pub(crate) rest: Option<Rest>,
    /// Headers that were not found and therefore skipped.
    pub skipped: BTreeSet<String>,
    /// Those of them of which nothing is known, and where each is included first.
    pub missing: BTreeMap<String, Span>,
    /// The texts of `#error`, and where they stand: no compiler reads the source as it is.
    pub refused: Vec<(String, Span)>,
    /// Conditions that hang on what is not known.
    pub doubts: Vec<Doubt>,
    /// What was passed over, or taken by convention.
    pub notes: Vec<String>,
    /// Macros that are defined only in groups which are not read, and the one macro that these ask for by `#ifdef`.
    pub(crate) hidden: BTreeMap<Name, Name>,
    /// The macros of which the text has what they are defined as.
    pub(crate) expanded: BTreeSet<Name>,
    /// Whether a `#pragma pack` changes how structures are laid out.
    pub packed: bool,
    /// Whether `assert` does something: `NDEBUG` is not defined.
    pub asserts: bool,
}

/// Whether a source is OpenCL C: its name says so.
pub fn is_opencl(source: &Source) -> bool {
    std::path::Path::new(source.name()).extension().is_some_and(|e| e == "cl")
}

/// Preprocesses a source.
///
/// A source with a malformed directive or use of a macro, or with a comment that does not end, is read up to there.
///
/// # Errors
/// Such a mistake that leaves it open what stands before it, or whether a file is included behind it; a file of `-include`
/// that is not found; a limit that is passed.
pub fn preprocess(
    source: &Source,
    options: &Options,
    files: &dyn Files,
) -> Result<Preprocessed, Diagnostic> {
    preprocess_otherwise(source, options, files, &Flipped::new())
}

/// As [`preprocess`], some conditions that nobody knows read the other way.
pub(crate) fn preprocess_otherwise(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    flipped: &Flipped,
) -> Result<Preprocessed, Diagnostic> {
    let language = if is_opencl(source) { Language::OpenCl } else { Language::Cuda };
    let mut state = Preprocessor {
        language,
        files,
        flipped,
        include_dirs: &options.include_dirs,
        macros: HashMap::new(),
        ids: HashMap::new(),
        run: Vec::new(),
        out: Vec::new(),
        rest: Vec::new(),
        refuses_all: false,
        once: BTreeSet::new(),
        guards: BTreeMap::new(),
        skipped: BTreeSet::new(),
        missing: BTreeMap::new(),
        samples: BTreeMap::new(),
        refused: Vec::new(),
        undefined: HashSet::new(),
        of_samples: HashSet::new(),
        hidden: BTreeMap::new(),
        expanded: BTreeSet::new(),
        perhaps: HashMap::new(),
        pushed: HashMap::new(),
        doubts: Vec::new(),
        open_doubts: Vec::new(),
        unread: Vec::new(),
        in_condition: false,
        asked_architecture: false,
        asked: BTreeMap::new(),
        notes: BTreeSet::new(),
        work: 0,
        held: 0,
        bytes: 0,
        counter: 0,
        moved_lines: false,
        packed: false,
    };
    state.predefine(match language {
        Language::OpenCl => &predefined::OPENCL,
        Language::Cuda => &predefined::CUDA,
    })?;
    if language == Language::Cuda {
        let standard = options.standard.unwrap_or_default().cplusplus();
        state.define_text("built in", &format!("__cplusplus {standard}L"))?;
    }
    for define in &options.defines {
        let text = match define.split_once('=') {
            Some((name, value)) => format!("{name} {value}"),
            None => format!("{define} 1"),
        };
        state.define_text("-D", &text)?;
    }
    for path in &options.includes {
        state.include_first(source, path)?;
    }
    let rest = match state.file(source, 0) {
        Ok(()) => None,
        Err(why) => Some(state.rest(why)?),
    };
    let never = |name: &Name| {
        let of_others =
            headers::may_define(name.as_str()) || predefined::is_of_others(name.as_str());
        !of_others && !state.ids.contains_key(name)
    };
    let hidden = state.hidden.iter().filter_map(|(name, asks)| {
        let asks = asks.as_ref().filter(|asks| never(name) && never(asks))?;
        Some((name.clone(), asks.clone()))
    });
    let hidden = hidden.collect();
    Ok(Preprocessed {
        tokens: state.out,
        rest,
        skipped: state.skipped,
        missing: state.missing.into_iter().chain(state.samples).collect(),
        refused: state.refused,
        doubts: state.doubts,
        notes: state.notes.into_iter().collect(),
        hidden,
        expanded: state.expanded,
        packed: state.packed,
        asserts: !state.macros.contains_key(&Name::from("NDEBUG")),
    })
}

/// So many tokens may stand in the arguments of a macro before a directive in them.
const MOST_OPEN: usize = 1 << 14;

struct Preprocessor<'a> {
    language: Language,
    files: &'a dyn Files,
    flipped: &'a Flipped,
    include_dirs: &'a [String],
    macros: HashMap<Name, Arc<Macro>>,
    /// The number of every name that was ever a macro, for hide sets.
    ids: HashMap<Name, u32>,
    /// The text since the last directive.
    run: Vec<Token>,
    out: Vec<Token>,
    /// What is not read behind a mistake.
    rest: Vec<Token>,
    /// Whether nothing of a source with this mistake is read.
    refuses_all: bool,
    /// Files with `#pragma once`.
    once: BTreeSet<String>,
    /// Files that are nothing where a macro is defined: which one.
    guards: BTreeMap<String, Name>,
    skipped: BTreeSet<String>,
    missing: BTreeMap<String, Span>,
    /// The texts of `#error`.
    refused: Vec<(String, Span)>,
    /// Headers that are not at hand and have the names of NVIDIA's samples, of which the macros are known.
    samples: BTreeMap<String, Span>,
    /// What `#undef` names, since a header was missing last: no macro, whoever defined it.
    undefined: HashSet<Name>,
    /// What groups that are not read define, and the macro that each asks for, if it does.
    hidden: BTreeMap<Name, Option<Name>>,
    /// The macros that were replaced by what they are defined as.
    expanded: BTreeSet<Name>,
    /// Names that are macros in some versions of the headers that were included.
    of_samples: HashSet<Name>,
    /// Names that are macros, or not, because of a doubt: its number.
    perhaps: HashMap<Name, usize>,
    /// What `#pragma push_macro` keeps.
    pushed: HashMap<Name, Vec<Option<Arc<Macro>>>>,
    doubts: Vec<Doubt>,
    /// The doubts around the place at hand, each with where its part of `unread` begins.
    open_doubts: Vec<(usize, usize)>,
    /// What is not read of the groups in doubt around the place at hand.
    unread: Vec<Token>,
    /// Whether the condition of an `#if` is expanded: what it assumes is not.
    in_condition: bool,
    /// Whether the condition at hand asked for the architecture.
    asked_architecture: bool,
    /// The doubts that macros in it hang on.
    asked: BTreeMap<Name, Reading>,
    notes: BTreeSet<String>,
    work: u64,
    /// The tokens of all texts whose expansion is under way, one inside the other.
    held: usize,
    bytes: usize,
    counter: u64,
    /// Whether a `#line` makes the numbers of lines others.
    moved_lines: bool,
    /// Whether there is a `#pragma pack`.
    packed: bool,
}

/// An open `#if`.
struct Group {
    /// Where the `#if` stands.
    span: Span,
    /// What is read before it: how many tokens, and the use of a macro in whose arguments it stands.
    before: (usize, Vec<Token>),
    /// Whether the text around it is read.
    outer: bool,
    /// Whether the part at hand is read.
    active: bool,
    /// Whether a part has been read.
    taken: bool,
    /// Whether `#else` has come.
    last: bool,
    /// The macro that its first part asks for, as `#ifdef` does, and that is none.
    asks: Option<Name>,
    /// The doubts that its conditions opened.
    doubts: Vec<usize>,
}

impl Preprocessor<'_> {
    fn file(&mut self, source: &Source, depth: usize) -> Result<(), Diagnostic> {
        self.bytes += source.text().len();
        if self.bytes > LARGEST_SOURCE {
            return Err(self.refuse(Diagnostic::whole(format!(
                "{} and what it includes have more than {LARGEST_SOURCE} bytes",
                source.name()
            ))));
        }
        let Lexed { tokens, open_comment } = match lex_open(source) {
            Ok(lexed) => lexed,
            Err(why) => return Err(self.refuse(why)),
        };
        if open_comment.is_none()
            && let Some(guard) = directive::guard_of(&tokens)
        {
            self.guards.insert(self.files.identity(source.name()), guard);
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut tokens = tokens.into_iter();
        let mut done = self.lines(source, &mut tokens, &mut groups, depth);
        match (open_comment, groups.first()) {
            (Some((why, inside)), _) => {
                done = done.and_then(|()| self.flush(true)).and(Err(why));
                tokens = tokens.chain(inside).collect::<Vec<_>>().into_iter();
            }
            (None, Some(group)) if done.is_ok() => {
                done = Err(Diagnostic::at(group.span.clone(), "a conditional that does not end")
                    .hint("close it with #endif"));
                let begin = group.span.bytes.start;
                self.go_back_to(groups.swap_remove(0));
                let inside = lex(source)?.into_iter().filter(|t| t.span.bytes.start >= begin);
                tokens = inside.collect::<Vec<_>>().into_iter();
            }
            (None, _) => {}
        }
        let done = done.and_then(|()| self.flush(depth == 0));
        if done.is_err() {
            let waiting = std::mem::take(&mut self.run).into_iter();
            self.rest.extend(waiting.chain(tokens));
        }
        done
    }

    /// Reads the lines of a file.
    fn lines(
        &mut self,
        source: &Source,
        tokens: &mut std::vec::IntoIter<Token>,
        groups: &mut Vec<Group>,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let mut line: Vec<Token> = Vec::new();
        loop {
            line.clear();
            let mut ended = false;
            for token in tokens.by_ref() {
                if token.kind == Kind::Newline {
                    ended = true;
                    break;
                }
                line.push(token);
            }
            if !ended {
                break;
            }
            let active = groups.last().is_none_or(|g| g.active);
            self.in_doubt(&line, active);
            match line.first() {
                Some(first) if first.is("#") => {
                    if let Err(why) = self.flush_before(directive::may_stand_in_arguments(&line)) {
                        self.rest.append(&mut line);
                        return Err(why);
                    }
                    self.directive(source, &line, tokens.as_slice(), groups, depth)?;
                }
                Some(_) if active => {
                    let text = std::mem::take(&mut line);
                    self.text(source, text).map_err(|why| self.refuse(why))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Expands the text since the last directive, but for the use of a macro in whose arguments this one may stand.
    fn flush_before(&mut self, may_stand_in_arguments: bool) -> Result<(), Diagnostic> {
        let waiting = match may_stand_in_arguments {
            true => self.run.split_off(self.open_use()),
            false => Vec::new(),
        };
        let done = self.flush(false);
        match done {
            Ok(()) => self.run = waiting,
            Err(_) => self.rest.extend(waiting),
        }
        done
    }

    /// Where the use of a macro begins that the text since the last directive does not end.
    fn open_use(&self) -> usize {
        let mut at = 0;
        // Each directive in it looks through it again.
        if self.run.len() > MOST_OPEN {
            return self.run.len();
        }
        while let Some(token) = self.run.get(at) {
            let found = token.name().and_then(|name| self.macros.get(name));
            let takes = found.is_some_and(|found| found.parameters.is_some());
            let close = match self.run.get(at + 1) {
                None if takes => return at,
                Some(next) if takes && next.is("(") => closing(&self.run, at + 1),
                _ => at,
            };
            if close == self.run.len() {
                return at;
            }
            at = close + 1;
        }
        at
    }

    /// Expands the text since the last directive.
    fn flush(&mut self, at_end: bool) -> Result<(), Diagnostic> {
        if self.run.is_empty() {
            return Ok(());
        }
        let run = std::mem::take(&mut self.run);
        let mut read = Expanded::default();
        let done = self.flush_text(&run, at_end, &mut read);
        if done.is_err() {
            self.out.extend(attribute::in_words(read.out));
            self.rest.extend(run.into_iter().skip(read.tokens));
        }
        done
    }

    /// Expands a text. Where that fails, `read` says what of it is read.
    fn flush_text(
        &mut self,
        run: &[Token],
        at_end: bool,
        read: &mut Expanded,
    ) -> Result<(), Diagnostic> {
        if !at_end && let Some(last) = run.last() {
            // `F` here and `(x)` after the directive would be one use of the macro.
            let function_like = last
                .name()
                .and_then(|name| self.macros.get(name))
                .is_some_and(|m| m.parameters.is_some());
            if function_like {
                return Err(Diagnostic::at(
                    last.span.clone(),
                    "a directive stands between a macro's name and what follows it",
                ));
            }
        }
        self.expand_to(run.to_vec(), 0, read)?;
        let tokens = std::mem::take(read).out;
        if self.out.len() + tokens.len() > MOST_TOKENS {
            let span = tokens.first().map(|t| t.span.clone());
            let message = format!("more than {MOST_TOKENS} tokens once macros are expanded");
            return Err(self.refuse(span.map_or_else(
                || Diagnostic::whole(message.clone()),
                |span| Diagnostic::at(span, message.clone()),
            )));
        }
        let tokens = self.drop_pragma_operators(tokens)?;
        self.out.extend(attribute::in_words(tokens));
        Ok(())
    }

    /// Counts one more token handled.
    fn spend(&mut self, span: &Span) -> Result<(), Diagnostic> {
        limits::ask()?;
        self.work += 1;
        if self.work > MOST_WORK {
            return Err(self.too_much(span));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
