//! Which block of `prelude/` declares a name. A block is read by the lexer once, when it is first asked for.

use super::groups;
use super::language::Language;
use crate::lex::lex;
use crate::path::Path;
use crate::token::{Kind, Token};
use semantics::{Name, Source};
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, OnceLock};

/// A text of `prelude/`.
struct Text {
    /// The header that it stands for.
    header: &'static str,
    /// The other headers that declare the same, where only those that include one of them mean it.
    only_for: &'static [&'static str],
    /// The namespace that all of it is in.
    namespace: Option<&'static str>,
    text: &'static str,
}

const fn toolkit(header: &'static str, text: &'static str) -> Text {
    Text { header, only_for: &[], namespace: None, text }
}

static CUDA: [Text; 17] = [
    toolkit("cuda_runtime.h", include_str!("../../prelude/cuda_runtime.cuh")),
    toolkit("inline PTX", include_str!("../../prelude/inline_ptx.cuh")),
    toolkit("math_functions.h", include_str!("../../prelude/math_functions.cuh")),
    toolkit("texture_fetch_functions.h", include_str!("../../prelude/textures.cuh")),
    toolkit("cuda_fp16.h", include_str!("../../prelude/cuda_fp16.cuh")),
    toolkit("cuComplex.h", include_str!("../../prelude/cuComplex.cuh")),
    toolkit("curand_kernel.h", include_str!("../../prelude/curand_kernel.cuh")),
    Text {
        namespace: Some(groups::GROUPS),
        ..toolkit("cooperative_groups.h", include_str!("../../prelude/cooperative_groups.cuh"))
    },
    Text {
        namespace: Some(groups::CUB),
        ..toolkit("cub.cuh", include_str!("../../prelude/cub.cuh"))
    },
    Text {
        namespace: Some(groups::WMMA),
        ..toolkit("mma.h", include_str!("../../prelude/mma.cuh"))
    },
    Text {
        namespace: Some(groups::STD),
        ..toolkit("limits", include_str!("../../prelude/numeric_limits.cuh"))
    },
    Text {
        namespace: Some(groups::STD),
        ..toolkit("type_traits", include_str!("../../prelude/type_traits.cuh"))
    },
    Text {
        namespace: Some(groups::CUDA),
        ..toolkit("cuda/atomic", include_str!("../../prelude/cuda_atomic.cuh"))
    },
    Text {
        only_for: &["cuda/barrier", "cuda/pipeline", "cuda/std/barrier"],
        ..toolkit("cuda/barrier", include_str!("../../prelude/cuda_barrier.cuh"))
    },
    Text {
        only_for: &["helper_math.h", "cutil_math.h", "cutil_inline.h"],
        ..toolkit("helper_math.h", include_str!("../../prelude/helper_math.cuh"))
    },
    Text {
        only_for: &[
            "torch/all.h",
            "torch/extension.h",
            "torch/library.h",
            "torch/script.h",
            "torch/torch.h",
            "torch/types.h",
            "ATen/ATen.h",
            "ATen/Tensor.h",
            "ATen/core/Tensor.h",
            "ATen/core/TensorAccessor.h",
        ],
        namespace: Some(groups::AT),
        ..toolkit("TensorAccessor.h", include_str!("../../prelude/tensor_accessor.cuh"))
    },
    Text {
        only_for: &[
            "ATen/cuda/Atomic.cuh",
            "ATen/native/cuda/KernelUtils.cuh",
            "THC/THCAtomics.cuh",
        ],
        ..toolkit("Atomic.cuh", include_str!("../../prelude/tensor_atomics.cuh"))
    },
];

static OPENCL: [Text; 1] = [toolkit("opencl-c.h", include_str!("../../prelude/opencl.clh"))];

/// What stands between two empty lines.
pub(super) struct Block {
    /// Which one it is, in order.
    pub number: usize,
    of: &'static Text,
    text: &'static str,
    tokens: OnceLock<Vec<Token>>,
}

impl Block {
    /// Whether the toolkit itself declares it.
    pub fn is_of_toolkit(&self) -> bool {
        self.of.only_for.is_empty()
    }

    /// Whether a source that includes these headers, which are not at hand, means it.
    pub fn is_at_hand(&self, skipped: &[&String]) -> bool {
        let ends = |path: &str, header: &str| {
            path.strip_suffix(header).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        self.is_of_toolkit()
            || skipped.iter().any(|path| self.of.only_for.iter().any(|header| ends(path, header)))
    }

    /// The names that it declares.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.names_of(self.text.lines())
    }

