//! Names of which this parser does not know what they mean: used where another declaration hides
//! them, overloaded in ways that are not decided, operators of enumerations. Nothing that uses one
//! is modelled.

use super::Parser;
use crate::path::{Namespace, Path};
use crate::syntax::{CONVERSION, Function, Late, Order, Parameter, Type};
use crate::token::{Kind, Token};
use semantics::{Name, Span};
use std::collections::HashMap;

/// Where functions are declared, and where their names are first used.
#[derive(Default)]
pub(super) struct Overloads {
    /// The different parameters of a name's functions.
    declared: HashMap<Name, Vec<Declared>>,
    /// The first token at which each name is used, by how.
    used: HashMap<Name, HashMap<Use, usize>>,
    /// The calls and the functions of each name.
    orders: HashMap<Name, Order>,
}

/// How the name of a function is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Use {
    /// It is called, with so many arguments where that is known.
    Call(Option<usize>),
    /// Otherwise.
    Other,
}

/// A function, for those of its name.
struct Declared {
    /// Its parameters.
    parameters: String,
    /// How many arguments it takes at least, and at most.
    arguments: (usize, usize),
    /// In which namespace it is.
    home: Namespace,
    /// Where it is declared.
    at: usize,
}

impl Overloads {
    pub fn declare(
        &mut self,
        name: &Name,
        place: &Span,
        parameters: &[Parameter],
        variadic: bool,
        home: Namespace,
        at: usize,
    ) {
        let all = self.declared.entry(name.clone()).or_default();
        let least = parameters.iter().filter(|p| p.default.is_none()).count();
        let most = if variadic { usize::MAX } else { parameters.len() };
        let parameters = types(parameters);
        // What is declared once more is known since it was declared first.
        let same = |other: &&Declared| other.parameters == parameters && other.home == home;
        let known = all.iter().find(same);
        let at = known.map_or(at, |known| known.at);
        if known.is_none() {
            all.push(Declared { parameters, arguments: (least, most), home, at });
        }
        self.orders.entry(name.clone()).or_default().function(place, at);
    }

    pub fn used(&mut self, name: &Name, place: &Span, used: Use, at: usize) {
        self.used.entry(name.clone()).or_default().entry(used).or_insert(at);
        if let Use::Call(_) = used {
            self.orders.entry(name.clone()).or_default().call(place, at);
        }
    }

    /// How a name is used before a function that is declared later, and that such a use may not mean.
    fn early(&self, name: &Name) -> Vec<Use> {
        let Some((used, all)) = self.used.get(name).zip(self.declared.get(name)) else {
            return Vec::new();
        };
        if all.len() < 2 && !crate::vocabulary::is_of_cuda(name.as_str()) {
            return Vec::new();
        }
        let takes = |f: &Declared, used: &Use| match used {
            Use::Call(Some(n)) => (f.arguments.0..=f.arguments.1).contains(n),
            Use::Call(None) | Use::Other => true,
        };
        let early = |(used, at): &(&Use, &usize)| all.iter().any(|f| f.at > **at && takes(f, used));
        used.iter().filter(early).map(|(used, _)| *used).collect()
    }
}

impl Parser {
    /// What is ambiguous once the file is read.
    pub(super) fn ambiguities(&mut self) {
        let mut functions: HashMap<&Name, Vec<&Function>> = HashMap::new();
        for f in self.file.functions().filter(|f| !f.specifiers.of_toolkit) {
            functions.entry(&f.name).or_default().push(f);
        }
        let mut found = Vec::new();
        let mut late = Late::default();
        for (name, all) in functions {
            let early = self.overloads.early(name);
            if early.contains(&Use::Other) || is_undecided(name, &all) {
                found.push(name.clone());
            }
            if !early.is_empty()
                && let Some(order) = self.overloads.orders.get(name)
            {
                late.insert(name.clone(), order.clone());
            }
            let symbol = name.last();
            if all.iter().any(|f| self.is_refused_operator(symbol, name, f)) {
                found.push(symbol.into());
            }
        }
        found.iter().for_each(|name| self.ambiguous(name));
        self.file.late = late;
    }

    /// Whether an operator is one that a use may mean without an object of a class for it, or of
    /// which the operands are not evaluated as a function's.
    fn is_refused_operator(&self, symbol: &str, name: &Name, f: &Function) -> bool {
        match symbol {
            "operator," | "operator&&" | "operator||" | "operator->" | "operator->*" => true,
            "operator&" => f.parameters.len() == 1,
            _ if symbol.starts_with("operator") && symbol == name.as_str() => {
                !f.parameters.iter().any(|p| self.is_class(&p.ty, f))
            }
            _ => false,
        }
    }

