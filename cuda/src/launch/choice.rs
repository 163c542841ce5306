//! Which launches a kernel is checked for: by the first of flags, the file's first lines, its host code that
//! says something; else what is assumed. [docs/interface.md, The launch]

use super::HostLaunch;
use super::shared::{has_pointers, has_several_pointers};
use super::tie::{sharing, tie};
use super::tied::{Fact, Tied};
use crate::launch_lines::LaunchLines;
use crate::options::Options;
use crate::survey::Axes;
use crate::syntax::BlockBound;
use crate::typed::{Kernel, Type};
use num_traits::ToPrimitive;
use semantics::{Dim, Name, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A kernel with more launches is checked for one that is any of them.
const MOST_LAUNCHES: usize = 8;

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// What gives it.
    pub from: LaunchSource,
    /// Where that stands.
    pub span: Option<Span>,
    /// `blockDim`; `None` where it is any.
    pub block: [Option<u64>; 3],
    /// `gridDim`; `None` where it is any.
    pub grid: [Option<u64>; 3],
}

/// What gives a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchSource {
    /// The caller.
    Flags,
    /// The first comment lines of the file.
    FirstLines,
    /// A launch in the file's host code.
    HostCode,
    /// Nothing.
    Assumed,
}

/// A launch that is to be checked, and what is to be taken for granted of it.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub launch: Launch,
    /// What the host code says besides.
    pub tied: Option<Tied>,
    /// The extents that are 1 because the kernel names nothing on their axis.
    pub unnamed: Vec<(Extent, Dim)>,
    /// Whether `gridDim * blockDim` is taken to be below 2^31.
    pub below: bool,
    /// Whether it stands for launches of the host code that are not followed.
    pub unseen: bool,
    /// What of it is known to be wider than what the host code does.
    pub wider: Wider,
    /// The parameters that are taken for different arrays, where that is not followed.
    pub apart: BTreeSet<(Name, Name)>,
}

/// Why host code may give a launch fewer numbers than it is checked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wider {
    /// The numbers that change in ways that are not followed, as the host code calls them.
    pub forgotten: BTreeSet<Name>,
    /// Whether it stands for several launches: it is any where they differ, or has the pointers of one of them.
    pub together: bool,
}

/// `blockDim` or `gridDim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Block,
    Grid,
}

impl Extent {
    /// Whether a kernel that names these axes may have it on this one.
    fn is_named(self, axes: &Axes, dim: Dim) -> bool {
        match self {
            Extent::Block => axes.of_block(dim),
            Extent::Grid => axes.of_grid(dim),
        }
    }

    /// Its name in CUDA.
    pub fn name(self) -> &'static str {
        match self {
            Extent::Block => "blockDim",
            Extent::Grid => "gridDim",
        }
    }
}

/// What the caller and the first lines say.
pub(crate) struct Given<'a> {
    pub options: &'a Options,
    /// What the first lines say, as far as the caller does not.
    pub lines: &'a LaunchLines,
    /// Whether a flag says something of the launch.
    pub flags: bool,
}

/// The launches of a kernel, at least one. `open`: it may be launched in ways that are not seen.
pub(crate) fn choose(
    kernel: &Kernel,
    axes: Axes,
    given: &Given<'_>,
    host: &[&HostLaunch],
    open: bool,
) -> Vec<Chosen> {
    let (options, lines) = (given.options, given.lines);
    let (block, grid) = (extents(options, Extent::Block), extents(options, Extent::Grid));
    let starred = [lines.block, lines.grid].into_iter().flatten().flatten().any(|n| n.is_none());
    let says = options.any_launch || starred || block.iter().chain(&grid).any(Option::is_some);
    if says {
        let from = match given.flags || options.any_launch {
            true => LaunchSource::Flags,
            false => LaunchSource::FirstLines,
        };
        let span = lines.place.clone().filter(|_| from == LaunchSource::FirstLines);
        let mut launch = Launch { from, span, block, grid };
        // What the lines say is any, is any.
        let or_any = |own: &mut [Option<u64>; 3], of_lines: Option<[Option<u64>; 3]>| {
            if let (true, Some(extents)) = (own.iter().all(Option::is_none), of_lines) {
                *own = extents;
            }
            of_lines.is_some()
        };
        let said = [or_any(&mut launch.block, lines.block), or_any(&mut launch.grid, lines.grid)];
        require(kernel, &mut launch.block);
        let mut chosen = assumed(launch, axes, options.any_launch, said);
        chosen.tied = arguments(kernel, lines);
        if open {
            chosen.apart = any_apart(kernel);
        }
        return sharing_too(chosen, kernel, host);
    }
    let mut all: Vec<Chosen> = Vec::new();
    for launch in host {
        for tied in tie(launch, kernel) {
            let made = of_host(launch, tied, kernel, axes);
            let is_same =
                |other: &&mut Chosen| other.tied == made.tied && other.unnamed == made.unnamed;
            match all.iter_mut().find(is_same) {
                // What one of them needs is enough.
                Some(other) => {
                    other.apart.extend(made.apart);
                    other.wider.forgotten.retain(|x| made.wider.forgotten.contains(x));
                }
                None => all.push(made),
            }
        }
    }
    let mut all = general(all);
    if all.len() > MOST_LAUNCHES {
        all = widened(all);
    }
    if open || all.is_empty() {
        let mut launch =
            Launch { from: LaunchSource::Assumed, span: None, block: [None; 3], grid: [None; 3] };
        require(kernel, &mut launch.block);
        let apart = if open { any_apart(kernel) } else { BTreeSet::new() };
        all.push(Chosen { unseen: open, apart, ..assumed(launch, axes, false, [false; 2]) });
    }
    all
}

