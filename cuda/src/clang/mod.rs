//! A second reader of CUDA C++: a clang that is installed. What it has understood of a file, templates instantiated,
//! overloads chosen, conversions made, is written as tokens of CUDA C++ in which nothing is left to be chosen, and goes
//! the way of every file from there: parser, types, lowering. So nothing downstream knows of it. [docs/clang.md]
//!
//! ```text
//! tokens ─text→ clang ─json→ tree ─declaration→ tokens ─parse→ syntax
//! ```
//!
//! Preprocessing and host code stay with our own reader.

mod declaration;
mod expression;
mod json;
mod names;
mod process;
mod statement;
mod text;
mod tree;
mod types;
mod writer;

pub use process::{ARGUMENTS, Clang, Dump, NoTree};

use crate::preprocess::Preprocessed;
use crate::syntax::{Body, Fault, File, Item, Place, Unread};
use crate::token::Token;
use crate::vocabulary::{self, Language};
use declaration::{Item as Written, declaration};
use json::Node;
use names::Names;
use semantics::{Diagnostic, Name, Source, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use text::Text;
use tree::{Tree, argument};
use writer::{Need, Refused, Whole};

/// A use of a kernel template.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// What an answer calls the kernel.
    pub title: Name,
    /// The template.
    pub name: Name,
    /// The use as it is written.
    pub written: String,
    pub place: Span,
}

/// What was read.
pub(crate) struct Read {
    /// The device code; of the host nothing.
    pub file: File,
    /// The use that an instance of a kernel template is for, by its title; none of one that only clang has found.
    pub instances: BTreeMap<Name, Option<usize>>,
}

/// A kernel, as it is written for the parser.
struct Instance {
    id: u64,
    written: Name,
    /// What it is called from then on.
    title: Name,
}

/// How many declarations one kernel may hang on.
const MOST: usize = 20_000;

/// Reads the device code of a file.
///
/// # Errors
/// What is wrong with clang. What of the file is not understood is an [`Unread`] item.
pub(crate) fn read(
    source: &Source,
    input: Preprocessed,
    kernels: &[(Name, Place)],
    uses: &[Use],
    (clang, standard): (&dyn Clang, &str),
) -> Result<Read, Diagnostic> {
    let mut tokens: Vec<Token> = input.tokens.iter().cloned().map(Token::spelt_out).collect();
    let toolkit = vocabulary::declarations(&mut tokens, Language::Cuda, input.skipped.iter());
    let written: Vec<String> = uses.iter().map(|used| used.written.clone()).collect();
    let text = Text::of(&toolkit, tokens, &written);
    let dump =
        clang.tree(&text.text, standard).map_err(|why| Diagnostic::whole(why.to_string()))?;
    let Some(root) = json::read(&dump.tree) else {
        let message = "clang's tree of the file cannot be read: it is no JSON, or not all of it";
        return Err(Diagnostic::whole(message));
    };
    if let Some(what) = text.wrong_before(&dump) {
        let message = format!("this clang does not take what the toolkit declares: {what}");
        return Err(Diagnostic::whole(message));
    }
    let mut tree = Tree::of(&root, &text);
    let guessed = text.wrong_uses(&dump);
    tree.uses.retain(|n, _| !guessed.contains(n));
    let wrong = text.wrong(&dump);
    let doubtful = text.doubtful(&wrong, |token| tree.is_in_body(token));
    let used = text::names(&text.tokens);
    let whole = Whole {
        names: Names::new(&tree, used, variables(&root)),
        wrong,
        doubtful,
        tree: &tree,
        nowhere: Span { source: source.clone(), bytes: 0..0 },
    };
    let mut unread: Vec<Unread> = Vec::new();
    let mut instances = BTreeMap::new();
    let found = instances_of(&whole, uses, &mut instances);
    lost(&whole, &found, kernels, uses, &mut unread);
    let mut all = Declarations { whole: &whole, known: HashMap::new() };
    let mut ready: Vec<(Instance, Vec<Need>)> = Vec::new();
    for instance in found {
        match all.reached(instance.id) {
            Ok(order) => ready.push((instance, order)),
            Err(refused) => {
                let at = all.place(instance.id);
                unread.push(refusal(&instance.title, at, &refused.what, &refused.span));
            }
        }
    }
    let mut file = parsed(source, &input, &all, &ready, &mut unread)?;
    file.items.extend(unread.into_iter().map(Item::Unread));
    Ok(Read { file, instances })
}

