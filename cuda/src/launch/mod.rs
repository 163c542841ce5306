//! From host code to launches: what grid, blocks and arguments a file launches its kernels with.
//!
//! Host functions are run over values that are terms: a number, or a name for a number that nothing in the
//! file says. So `k<<<(n + 255) / 256, 256>>>(a, n)` says that its grid hangs on its argument, whatever `n` is.
//! A name stands for one number, whatever is assigned later: what is said of it stays true. Where nobody
//! knows what a statement does, everything that it might change becomes a new name.

mod alias;
mod apart;
mod argument;
mod call;
mod callers;
mod choice;
mod closed;
mod closure;
mod compared;
mod computing;
mod convert;
mod counter;
mod deduce;
mod element;
mod evaluator;
mod expression;
mod forward;
mod held;
mod hidden;
mod invoke;
mod join;
mod kept;
mod library;
mod method;
mod multiple;
mod names;
mod origin;
mod own_operators;
mod path;
mod place;
mod possible;
mod quotient;
mod reach;
mod select;
mod settle;
mod shared;
mod site;
mod skipped;
mod special;
mod state;
mod statement;
mod template;
mod through;
mod tie;
mod tied;
mod turn;
mod unknown;
mod value;
mod values;
mod writes;

pub(crate) use choice::{Chosen, Extent, Given, Wider, choose};
pub use choice::{Launch, LaunchSource};
pub(crate) use special::tell_apart;
pub use tied::{Fact, FactKind, SharedArray, Tied};
pub(crate) use tied::{Shared, Slot, argument, extent};

use crate::syntax::{File, Function, Instance, Meant, Place, Spread, TemplateArgument, Type};
use crate::typing::Context;
use semantics::{Cond, Dim, Expr as Term, IntType, Name, Span};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use value::Value;

/// A launch that host code makes.
#[derive(Clone, Debug)]
pub struct HostLaunch {
    /// The kernel's name, without qualification.
    pub kernel: Name,
    /// Which kernel of the name is meant, where several namespaces have some and that is known.
    pub(crate) meant: Option<Meant>,
    /// Where the launch stands.
    pub span: Span,
    /// The token of the kernel's name, of a launch by `<<<`.
    pub(crate) site: Option<usize>,
    /// The arguments of a template, where the launch gives them.
    pub template: Vec<TemplateArgument>,
    /// `gridDim`, over the names in `symbols`, and where it is given.
    pub(crate) grid: ([Arc<Term>; 3], Span),
    /// `blockDim`, likewise.
    pub(crate) block: ([Arc<Term>; 3], Span),
    /// The arguments, where it is known which there are, each with where it is given.
    pub(crate) arguments: Option<Vec<(Value, Span)>>,
    /// The arguments along single paths that lead to it.
    pub(crate) paths: Vec<Vec<Value>>,
    /// The bytes of what each argument points to, as far as its form says it.
    pub(crate) elements: Vec<Option<u64>>,
    /// What each argument points to, as far as its form says it.
    pub(crate) pointees: Vec<Option<Type>>,
    /// The arguments that may be one array, for all that is followed.
    pub(crate) doubts: BTreeSet<(usize, usize)>,
    /// What holds where it stands.
    pub(crate) facts: Vec<(FactKind, Arc<Cond>, Span)>,
    /// The names.
    pub(crate) symbols: BTreeMap<Name, Symbol>,
    /// The forgotten numbers that say where its pointers point to.
    pub(crate) choosing: BTreeSet<Name>,
    /// The memory that its pointers point to.
    pub(crate) memory: BTreeMap<value::Base, value::Memory>,
}

/// All pairs of so many arguments.
fn pairs_of(arguments: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..arguments).flat_map(|n| (0..n).map(move |m| (m, n)))
}

impl HostLaunch {
    /// Whether both are one launch of the text.
    fn is_one(&self, other: &HostLaunch) -> bool {
        self.site == other.site
            && self.kernel == other.kernel
            && self.span.bytes == other.span.bytes
            && self.span.source.name() == other.span.source.name()
    }
}

/// A number that host code has and that nothing says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Symbol {
    pub ty: IntType,
    /// What its name is made of.
    pub hint: Name,
    /// What is known of it wherever it stands.
    pub about: Option<(FactKind, Arc<Cond>)>,
    /// Whether it is an extent of which nobody said that there is one.
    pub open: bool,
    /// Whether something was known of the number that it stands for, before it changed in a way that is not followed.
    pub forgotten: bool,
}

impl HostLaunch {
    /// Of each pointer of which both types are known: whether it is of the type that a kernel takes.
    fn fits(&self, kernel: &Function) -> Vec<bool> {
        let is_parameter = |name: &Name| {
            let mut own = kernel.template.iter().flatten();
            own.any(|t| t.name.as_ref().is_none_or(|own| own == name))
        };
        let both = self.pointees.iter().zip(&kernel.parameters);
        let fit = both.filter_map(|(given, parameter)| {
            let Type::Pointer(taken) = parameter.ty.unqualified() else { return None };
            let (given, taken) = (given.as_ref()?.unqualified(), taken.unqualified());
            match taken {
                Type::Int(_) | Type::Float(_) => Some(given == taken),
                Type::Named(name) if !is_parameter(name) => Some(given == taken),
                _ => None,
            }
        });
        fit.collect()
    }