/// A launch that is given, and as it is where pointers share memory as host code has them do it somewhere.
fn sharing_too(chosen: Chosen, kernel: &Kernel, host: &[&HostLaunch]) -> Vec<Chosen> {
    let mut chosen = chosen;
    chosen.apart.extend(host.iter().flat_map(|launch| apart(launch, kernel)));
    let mut all = vec![chosen.clone()];
    for shared in host.iter().flat_map(|launch| sharing(launch, kernel)) {
        let known = |other: &Chosen| other.tied.as_ref().is_some_and(|t| t.same == shared.same);
        if all.len() < MOST_LAUNCHES && !all.iter().any(known) {
            let mut tied = chosen.tied.clone().unwrap_or_else(|| Tied::of_values(BTreeMap::new()));
            tied.same = shared.same;
            tied.facts.extend(shared.facts);
            all.push(Chosen { tied: Some(tied), ..chosen.clone() });
        }
    }
    all
}

/// Has an extent that is not known be the one that the kernel requires: a launch with another one fails.
fn require(kernel: &Kernel, block: &mut [Option<u64>; 3]) {
    if let Some(BlockBound::Exactly(required)) = &kernel.bound {
        for (n, required) in block.iter_mut().zip(required) {
            *n = n.or(Some(*required));
        }
    }
}

/// What the options say of an extent, on each axis.
fn extents(options: &Options, of: Extent) -> [Option<u64>; 3] {
    let dims = match of {
        Extent::Block => options.block_dim,
        Extent::Grid => options.grid_dim,
    };
    let mut all = dims.map_or([None; 3], |dims| dims.map(Some));
    for (name, value) in &options.params {
        for dim in Dim::ALL {
            if *name == format!("{}.{}", of.name(), dim.letter()) {
                all[dim as usize] = value.to_u64();
            }
        }
    }
    all
}

/// What the first lines say of the parameters.
fn arguments(kernel: &Kernel, lines: &LaunchLines) -> Option<Tied> {
    let (_, given) = lines.arguments.iter().find(|(name, _)| *name == kernel.name.as_str())?;
    let scalars = kernel.parameters.iter().filter_map(|id| {
        let ty = kernel.locals[id.0].ty.int()?;
        Some((id.0, ty))
    });
    let mut values = BTreeMap::new();
    for ((n, ty), value) in scalars.zip(given) {
        values.extend(value.clone().map(|value| (n, ty.convert(&value))));
    }
    Some(Tied::of_values(values))
}

/// What nothing says is 1 on an axis that the kernel does not name.
fn assumed(mut launch: Launch, axes: Axes, any: bool, said: [bool; 2]) -> Chosen {
    let mut unnamed = Vec::new();
    let both = [(Extent::Block, &mut launch.block), (Extent::Grid, &mut launch.grid)];
    for ((of, extents), said) in both.into_iter().zip(said) {
        for dim in Dim::ALL.into_iter().filter(|_| !said) {
            let extent = &mut extents[dim as usize];
            if extent.is_none() && !of.is_named(&axes, dim) && !any {
                *extent = Some(1);
                unnamed.push((of, dim));
            }
        }
    }
    let wider = Wider::default();
    let apart = BTreeSet::new();
    Chosen { launch, tied: None, unnamed, below: !any, unseen: false, wider, apart }
}

/// A launch that the host code makes. An extent of which it is not even known that there is one is 1 on an
/// axis that the kernel does not name.
fn of_host(host: &HostLaunch, mut tied: Tied, kernel: &Kernel, axes: Axes) -> Chosen {
    require(kernel, &mut tied.block);
    let mut unnamed = Vec::new();
    let both = [(Extent::Block, &mut tied.block), (Extent::Grid, &mut tied.grid)];
    for (of, extents) in both {
        for dim in Dim::ALL {
            let extent = &mut extents[dim as usize];
            if extent.is_none() && !of.is_named(&axes, dim) && host.is_open(of, dim) {
                *extent = Some(1);
                unnamed.push((of, dim));
            }
        }
    }
    let launch = Launch {
        from: LaunchSource::HostCode,
        span: Some(host.span.clone()),
        block: tied.block,
        grid: tied.grid,
    };
    let wider = Wider { forgotten: host.forgotten(), together: tied.of_path };
    let apart = apart(host, kernel);
    Chosen { launch, tied: Some(tied), unnamed, below: true, unseen: false, wider, apart }
}

