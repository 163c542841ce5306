//! What a file's first comment lines say of the launch: `//--blockDim=[16,16] --gridDim=4 -DN=5`, and
//! for OpenCL `//--local_size=64 --num_groups=4` or `--global_size=256`. These are the flags of GPUVerify's
//! test suite, whose others are read as far as they change what a kernel means.

use crate::lex::BYTE_ORDER_MARK;
use crate::options::Options;
use num_traits::Num;
use semantics::{Number, Source, Span};

/// What the lines say.
#[derive(Clone, Debug, Default)]
pub struct LaunchLines {
    /// `--blockDim`, `--local_size`; `None` on an axis where it is `*`, any.
    pub block: Option<[Option<u64>; 3]>,
    /// `--gridDim`, `--num_groups`, or `--global_size` over `--local_size`.
    pub grid: Option<[Option<u64>; 3]>,
    /// `-D`.
    pub defines: Vec<String>,
    /// `--warp-sync`: how many threads run in lock step.
    pub warps: Option<u32>,
    /// `--kernel-args`: the parameters of a kernel, in order; `None` for one that is any.
    pub arguments: Vec<(String, Vec<Option<Number>>)>,
    /// What the lines ask for and is not done.
    pub unmet: Vec<Unmet>,
    /// The last line that says something of the launch.
    pub place: Option<Span>,
}

impl LaunchLines {
    /// Whether the lines say or ask for anything.
    pub(crate) fn says_something(&self) -> bool {
        let Self { block, grid, defines, warps, arguments, unmet, place } = self;
        block.is_some()
            || grid.is_some()
            || !defines.is_empty()
            || warps.is_some()
            || !arguments.is_empty()
            || !unmet.is_empty()
            || place.is_some()
    }
}

/// A flag of the lines that changes what a kernel means, and is not modelled.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// The flag.
    pub flag: Flag,
    /// The word that it is.
    pub word: String,
    /// Its line.
    pub span: Span,
}

/// The flags that change what a kernel means, or what is asked of it, and are not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// `get_global_id` begins elsewhere.
    GlobalOffset,
    /// Lock step of another number of threads than a warp has.
    Warps,
    /// The global size is no multiple of the local one.
    GlobalSize,
    /// Preconditions are not to be taken.
    NoAnnotations,
    /// Values of parameters that are not read.
    KernelArguments,
    /// Races between blocks are not asked for.
    OnlyIntraGroup,
    /// Races are not asked for.
    OnlyDivergence,
    /// Sizes of arrays.
    KernelArrays,
    /// Axioms.
    BoogieFile,
    /// Integers without bounds.
    MathInt,
    /// Pointers of 32 bits.
    PointerBits,
}

impl Flag {
    /// Whether a verdict would be about something else: then there is none.
    pub fn refuses(self) -> bool {
        matches!(
            self,
            Flag::GlobalOffset
                | Flag::Warps
                | Flag::GlobalSize
                | Flag::NoAnnotations
                | Flag::KernelArguments
        )
    }

    /// What is done instead.
    pub fn instead(self) -> &'static str {
        match self {
            Flag::GlobalOffset => "an offset of the global index",
            Flag::Warps => "lock step of a number of threads that no block has",
            Flag::GlobalSize => "a global size that is no multiple of the local size",
            Flag::NoAnnotations => "to leave out the preconditions of the source",
            Flag::KernelArguments => "these values of parameters",
            Flag::OnlyIntraGroup => "races between blocks are reported, too",
            Flag::OnlyDivergence => "races are reported, too",
            Flag::KernelArrays => "the sizes of arrays are not taken",
            Flag::BoogieFile => "the axioms of the file are not taken",
            Flag::MathInt => "integers are those of C",
            Flag::PointerBits => "pointers have 64 bits",
        }
    }
}

/// Reads the comment lines at the top of a file.
pub fn read(source: &Source) -> LaunchLines {
    let mut found = LaunchLines::default();
    let mut global = None;
    for line in source.text().lines() {
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        let Some(comment) = line.strip_prefix("//") else {
            if line.is_empty() {
                continue;
            }
            break;
        };
        let start = line.as_ptr().addr() - source.text().as_ptr().addr();
        let span = Span { source: source.clone(), bytes: start..start + line.len() };
        for word in comment.split_whitespace() {
            // A line of dashes is no option.
            let option = word.strip_prefix("--");
            if option.is_some_and(|of| of.starts_with(|c: char| c.is_ascii_alphabetic())) {
                found.place = Some(span.clone());
            }
            found.word(word, &span, &mut global);
        }
    }
    if let (Some((global, word, span)), None) = (global, &found.grid) {
        match groups(global, found.block) {
            Some(grid) => found.grid = Some(grid),
            None => found.unmet.push(Unmet { flag: Flag::GlobalSize, word, span }),
        }
    }
    found
}

