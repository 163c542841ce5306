//! A recursive-descent parser for the C++ that kernels are written in.
//!
//! Whether a name is a type is known where it is read, so `(i)+n*j` and `a<b && c>(d)` have the one
//! tree that they have in C++. What is passed over instead of read (bodies of host functions and of
//! class templates, member functions, attributes) is delimited by balanced brackets, and noted.

mod ambiguity;
mod assembly;
mod base;
mod bits;
mod bound;
mod chevrons;
mod class;
mod closure;
mod constraint;
mod construct;
mod constructor;
mod declarator;
mod defaults;
mod designated;
mod each;
mod enumeration;
mod expression;
mod forwards;
mod friend;
mod hiding;
mod host;
mod instantiation;
mod item;
mod lambda;
mod launch;
mod layout;
mod local;
mod lookahead;
mod member;
mod mention;
mod merged;
mod method;
mod namespace;
mod nested;
mod opencl;
mod outline;
mod passed_over;
mod ptx;
mod put;
mod qualified;
mod range;
mod recover;
mod redeclared;
mod renamed;
mod scope;
mod specifier;
mod statement;
mod symbol;
mod template;
mod type_trait;
mod unseen;

use crate::declared::is_balanced;
use crate::preprocess::{Preprocessed, is_opencl};
use crate::reach::Reach;
use crate::syntax::{
    BlockBound, Expr, ExprKind, File, Host, Merged, Place, TemplateParameter, Type,
};
use crate::token::{Hidden, Kind, Token, join};
pub(crate) use crate::vocabulary::is_vector;
use crate::vocabulary::{self, Language};
pub(crate) use crate::words::is_reserved;
use ambiguity::Overloads;
pub(crate) use host::UNREAD;
use namespace::Namespaces;
use scope::Scopes;
use semantics::{Diagnostic, Name, Span, limits};
use std::collections::{HashMap, HashSet};

/// How deep statements, parentheses and prefix operators may nest.
pub const DEEPEST_NESTING: usize = 256;
/// How tall an expression may be: `a + b + …` grows by one with each operand.
pub const TALLEST_EXPRESSION: u16 = 1024;

/// Parses the tokens of a file.
///
/// What is not C++, or nests deeper than [`DEEPEST_NESTING`], is passed over item by item, or as the body of a function:
/// each says why ([`Item::Unread`](crate::syntax::Item::Unread), [`Body::Unread`](crate::syntax::Body::Unread)).
///
/// # Errors
/// A literal that does not end; that the limits in force are reached.
pub fn parse(source: &semantics::Source, input: Preprocessed) -> Result<File, Diagnostic> {
    let end = source.text().len();
    let end = Span { source: source.clone(), bytes: end..end };
    let opencl = is_opencl(source);
    let mut tokens: Vec<Token> = input.tokens.into_iter().map(Token::spelt_out).collect();
    if opencl {
        tokens = tokens.into_iter().filter_map(opencl::spell).collect();
    } else {
        tokens = ptx::in_cpp(chevrons::joined(tokens));
    }
    if let Some(open) = tokens.iter().find(|t| t.is_open_literal()) {
        return Err(Diagnostic::at(open.span.clone(), "a literal that does not end"));
    }
    let read = tokens.len();
    let why = input.rest.map(|rest| {
        // No bracket in it closes one that is read.
        let open = Kind::Punct("{");
        let first = rest.why.span.as_ref().or(rest.tokens.first().map(|t| &t.span));
        tokens.extend(first.map(|span| Token {
            kind: open,
            span: span.clone(),
            space: false,
            hidden: Hidden::default(),
        }));
        tokens.extend(rest.tokens);
        rest.why
    });
    let language = if opencl { Language::OpenCl } else { Language::Cuda };
    let toolkit = vocabulary::declarations(&mut tokens, language, input.skipped.iter());
    let file = File {
        volatile: has(&tokens, &["volatile"]),
        lambdas: lambda::may_be_among(&tokens),
        aligned: input.packed || layout::has_aligned_types(&tokens),
        merged: Merged::of(&tokens, &toolkit),
        notes: input.notes,
        reach: match input.doubts.is_empty() {
            true => Reach::default(),
            // A word that says so may be a macro of what is missing.
            false => {
                let by_word = !opencl && input.missing.is_empty() && is_balanced(&tokens);
                Reach::of(&tokens, language, by_word)
            }
        },
        missing: input.missing.into_iter().collect(),
        refused: input.refused,
        doubts: input.doubts,
        hidden: input.hidden,
        expanded: input.expanded,
        opencl,
        ..File::default()
    };
    let mut parser = Parser::new(toolkit, end, file);
    if opencl {
        for (name, ty) in opencl::wide_vectors() {
            parser.scopes.declare(name.into(), scope::Sort::Type(ty));
        }
    }
    parser.toolkit(tokens)?;
    let rest = parser.tokens.split_off(read.min(parser.tokens.len()));
    parser.file()?;
    if let Some(why) = why {
        parser.rest(rest, why);
    }
    parser.go_back(0);
    parser.file.host = Host { asserts: input.asserts, ..parser.host() };
    parser.file.symbols = symbol::symbols(&parser.tokens, &parser.file);
    parser.told_apart_by_constraints();
    parser.instances();
    parser.instantiations();
    parser.ambiguities();
    parser.spread();
    let unread = parser.file.unread();
    let in_doubt: Vec<Name> = unread.flat_map(|unread| unread.in_doubt()).collect();
    parser.file.ambiguous.extend(in_doubt);
    // Who could not read something may have passed over it.
    limits::ask_now()?;
    Ok(parser.file)
}