/// The names of variables, wherever they stand.
fn variables(root: &Node) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut next = vec![root];
    while let Some(node) = next.pop() {
        if matches!(&*node.kind, "VarDecl" | "ParmVarDecl") {
            names.insert(node.name().to_string());
        }
        next.extend(&node.inner);
    }
    names
}

/// The kernels that clang has found, each with its title.
fn instances_of(
    whole: &Whole<'_>,
    uses: &[Use],
    instances: &mut BTreeMap<Name, Option<usize>>,
) -> Vec<Instance> {
    let tree = whole.tree;
    let mut found: Vec<Instance> = Vec::new();
    for &id in &tree.kernels {
        let Some(decl) = tree.decl(id) else { continue };
        let arguments: Vec<String> =
            tree.with_body(id).unwrap_or(decl.node).inner.iter().filter_map(argument_of).collect();
        let plain = Name::from(decl.node.name());
        // An instance that no use names may come of host code that is not understood.
        let made = !arguments.is_empty() && tree.of_templates.contains_key(&id);
        let used = tree.uses.iter().find(|(_, of)| **of == id).map(|(n, _)| *n);
        if made && used.is_none() {
            continue;
        }
        let title = match used.and_then(|n| uses.get(n)) {
            Some(used) => used.title.clone(),
            None if arguments.is_empty() => plain,
            None => format!("{plain}<{}>", arguments.join(", ")).into(),
        };
        if used.is_some() || !arguments.is_empty() {
            instances.insert(title.clone(), used);
        }
        found.push(Instance { id, written: whole.names.of(id).into(), title });
    }
    found
}

fn argument_of(node: &Node) -> Option<String> {
    (&*node.kind == "TemplateArgument").then(|| argument(node).unwrap_or_else(|| "?".into()))
}

/// Says of the kernels that clang has not found that they are not read.
fn lost(
    whole: &Whole<'_>,
    found: &[Instance],
    kernels: &[(Name, Place)],
    uses: &[Use],
    unread: &mut Vec<Unread>,
) {
    let tree = whole.tree;
    let key = |span: &Span| (span.source.name().to_string(), span.bytes.start);
    let places: HashSet<(String, usize)> = found
        .iter()
        .filter_map(|instance| whole.place_of_name(tree.with_body(instance.id)?))
        .map(|place| key(&place))
        .collect();
    for (n, used) in uses.iter().enumerate() {
        if !tree.uses.contains_key(&n) {
            let why = "clang makes no kernel of the template for these arguments";
            unread.push(refusal(&used.title, Some(used.place.clone()), why, &used.place));
        }
    }
    for (name, place) in kernels {
        let is_used = uses.iter().any(|used| used.name == *name);
        if places.contains(&key(&place.0)) || is_used {
            continue;
        }
        let near = |wrong: &&text::Wrong| {
            let span = tree.text.span(wrong.token, wrong.token);
            span.is_some_and(|span| {
                span.source.name() == place.0.source.name()
                    && span.bytes.start >= place.0.bytes.start
            })
        };
        let why = match whole.wrong.iter().find(near) {
            Some(wrong) => {
                format!("clang has found no such kernel; the next error is: {}", wrong.what)
            }
            None => "clang has found no such kernel, or no arguments for its template".into(),
        };
        unread.push(refusal(name, Some(place.0.clone()), &why, &place.0));
    }
}