    /// Whether a parameter takes no operand of an enumeration: its type is a class, or one that the file does not have,
    /// of which no operand is a number.
    fn is_class(&self, ty: &Type, f: &Function) -> bool {
        match ty {
            Type::Reference(of) | Type::Const(of) => self.is_class(of, f),
            Type::Instance(..) | Type::Missing(_) => true,
            Type::Named(name) => f.template.iter().flatten().all(|p| p.name.as_ref() != Some(name)),
            _ => false,
        }
    }

    /// The function, or the class, that a member template or a friend declares which is passed over.
    pub(super) fn declared_name(&self, begin: usize, end: usize) -> Option<Name> {
        let tokens = &self.tokens[begin..end];
        let mut angles = 0;
        let mut last: Option<Name> = None;
        for (n, token) in tokens.iter().enumerate() {
            match &token.kind {
                Kind::Punct("<") => angles += 1,
                Kind::Punct(">") => angles -= 1,
                Kind::Punct(">>") => angles -= 2,
                Kind::Name(word) if word.as_str() == "operator" && angles <= 0 => {
                    let symbol = tokens[n + 1..].iter().enumerate();
                    let symbol = symbol.take_while(|(n, t)| *n == 0 || !t.is("("));
                    let symbol: String = symbol.map(|(_, t)| spelled(t)).collect();
                    let converts = tokens.get(n + 1).is_some_and(|t| t.name().is_some());
                    let name = match (symbol.as_str(), converts) {
                        (_, true) => CONVERSION.into(),
                        ("(" | "()", _) => "operator()".into(),
                        (symbol, _) => Name::from(format!("operator{symbol}")),
                    };
                    return Some(name);
                }
                Kind::Punct("(" | "{" | ";" | ":" | "=") if angles <= 0 && last.is_some() => break,
                Kind::Name(word) if angles <= 0 && !word.as_str().starts_with("__") => {
                    last = Some(word.clone());
                }
                _ => {}
            }
        }
        last
    }
}

fn spelled(token: &Token) -> String {
    match &token.kind {
        Kind::Punct(punct) => (*punct).to_string(),
        _ => token.name().map(ToString::to_string).unwrap_or_default(),
    }
}

fn types(parameters: &[Parameter]) -> String {
    let types: Vec<&Type> = parameters.iter().map(|p| &p.ty).collect();
    format!("{types:?}")
}

/// How many of these functions a call may mean that gives no more than the first `count` arguments, as far as one function
/// goes that has defaults for the rest. That one is written out for each such call. Which of several functions is meant is
/// then decided by what the call gives: defaults have no say in it. [C++17, 16.3.2 (3)]
fn written_out(f: &Function, count: usize, all: &[&Function]) -> usize {
    let given = types(&f.parameters[..count]);
    let same = |g: &&&Function| {
        g.parameters.len() == count && types(&g.parameters) == given && g.template == f.template
    };
    all.iter().filter(same).count()
}

/// Whether which of these functions a call means is more than the number and the types of its
/// arguments decide.
fn is_undecided(name: &Name, all: &[&Function]) -> bool {
    let prefix = |f: &Function, of: &Function| {
        f.parameters.len() <= of.parameters.len()
            && types(&f.parameters) == types(&of.parameters[..f.parameters.len()])
    };
    let one = |f: &Function, g: &Function| types(&f.parameters) == types(&g.parameters);
    let has_defaults = |f: &&&Function| f.parameters.iter().any(|p| p.default.is_some());
    let mut with_defaults = all.iter().filter(has_defaults);
    let defaults = with_defaults.any(|f| {
        let first = f.parameters.iter().position(|p| p.default.is_some());
        let counts = first.unwrap_or(f.parameters.len())..f.parameters.len();
        let others = all.iter().any(|g| !prefix(g, f));
        // A call between two declarations does not see the defaults of the second one.
        let later = !all.iter().find(|g| one(f, g)).is_some_and(|g| std::ptr::eq(*g, *f));
        counts.map(|count| written_out(f, count, all)).any(|n| n > 1 || n == 0 && others)
            || later && others
    });
    let packs = all.iter().filter(|f| f.variadic).any(|f| all.iter().any(|g| !one(f, g)));
    let objects = all.iter().any(|f| f.member != all[0].member);
    let pointer = |f: &&Function| matches!(f.returns, Type::Pointer(_));
    let converts = name.as_str().ends_with(CONVERSION) && all.len() > 1 && !all.iter().all(pointer);
    defaults || packs || objects || converts
}
