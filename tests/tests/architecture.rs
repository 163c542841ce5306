//! The diagram in `ARCHITECTURE.md` is the packages' dependencies, and files import each other in one direction.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use syn::visit::{self, Visit};
use tests::root;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Which folder's package uses which, as Cargo sees it; what only tests use is apart.
fn packages() -> Graph {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let last = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let folder = |package: &Value| {
        last(Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap())
    };
    let uses = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap();
        let own = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        own.filter_map(|dependency| Some(last(Path::new(dependency["path"].as_str()?)))).collect()
    };
    packages.iter().map(|package| (folder(package), uses(package))).collect()
}

/// The arrows of the diagram, from a package to one that it uses: in the first block marked
/// `text`, each line is a chain `a <-- b <-- c`.
fn diagram() -> Graph {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut graph = Graph::new();
    let block = text.lines().skip_while(|line| *line != "```text").skip(1);
    for line in block.take_while(|line| *line != "```") {
        let mut used: Option<&str> = None;
        for word in line.split_whitespace() {
            if word.starts_with('<') && word.trim_start_matches(['<', '-']).is_empty() {
                continue;
            }
            let uses = graph.entry(word.into()).or_default();
            uses.extend(used.map(String::from));
            used = Some(word);
        }
    }
    graph
}

/// All that a package uses, directly or not.
fn reach(graph: &Graph, from: &str, seen: &mut BTreeSet<String>) {
    for next in graph.get(from).into_iter().flatten() {
        if seen.insert(next.clone()) {
            reach(graph, next, seen);
        }
    }
}

#[test]
fn the_diagram_is_the_dependencies() {
    let (packages, diagram) = (packages(), diagram());
    let names = |graph: &Graph| graph.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&diagram), names(&packages), "the rooms of the diagram");
    for (package, uses) in &packages {
        let mut below = BTreeSet::new();
        reach(&diagram, package, &mut below);
        assert!(!below.contains(package), "{package} uses itself");
        for used in uses {
            assert!(below.contains(used), "{package} uses {used}, and no arrow leads there");
        }
        for arrow in &diagram[package] {
            assert!(uses.contains(arrow), "{package} does not use {arrow}");
        }
    }
}

/// Every room of the house has its paragraph.
#[test]
fn every_package_is_described() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for package in packages().keys() {
        assert!(text.contains(&format!("**`{package}/`**")), "nothing is said of {package}");
    }
}

/// The Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
            false => {}
        }
    }
}

/// What is published holds what it is compiled from: no source includes a file of another folder.
#[test]
fn packages_stand_alone() {
    for package in packages().keys().filter(|package| *package != "tests") {
        let folder = root().join(package);
        let mut found = Vec::new();
        sources(&folder.join("src"), &mut found);
        for path in found {
            let text = std::fs::read_to_string(&path).unwrap();
            let below = path.strip_prefix(&folder).unwrap().components().count() - 1;
            let out = "../".repeat(below + 1);
            let leaves = |line: &&str| line.contains("include_str!") && line.contains(&out);
            assert_eq!(text.lines().find(leaves), None, "{}", path.display());
        }
    }
}

/// A module of a package, by the path to it.
type Module = Vec<String>;

/// The files of a package, but for tests, by the module that each is.
fn modules(package: &str) -> BTreeMap<Module, PathBuf> {
    let folder = root().join(package).join("src");
    let mut found = Vec::new();
    sources(&folder, &mut found);
    let module = |path: PathBuf| {
        let inside = path.strip_prefix(&folder).unwrap().with_extension("");
        let mut module: Module =
            inside.components().map(|part| part.as_os_str().to_string_lossy().into()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        (module, path)
    };
    let all = found.into_iter().map(module);
    all.filter(|(module, _)| module.last().is_none_or(|last| last != "tests")).collect()
}

/// The other modules of its package that a file names.
struct Imports<'m> {
    here: &'m Module,
    modules: &'m BTreeMap<Module, PathBuf>,
    found: BTreeSet<Module>,
}

