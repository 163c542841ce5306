//! Changes of a text by its syntax tree: what of it can be deleted or made simpler.

use crate::kernel::{Language, smaller_id};
use cuda::syntax::{Body, Expr, ExprKind, File, Init, Item, Stmt, StmtKind};
use jaminan::Program;
use semantics::{ParseOptions, Source, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes of a text, and what comes in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub bytes: Range<usize>,
    pub with: String,
}

impl Edit {
    pub fn apply(&self, text: &str) -> Option<String> {
        let (before, after) = (text.get(..self.bytes.start)?, text.get(self.bytes.end..)?);
        Some(format!("{before}{}{after}", self.with))
    }
}

/// The texts that are one step smaller, the shortest first.
pub(crate) fn smaller(language: Language, text: &str) -> Vec<String> {
    let edits = match language {
        Language::Cuda | Language::OpenCl => deletions(language, text),
        // One line is one statement as a rule; what is none any more is thrown away below.
        Language::Jaminan | Language::Protocol => lines(text),
    };
    let mut all: Vec<String> = edits
        .iter()
        .filter_map(|edit| edit.apply(text))
        .map(|text| without_empty_lines(&text))
        .filter(|new| is_less(new, text) && reads(language, new))
        .collect();
    all.sort_by_key(|text| (text.len(), text.clone()));
    all.dedup();
    all.iter().map(|text| marked(text)).collect()
}

/// The text with another name in its first line, where a generator has put one there.
fn marked(text: &str) -> String {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("// ") && first.contains("1:") => {
            format!("{}\n{rest}", smaller_id(first))
        }
        _ => text.to_owned(),
    }
}

/// Shorter, or as long and with smaller digits: an order without an endless way down.
fn is_less(new: &str, old: &str) -> bool {
    let code =
        |text: &str| text.lines().filter(|l| !l.starts_with("//")).collect::<Vec<_>>().join("\n");
    let (new, old) = (code(new), code(old));
    (new.len(), new) < (old.len(), old)
}

/// Whether the text is well-formed.
pub(crate) fn reads(language: Language, text: &str) -> bool {
    let source = Source::new(format!("k.{language}"), text);
    match language {
        Language::Cuda | Language::OpenCl => {
            let none: BTreeMap<String, String> = BTreeMap::new();
            let is_read = |unit: cuda::Unit| {
                let mistakes = unit.kernels.iter().filter_map(cuda::Kernel::mistake);
                !unit.kernels.is_empty() && mistakes.count() == 0
            };
            cuda::load(source, &cuda::Options::default(), &none).is_ok_and(is_read)
        }
        Language::Jaminan => Program::parse(&source, ParseOptions::default()).is_ok(),
        Language::Protocol => maps::ProtocolFile::parse(&source, ParseOptions::default()).is_ok(),
    }
}

/// What the only kernel of a text means; nothing where that is not modelled.
pub(crate) fn lowered(source: Source) -> Option<Program> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = cuda::load(source, &cuda::Options::default(), &none).ok()?;
    unit.kernels.into_iter().next()?.into_single()?.lowered.ok()
}

/// The syntax tree; nothing where the text cannot be read.
pub(crate) fn tree(language: Language, text: &str) -> Option<File> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new(format!("k.{language}"), text);
    cuda::parse(&source, &cuda::Options::default(), &none).ok()
}

fn lines(text: &str) -> Vec<Edit> {
    let mut start = 0;
    let mut edits = Vec::new();
    for line in text.split_inclusive('\n') {
        let bytes = start..start + line.len();
        start = bytes.end;
        edits.push(Edit { bytes, with: String::new() });
    }
    edits
}

/// Lines with nothing on them, and empty statements, are what deletions leave behind.
fn without_empty_lines(text: &str) -> String {
    let kept = text.lines().filter(|line| !matches!(line.trim(), "" | ";"));
    kept.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What can be deleted of a text in C.
fn deletions(language: Language, text: &str) -> Vec<Edit> {
    let Some(file) = tree(language, text) else { return Vec::new() };
    let mut found = Deletions { text, edits: Vec::new() };
    // Host code calls a kernel with all of its arguments: as long as it is there, they stay.
    let is_called = !file.host.sites.is_empty() || !file.host.mentions.is_empty();
    for item in &file.items {
        if let Item::Function(function) = item {
            if let Body::Block(body) = &function.body {
                body.iter().for_each(|s| found.statement(s));
            }
            if !is_called {
                found.parameters(&function.span.0);
            }
        }
    }
    found.items(&file);
    found.edits
}

struct Deletions<'t> {
    text: &'t str,
    edits: Vec<Edit>,
}

