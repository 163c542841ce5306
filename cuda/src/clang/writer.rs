//! Writes what clang has understood as tokens of CUDA C++, with the places of the source: each name means one thing,
//! and nothing is left to be chosen or converted.

use super::json::Node;
use super::names::Names;
use super::text::{Wrong, as_it_was};
use super::tree::{Alias, Tree};
use super::types::Ty;
use crate::lex::lex;
use crate::token::{Hidden, Kind, Token};
use semantics::{Source, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// How deep statements and expressions may nest: what is written nests at most twice as deep as the parser reads.
const DEEPEST: usize = 200;

/// Why something is not written, and where that stands.
pub(super) struct Refused {
    pub what: String,
    pub span: Span,
}

pub(super) type Written = Result<(), Refused>;

/// What all parts of a file have in common.
pub(super) struct Whole<'n> {
    pub tree: &'n Tree<'n>,
    pub names: Names<'n>,
    pub wrong: Vec<Wrong>,
    /// The names of which it is not known what they declare.
    pub doubtful: HashSet<String>,
    /// Where what has no place is said to be.
    pub nowhere: Span,
}

/// What a declaration hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Need {
    /// The declaration at an address.
    Decl(u64),
    /// A function that makes a value by a constructor.
    Made(u64),
    /// A member function that is given its object as a value: of one that is made for the call.
    ByValue(u64),
}

/// One declaration, as it is written.
pub(super) struct Writer<'w, 'n> {
    pub whole: &'w Whole<'n>,
    pub out: Vec<Token>,
    /// What it mentions.
    pub needs: BTreeSet<Need>,
    /// The names that it declares for itself.
    pub locals: HashMap<String, Span>,
    /// The variables outside of it that it names.
    pub outer: BTreeSet<String>,
    depth: usize,
    /// Where it stands as a whole.
    around: Span,
}

impl<'w, 'n> Writer<'w, 'n> {
    pub fn new(whole: &'w Whole<'n>, node: &Node) -> Writer<'w, 'n> {
        let around = whole.place(node).unwrap_or_else(|| whole.nowhere.clone());
        Writer {
            whole,
            out: Vec::new(),
            needs: BTreeSet::new(),
            locals: HashMap::new(),
            outer: BTreeSet::new(),
            depth: 0,
            around,
        }
    }

    /// Where a node stands.
    pub fn place(&self, node: &Node) -> Span {
        self.whole.place(node).unwrap_or_else(|| self.around.clone())
    }

    pub fn refuse<T>(&self, node: &Node, what: impl Into<String>) -> Result<T, Refused> {
        Err(Refused { what: what.into(), span: self.place(node) })
    }

    /// Writes tokens that stand at a place.
    pub fn put(&mut self, text: &str, at: &Span) {
        for token in lex(&Source::new("clang", text)).unwrap_or_default() {
            let kind = match token.kind {
                Kind::Newline => continue,
                Kind::Name(name) => Kind::Name(as_it_was(name.as_str()).into()),
                kind => kind,
            };
            self.out.push(Token { kind, span: at.clone(), space: true, hidden: Hidden::default() });
        }
    }

    /// Writes a name that may be of several words of the source.
    pub fn put_name(&mut self, name: &str, at: &Span) {
        let kind = Kind::Name(name.into());
        self.out.push(Token { kind, span: at.clone(), space: true, hidden: Hidden::default() });
    }

    /// Runs a part one level deeper.
    pub fn nested(&mut self, node: &Node, part: impl FnOnce(&mut Self) -> Written) -> Written {
        if self.depth >= DEEPEST {
            return self.refuse(node, format!("nesting deeper than {DEEPEST}"));
        }
        self.depth += 1;
        let done = part(self);
        self.depth -= 1;
        done
    }

    /// The type of a node, what names stand for resolved.
    pub fn ty(&mut self, node: &Node, key: &str) -> Result<Ty, Refused> {
        let Some((written, desugared)) = node.types(key) else {
            return self.refuse(node, "what has no type");
        };
        let text = desugared.unwrap_or(written).to_string();
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        for word in written.split(|c| !is_letter(c)) {
            self.sure(node, word)?;
        }
        self.read_ty(node, &text, 0)
    }

    /// The type that a text says.
    pub fn read_type(&mut self, node: &Node, text: &str) -> Result<Ty, Refused> {
        self.read_ty(node, text, 0)
    }