/// Parses a condition that stands alone, as after `--assume`.
///
/// # Errors
/// Where it is not an expression.
pub fn parse_expression(
    source: &semantics::Source,
    input: Preprocessed,
) -> Result<Expr, Diagnostic> {
    let end = source.text().len();
    if let Some(rest) = input.rest {
        return Err(rest.why);
    }
    let tokens = input.tokens.into_iter().map(Token::spelt_out).collect();
    let end = Span { source: source.clone(), bytes: end..end };
    let mut parser = Parser::new(tokens, end, File::default());
    let expr = parser.expression()?;
    match parser.peek() {
        None => Ok(expr),
        Some(_) => Err(parser.unexpected("the end of the expression")),
    }
}

/// Whether one of these words is among the tokens.
fn has(tokens: &[Token], words: &[&str]) -> bool {
    tokens.iter().filter_map(Token::name).any(|name| words.contains(&name.as_str()))
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    end: Span,
    scopes: Scopes,
    /// How many structures were given a name here.
    unnamed: usize,
    /// The namespaces around the place at hand, and what is declared in which.
    namespaces: Namespaces,
    /// The parameters of the template whose class comes next; none of a specialization.
    class_head: Option<Vec<TemplateParameter>>,
    /// The name of the kernel of each launch, by its `<<<`.
    launch_sites: HashMap<usize, usize>,
    /// What attributes said of the blocks of the kernel that is being declared.
    block_bound: Option<Box<BlockBound>>,
    /// Whether an attribute of the declaration at hand makes another type of the one that is written.
    retypes: bool,
    /// The class whose enumerators are read.
    enumerators_of: Option<Type>,
    /// The names of variables that are references, wherever they stand.
    references: HashSet<Name>,
    /// The parameters of the templates around the place at hand.
    heads: Vec<TemplateParameter>,
    /// The names of parameters of templates that are types, wherever they stand.
    type_parameters: HashSet<Name>,
    /// The static member functions, by class and name.
    static_functions: HashSet<Name>,
    overloads: Overloads,
    /// What the members of each class are, in the bodies of its functions.
    class_scopes: HashMap<Name, HashMap<Name, scope::Sort>>,
    /// The class whose members are read.
    class_around: Option<nested::Around>,
    /// The class templates with bases that hang on their arguments.
    dependent: HashSet<Name>,
    /// Of a class inside of others, how many parameters of their templates it has before its own.
    around: HashMap<Name, usize>,
    /// The classes inside of the one at hand, whose functions may name what it declares behind them.
    inside: Vec<nested::Inside>,
    /// The names of member functions that are templates, wherever they stand.
    member_templates: HashSet<Name>,
    /// The names of data members, wherever they stand.
    data_members: HashSet<Name>,
    /// The enumerators of the class at hand whose enumerations do not say which numbers they have.
    class_enumerators: HashSet<Name>,
    /// How many bodies of functions are around the place at hand.
    bodies: usize,
    /// What the innermost function around it returns, where that is known.
    returns: Option<Type>,
    /// Whether `>` ends the expression at hand: it is an argument of a template.
    in_angles: bool,
    /// How many arguments of templates are around the place at hand.
    arguments: usize,
    /// The tokens at which one of these begins that is no type.
    values: HashSet<usize>,
    /// Tokens of which the first `>` was read, by number, as they were before.
    split: Vec<(usize, Token)>,
    /// Whether the file is OpenCL C.
    opencl: bool,
    /// Whether what the toolkit declares is read, and not the file.
    in_toolkit: bool,
    /// What a `}` may close that nothing opens.
    braces: Option<recover::Braces>,
    /// The constraints of templates.
    constraints: constraint::Constraints,
    /// Where the last item begins that could not be read and goes on to the end.
    open_item: Option<recover::Mark>,
    /// Whether the namespace at hand has an item that could not be read and does not end.
    is_open: bool,
    file: File,
}