impl Deletions<'_> {
    fn put(&mut self, place: &Span, with: impl Into<String>) {
        self.edits.push(Edit { bytes: place.bytes.clone(), with: with.into() });
    }

    fn of(&self, place: &Span) -> String {
        self.text.get(place.bytes.clone()).unwrap_or_default().to_owned()
    }

    /// A statement in another's place.
    fn lift(&mut self, whole: &Stmt, part: &Stmt) {
        let text = self.of(&part.span.0);
        let bare = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let bare = bare.map(str::to_owned);
        self.put(&whole.span.0, text);
        if let Some(bare) = bare {
            self.put(&whole.span.0, bare);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        self.put(&s.span.0, ";");
        match &s.kind {
            StmtKind::Expr(e) => self.expression(e),
            StmtKind::Return(Some(e)) => self.expression(e),
            StmtKind::Declare(variables) | StmtKind::Enumeration(_, variables) => {
                for variable in variables {
                    if let Some(Init::Expr(e)) = &variable.init {
                        self.expression(e);
                    }
                }
            }
            StmtKind::Block(body) => body.iter().for_each(|s| self.statement(s)),
            StmtKind::If(c, a, b) => {
                self.expression(c);
                self.lift(s, a);
                self.statement(a);
                if let Some(b) = b {
                    self.lift(s, b);
                    self.statement(b);
                    let end = Span {
                        source: s.span.0.source.clone(),
                        bytes: a.span.0.bytes.end..b.span.0.bytes.end,
                    };
                    self.put(&end, "");
                }
            }
            StmtKind::For(init, c, step, body) => {
                let parts = format!("{} {}", self.of(&init.span.0), self.of(&body.span.0));
                self.put(&s.span.0, parts);
                self.lift(s, body);
                c.iter().chain(step).for_each(|e| self.expression(e));
                self.statement(body);
            }
            StmtKind::While(c, body) | StmtKind::DoWhile(body, c) | StmtKind::Switch(c, body) => {
                self.lift(s, body);
                self.expression(c);
                self.statement(body);
            }
            StmtKind::Case(_, body) | StmtKind::Label(_, body) => {
                self.lift(s, body);
                self.statement(body);
            }
            _ => {}
        }
    }

    fn expression(&mut self, e: &Expr) {
        let place = e.span.0.clone();
        let mut parts: Vec<&Expr> = Vec::new();
        match &e.kind {
            ExprKind::Int(..) => {
                self.put(&place, "0");
                self.put(&place, "1");
                return;
            }
            ExprKind::Binary(_, a, b) => parts.extend([&**a, &**b]),
            ExprKind::Conditional(c, a, b) => parts.extend([&**c, &**a, &**b]),
            ExprKind::Cast(_, a) | ExprKind::Unary(_, a) => parts.push(a),
            ExprKind::Assign(_, a, b) => {
                self.expression(b);
                if let ExprKind::Index(_, index) = &a.kind {
                    self.expression(index);
                }
                return;
            }
            ExprKind::Index(_, index) => {
                self.expression(index);
                self.put(&place, "0");
                return;
            }
            ExprKind::Call(_, arguments) => {
                arguments.iter().for_each(|e| self.expression(e));
                return;
            }
            _ => return,
        }
        self.put(&place, "0");
        for part in parts {
            let text = self.of(&part.span.0);
            self.put(&place, format!("({text})"));
            self.put(&place, text);
            self.expression(part);
        }
    }

    /// What stands at the top of the file beside kernels, each alone and all together: host code, most of all.
    fn items(&mut self, file: &File) {
        let kernels: Vec<usize> = file
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Function(f) if f.specifiers.global => Some(f.span.0.bytes.start),
                _ => None,
            })
            .collect();
        let all = top_level(self.text);
        let beside = all.iter().filter(|bytes| !kernels.iter().any(|at| bytes.contains(at)));
        self.edits.extend(beside.cloned().map(|bytes| Edit { bytes, with: String::new() }));
        if let (Some(first), Some(last)) = (kernels.iter().min(), kernels.iter().max()) {
            let end = all.iter().find(|bytes| bytes.contains(last)).map(|bytes| bytes.end);
            let start = all.iter().find(|bytes| bytes.contains(first)).map(|bytes| bytes.start);
            if let (Some(start), Some(end)) = (start, end) {
                self.edits.push(Edit { bytes: end..self.text.len(), with: String::new() });
                let code = self.text.lines().take_while(|line| line.starts_with("//"));
                let head: usize = code.map(|line| line.len() + 1).sum();
                self.edits.push(Edit { bytes: head.min(start)..start, with: String::new() });
            }
        }
    }

    /// Parameters that may go, from the name of the function.
    fn parameters(&mut self, name: &Span) {
        let rest = self.text.get(name.bytes.end..).unwrap_or_default();
        let (Some(open), Some(close)) = (rest.find('('), rest.find(')')) else { return };
        let Some(list) = rest.get(open + 1..close) else { return };
        let parameters: Vec<&str> = list.split(',').collect();
        for n in 0..parameters.len() {
            let mut fewer = parameters.clone();
            fewer.remove(n);
            let bytes = name.bytes.end + open + 1..name.bytes.end + close;
            self.edits.push(Edit { bytes, with: fewer.join(",").trim().to_owned() });
        }
    }
}

