//! Names of which each means one thing.

use super::text::as_it_was;
use super::tree::{Tree, argument, is_function};
use crate::vocabulary;
use crate::words::is_reserved;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The names of what is written.
pub(super) struct Names<'n> {
    tree: &'n Tree<'n>,
    /// Every name of the source.
    used: HashSet<String>,
    /// Those of variables, wherever they stand.
    variables: HashSet<String>,
    given: RefCell<Given>,
}

#[derive(Default)]
struct Given {
    names: HashMap<u64, String>,
    taken: HashSet<String>,
}

impl<'n> Names<'n> {
    pub fn new(tree: &'n Tree<'n>, used: HashSet<String>, variables: HashSet<String>) -> Names<'n> {
        Names { tree, used, variables, given: RefCell::default() }
    }

    /// A name of the source's own that it does not use.
    pub fn fresh(&self, base: &str) -> String {
        let mut name = base.to_string();
        while self.used.contains(&name) {
            name.push('_');
        }
        name
    }

    /// The name of a declaration.
    pub fn of(&self, id: u64) -> String {
        if let Some(name) = self.given.borrow().names.get(&id) {
            return name.clone();
        }
        let name = self.choose(id);
        let mut given = self.given.borrow_mut();
        given.taken.insert(name.clone());
        given.names.insert(id, name.clone());
        name
    }

    fn choose(&self, id: u64) -> String {
        let Some(decl) = self.tree.decls.get(&id) else { return self.unique("unknown") };
        let (node, plain) = (decl.node, decl.node.name());
        let toolkit = !self.tree.is_own(node);
        let free = || !self.given.borrow().taken.contains(plain);
        let may_be_plain = match &*node.kind {
            _ if toolkit => return as_it_was(plain),
            "FieldDecl" => return plain.to_string(),
            // What host code does to them is known by their names.
            "VarDecl" if decl.class.is_none() => return plain.to_string(),
            "VarDecl" => false,
            _ if self.tree.kernels.contains(&id) => {
                let template = node.inner.iter().any(|part| &*part.kind == "TemplateArgument");
                if !template {
                    return plain.to_string();
                }
                false
            }
            _ if is_function(node) => {
                decl.class.is_none()
                    && self.tree.functions.get(plain) == Some(&1)
                    && !vocabulary::declares(plain)
                    && !vocabulary::is_of_cuda(plain)
            }
            _ => true,
        };
        let plain_fits = may_be_plain
            && free()
            && !plain.is_empty()
            && !is_reserved(plain)
            && plain.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !self.variables.contains(plain);
        if plain_fits {
            return plain.to_string();
        }
        let mut base = decl.printed.clone();
        for part in node.inner.iter().filter(|part| &*part.kind == "TemplateArgument") {
            base.push(' ');
            base.push_str(&argument(part).unwrap_or_default());
        }
        self.unique(&base)
    }

    /// A name that nothing else has, which says what it is for.
    fn unique(&self, base: &str) -> String {
        let letters: String = base
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .take(60)
            .collect();
        let given = self.given.borrow();
        let mut n = 0;
        loop {
            n += 1;
            let name = format!("{letters}_{n}");
            if !self.used.contains(&name) && !given.taken.contains(&name) {
                return name;
            }
        }
    }
}