type Parsed<T> = Result<T, Diagnostic>;

impl Parser {
    /// Before the first token.
    fn new(tokens: Vec<Token>, end: Span, file: File) -> Parser {
        Parser {
            tokens,
            at: 0,
            depth: 0,
            end,
            scopes: Scopes::new(),
            unnamed: 0,
            namespaces: Namespaces::default(),
            class_head: None,
            launch_sites: HashMap::new(),
            block_bound: None,
            retypes: false,
            enumerators_of: None,
            references: HashSet::new(),
            heads: Vec::new(),
            type_parameters: HashSet::new(),
            static_functions: HashSet::new(),
            overloads: Overloads::default(),
            class_scopes: HashMap::new(),
            class_around: None,
            dependent: HashSet::new(),
            around: HashMap::new(),
            inside: Vec::new(),
            member_templates: HashSet::new(),
            data_members: HashSet::new(),
            class_enumerators: HashSet::new(),
            bodies: 0,
            returns: None,
            in_angles: false,
            arguments: 0,
            values: HashSet::new(),
            split: Vec::new(),
            opencl: file.opencl,
            in_toolkit: false,
            constraints: constraint::Constraints::default(),
            braces: None,
            open_item: None,
            is_open: false,
            file,
        }
    }

    /// Reads what the toolkit declares, and goes on to the tokens of the file.
    fn toolkit(&mut self, tokens: Vec<Token>) -> Parsed<()> {
        self.in_toolkit = true;
        self.file()?;
        self.in_toolkit = false;
        self.namespaces.of_file = namespace::of_file(&tokens);
        self.namespaces.classes = namespace::classes(&tokens);
        (self.tokens, self.at) = (tokens, 0);
        self.split.clear();
        self.values.clear();
        self.references.clear();
        self.type_parameters.clear();
        Ok(())
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn peek_at(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// Whether the token so far ahead is this punctuator.
    fn is_at(&self, ahead: usize, punct: &str) -> bool {
        self.peek_at(ahead).is_some_and(|t| t.is(punct))
    }

    fn is(&self, punct: &str) -> bool {
        self.is_at(0, punct)
    }

    /// Whether the next token is this word.
    fn is_word(&self, word: &str) -> bool {
        self.word() == word
    }

    /// Goes back to a token, to read it and what follows once more.
    fn go_back(&mut self, at: usize) {
        while let Some((n, whole)) = self.split.pop_if(|(n, _)| *n >= at) {
            self.tokens[n] = whole;
        }
        self.at = at;
    }

    /// The next token as a word, or nothing.
    fn word(&self) -> &str {
        self.peek().and_then(Token::name).map_or("", Name::as_str)
    }

    fn span(&self) -> Span {
        self.peek().map_or_else(|| self.end.clone(), |t| t.span.clone())
    }

    /// The span of the token before the next one.
    fn last_span(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|n| self.tokens.get(n));
        last.map_or_else(|| self.end.clone(), |t| t.span.clone())
    }

    /// From a start to the token just read.
    fn since(&self, start: &Span) -> Place {
        Place(join(start, &self.last_span()))
    }

    fn eat(&mut self, punct: &str) -> bool {
        let found = self.is(punct);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.unexpected(&format!("`{punct}`"))) }
    }

    fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(self.span(), message)
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(token) => format!("`{}`", shorten(token.kind.text())),
            None => "the end of the file".into(),
        };
        self.error(format!("expected {wanted}, found {found}"))
    }

    /// Any identifier that is not a keyword of statements and expressions.
    fn identifier(&mut self) -> Parsed<(Name, Span)> {
        match self.peek() {
            Some(Token { kind: Kind::Name(name), span, .. }) if !is_reserved(name.as_str()) => {
                let found = (name.clone(), span.clone());
                self.at += 1;
                Ok(found)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Runs a part of the grammar one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        limits::ask()?;
        if self.depth >= DEEPEST_NESTING {
            return Err(
                self.error(format!("nesting deeper than {DEEPEST_NESTING} is not supported"))
            );
        }
        self.depth += 1;
        let done = part(self);
        self.depth -= 1;
        done
    }

    /// Runs a part of the grammar between brackets, where `>` is an operator again.
    fn bracketed<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.in_angles, false);
        let done = part(self);
        self.in_angles = outer;
        done
    }

    /// An expression of these parts, from a start to the token just read.
    fn make(&self, kind: ExprKind, start: &Span) -> Parsed<Expr> {
        let height = 1 + kind.operands().map(|e| e.height).max().unwrap_or(0);
        if height > TALLEST_EXPRESSION {
            return Err(Diagnostic::at(
                start.clone(),
                format!("an expression taller than {TALLEST_EXPRESSION} is not supported"),
            ));
        }
        Ok(Expr { kind, span: self.since(start), height })
    }

    /// Passes over a bracketed part, from its opening bracket on.
    fn skip_balanced(&mut self) -> Parsed<()> {
        let start = self.span();
        let mut open: Vec<&'static str> = Vec::new();
        loop {
            let Some(token) = self.peek() else {
                return Err(Diagnostic::at(start, "a bracket that is not closed"));
            };
            match token.kind {
                Kind::Punct("(") => open.push(")"),
                Kind::Punct("[") => open.push("]"),
                Kind::Punct("{") => open.push("}"),
                Kind::Punct(p @ (")" | "]" | "}")) if open.pop() != Some(p) => {
                    return Err(self
                        .error(format!("`{p}` does not close what was opened"))
                        .hint("the brackets of this part are not balanced"));
                }
                _ => {}
            }
            self.at += 1;
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Passes over template arguments or parameters, from `<` on.
    fn skip_angles(&mut self) -> Parsed<()> {
        let start = self.span();
        let mut open = 0usize;
        loop {
            let Some(token) = self.peek() else {
                return Err(Diagnostic::at(start, "a `<` that is not closed"));
            };
            match token.kind {
                Kind::Punct("<") => open += 1,
                Kind::Punct("(" | "[" | "{") => {
                    self.skip_balanced()?;
                    continue;
                }
                Kind::Punct(p @ (">" | ">>" | ">>>")) => {
                    if p.len() > open {
                        // `>>` may close two lists of which we read one.
                        return Err(self.unexpected("`>`"));
                    }
                    open -= p.len();
                }
                Kind::Punct(";" | "}" | ")") => return Err(self.unexpected("`>`")),
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Ok(());
            }
        }
    }
}

impl ExprKind {
    /// The expressions that it is made of, from the left.
    pub fn operands(&self) -> Box<dyn Iterator<Item = &Expr> + '_> {
        use ExprKind as K;
        match self {
            K::Int(..) | K::Float(..) | K::Str(_) | K::Bool(_) | K::Null | K::Name(_) => {
                Box::new(std::iter::empty())
            }
            K::SizeofType(_)
            | K::Offsetof(..)
            | K::Lambda(_)
            | K::Other(_)
            | K::Instance(..)
            | K::Scoped(..)
            | K::Launch(_) => Box::new(std::iter::empty()),
            K::Unary(_, e)
            | K::Postfix(_, e)
            | K::Cast(_, e)
            | K::SizeofExpr(e)
            | K::Member(e, ..)
            | K::NewArray(e)
            | K::Bound(e, ..)
            | K::Explicit(e, _) => Box::new(std::iter::once(&**e)),
            K::Binary(_, a, b) | K::Assign(_, a, b) | K::Index(a, b) => {
                Box::new([&**a, &**b].into_iter())
            }
            K::Conditional(c, a, b) => Box::new([&**c, &**a, &**b].into_iter()),
            K::Construct(_, es) => Box::new(es.iter()),
            K::Call(f, es) => Box::new(std::iter::once(&**f).chain(es)),
        }
    }
}

/// A token's text, short enough for a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((n, _)) => format!("{}…", &text[..n]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests;
