//! What clang's tree declares, by its nodes' addresses.

use super::json::Node;
use super::text::Text;
use crate::path::Path;
use semantics::Name;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What stands for two different types of one name.
pub(super) enum Alias {
    /// The text of the type.
    Of(String),
    Several,
}

/// A declaration.
#[derive(Clone)]
pub(super) struct Decl<'n> {
    pub node: &'n Node,
    /// The class that it is a member of.
    pub class: Option<u64>,
    /// Its name as clang prints it, with its namespaces.
    pub printed: String,
}

/// The declarations of a tree.
pub(super) struct Tree<'n> {
    pub text: &'n Text,
    /// By address; of a function that is declared several times, the first.
    first: HashMap<u64, u64>,
    pub decls: HashMap<u64, Decl<'n>>,
    /// The one with a body, by the first.
    bodies: HashMap<u64, &'n Node>,
    /// The classes and enumerations by the names that clang prints; none where several have one.
    pub types: HashMap<String, Option<u64>>,
    pub aliases: HashMap<String, Alias>,
    /// The functions that are launched, in order.
    pub kernels: Vec<u64>,
    /// How many functions have a name.
    pub functions: HashMap<String, usize>,
    /// The functions of the file itself outside of classes, by name, and whether they are templates.
    own_functions: HashMap<&'n str, Vec<(&'n Node, bool)>>,
    /// How many variables outside of functions have a name.
    pub variables: HashMap<String, usize>,
    /// The kernel that each use of a template means, by the number of the use.
    pub uses: BTreeMap<usize, u64>,
    /// The kernel templates, by address: those of which nothing at hand gives arguments are not read.
    pub templates: HashMap<u64, &'n Node>,
    /// The functions of these.
    pub of_templates: HashMap<u64, u64>,
    /// The class and function templates of the toolkit.
    pub toolkit_templates: HashSet<String>,
    seen: HashSet<(u64, String)>,
    /// The first and the last token of each body of a function.
    blocks: HashSet<(usize, usize)>,
}

/// Where a declaration stands.
#[derive(Clone, Default)]
struct Around {
    /// The class or the namespace.
    scope: Option<Name>,
    class: Option<u64>,
    /// The template of which it is an instance.
    template: Option<u64>,
}

impl Around {
    /// The name of a declaration there, as clang prints it.
    fn printed(&self, name: &str) -> Name {
        self.scope.as_ref().map_or_else(|| name.into(), |scope| scope.member(name))
    }
}