/// The parameters that may be one array, for all that is followed of the host code, and of which one may be written
/// through.
fn apart(host: &HostLaunch, kernel: &Kernel) -> BTreeSet<(Name, Name)> {
    match host.arguments {
        Some(_) => pairs_apart(host.doubts.iter().copied(), kernel),
        None => any_apart(kernel),
    }
}

/// All parameters that may be one array in a launch that is not followed.
fn any_apart(kernel: &Kernel) -> BTreeSet<(Name, Name)> {
    let all = 0..kernel.parameters.len();
    pairs_apart(all.flat_map(|n| (0..=n).map(move |m| (m, n))), kernel)
}

/// Of these pairs of parameters, those that have pointers of which one may be written through.
fn pairs_apart(
    pairs: impl Iterator<Item = (usize, usize)>,
    kernel: &Kernel,
) -> BTreeSet<(Name, Name)> {
    let parameter = |n: usize| kernel.parameters.get(n).map(|id| &kernel.locals[id.0]);
    let pairs = pairs.filter_map(|(m, n)| {
        let (a, b) = (parameter(m)?, parameter(n)?);
        let given = match m == n {
            true => has_several_pointers(&a.ty, kernel),
            false => has_pointers(&a.ty, kernel) && has_pointers(&b.ty, kernel),
        };
        let written = !is_read_only(&a.ty) || !is_read_only(&b.ty);
        (given && written).then(|| (a.name.clone(), b.name.clone()))
    });
    pairs.collect()
}

fn is_read_only(ty: &Type) -> bool {
    matches!(ty.unqualified(), Type::Pointer(to) if to.is_const())
}

/// The launches but for those of which another one is more general: it is the same with fewer conditions.
fn general(all: Vec<Chosen>) -> Vec<Chosen> {
    let mut kept: Vec<Chosen> = Vec::new();
    for chosen in all {
        let covers = |a: &Chosen, b: &Chosen| {
            let tied = a.tied.as_ref().zip(b.tied.as_ref());
            a.unnamed == b.unnamed && tied.is_some_and(|(a, b)| a.is_more_general(b))
        };
        if let Some(other) = kept.iter_mut().find(|other| covers(other, &chosen)) {
            other.apart.extend(chosen.apart);
            continue;
        }
        let mut chosen = chosen;
        let (less, more) = kept.into_iter().partition(|other| covers(&chosen, other));
        kept = more;
        let less: Vec<Chosen> = less;
        less.into_iter().for_each(|other| chosen.apart.extend(other.apart));
        kept.push(chosen);
    }
    kept
}

/// Launches that leave open what they do not agree on, one for each way in which pointers share memory.
fn widened(all: Vec<Chosen>) -> Vec<Chosen> {
    let mut made: Vec<Chosen> = Vec::new();
    for chosen in all {
        let Some(tied) = &chosen.tied else { continue };
        let alike =
            made.iter_mut().find(|other| other.tied.as_ref().is_some_and(|t| t.same == tied.same));
        match alike {
            Some(other) => widen(other, &chosen),
            None => made.push(chosen),
        }
    }
    made
}

fn widen(chosen: &mut Chosen, other: &Chosen) {
    let (Some(tied), Some(more)) = (&mut chosen.tied, &other.tied) else { return };
    let agree = |a: &mut [Option<u64>; 3], b: &[Option<u64>; 3]| {
        for (a, b) in a.iter_mut().zip(b) {
            if *a != *b {
                *a = None;
            }
        }
    };
    agree(&mut tied.block, &more.block);
    agree(&mut tied.grid, &more.grid);
    tied.values.retain(|n, value| more.values.get(n) == Some(value));
    tied.null.retain(|slot| more.null.contains(slot));
    tied.hidden.retain(|x, value| more.hidden.get(x) == Some(value));
    tied.conditions.retain(|c| more.conditions.contains(c));
    tied.memory.retain(|n, bytes| more.memory.get(n) == Some(bytes));
    tied.memory_facts.retain(|fact| more.memory_facts.contains(fact));
    tied.facts.retain(|fact: &Fact| more.facts.contains(fact));
    (chosen.launch.block, chosen.launch.grid) = (tied.block, tied.grid);
    chosen.wider.together = true;
    chosen.apart.extend(other.apart.iter().cloned());
    chosen.wider.forgotten.extend(other.wider.forgotten.iter().cloned());
    chosen.unnamed.retain(|extent| other.unnamed.contains(extent));
}