/// A kernel that is not read.
fn refusal(title: &Name, at: Option<Span>, why: &str, span: &Span) -> Unread {
    let at = Place(at.unwrap_or_else(|| span.clone()));
    Unread {
        names: BTreeSet::from([title.clone()]),
        kernel: Some((title.clone(), at.clone())),
        why: Diagnostic::at(span.clone(), why),
        fault: Fault::Reader,
        span: at,
    }
}

/// What is written, each once.
struct Declarations<'w, 'n> {
    whole: &'w Whole<'n>,
    known: HashMap<Need, Result<Written, (String, Span)>>,
}

impl Declarations<'_, '_> {
    /// All that a kernel hangs on, what comes first in front.
    fn reached(&mut self, id: u64) -> Result<Vec<Need>, Refused> {
        let (mut order, mut seen) = (Vec::new(), HashSet::new());
        // What is looked at, and whether all that it hangs on was.
        let mut next = vec![(Need::Decl(id), false)];
        while let Some((need, done)) = next.pop() {
            if done {
                order.push(need);
                continue;
            }
            if !seen.insert(need) {
                continue;
            }
            let whole = self.whole;
            let known = self.known.entry(need).or_insert_with(|| {
                declaration(whole, need).map_err(|refused| (refused.what, refused.span))
            });
            match known {
                Ok(_) if seen.len() > MOST => {
                    let what = format!("a kernel that hangs on more than {MOST} declarations");
                    return Err(Refused { what, span: whole.nowhere.clone() });
                }
                Ok(written) => {
                    next.push((need, true));
                    next.extend(written.needs.iter().map(|need| (*need, false)));
                }
                Err((what, span)) => {
                    return Err(Refused { what: what.clone(), span: span.clone() });
                }
            }
        }
        Ok(order)
    }

    fn place(&self, id: u64) -> Option<Span> {
        self.whole.place_of_name(self.whole.tree.with_body(id)?)
    }

    /// The tokens of declarations.
    fn tokens(&self, order: impl Iterator<Item = Need>) -> Vec<Token> {
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for need in order {
            if let Some(Ok(written)) = self.known.get(&need)
                && seen.insert(need)
            {
                all.extend(written.tokens.iter().cloned());
            }
        }
        all
    }
}

/// The syntax tree of the kernels, each with what it hangs on. One that our parser does not read is left out of it.
fn parsed(
    source: &Source,
    input: &Preprocessed,
    all: &Declarations<'_, '_>,
    ready: &[(Instance, Vec<Need>)],
    unread: &mut Vec<Unread>,
) -> Result<File, Diagnostic> {
    let parse = |order: &mut dyn Iterator<Item = Need>| {
        let tokens = all.tokens(order);
        crate::parse::parse(source, Preprocessed { tokens, ..input.clone() })
    };
    let mut kept: Vec<&(Instance, Vec<Need>)> = ready.iter().collect();
    let together = parse(&mut kept.iter().flat_map(|(_, order)| order.iter().copied()));
    let mut file = match together {
        Ok(file) => file,
        Err(_) => {
            kept.retain(|(instance, order)| match parse(&mut order.iter().copied()) {
                Ok(_) => true,
                Err(why) => {
                    let at = all.place(instance.id).unwrap_or_else(|| all.whole.nowhere.clone());
                    let span = why.span.clone().unwrap_or_else(|| at.clone());
                    unread.push(refusal(&instance.title, Some(at), &why.message, &span));
                    false
                }
            });
            parse(&mut kept.iter().flat_map(|(_, order)| order.iter().copied()))?
        }
    };
    let title = |name: &Name| {
        let of = kept.iter().find(|(instance, _)| instance.written == *name);
        of.map(|(instance, _)| instance.title.clone())
    };
    for item in &mut file.items {
        match item {
            Item::Function(f) if f.specifiers.global && f.body != Body::None => {
                f.name = title(&f.name).unwrap_or_else(|| f.name.clone());
            }
            Item::Unread(Unread { kernel: Some((name, _)), .. }) => {
                *name = title(name).unwrap_or_else(|| name.clone());
            }
            _ => {}
        }
    }
    Ok(file)
}
