//! Host code: any C++, of which only statements that launches may hang on are read. What cannot be
//! read stays as its tokens.

use super::mention::mentions;
use super::outline::{self, Outline, Piece, end_of, launched, outline};
use super::redeclared::Redeclared;
use super::scope::Sort;
use super::{DEEPEST_NESTING, Parsed, Parser};
use crate::declared::is_balanced;
use crate::path::Path;
use crate::syntax::{
    Condition, Expr, ExprKind, Host, HostFunction, HostStep, Init, Item, Jump, Mention, Parameter,
    Place, Site, Skipped, StepKind, StmtKind, THIS, Type,
};
use crate::token::{Kind, closing};
use semantics::Name;
use std::collections::HashSet;
use std::ops::Range;

/// The type of what could not be read.
pub(crate) const UNREAD: Type = Type::Other("a type that is not read");

impl Parser {
    /// The host code of a file that was read.
    pub(super) fn host(&mut self) -> Host {
        let sites: Vec<(usize, usize)> = self
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, t)| t.is("<<<"))
            .map(|(n, _)| (n, launched(&self.tokens, n).unwrap_or(n)))
            .collect();
        self.launch_sites = sites.iter().copied().collect();
        let kernels: HashSet<Name> = self.file.items.iter().filter_map(kernel_name).collect();
        if kernels.is_empty() {
            return Host::default();
        }
        let outline = outline(&self.tokens);
        let named: HashSet<usize> = sites.iter().map(|(_, name)| *name).collect();
        let mention = |at: usize| {
            let token = &self.tokens[at];
            Some(Mention { name: token.name()?.clone(), span: Place(token.span.clone()) })
        };
        let mentions: Vec<Mention> = mentions(&self.tokens, &outline, &kernels, &named)
            .into_iter()
            .filter_map(mention)
            .collect();
        let site = |(_, at): &(usize, usize)| {
            let token = &self.tokens[*at];
            let name = token.name().cloned().unwrap_or_else(|| "".into());
            Site { at: *at, name, span: Place(token.span.clone()) }
        };
        let sites: Vec<Site> = sites.iter().map(site).collect();
        let outer = outline.outer_names(&self.tokens);
        let members = (!outline.derived).then(|| outline.members.clone());
        let redeclared = Redeclared::of(&self.tokens);
        let several = redeclared.several();
        let virtuals = outline::virtuals(&self.tokens);
        let mut host =
            Host { sites, mentions, outer, members, several, virtuals, ..Host::default() };
        if host.sites.is_empty() && host.mentions.is_empty() {
            return host;
        }
        host.put_into = super::put::put_into(&self.tokens, &outline);
        // Else nobody knows in which function a launch stands.
        if is_balanced(&self.tokens) {
            self.doubt_enumerators();
            host.functions = self.host_functions(&outline, &redeclared);
            self.go_back(0);
        }
        host
    }

    /// Reads the functions, and leaves everything else as it was.
    fn host_functions(&mut self, outline: &Outline, redeclared: &Redeclared) -> Vec<HostFunction> {
        let before = (self.file.items.len(), self.file.records.len(), self.file.notes.len());
        let unions = self.file.unions.len();
        let ambiguous = self.file.ambiguous.clone();
        let mut functions = Vec::new();
        let weak = self.weak();
        for piece in outline.functions.iter().filter(|piece| !piece.device) {
            let scopes = self.scopes.depth();
            self.doubt_types(redeclared, piece);
            self.namespaces.host = Some((piece.namespace.clone(), piece.qualified));
            functions.extend(self.host_function(piece, &weak));
            self.namespaces.host = None;
            self.scopes.cut(scopes);
        }
        self.file.items.truncate(before.0);
        self.file.records.truncate(before.1);
        self.file.unions.truncate(unions);
        self.file.notes.truncate(before.2);
        self.file.ambiguous = ambiguous;
        functions
    }

    /// `weak`: the functions that another file may have.
    fn host_function(&mut self, piece: &Piece, weak: &HashSet<Name>) -> Option<HostFunction> {
        let scopes = self.scopes.depth();
        (self.depth, self.in_angles) = (0, false);
        self.scopes.open();
        let name = self.tokens[piece.name].name()?.clone();
        let span = Place(self.tokens[piece.name].span.clone());
        // Another file may have the one that is called.
        let mut readable = !weak.contains(&name);
        let mut template = Vec::new();
        if let Some(at) = piece.template {
            self.at = at + 1;
            match self.reading(Parser::template_parameters) {
                Ok(parameters) => template = parameters,
                Err(_) => readable = false,
            }
        }
        self.at = piece.head;
        let returns = self.reading(|p| p.returned(piece.name)).ok();
        let end = closing(&self.tokens, piece.parameters);
        self.at = piece.parameters;
        let mut forwards = None;
        let parameters = match self.reading(Parser::parameters) {
            Ok((parameters, false)) if self.at == end + 1 => parameters,
            read => {
                let whole = readable && self.at == end + 1;
                readable = false;
                match read {
                    Ok((parameters, true)) if whole && piece.class.is_none() => {
                        let head = piece.parameters..end;
                        forwards = self.forwards(&template, &parameters, head, &piece.body);
                        match forwards {
                            Some(_) => parameters,
                            None => self.unreadable_parameters(piece.parameters..end),
                        }
                    }
                    _ => self.unreadable_parameters(piece.parameters..end),
                }
            }
        };
        for parameter in &parameters {
            if let Some(name) = &parameter.name {
                self.scopes.declare(name.clone(), Sort::Value);
            }
        }
        if piece.class.is_some() {
            self.scopes.declare(THIS.into(), Sort::Value);
        }
        self.at = piece.body.start + 1;
        let body = self.host_steps(piece.body.end - 1);
        self.scopes.cut(scopes);
        let (class, exported) = (piece.class.clone(), piece.exported);
        Some(HostFunction {
            name,
            span,
            class,
            exported,
            template,
            returns,
            parameters,
            readable,
            forwards,
            body,
        })
    }

    /// The type that stands before the name of a function.
    fn returned(&mut self, name: usize) -> Parsed<Type> {
        let mut ty = self.specifiers()?.qualified();
        while self.at < name {
            ty = match self.eat("*") {
                true => Type::Pointer(ty.into()),
                false if self.eat("&") => Type::Reference(ty.into()),
                false => {
                    self.skip_qualifiers();
                    if !self.is("*") && !self.is("&") && self.at < name {
                        return Err(self.unexpected("the name of a function"));
                    }
                    ty
                }
            };
        }
        Ok(ty)
    }

    /// Runs a part of the grammar; what it did to the tokens is undone where it fails.
    pub(super) fn reading<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let (start, depth, scopes) = (self.at, self.depth, self.scopes.depth());
        let done = part(self);
        self.in_angles = false;
        if done.is_err() {
            self.go_back(start);
            self.depth = depth;
            self.scopes.cut(scopes);
        }
        done
    }

    /// Every name among parameters that cannot be read may be one of theirs.
    fn unreadable_parameters(&self, range: Range<usize>) -> Vec<Parameter> {
        let names = self.tokens[range].iter().filter_map(|t| Some((t.name()?.clone(), &t.span)));
        names
            .map(|(name, span)| Parameter {
                name: Some(name),
                ty: UNREAD,
                immutable: false,
                shared: false,
                default: None,
                span: Place(span.clone()),
            })
            .collect()
    }

    /// Statements up to a token.
    pub(super) fn host_steps(&mut self, end: usize) -> Vec<HostStep> {
        let mut steps = Vec::new();
        while self.at < end {
            let before = self.at;
            steps.push(self.host_step(end));
            // Whatever stands there, it is passed.
            self.at = self.at.max(before + 1);
        }
        self.at = end;
        steps
    }

    fn host_step(&mut self, end: usize) -> HostStep {
        // A loop may have no body where the file ends.
        if self.at >= end {
            return HostStep { kind: StepKind::Block(Vec::new()), span: Place(self.span()) };
        }
        if self.depth >= DEEPEST_NESTING {
            return self.skipped_step(self.at..end);
        }
        self.depth += 1;
        let start = self.span();
        let kind = self.host_step_kind(end);
        self.depth -= 1;
        HostStep { kind, span: self.since(&start) }
    }

    /// One in a scope of its own.
    fn host_inner(&mut self, end: usize) -> Box<HostStep> {
        self.scopes.open();
        let step = self.host_step(end);
        self.scopes.close();
        Box::new(step)
    }

    fn host_step_kind(&mut self, end: usize) -> StepKind {
        if self.is("{") {
            let close = closing(&self.tokens, self.at).min(end);
            self.at += 1;
            self.scopes.open();
            let steps = self.host_steps(close);
            self.scopes.close();
            self.at = (close + 1).min(end);
            return StepKind::Block(steps);
        }
        if self.eat(";") {
            return StepKind::Block(Vec::new());
        }
        let word = self.word().to_string();
        match word.as_str() {
            "if" | "switch" | "while" => {
                self.at += 1;
                self.eat_word("constexpr");
                if self.is("(") {
                    return self.host_conditional(&word, end);
                }
            }
            "for" if self.is_at(1, "(") => return self.host_for(end),
            "do" => {
                self.at += 1;
                let body = self.host_inner(end);
                let mut condition = Condition::Skipped(Skipped::default());
                if self.eat_word("while") && self.is("(") {
                    let close = closing(&self.tokens, self.at).min(end);
                    self.at += 1;
                    condition = self.host_condition(close);
                    self.at = (close + 1).min(end);
                    self.eat(";");
                }
                let condition = Some(condition);
                return StepKind::Loop { condition, step: None, body, body_first: true };
            }
            "case" => {
                let past = self.past_colon(end);
                let range = self.at + 1..past.saturating_sub(1).max(self.at + 1);
                self.at += 1;
                let read = self.is_readable(&range).then(|| {
                    self.reading(|p| {
                        let e = p.assignment()?;
                        if p.at == range.end { Ok(e) } else { Err(p.unexpected("`:`")) }
                    })
                });
                let value = read.and_then(Result::ok).filter(is_whole);
                self.at = past;
                return StepKind::Case { value, default: false };
            }
            "default" if self.is_at(1, ":") => {
                self.at += 2;
                return StepKind::Case { value: None, default: true };
            }
            "return" => {
                let stop = end_of(&self.tokens, self.at).min(end);
                self.at += 1;
                let value = match self.is(";") || self.at >= stop {
                    true => None,
                    false => Some(self.host_condition(stop.max(self.at + 1) - 1)),
                };
                self.at = stop;
                return StepKind::Return(value);
            }
            "throw" => {
                let stop = end_of(&self.tokens, self.at).clamp(self.at + 1, end);
                let thrown = self.skipped_step(self.at..stop);
                let span = thrown.span.clone();
                let away = HostStep { kind: StepKind::Jump(Jump::Away), span };
                return StepKind::Block(vec![thrown, away]);
            }
            "break" | "continue" | "goto" => {
                self.at = end_of(&self.tokens, self.at).min(end);
                return StepKind::Jump(match word.as_str() {
                    "break" => Jump::Break,
                    "continue" => Jump::Continue,
                    _ => Jump::Goto,
                });
            }
            "try" if self.is_at(1, "{") => {
                self.at += 1;
                let body = self.host_inner(end);
                let mut handlers = Vec::new();
                while self.eat_word("catch") && self.is("(") {
                    let close = closing(&self.tokens, self.at).min(end);
                    self.scopes.open();
                    let header = self.skipped_step(self.at..close);
                    self.at = (close + 1).min(end);
                    let body = *self.host_inner(end);
                    self.scopes.close();
                    let span = body.span.clone();
                    handlers.push(HostStep { kind: StepKind::Block(vec![header, body]), span });
                }
                return StepKind::Try(body, handlers);
            }
            _ if !word.is_empty() && self.is_at(1, ":") && !super::is_reserved(&word) => {
                self.at += 2;
                return StepKind::Label;
            }
            _ => {}
        }
        self.host_simple(end)
    }

    /// Past the `:` of a `case`.
    fn past_colon(&self, end: usize) -> usize {
        let mut questions = 0usize;
        let mut n = self.at;
        while n < end {
            match self.tokens[n].kind {
                Kind::Punct("?") => questions += 1,
                Kind::Punct(":") if questions == 0 => return n + 1,
                Kind::Punct(":") => questions -= 1,
                Kind::Punct("(" | "[") => n = closing(&self.tokens, n),
                Kind::Punct(";" | "{" | "}") => return n,
                _ => {}
            }
            n += 1;
        }
        end
    }

    /// After `if`, `while` or `switch`, from its `(` on. What is declared there is in scope, as if both
    /// were in a block.
    fn host_conditional(&mut self, word: &str, end: usize) -> StepKind {
        let close = closing(&self.tokens, self.at).min(end);
        self.at += 1;
        self.scopes.open();
        let start = self.span();
        let mut before = Vec::new();
        // `if (T x = e; c)`
        let split = end_of(&self.tokens, self.at).min(close);
        let mut declared = None;
        if split < close {
            before.push(self.host_step(close));
        } else if self.condition_declares() {
            let begin = self.at;
            // That of a loop is another one each time.
            let once = word != "while" && self.is_readable(&(begin..close));
            if once && let Some((variables, value)) = self.declared_as_condition(close) {
                let kind = StepKind::Declare(variables);
                before.push(HostStep { kind, span: self.since(&start) });
                declared = Some(Condition::Read(value));
            } else {
                // What it declares is not looked at.
                before.push(self.skipped_step(begin..close));
            }
        }
        let condition = match declared {
            Some(condition) => condition,
            None => self.host_condition(close),
        };
        self.at = (close + 1).min(end);
        let kind = match word {
            "if" => {
                let yes = self.host_inner(end);
                let no = if self.eat_word("else") { Some(self.host_inner(end)) } else { None };
                StepKind::If(condition, yes, no)
            }
            "while" => {
                let (body, condition) = (self.host_inner(end), Some(condition));
                StepKind::Loop { condition, step: None, body, body_first: false }
            }
            _ => StepKind::Switch(condition, self.host_inner(end)),
        };
        self.scopes.close();
        if before.is_empty() {
            return kind;
        }
        before.push(HostStep { kind, span: self.since(&start) });
        StepKind::Block(before)
    }

    /// The expression up to a token.
    fn host_condition(&mut self, close: usize) -> Condition {
        let range = self.at..close;
        if range.is_empty() {
            return Condition::Skipped(Skipped::default());
        }
        let made = match self.is_readable(&range) {
            true => self.reading(|p| {
                let e = p.expression()?;
                if p.at == close { Ok(e) } else { Err(p.unexpected("the end")) }
            }),
            false => Err(self.unexpected("an expression")),
        };
        match made {
            Ok(e) if is_whole(&e) => Condition::Read(e),
            _ => Condition::Skipped(self.skipped(range)),
        }
    }

    fn host_for(&mut self, end: usize) -> StepKind {
        self.at += 1;
        let close = closing(&self.tokens, self.at).min(end);
        self.at += 1;
        self.scopes.open();
        let start = self.span();
        let kind = if self.ranges() {
            if let Some(each) = self.each(close) {
                self.at = (close + 1).min(end);
                let span = each.first.span.clone();
                let body = StepKind::Block(vec![each.first, *self.host_inner(end)]);
                let body = Box::new(HostStep { kind: body, span });
                let (condition, step) = (Some(each.condition), Some(Box::new(each.step)));
                let again = StepKind::Loop { condition, step, body, body_first: false };
                let again = HostStep { kind: again, span: self.since(&start) };
                self.scopes.close();
                return StepKind::Block(vec![each.before, again]);
            }
            let each = self.each_number(close);
            let header = self.skipped_step(self.at..close);
            self.at = (close + 1).min(end);
            let body = self.host_inner(end);
            let (each, step) = each.unzip();
            let step = step.map(Box::new);
            let again = StepKind::Loop { condition: None, step, body, body_first: false };
            let again = HostStep { kind: again, span: self.since(&start) };
            [Some(header), each, Some(again)].into_iter().flatten().collect()
        } else {
            let init = self.host_step(close);
            let split = end_of(&self.tokens, self.at).min(close);
            let condition = match split.saturating_sub(1) {
                stop if stop > self.at => Some(self.host_condition(stop)),
                _ => None,
            };
            self.at = split;
            let step = (self.at < close).then(|| Box::new(self.host_expression(close)));
            self.at = (close + 1).min(end);
            let body = self.host_inner(end);
            let each = StepKind::Loop { condition, step, body, body_first: false };
            vec![init, HostStep { kind: each, span: self.since(&start) }]
        };
        self.scopes.close();
        StepKind::Block(kind)
    }

    /// An expression as a statement without `;`, up to a token.
    fn host_expression(&mut self, close: usize) -> HostStep {
        let (start, begin) = (self.span(), self.at);
        match self.host_condition(close) {
            Condition::Read(e) => {
                self.at = close;
                HostStep { kind: StepKind::Expr(e), span: self.since(&start) }
            }
            Condition::Skipped(_) => self.skipped_step(begin..close),
        }
    }

    /// A declaration or an expression, up to its `;`.
    fn host_simple(&mut self, end: usize) -> StepKind {
        let start = self.at;
        if start >= end {
            return StepKind::Block(Vec::new());
        }
        let stop = end_of(&self.tokens, start).clamp(start + 1, end);
        let class = matches!(self.word(), "struct" | "class" | "union");
        if let Some(brought) = self.brought(start..stop) {
            self.at = stop;
            return StepKind::Declare(brought);
        }
        if !self.is_readable(&(start..stop)) {
            return match self.closure(start..stop) {
                Some(closure) => StepKind::Skipped(closure),
                None => self.skipped_step(start..stop).kind,
            };
        }
        let made = self.reading(|p| {
            let made = p.statement()?;
            if p.at == stop { Ok(made) } else { Err(p.unexpected("`;`")) }
        });
        // What stands in a class is no statement, and what seems to be a type may be a function that is called.
        if class || made.as_ref().is_ok_and(|made| self.declares_of_function(&made.kind)) {
            return self.skipped_step(start..stop).kind;
        }
        match made.map(|made| made.kind) {
            Ok(StmtKind::Empty) => StepKind::Block(Vec::new()),
            Ok(StmtKind::Expr(e)) if is_whole(&e) => StepKind::Expr(e),
            Ok(StmtKind::Declare(variables))
                if variables
                    .iter()
                    .flat_map(|v| v.init.iter().flat_map(Init::expressions))
                    .all(is_whole) =>
            {
                StepKind::Declare(variables)
            }
            _ => self.skipped_step(start..stop).kind,
        }
    }

    /// Whether a statement declares a variable of a type that is called like a function: `::f<n>(x);`
    fn declares_of_function(&self, kind: &StmtKind) -> bool {
        let StmtKind::Declare(variables) = kind else { return false };
        variables.iter().any(|v| match &v.ty {
            Type::Missing(of) | Type::Instance(of, _) => {
                matches!(self.scopes.find(&of.last().into()), Some(Sort::Template | Sort::Value))
            }
            _ => false,
        })
    }
}

/// Whether nothing of an expression was passed over.
pub(super) fn is_whole(e: &Expr) -> bool {
    let mut left = vec![e];
    while let Some(e) = left.pop() {
        if matches!(e.kind, ExprKind::Other(_)) {
            return false;
        }
        left.extend(e.kind.operands());
    }
    true
}

fn kernel_name(item: &Item) -> Option<Name> {
    match item {
        Item::Function(f) if f.specifiers.global => Some(f.name.last().into()),
        _ => None,
    }
}