    /// The names that these of its lines declare.
    fn names_of(&self, lines: impl Iterator<Item = &'static str>) -> impl Iterator<Item = Name> {
        let namespace = self.of.namespace;
        lines.flat_map(declared).map(move |name| match namespace {
            Some(namespace) => Name::from(namespace).member(name),
            None => name.into(),
        })
    }

    /// Its tokens, names of its namespace written out.
    pub fn tokens(&'static self) -> &'static [Token] {
        self.tokens.get_or_init(|| {
            let mut tokens = lex(&Source::new(self.of.header, self.text)).unwrap_or_default();
            tokens.retain(|token| token.kind != Kind::Newline);
            if let Some(namespace) = self.of.namespace {
                groups::spell_out_inside(&mut tokens, namespace, &declared_in(self.of));
            }
            tokens
        })
    }
}

/// The blocks of a language.
pub(super) struct Index {
    blocks: Vec<Block>,
    names: HashMap<String, usize>,
}

impl Index {
    fn new(texts: &'static [Text]) -> Index {
        let mut index = Index { blocks: Vec::new(), names: HashMap::new() };
        for of in texts {
            for text in of.text.split("\n\n") {
                let number = index.blocks.len();
                let block = Block { number, of, text, tokens: OnceLock::new() };
                for name in block.names() {
                    index.names.entry(name.to_string()).or_insert(number);
                }
                index.blocks.push(block);
            }
        }
        index
    }

    /// The block that declares a name.
    pub fn block(&'static self, name: &str) -> Option<&'static Block> {
        self.names.get(name).and_then(|n| self.blocks.get(*n))
    }

    /// The names that are those of other types.
    #[cfg(test)]
    pub fn aliases(&'static self) -> impl Iterator<Item = Name> {
        let is_alias = |line: &&str| line.starts_with("using ") || line.contains("> using ");
        self.blocks
            .iter()
            .flat_map(move |block| block.names_of(block.text.lines().filter(is_alias)))
    }

    /// The names that are declared.
    #[cfg(test)]
    pub fn names(&'static self) -> impl Iterator<Item = &'static str> {
        self.names.keys().map(String::as_str)
    }
}

/// The blocks of this language.
pub(super) fn of(language: Language) -> &'static Index {
    static INDICES: LazyLock<[Index; 2]> =
        LazyLock::new(|| [Index::new(&CUDA), Index::new(&OPENCL)]);
    match language {
        Language::Cuda => &INDICES[0],
        Language::OpenCl => &INDICES[1],
    }
}

/// The names that a text declares.
fn declared_in(of: &'static Text) -> HashSet<&'static str> {
    of.text.lines().flat_map(declared).collect()
}

/// The names that a line declares: those of `enum T { A, B };`, or one. Each declaration begins a line.
fn declared(line: &str) -> impl Iterator<Item = &str> {
    let (enumeration, one) = match line.strip_prefix("enum ") {
        Some(enumeration) => (enumeration, None),
        None => ("", declared_alone(line)),
    };
    let names = enumeration.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    names.filter(|name| !name.is_empty()).chain(one)
}

/// The name of `struct T`, of `using T = …`, of a variable, or that before the parameters of a function.
fn declared_alone(line: &str) -> Option<&str> {
    if line.starts_with([' ', '}', '/']) {
        return None;
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = line;
    if let Some(parameters) = rest.strip_prefix("template <") {
        let mut open = 1;
        let end = parameters.find(|c: char| {
            open += i32::from(c == '<') - i32::from(c == '>');
            open == 0
        })?;
        rest = parameters[end + 1..].trim_start();
    }
    if let Some(attribute) = rest.strip_prefix("[[") {
        rest = attribute.split_once("]]")?.1.trim_start();
    }
    let ty = rest.strip_prefix("struct ").or_else(|| rest.strip_prefix("using "));
    if let Some(ty) = ty {
        return ty.split(|c| !is_name(c)).next();
    }
    // A variable has no parameters.
    let before = rest.split_once(['(', '=']).map(|(before, _)| before.trim_end())?;
    let name = before.rsplit(|c| !is_name(c)).next()?;
    (!name.is_empty()).then_some(name)
}