    /// That clang has understood all that may be declared by a name.
    pub fn sure(&self, node: &Node, name: &str) -> Written {
        match self.whole.doubtful.contains(name) {
            true => self.refuse(node, format!("`{name}`, of which clang does not understand all")),
            false => Ok(()),
        }
    }

    fn read_ty(&mut self, node: &Node, text: &str, depth: usize) -> Result<Ty, Refused> {
        let Some(ty) = Ty::read(text).filter(|_| depth < 16) else {
            return self.refuse(node, format!("the type `{text}`"));
        };
        self.resolve(node, ty, depth)
    }

    fn resolve(&mut self, node: &Node, ty: Ty, depth: usize) -> Result<Ty, Refused> {
        let mut boxed = |of: Box<Ty>| self.resolve(node, *of, depth).map(Box::new);
        Ok(match ty {
            Ty::Builtin(_) | Ty::Function => ty,
            Ty::Const(of) => match *boxed(of)? {
                of @ Ty::Const(_) => of,
                of => Ty::Const(of.into()),
            },
            Ty::Volatile(of) => Ty::Volatile(boxed(of)?),
            Ty::Pointer(of) => Ty::Pointer(boxed(of)?),
            Ty::Reference(of) => match *boxed(of)? {
                of @ Ty::Reference(_) => of,
                of => Ty::Reference(of.into()),
            },
            Ty::Array(of, n) => Ty::Array(boxed(of)?, n),
            Ty::Named(name) => return self.named(node, &name, depth),
        })
    }

    fn named(&mut self, node: &Node, name: &str, depth: usize) -> Result<Ty, Refused> {
        let tree = self.whole.tree;
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        for word in name.split(|c| !is_letter(c)) {
            self.sure(node, word)?;
        }
        if let Some((template, _)) = name.split_once('<')
            && tree.toolkit_templates.contains(template)
        {
            return Ok(Ty::Named(name.to_string()));
        }
        if let Some(known) = tree.types.get(name) {
            let Some(id) = known else {
                return self.refuse(node, format!("`{name}`, which several types are called"));
            };
            return Ok(Ty::Named(self.mention(*id)));
        }
        match tree.aliases.get(name) {
            Some(Alias::Of(text)) => self.read_ty(node, text, depth + 1),
            Some(Alias::Several) => {
                self.refuse(node, format!("`{name}`, which several types are called"))
            }
            None => self.refuse(node, format!("the type `{name}`")),
        }
    }

    /// The name of a declaration of the file, or the toolkit, that is mentioned here.
    pub fn mention(&mut self, id: u64) -> String {
        let id = self.whole.tree.first(id);
        let own = self.whole.tree.decl(id).is_some_and(|decl| self.whole.tree.is_own(decl.node));
        if own {
            self.needs.insert(Need::Decl(id));
        }
        self.whole.names.of(id)
    }
}

impl Whole<'_> {
    /// Where a node stands in the source.
    pub fn place(&self, node: &Node) -> Option<Span> {
        let (begin, end) = node.range()?;
        let text = self.tree.text;
        text.span(text.token(begin)?, text.token(end)?)
    }

    /// Where the name of a node stands.
    pub fn place_of_name(&self, node: &Node) -> Option<Span> {
        let token = self.tree.text.token(node.at()?)?;
        self.tree.text.span(token, token)
    }

    /// An error of clang's in what a node is made of, or a name there of which clang does not understand all.
    pub fn error_in(&self, node: &Node) -> Option<Refused> {
        let (begin, end) = node.range()?;
        let text = self.tree.text;
        let (begin, end) = (text.token(begin)?, text.token(end)?);
        if let Some(wrong) = self.wrong.iter().find(|wrong| (begin..=end).contains(&wrong.token)) {
            let span = text.span(wrong.token, wrong.token)?;
            return Some(Refused { what: wrong.what.clone(), span });
        }
        // Clang says nothing where it drops what mentions a declaration that it has not understood.
        let is_doubtful = |n: &usize| {
            text.tokens[*n].name().is_some_and(|name| self.doubtful.contains(name.as_str()))
        };
        let token = (begin..=end).find(is_doubtful)?;
        let what = format!("`{}`, of which clang does not understand all", text.tokens[token].kind);
        Some(Refused { what, span: text.span(token, token)? })
    }
}