impl<'n> Tree<'n> {
    /// The declarations of a whole file.
    pub fn of(root: &'n Node, text: &'n Text) -> Tree<'n> {
        let mut tree = Tree {
            text,
            first: HashMap::new(),
            decls: HashMap::new(),
            bodies: HashMap::new(),
            types: HashMap::new(),
            aliases: HashMap::new(),
            kernels: Vec::new(),
            functions: HashMap::new(),
            own_functions: HashMap::new(),
            variables: HashMap::new(),
            uses: BTreeMap::new(),
            templates: HashMap::new(),
            of_templates: HashMap::new(),
            toolkit_templates: HashSet::new(),
            seen: HashSet::new(),
            blocks: HashSet::new(),
        };
        for node in &root.inner {
            tree.declaration(node, &Around::default());
        }
        tree
    }

    /// The declaration that an address means.
    pub fn first(&self, id: u64) -> u64 {
        let mut id = id;
        for _ in 0..64 {
            match self.first.get(&id) {
                Some(before) => id = *before,
                None => break,
            }
        }
        id
    }

    /// A declaration by an address.
    pub fn decl(&self, id: u64) -> Option<&Decl<'n>> {
        self.decls.get(&self.first(id))
    }

    /// The declaration of a function that has its body.
    pub fn with_body(&self, id: u64) -> Option<&'n Node> {
        self.bodies.get(&self.first(id)).copied()
    }

    /// Whether a token stands in the body of a function, where it hides nothing of what is outside.
    pub fn is_in_body(&self, token: usize) -> bool {
        self.blocks.iter().any(|(begin, end)| (*begin..=*end).contains(&token))
    }

    /// Whether the file itself declares it, and not the toolkit.
    pub fn is_own(&self, node: &Node) -> bool {
        let at = node.at().or_else(|| node.range().map(|(begin, _)| begin));
        at.is_some_and(|at| self.text.token(at).is_some())
    }

    fn declaration(&mut self, node: &'n Node, around: &Around) {
        match &*node.kind {
            "NamespaceDecl" if node.name() == "jaminan_uses" => self.read_uses(node),
            "NamespaceDecl" => {
                let mut inside = around.clone();
                inside.scope = Some(match node.name() {
                    "" => around.printed("(anonymous namespace)"),
                    name => around.printed(name),
                });
                self.all(node, &inside);
            }
            "LinkageSpecDecl" => self.all(node, around),
            "FunctionTemplateDecl" => {
                self.templates.insert(node.id, node);
                if let Some(function) = node.inner.iter().find(|n| is_function(n)) {
                    self.note_own(function, around, true);
                    if around.class.is_none() && !self.is_own(function) {
                        self.toolkit_templates.insert(node.name().to_string());
                    }
                }
                let functions = node.inner.iter().filter(|n| is_function(n));
                // The first is the template itself.
                for (n, instance) in functions.enumerate() {
                    if n == 0 {
                        self.of_templates.insert(instance.id, node.id);
                        self.note_body(instance);
                        continue;
                    }
                    let inside = Around { template: Some(node.id), ..around.clone() };
                    self.function(instance, &inside);
                }
            }
            "ClassTemplateDecl" => {
                if !self.is_own(node) {
                    self.toolkit_templates.insert(node.name().to_string());
                }
                for instance in &node.inner {
                    if &*instance.kind == "ClassTemplateSpecializationDecl" {
                        self.class(instance, around);
                    }
                }
            }
            "ClassTemplateSpecializationDecl" | "CXXRecordDecl" => self.class(node, around),
            "VarTemplateDecl" => {
                for instance in &node.inner {
                    if &*instance.kind == "VarTemplateSpecializationDecl" {
                        self.add(instance, around, instance.name());
                    }
                }
            }
            "EnumDecl" => self.enumeration(node, around),
            "TypedefDecl" | "TypeAliasDecl" => self.alias(node, around),
            "VarDecl" => {
                if around.class.is_none() && !node.has("parentDeclContextId") {
                    *self.variables.entry(node.name().to_string()).or_default() += 1;
                }
                self.add(node, around, node.name());
            }
            "FieldDecl" => self.add(node, around, node.name()),
            _ if is_function(node) => self.function(node, around),
            _ => {}
        }
    }

    fn all(&mut self, node: &'n Node, around: &Around) {
        for part in &node.inner {
            self.declaration(part, around);
        }
    }

    fn add(&mut self, node: &'n Node, around: &Around, name: &str) {
        if let Some(before) = node.refers("previousDecl") {
            // One of the file is not the toolkit's of that name and those parameters.
            let toolkit = self.decl(before).is_some_and(|decl| !self.is_own(decl.node));
            if !(toolkit && self.is_own(node)) {
                self.first.insert(node.id, before);
            }
        }
        let class = around.class.or_else(|| {
            // A member that is defined outside of its class.
            node.refers("parentDeclContextId").filter(|id| self.decls.contains_key(id))
        });
        let printed = around.printed(name).to_string();
        let decl = Decl { node, class, printed };
        self.decls.entry(self.first(node.id)).or_insert(decl);
    }

    fn class(&mut self, node: &'n Node, around: &Around) {
        let arguments: Vec<String> = node
            .inner
            .iter()
            .filter(|part| &*part.kind == "TemplateArgument")
            .map(|part| argument(part).unwrap_or_else(|| "?".into()))
            .collect();
        let name = match arguments.is_empty() {
            true => node.name().to_string(),
            false => format!("{}<{}>", node.name(), arguments.join(", ")),
        };
        self.add(node, around, &name);
        if !node.is("completeDefinition") || node.is("isImplicit") && arguments.is_empty() {
            return;
        }
        let printed = around.printed(&name);
        self.name_type(printed.as_str(), node.id);
        // Its members are those of the definition.
        let first = self.first(node.id);
        if let Some(decl) = self.decls.get_mut(&first) {
            decl.node = node;
        }
        let inside = Around { scope: Some(printed), class: Some(first), ..Around::default() };
        self.all(node, &inside);
    }

    fn name_type(&mut self, printed: &str, id: u64) {
        let id = self.first(id);
        let known = self.types.entry(printed.to_string()).or_insert(Some(id));
        if *known != Some(id) {
            *known = None;
        }
    }

    fn enumeration(&mut self, node: &'n Node, around: &Around) {
        self.add(node, around, node.name());
        self.name_type(around.printed(node.name()).as_str(), node.id);
        let inside = Around { class: Some(node.id), ..around.clone() };
        for part in node.inner.iter().filter(|part| &*part.kind == "EnumConstantDecl") {
            self.add(part, &inside, part.name());
        }
    }

    fn alias(&mut self, node: &'n Node, around: &Around) {
        let Some((written, desugared)) = node.types("type") else { return };
        let text = desugared.unwrap_or(written).to_string();
        let printed = around.printed(node.name()).to_string();
        let names = [printed, node.name().to_string()];
        for name in names {
            if self.seen.insert((node.id, name.clone())) {
                match self.aliases.get(&name) {
                    Some(Alias::Of(known)) if *known == text => {}
                    Some(_) => drop(self.aliases.insert(name, Alias::Several)),
                    None => drop(self.aliases.insert(name, Alias::Of(text.clone()))),
                }
            }
        }
    }

    fn function(&mut self, node: &'n Node, around: &Around) {
        self.add(node, around, node.name());
        self.note_own(node, around, around.template.is_some());
        let first = self.first(node.id);
        if node.id == first {
            *self.functions.entry(node.name().to_string()).or_default() += 1;
        }
        if let Some(template) = around.template {
            self.of_templates.insert(node.id, template);
        }
        if !self.note_body(node) {
            return;
        }
        self.bodies.insert(first, node);
        if node.inner.iter().any(|part| &*part.kind == "CUDAGlobalAttr") && self.is_own(node) {
            self.kernels.push(first);
        }
        // Types that are declared inside.
        let mut next: Vec<&'n Node> = node.inner.iter().collect();
        while let Some(part) = next.pop() {
            match &*part.kind {
                "TypedefDecl" | "TypeAliasDecl" | "EnumDecl" | "CXXRecordDecl" => {
                    self.declaration(part, &Around::default());
                }
                "LambdaExpr" => {}
                _ => next.extend(&part.inner),
            }
        }
    }

    fn note_own(&mut self, node: &'n Node, around: &Around, template: bool) {
        if around.class.is_none() && self.is_own(node) {
            self.own_functions.entry(node.name()).or_default().push((node, template));
        }
    }

    /// Whether the file has a function that may take these arguments, where clang has chosen one of the toolkit that is
    /// declared once for many: it may be better than those.
    pub fn may_be_own(&self, name: &str, arguments: &[Node]) -> bool {
        let takes = |(function, template): &(&Node, bool)| {
            let parameters: Vec<_> =
                function.inner.iter().filter(|part| &*part.kind == "ParmVarDecl").collect();
            // Pointers to two types do not become each other.
            let fits = |to: &Node, from: &Node| match (pointed_to(to), pointed_to(from)) {
                (Some(to), Some(from)) => to == from || to == "void",
                _ => true,
            };
            parameters.len() == arguments.len()
                && (*template || parameters.iter().zip(arguments).all(|(to, from)| fits(to, from)))
        };
        self.own_functions.get(name).is_some_and(|all| all.iter().any(takes))
    }

    /// Notes where the body of a function stands, if it has one.
    fn note_body(&mut self, node: &Node) -> bool {
        let Some(body) = node.inner.iter().find(|part| &*part.kind == "CompoundStmt") else {
            return false;
        };
        if let Some((begin, end)) = body.range()
            && let (Some(begin), Some(end)) = (self.text.token(begin), self.text.token(end))
        {
            self.blocks.insert((begin, end));
        }
        true
    }

    /// Which function each use of a kernel template means.
    fn read_uses(&mut self, node: &'n Node) {
        for function in &node.inner {
            let number = function.name().strip_prefix("use").and_then(|n| n.parse().ok());
            let Some(number) = number else { continue };
            let mut next: Vec<&Node> = function.inner.iter().collect();
            while let Some(part) = next.pop() {
                if &*part.kind == "DeclRefExpr"
                    && let Some(id) = part.refers("referencedDecl")
                {
                    self.uses.insert(number, self.first(id));
                }
                next.extend(&part.inner);
            }
        }
    }
}

/// Whether a node is a function.
/// What an expression or a parameter points to, without what qualifies it.
fn pointed_to(node: &Node) -> Option<String> {
    let (written, plain) = node.types("type")?;
    let of = plain.unwrap_or(written).trim_end_matches("const").trim().strip_suffix('*')?;
    Some(of.split_whitespace().filter(|word| *word != "const").collect::<Vec<_>>().join(" "))
}

pub(super) fn is_function(node: &Node) -> bool {
    matches!(
        &*node.kind,
        "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXConversionDecl"
    )
}

/// An argument of a template as clang prints it.
pub(super) fn argument(node: &Node) -> Option<String> {
    if let Some((written, desugared)) = node.types("type") {
        return Some(desugared.unwrap_or(written).to_string());
    }
    node.text("value").map(String::from)
}