/// Where the declarations and functions of a file stand, as far as their braces are closed.
fn top_level(text: &str) -> Vec<Range<usize>> {
    let Ok(tokens) = cuda::lex::lex(&Source::new("k.cu", text)) else { return Vec::new() };
    let (mut all, mut start, mut depth) = (Vec::new(), None, 0_usize);
    for token in &tokens {
        let begin = *start.get_or_insert(token.span.bytes.start);
        let opens = ["{", "(", "["].iter().any(|punct| token.is(punct));
        let closes = ["}", ")", "]"].iter().any(|punct| token.is(punct));
        depth = if opens { depth + 1 } else { depth.saturating_sub(usize::from(closes)) };
        if depth == 0 && (token.is("}") || token.is(";")) {
            all.push(begin..token.span.bytes.end);
            start = None;
        }
    }
    all
}

/// The places of a text in C at which something can be changed: of barriers, comparisons, numbers and
/// coordinates of threads.
pub(crate) fn changes(text: &str) -> Vec<Edit> {
    const WORDS: [(&str, &[&str]); 14] = [
        ("__syncthreads();", &[""]),
        ("barrier(CLK_LOCAL_MEM_FENCE);", &[""]),
        ("threadIdx.x", &["threadIdx.y", "blockIdx.x", "0"]),
        ("threadIdx.y", &["threadIdx.x", "0"]),
        ("blockIdx.x", &["threadIdx.x", "0"]),
        ("blockDim.x", &["gridDim.x", "1"]),
        (" < ", &[" <= ", " > "]),
        (" <= ", &[" < "]),
        (" == ", &[" != "]),
        (" + ", &[" - ", " * "]),
        (" - ", &[" + "]),
        (" * ", &[" + "]),
        (" & ", &[" | "]),
        ("__shared__ ", &[""]),
    ];
    let mut edits = Vec::new();
    let code = text.lines().take_while(|line| line.starts_with("//")).map(|l| l.len() + 1).sum();
    for (word, instead) in WORDS {
        for (at, _) in text.match_indices(word).filter(|(at, _)| *at >= code) {
            let edit = |with: &&str| Edit { bytes: at..at + word.len(), with: (*with).into() };
            edits.extend(instead.iter().map(edit));
        }
    }
    let mut digits = text.char_indices().filter(|(at, c)| *at >= code && c.is_ascii_digit());
    for (at, digit) in digits.by_ref() {
        let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        if alone(text[..at].chars().next_back()) && alone(text[at + 1..].chars().next()) {
            let next = char::from_digit((digit.to_digit(10).unwrap_or(0) + 1) % 10, 10);
            edits.extend(next.map(|next| Edit { bytes: at..at + 1, with: next.into() }));
        }
    }
    edits
}

/// The text with this change, where it can still be read.
pub(crate) fn changed(language: Language, text: &str, edit: &Edit) -> Option<String> {
    edit.apply(text).filter(|text| reads(language, text))
}