impl Imports<'_> {
    fn name(&mut self, path: &[String]) {
        let mut from = self.here.clone();
        let rest = match path {
            [first, rest @ ..] if first == "crate" => {
                from.clear();
                rest
            }
            [first, rest @ ..] if first == "self" => rest,
            [first, ..] if first == "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                from.truncate(from.len().saturating_sub(up));
                &path[up..]
            }
            path => path,
        };
        let explicit = rest.len() < path.len();
        let whole: Module = from.iter().chain(rest).cloned().collect();
        let least = if explicit { 0 } else { from.len() + 1 };
        let lengths = (least..=whole.len()).rev();
        let module = lengths.map(|n| &whole[..n]).find(|part| self.modules.contains_key(*part));
        // A module's own parts are no other modules.
        self.found.extend(module.filter(|m| !m.starts_with(self.here)).map(<[String]>::to_vec));
    }

    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.name(&with(&name.ident)),
            syn::UseTree::Rename(name) => self.name(&with(&name.ident)),
            syn::UseTree::Glob(_) => self.name(before),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.tree(before, tree));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        // What only tests use is apart.
        if !module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Module = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if names.len() > 1 {
            self.name(&names);
        }
        visit::visit_path(self, path);
    }
}

/// The modules of which each leads to each other by imports, but where they stand alone.
fn circles(package: &str) -> BTreeSet<BTreeSet<String>> {
    let modules = modules(package);
    let graph: Graph = modules
        .iter()
        .map(|(here, path)| {
            let text = std::fs::read_to_string(path).unwrap();
            let mut imports = Imports { here, modules: &modules, found: BTreeSet::new() };
            imports.visit_file(&syn::parse_file(&text).unwrap());
            (here.join("/"), imports.found.iter().map(|module| module.join("/")).collect())
        })
        .collect();
    let below = |from: &str| {
        let mut seen = BTreeSet::new();
        reach(&graph, from, &mut seen);
        seen
    };
    let all: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|module| (module, below(module))).collect();
    let around = |module: &String| {
        let back = |other: &&String| all[*other].contains(module);
        all[module].iter().filter(back).cloned().collect::<BTreeSet<_>>()
    };
    graph.keys().map(around).filter(|circle| !circle.is_empty()).collect()
}

/// Files that a recursive grammar has import each other: a class has members, and a member may have a class.
const GRAMMAR: [&str; 3] = ["parse/class", "parse/member", "parse/method"];

#[test]
fn no_files_import_each_other_but_where_the_grammar_does() {
    let grammar = BTreeSet::from(GRAMMAR.map(String::from));
    assert_eq!(circles("cuda"), BTreeSet::from([grammar]));
    assert_eq!(circles("oracle"), BTreeSet::new());
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for file in GRAMMAR {
        assert!(text.contains(&format!("`{file}`")), "nothing is said of {file}");
    }
}

/// Calls that take a name with parts apart, or put one together, by how it is written.
#[derive(Default)]
struct Paths(Vec<String>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let text = |e: &syn::Expr| match e {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => text.value(),
            _ => String::new(),
        };
        let name = call.method.to_string();
        // A token is asked for its mark, and `<::` is none of a name.
        let asks = matches!(name.as_str(), "is" | "is_at" | "eat" | "expect");
        let of_name = |text: String| {
            let before = text.strip_suffix("::");
            before.is_some_and(|s| s.chars().all(|c| c.is_alphanumeric() || c == '_'))
        };
        if !asks && call.args.iter().map(text).any(of_name) {
            self.0.push(name);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        // A message has words before a name.
        let text = of.tokens.to_string();
        if of.path.is_ident("format") && text.starts_with("\"{") && text.contains("}::") {
            self.0.push(text);
        }
    }
}

#[test]
fn names_are_taken_apart_in_one_place() {
    for package in ["cuda", "grid", "verdict"] {
        for (module, path) in modules(package) {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut paths = Paths::default();
            paths.visit_file(&syn::parse_file(&text).unwrap());
            let allowed = package == "cuda" && module == ["path"];
            assert!(allowed || paths.0.is_empty(), "{}: {:?}", path.display(), paths.0);
        }
    }
}