/// How many blocks there are in so many threads; `None` where they do not fit.
fn groups(global: [Option<u64>; 3], block: Option<[Option<u64>; 3]>) -> Option<[Option<u64>; 3]> {
    let mut grid = [None; 3];
    for (n, grid) in grid.iter_mut().enumerate() {
        let local = block.and_then(|block| block[n]);
        *grid = match (global[n], local) {
            (Some(all), Some(local)) if local > 0 && all % local == 0 => Some(all / local),
            (Some(_), Some(_)) => return None,
            _ => None,
        };
    }
    Some(grid)
}

/// A global size, and where it stands.
type Global = Option<([Option<u64>; 3], String, Span)>;

impl LaunchLines {
    fn word(&mut self, word: &str, span: &Span, global: &mut Global) {
        let after = |names: &[&str]| names.iter().find_map(|name| word.strip_prefix(name));
        let mut unmet = |flag| {
            self.unmet.push(Unmet { flag, word: word.to_string(), span: span.clone() });
        };
        // As CUDA and as OpenCL call them.
        if let Some(dims) = after(&["--blockDim=", "--local_size="]).and_then(extents) {
            self.block = Some(dims);
        } else if let Some(dims) = after(&["--gridDim=", "--num_groups="]).and_then(extents) {
            self.grid = Some(dims);
        } else if let Some(dims) = after(&["--global_size="]).and_then(extents) {
            *global = Some((dims, word.to_string(), span.clone()));
        } else if let Some(define) = word.strip_prefix("-D").filter(|d| !d.is_empty()) {
            self.defines.push(define.to_string());
        } else if let Some(n) = after(&["--warp-sync="]) {
            match n.parse() {
                Ok(n) if (1..=semantics::warp::MOST_THREADS).contains(&n) => self.warps = Some(n),
                _ => unmet(Flag::Warps),
            }
        } else if let Some(values) = after(&["--kernel-args="]) {
            match arguments(values) {
                Some(arguments) => self.arguments.push(arguments),
                None => unmet(Flag::KernelArguments),
            }
        } else if let Some(offset) = after(&["--global_offset="]) {
            let zero = dimensions(offset)
                .is_some_and(|_| !offset.contains(|c: char| ('1'..='9').contains(&c)));
            if !zero {
                unmet(Flag::GlobalOffset);
            }
        } else if let Some(bits) = after(&["--pointer-bitwidth="]) {
            if bits != "64" {
                unmet(Flag::PointerBits);
            }
        } else {
            let flags = [
                ("--no-annotations", Flag::NoAnnotations),
                ("--only-intra-group", Flag::OnlyIntraGroup),
                ("--only-divergence", Flag::OnlyDivergence),
                ("--kernel-arrays=", Flag::KernelArrays),
                ("--boogie-file=", Flag::BoogieFile),
                ("--math-int", Flag::MathInt),
            ];
            let found = flags.iter().find(|(name, _)| match name.ends_with('=') {
                true => word.starts_with(name),
                false => word == *name,
            });
            if let Some((_, flag)) = found {
                unmet(*flag);
            }
        }
    }
}

/// `K,0x2a,*`
fn arguments(text: &str) -> Option<(String, Vec<Option<Number>>)> {
    let mut parts = text.split(',');
    let kernel = parts.next().filter(|name| !name.is_empty())?;
    let value = |part: &str| match part {
        "*" => Some(None),
        _ => Number::from_str_radix(part.strip_prefix("0x")?, 16).ok().map(Some),
    };
    Some((kernel.to_string(), parts.map(value).collect::<Option<_>>()?))
}

/// As [`dimensions`], with `*` for any.
fn extents(text: &str) -> Option<[Option<u64>; 3]> {
    let known = dimensions(&text.replace('*', "0"))?;
    let inner = text.trim_start_matches('[').trim_end_matches(']');
    let mut all = known.map(Some);
    for (extent, part) in all.iter_mut().zip(inner.split(',')) {
        if part.trim() == "*" {
            *extent = None;
        }
    }
    Some(all)
}

/// `256`, `[16,16]`, `[8,8,4]`; missing dimensions are 1.
pub fn dimensions(text: &str) -> Option<[u64; 3]> {
    let inner = match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        None => text,
    };
    let mut dims = [1, 1, 1];
    let mut count = 0;
    for part in inner.split(',') {
        let part = part.trim();
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        *dims.get_mut(count)? = part.parse().ok()?;
        count += 1;
    }
    (count > 0).then_some(dims)
}