    /// Whether nothing says that an extent is there.
    pub(crate) fn is_open(&self, of: Extent, dim: Dim) -> bool {
        let (extents, _) = match of {
            Extent::Block => &self.block,
            Extent::Grid => &self.grid,
        };
        match &*extents[dim as usize] {
            Term::Var(name) => self.symbols.get(name).is_some_and(|symbol| symbol.open),
            _ => false,
        }
    }
}

impl HostLaunch {
    /// The numbers of which something was known before it was forgotten, as the host code calls them.
    pub(crate) fn forgotten(&self) -> BTreeSet<Name> {
        // What a loop counts with is followed.
        let counted = |symbol: &Symbol| {
            let is_counter =
                |kind: &FactKind| matches!(kind, FactKind::Counter(x) if *x == symbol.hint);
            self.facts.iter().any(|(kind, ..)| is_counter(kind))
        };
        let forgotten = self.symbols.values().filter(|symbol| symbol.forgotten && !counted(symbol));
        forgotten.map(|symbol| &symbol.hint).chain(&self.choosing).cloned().collect()
    }
}

/// What host code says of kernels.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// The launches, in order of the text as far as there is one.
    pub all: Vec<HostLaunch>,
    /// The tokens of the launches that were looked at: what is not among `all` is not reached.
    pub(crate) seen: HashSet<usize>,
    /// The kernels that may be launched in ways that are not seen.
    pub open: HashSet<Name>,
}

/// The launches of a file, of the kernels that are asked about at least: what launches only others is not run.
pub fn launches(file: &File, context: &Context, asked: &dyn Fn(&Name) -> bool) -> Launches {
    if file.host.sites.is_empty() && file.host.mentions.is_empty() {
        return Launches::default();
    }
    evaluator::Evaluator::new(file, context).run(asked)
}

impl Launches {
    /// The launches of a kernel, and whether there may be others. Which of several kernels of one name is
    /// launched, its namespace says, or the number of arguments, or nothing.
    pub(crate) fn of(
        &self,
        kernel: &Function,
        kernels: &[&Function],
        spread: &Spread,
    ) -> (Vec<&HostLaunch>, bool) {
        let name = call::last_part(&kernel.name);
        let of_name = kernels.iter().filter(|k| call::last_part(&k.name) == name);
        // Two of them may stand at one place of the text, which is included twice.
        let others: Vec<&&Function> = of_name.filter(|k| !std::ptr::eq(**k, kernel)).collect();
        let arity = kernel.parameters.len();
        // The one among those with as many parameters that takes such pointers.
        let by_pointers = |launch: &HostLaunch| -> Option<&Function> {
            let given = launch.arguments.as_ref()?.len();
            let all = kernels.iter().filter(|k| call::last_part(&k.name) == name);
            let all: Vec<&Function> =
                all.copied().filter(|k| k.parameters.len() == given).collect();
            let fits = all.iter().map(|k| (*k, launch.fits(k)));
            let fit: Vec<(&Function, Vec<bool>)> =
                fits.filter(|(_, fits)| !fits.contains(&false)).collect();
            match fit.as_slice() {
                [(one, fits)] if all.len() > 1 && !fits.is_empty() => Some(*one),
                _ => None,
            }
        };
        let may_be = |launch: &HostLaunch, f: &Function| {
            launch.meant.as_ref().is_none_or(|meant| spread.is_among(meant, f))
                && by_pointers(launch).is_none_or(|one| std::ptr::eq(one, f))
        };
        let of_name = || self.all.iter().filter(|launch| launch.kernel == name);
        let mut alike: Vec<&Function> = others.iter().map(|other| **other).collect();
        alike.retain(|other| other.parameters.len() == arity);
        let unclear = |launch: &HostLaunch| {
            may_be(launch, kernel) && alike.iter().any(|other| may_be(launch, other))
        };
        if !alike.is_empty() && (of_name().next().is_none() || of_name().any(unclear)) {
            return (Vec::new(), true);
        }
        let mine = |launch: &&HostLaunch| {
            let fits = match &launch.arguments {
                Some(given) => given.len() == arity,
                None => others.is_empty(),
            };
            launch.kernel == name && may_be(launch, kernel) && (fits || others.is_empty())
        };
        let launches: Vec<&HostLaunch> = self.all.iter().filter(mine).collect();
        // One of which the arguments are not known may be of any of them.
        let unclear = |launch: &HostLaunch| {
            launch.kernel == name && launch.arguments.is_none() && may_be(launch, kernel)
        };
        let open = self.open.contains(&name) || !others.is_empty() && self.all.iter().any(unclear);
        (launches, open)
    }
}

/// Says of each launch of a template with which arguments it is, as the run of the host code knows them.
pub(crate) fn give_instances(file: &mut File, host: &Launches) {
    file.instances.retain(|instance| !host.seen.contains(&instance.at));
    for launch in &host.all {
        let instance = Instance {
            name: launch.kernel.clone(),
            arguments: launch.template.clone(),
            at: launch.site.unwrap_or(usize::MAX),
            span: Place(launch.span.clone()),
        };
        if !file.instances.contains(&instance) {
            file.instances.push(instance);
        }
    }
    file.instances.sort_by_key(|instance| instance.at);
}
