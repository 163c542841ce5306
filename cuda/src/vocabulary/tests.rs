//! Each declaration of `prelude/` is read.

use super::{Atomic, Intrinsic, Lanes, Language, Math, Operation, Reach, Update, Vote, index};
use crate::options::Options;
use crate::syntax::{File, Item, Type};
use semantics::Source;
use std::collections::BTreeMap;

/// A source, read with the declarations that it needs.
fn read(name: &str, text: String) -> File {
    let source = Source::new(name, text);
    stacker::grow(32 << 20, || {
        let tokens = crate::preprocess::preprocess(&source, &Options::default(), &BTreeMap::new());
        crate::parse::parse(&source, tokens.unwrap()).unwrap()
    })
}

/// What names all that a language has, headers of samples included.
fn everything(language: Language) -> File {
    let names = index::of(language).names().map(|name| format!("{name};\n"));
    let uses: String = names.collect();
    match language {
        Language::Cuda => {
            let headers =
                ["helper_math.h", "torch/extension.h", "ATen/cuda/Atomic.cuh", "cuda/barrier"];
            let headers: String = headers.map(|h| format!("#include <{h}>\n")).concat();
            let text = format!("{headers}using namespace nvcuda;\nvoid host() {{\n{uses}}}\n");
            read("t.cu", text)
        }
        Language::OpenCl => read("t.cl", format!("void f() {{\n{uses}}}\n")),
    }
}

#[test]
fn every_declaration_is_read() {
    for language in [Language::Cuda, Language::OpenCl] {
        let file = everything(language);
        let unread: Vec<_> = file.unread().map(|unread| unread.why.to_string()).collect();
        assert_eq!(unread, Vec::<String>::new());
        for item in &file.items {
            let Item::Function(f) = item else { continue };
            if f.specifiers.of_toolkit {
                let known =
                    f.intrinsic.is_some() || matches!(f.body, crate::syntax::Body::Block(_));
                assert!(known, "`{}` has neither a body nor an attribute that is known", f.name);
            }
        }
    }
}

#[test]
fn every_name_is_declared() {
    for language in [Language::Cuda, Language::OpenCl] {
        let file = everything(language);
        let functions = file.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f.name.to_string()),
            Item::Enumerator { name, .. } => Some(name.to_string()),
            _ => None,
        });
        let enumerations = file.items.iter().filter_map(|item| match item {
            Item::Enumerator { ty: Type::Distinct(name, _), .. } => Some(name.to_string()),
            _ => None,
        });
        let records = file.records.iter().map(|r| r.name.to_string());
        let opaque = file.opaque.iter().map(ToString::to_string);
        let variables = file.variable_templates.iter().map(|(_, v)| v.name.to_string());
        let declared: std::collections::HashSet<String> =
            functions.chain(enumerations).chain(records).chain(opaque).chain(variables).collect();
        for name in index::of(language).names() {
            let alias = index::of(language).aliases().any(|alias| alias.as_str() == name);
            assert!(alias || declared.contains(name), "{name}");
        }
    }
}

#[test]
fn images_are_the_structures_that_the_prelude_has() {
    let file = everything(Language::OpenCl);
    let declared =
        file.records.iter().map(|r| r.name.as_str()).filter(|name| name.contains("image"));
    let declared: std::collections::BTreeSet<&str> = declared.collect();
    assert_eq!(declared, super::IMAGES.into_iter().collect());
}

#[test]
fn a_file_is_read_with_what_it_names_only() {
    let file = read("t.cu", "__global__ void k(int *a) { a[threadIdx.x] = 0; }".into());
    assert_eq!(file.items.len(), 1);
    let file = read("t.cu", "__global__ void k(int *a) { __stcs(a, __ldcs(a)); }".into());
    assert_eq!(file.items.len(), 3);
}

#[test]
fn what_a_file_declares_as_a_type_is_its_own() {
    let file = read("t.cu", "struct curandState { int seed; };".into());
    assert!(file.opaque.is_empty());
    assert_eq!(file.records.len(), 1);
}

#[test]
fn every_operation_is_declared() {
    let files = [Language::Cuda, Language::OpenCl].map(everything);
    let declared: Vec<Operation> = files
        .iter()
        .flat_map(|file| &file.items)
        .filter_map(|item| match item {
            Item::Function(f) => match f.intrinsic {
                Some(Intrinsic::Op(operation)) => Some(operation),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let mut all: Vec<Operation> =
        Operation::PLAIN.iter().map(|(_, operation)| *operation).collect();
    all.extend(Vote::ALL.iter().map(|vote| Operation::Barrier(*vote)));
    all.extend(Math::ALL.iter().map(|function| Operation::Math(*function)));
    let lanes = Lanes::ALL.iter().filter(|does| **does != Lanes::Active);
    all.extend(lanes.map(|does| Operation::Warp { does: *does, masked: true }));
    for update in Update::ALL {
        let atomics = Reach::ALL.iter().map(|reach| Atomic { update: *update, reach: *reach });
        all.extend(atomics.map(Operation::Atomic));
    }
    let missing: Vec<_> = all.iter().filter(|operation| !declared.contains(operation)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn an_attribute_that_nothing_knows_is_no_attribute() {
    let known: Result<Operation, _> = "math.sine".parse();
    assert!(known.is_err());
    assert!("atomic.Add_grid".parse::<Operation>().is_err());
    assert_eq!("min".parse(), Ok(Operation::Min));
}