/// Completes the options by the first comment lines of a source. What they say; without their place where
/// nothing of it was taken.
pub fn take_launch_lines(
    source: &Source,
    options: &mut Options,
    notes: &mut Vec<String>,
) -> LaunchLines {
    let mut lines = read(source);
    let known = |extents: Option<[Option<u64>; 3]>| {
        let [x, y, z] = extents?;
        Some([x?, y?, z?])
    };
    let shown = |extents: [Option<u64>; 3]| {
        let all = extents.map(|n| n.map_or("any".to_string(), |n| n.to_string()));
        format!("[{}]", all.join(", "))
    };
    let mut taken = Vec::new();
    for (own, of_lines, name) in [
        (&mut options.block_dim, &mut lines.block, "blockDim"),
        (&mut options.grid_dim, &mut lines.grid, "gridDim"),
    ] {
        if own.is_some() {
            // The caller's own.
            *of_lines = None;
        } else if let Some(extents) = *of_lines {
            *own = known(*of_lines);
            taken.push(format!("{name} = {}", shown(extents)));
        }
    }
    for define in &lines.defines {
        let name = |text: &str| text.split('=').next().unwrap_or(text).to_string();
        if !options.defines.iter().any(|d| name(d) == name(define)) {
            taken.push(format!("-D{define}"));
            options.defines.push(define.clone());
        }
    }
    if let (Some(threads), None) = (lines.warps, options.warp_sync) {
        options.warp_sync = Some(threads);
        taken.push(format!("each {threads} threads run in lock step"));
    }
    taken.extend(lines.arguments.iter().map(|(kernel, _)| format!("the parameters of {kernel}")));
    if taken.is_empty() {
        lines.place = None;
    } else {
        notes.push(format!("from the first lines of the source: {}", taken.join(", ")));
    }
    let unmet = lines.unmet.iter().filter(|unmet| !unmet.flag.refuses());
    notes.extend(
        unmet.map(|unmet| format!("`{}` is not obeyed: {}", unmet.word, unmet.flag.instead())),
    );
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let text = "// what\n//--blockDim=[16,16] --gridDim=4 -DN=5\n\nint x; //--gridDim=9";
        let found = read(&Source::new("t.cu", text));
        assert_eq!(found.block, Some([Some(16), Some(16), Some(1)]));
        assert_eq!(found.grid, Some([Some(4), Some(1), Some(1)]));
        assert_eq!(found.defines, ["N=5"]);
        assert_eq!(found.place.map(|span| span.place()).as_deref(), Some("t.cu:2:1"));
        for wrong in ["", "[1", "1,2,3,4", "-1", "+1", "a", "[]", "99999999999999999999"] {
            assert_eq!(dimensions(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn flags_of_gpuverify() {
        let read = |line: &str| read(&Source::new("t.cl", format!("//{line}\n")));
        assert_eq!(
            read("--local_size=[8,8] --global_size=[64,16]").grid,
            Some([Some(8), Some(2), Some(1)])
        );
        assert_eq!(read("--global_size=64 --local_size=8").grid, Some([Some(8), Some(1), Some(1)]));
        assert_eq!(read("--local_size=[8,*] --num_groups=*").block, Some([Some(8), None, Some(1)]));
        assert_eq!(read("--local_size=8 --global_size=*").grid, Some([None, Some(1), Some(1)]));
        assert_eq!(read("--warp-sync=32").warps, Some(32));
        let flags = |line: &str| read(line).unmet.iter().map(|u| u.flag).collect::<Vec<_>>();
        for (line, expected) in [
            ("--local_size=7 --global_size=64", Flag::GlobalSize),
            ("--warp-sync=0", Flag::Warps),
            ("--warp-sync=2048", Flag::Warps),
            ("--global_offset=64", Flag::GlobalOffset),
            ("--only-intra-group", Flag::OnlyIntraGroup),
            ("--only-divergence", Flag::OnlyDivergence),
            ("--kernel-arrays=k,64", Flag::KernelArrays),
            ("--kernel-args=k,3", Flag::KernelArguments),
            ("--math-int", Flag::MathInt),
            ("--no-annotations", Flag::NoAnnotations),
            ("--boogie-file=${KERNEL_DIR}/axioms.bpl", Flag::BoogieFile),
            ("--pointer-bitwidth=32", Flag::PointerBits),
        ] {
            assert_eq!(flags(line), [expected], "{line}");
        }
        for line in [
            "--no-inline",
            "--equality-abstraction",
            "--no-infer",
            "--global_offset=[0,0]",
            "--findbugs",
        ] {
            assert_eq!(flags(line), [], "{line}");
        }
        let given = read("--kernel-args=k,0x2a,*,0x0").arguments;
        assert_eq!(given, [("k".into(), vec![Some(42.into()), None, Some(0.into())])]);
    }
}
