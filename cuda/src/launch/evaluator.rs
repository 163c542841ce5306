//! Runs the host functions of a file.

use super::call::{Signatures, last_part, may_refer};
use super::forward::leads_forward;
use super::kept::Held;
use super::origin::Origin;
use super::possible::Possible;
use super::state::{Bound, Declared, Identity, State};
use super::turn::{Switch, Turn};
use super::value::{Base, Memory, Value, Variable, int_type, is_pointer};
use super::values::Values;
use super::writes::{Changed, Writes};
use super::{FactKind, HostLaunch, Launches, Symbol};
use crate::syntax::{File, HostFunction, HostStep, Instantiation, Meant, TemplateArgument, Type};
use crate::typing::Context;
use rustc_hash::FxHashMap;
use semantics::{Cond, Expr as Term, IntType, Name, Span, limits};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// How many ways to give a launch its arguments are looked at.
pub(super) const MOST_PATHS: usize = 16;
/// How many statements and expressions are run.
const MOST_WORK: usize = 200_000;
/// The same of turns of a path that need not be made.
pub(super) const MOST_WORK_OF_TURNS: usize = 20_000;
/// How deep calls may nest.
const DEEPEST_CALL: usize = 16;
/// How many launches are kept.
pub(super) const MOST_LAUNCHES: usize = 2_000;

/// A function that runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Which, by its place among the functions of the host.
    pub function: usize,
    /// What is returned so far.
    pub exits: Vec<Exit>,
    /// Along a path, what variables hold where it jumped to a label or a handler.
    pub away: Vec<Values>,
    /// How many facts hold before it.
    pub facts: usize,
    /// Whether the place at hand hangs on what is not known.
    pub unclear: bool,
    /// The types that the parameters of a template stand for; `None` for one that is not known.
    pub types: HashMap<Name, Option<Type>>,
    /// Whether it jumps in ways that are not followed: nothing holds longer than a statement.
    pub lost: bool,
    /// What it changes anywhere.
    pub written: Changed,
}

/// A place where a function returns.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    pub value: Value,
    /// What variables hold there.
    pub values: Values,
    /// Under which condition it is reached, where that is known.
    pub way: Option<Arc<Cond>>,
}

/// A run of the host code.
pub(super) struct Evaluator<'f> {
    pub file: &'f File,
    pub context: &'f Context,
    pub signatures: Arc<Signatures>,
    /// The functions by name.
    pub named: HashMap<Name, Vec<usize>>,
    /// Which functions launch kernels that are asked about, themselves or by others.
    pub launching: HashSet<usize>,
    pub kernels: HashSet<Name>,
    pub state: State,
    pub frames: Vec<Frame>,
    pub symbols: FxHashMap<Name, Symbol>,
    /// By [`Base`].
    pub memory: Vec<Memory>,
    pub facts: Vec<(FactKind, Arc<Cond>, Span)>,
    pub found: Launches,
    /// The functions that were run, and those that are called in ways that are not followed.
    pub entered: HashSet<usize>,
    pub loose: HashSet<usize>,
    /// What such calls give functions that launch, where one array is given twice, on the path at hand.
    pub twice: Vec<(usize, Vec<Value>)>,
    /// Whether there are such calls at all.
    called_loosely: bool,
    /// The memory that callers of the functions give them.
    pub given: HashSet<Base>,
    /// Whether variables that others may change are another value each time they are read.
    pub unstable: bool,
    /// The `switch` statements around the place at hand.
    pub switches: Vec<Switch>,
    pub nesting: usize,
    pub work: usize,
    /// What pointers of the host point to: so many bytes after the beginning of some memory.
    pub objects: HashMap<(Base, i64), (Type, Variable)>,
    /// The memory that variables of the host are in.
    pub addresses: HashMap<Variable, Base>,
    /// The `static` variables of functions, by where they are declared.
    pub statics: HashMap<(String, usize), Variable>,
    /// The lambda expressions that variables hold, of such a run.
    pub closures: HashMap<Variable, Bound>,
    /// Of a run along one path: how often a loop runs of which nothing says it.
    pub path: Option<usize>,
    /// The loops and `switch` statements around the place at hand.
    pub turns: Vec<Turn>,
    /// Whether a loop ran as often as that.
    pub looped: bool,
    /// Of such a run, whether it is to come to its end with less work: what loops do is cut short.
    pub hurries: bool,
    /// Of such a run, in a loop that only computes: after how much work it is left.
    pub enough: Option<usize>,
    /// The work that such loops took.
    pub computed: usize,
    /// What pointers are kept where that is not followed, of such a run.
    pub held: Held,
    /// Where variables have pointers from of which nothing else is known.
    pub origins: BTreeMap<Variable, BTreeSet<Origin>>,
    /// Which kernel the launch at hand means, where several namespaces have one of its name.
    pub meant: Option<Meant>,
    /// Of the launch at hand, the arguments that may be one array.
    pub doubts: Vec<(usize, usize)>,
    /// The launches of such runs, and those that need not be made.
    pub witnessed: Vec<HostLaunch>,
    pub possible: Possible,
    /// Whether two pointers are compared of which it is not known that they are two.
    pub compares: Cell<bool>,
    /// What functions of the host name: those that are called here are among it.
    pub called: BTreeSet<Name>,
    /// The functions that were run with any arguments, in order.
    pub roots: Vec<(usize, Vec<TemplateArgument>)>,
    /// How deep the value at hand is nested.
    pub depth: usize,
    /// How often each name was made.
    made: FxHashMap<Name, (Name, usize)>,
    /// The names that some function may change.
    written: BTreeSet<Name>,
    /// Whether new names stand for numbers of which something was known.
    pub forgetting: bool,
}

impl<'f> Evaluator<'f> {
    pub fn new(file: &'f File, context: &'f Context) -> Self {
        let mut named: HashMap<Name, Vec<usize>> = HashMap::new();
        for (n, function) in file.host.functions.iter().enumerate() {
            named.entry(function.name.clone()).or_default().push(n);
        }
        let kernels = file.functions().filter(|f| f.specifiers.global);
        Evaluator {
            file,
            context,
            signatures: Arc::new(Signatures::of(file)),
            named,
            launching: HashSet::new(),
            kernels: kernels.map(|f| last_part(&f.name)).collect(),
            state: State::new(),
            frames: Vec::new(),
            symbols: FxHashMap::default(),
            memory: Vec::new(),
            facts: Vec::new(),
            found: Launches::default(),
            entered: HashSet::new(),
            loose: HashSet::new(),
            twice: Vec::new(),
            called_loosely: false,
            given: HashSet::new(),
            unstable: false,
            switches: Vec::new(),
            nesting: 0,
            work: 0,
            objects: HashMap::new(),
            addresses: HashMap::new(),
            statics: HashMap::new(),
            closures: HashMap::new(),
            path: None,
            turns: Vec::new(),
            looped: false,
            hurries: false,
            enough: None,
            computed: 0,
            held: Held::default(),
            origins: BTreeMap::new(),
            doubts: Vec::new(),
            meant: None,
            witnessed: Vec::new(),
            possible: Possible::default(),
            compares: Cell::new(false),
            called: BTreeSet::new(),
            roots: Vec::new(),
            depth: 0,
            made: FxHashMap::default(),
            written: BTreeSet::new(),
            forgetting: false,
        }
    }

    /// All launches of the kernels that are asked about.
    pub fn run(mut self, asked: &dyn Fn(&Name) -> bool) -> Launches {
        let functions = self.file.host.functions.as_slice();
        let unqualified = |f: &HostFunction| -> BTreeSet<Name> {
            let names = super::names::of_steps(&f.body);
            names.iter().map(last_part).chain(names.iter().cloned()).collect()
        };
        let names: Vec<BTreeSet<Name>> = functions.iter().map(unqualified).collect();
        let kernels = self.file.functions().filter(|f| f.specifiers.global && asked(&f.name));
        let kernels: HashSet<Name> = kernels.map(|f| last_part(&f.name)).collect();
        self.find_launching(&names, &kernels);
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        for function in functions {
            writes.returns_reference = function.returns.as_ref().is_none_or(may_refer);
            function.body.iter().for_each(|step| writes.step(step));
        }
        self.written = writes.names.into_keys().collect();
        self.written.extend(writes.kept);
        self.written.extend(writes.elements.into_keys());
        self.written.extend(self.file.host.outer.iter().cloned());
        let defaults =
            functions.iter().flat_map(|f| &f.parameters).filter_map(|p| p.default.as_ref());
        let by_default: BTreeSet<Name> = defaults.flat_map(super::names::of_expr).collect();
        for name in self.file.host.outer.iter().chain(&by_default) {
            self.loose.extend(self.named.get(&last_part(name)).into_iter().flatten());
        }
        // What nobody calls comes first: it says what it gives to the others.
        self.called = names.iter().flatten().cloned().collect();
        for (n, function) in functions.iter().enumerate() {
            if self.launching.contains(&n)
                && (function.exported || !self.called.contains(&function.name))
            {
                self.run_root(n);
            }
        }
        let mut any: HashSet<usize> = HashSet::new();
        loop {
            let open = |n: &usize| {
                self.launching.contains(n)
                    && (!self.entered.contains(n) || self.loose.contains(n) && !any.contains(n))
            };
            let Some(n) = (0..functions.len()).find(open) else { break };
            let n = self.first_of_callers(n, &open, &names);
            any.insert(n);
            if self.loose.remove(&n) {
                self.run_any(n, &[], &[]);
            } else {
                self.run_root(n);
            }
        }
        self.run_instantiations();
        let mut found = self.finish();
        let mut wanted = found.all.iter().filter(|launch| kernels.contains(&launch.kernel));
        let open = self.called_loosely || self.compares.get();
        if open || !wanted.all(|launch| self.is_settled(launch)) {
            self.run_paths(&mut found);
        }
        found
    }

    /// What was found; what was not looked at to its end may be anything.
    fn finish(&mut self) -> Launches {
        let complete = self.work < MOST_WORK && self.found.all.len() < MOST_LAUNCHES;
        let host = &self.file.host;
        for site in &host.sites {
            if !complete || !self.found.seen.contains(&site.at) {
                self.found.open.insert(site.name.clone());
            }
        }
        // A launch by a function of CUDA names its kernel as an argument.
        let by_name = |m: &crate::syntax::Mention| {
            self.found.all.iter().any(|launch| {
                launch.site.is_none()
                    && launch.span.bytes.start == m.span.0.bytes.start
                    && launch.span.source.name() == m.span.0.source.name()
            })
        };
        let open: Vec<Name> = host
            .mentions
            .iter()
            .filter(|mention| !complete || !by_name(mention))
            .map(|mention| mention.name.clone())
            .collect();
        self.found.open.extend(open);
        std::mem::take(&mut self.found)
    }

    /// Runs the templates that are instantiated here for others, and used here besides.
    fn run_instantiations(&mut self) {
        for instantiation in self.file.instantiations.iter().filter(|i| !i.alone) {
            let mut functions = self.named.get(&instantiation.name).cloned().unwrap_or_default();
            functions.retain(|n| self.launching.contains(n));
            for n in functions {
                let function = &self.file.host.functions[n];
                if !function.template.is_empty() {
                    let arguments = crate::resolve::instantiated(function, instantiation);
                    self.run_any(n, &arguments, &[]);
                }
            }
        }
    }

    /// Runs a function that others may call, with any arguments: a template with those that it is instantiated with
    /// beside its definition, for nobody else has the definition.
    fn run_root(&mut self, n: usize) {
        let function = &self.file.host.functions[n];
        let alone = self.named.get(&function.name).is_some_and(|all| all.len() == 1);
        let beside = |i: &&Instantiation| {
            i.alone
                && i.name == function.name
                && i.span.0.source.name() == function.span.0.source.name()
        };
        let mut instantiations = self.file.instantiations.iter().filter(beside).peekable();
        if function.template.is_empty() || !alone || instantiations.peek().is_none() {
            return self.run_any(n, &[], &[]);
        }
        for instantiation in instantiations {
            let arguments = crate::resolve::instantiated(function, instantiation);
            self.run_any(n, &arguments, &[]);
        }
    }

    /// Runs a function with any arguments, but for these of a template and the pointers among the others.
    pub fn run_any(&mut self, n: usize, template: &[TemplateArgument], given: &[Value]) {
        if self.path.is_none() {
            self.roots.push((n, template.to_vec()));
        }
        self.state = State::new();
        self.objects.clear();
        self.addresses.clear();
        self.statics.clear();
        self.closures.clear();
        self.turns.clear();
        self.held = Held::default();
        self.origins.clear();
        self.facts.clear();
        self.frames.clear();
        self.switches.clear();
        let function = &self.file.host.functions[n];
        self.state.enter();
        let (types, values) = self.bound(&function.template, template);
        self.frames.push(Frame { types, ..Frame::default() });
        self.declare_values(values);
        for (n, parameter) in function.parameters.iter().enumerate() {
            if let Some(name) = &parameter.name {
                let value = match given.get(n) {
                    Some(pointer @ Value::Pointer(_)) if is_pointer(&parameter.ty) => {
                        pointer.clone()
                    }
                    _ => self.unknown(&parameter.ty, name),
                };
                if let Value::Pointer(pointer) = &value {
                    self.given.extend(pointer.bases());
                }
                let shared = matches!(parameter.ty, Type::Reference(_));
                // What it refers to is a variable of its own; of two numbers it may be one.
                let ty = match &parameter.ty {
                    Type::Reference(of) if int_type(of).is_none() => of,
                    ty => ty,
                };
                let variable = self.declare(name, ty, parameter.immutable, value);
                self.state.declared[variable.0].shared = shared;
                if shared {
                    self.state.declared[variable.0].identity = Identity::Referred;
                }
            }
        }
        self.body(n);
        self.frames.clear();
        self.state.leave();
    }

    /// Notes a call that is not followed, of a function with this name.
    pub fn called_loosely(&mut self, name: &Name, given: &[Value]) {
        let Some(all) = self.named.get(name) else { return };
        self.loose.extend(all.iter().copied());
        self.called_loosely |= all.iter().any(|n| self.launching.contains(n));
        let mut bases: Vec<BTreeSet<Base>> = Vec::new();
        for value in given {
            let Value::Pointer(pointer) = value else { continue };
            bases.push(pointer.bases().into_iter().collect());
        }
        let met = |n: usize| bases[..n].iter().any(|other| !other.is_disjoint(&bases[n]));
        if self.path.is_none() || !(0..bases.len()).any(met) {
            return;
        }
        for n in all {
            let call = (*n, given.to_vec());
            let takes = self.file.host.functions[*n].parameters.len() >= given.len();
            let launches = takes && self.launching.contains(n);
            if launches && self.twice.len() < MOST_PATHS && !self.twice.contains(&call) {
                self.twice.push(call);
            }
        }
    }

    /// Runs the body of a function whose parameters are declared.
    pub fn body(&mut self, n: usize) {
        let function: &'f HostFunction = &self.file.host.functions[n];
        self.entered.insert(n);
        self.see(&function.body);
        if let Some(frame) = self.frames.last_mut() {
            frame.function = n;
        }
        self.steps_of_frame(&function.body, function.returns.as_ref().is_none_or(may_refer));
    }

    /// Runs all statements of the function that runs. `refers`: whether what it returns may be a reference.
    pub fn steps_of_frame(&mut self, steps: &[HostStep], refers: bool) {
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        writes.returns_reference = refers;
        steps.iter().for_each(|step| writes.step(step));
        if let Some(frame) = self.frames.last_mut() {
            frame.lost = writes.labels && !leads_forward(steps);
            frame.written = writes.changed();
        }
        self.steps(steps);
    }

    /// Whether a function may be run in the place of its call.
    pub fn may_enter(&self, n: usize) -> bool {
        self.may_nest() && self.frames.iter().all(|frame| frame.function != n)
    }

    /// Whether another function may run in the place of its call.
    pub fn may_nest(&self) -> bool {
        self.frames.len() < DEEPEST_CALL
    }

    /// Whether a name may be a member of the class whose function runs.
    pub fn is_member(&self, name: &Name) -> bool {
        let members = self.file.host.members.as_ref();
        self.class().is_some() && members.is_none_or(|m| m.contains(name))
    }

    /// The class whose function runs.
    pub fn class(&self) -> Option<&'f Name> {
        self.file.host.functions.get(self.frames.last()?.function)?.class.as_ref()
    }

    /// Whether some function names the one that runs, and so may call it.
    pub fn is_called_here(&self) -> bool {
        let frame = self.frames.last().and_then(|f| self.file.host.functions.get(f.function));
        frame.is_some_and(|f| self.called.contains(&f.name))
    }

    /// Whether a variable of the file keeps its first value.
    pub fn is_never_written(&self, name: &Name) -> bool {
        !self.written.contains(name)
    }

    /// Counts work; whether there is more of it.
    pub fn spend(&mut self) -> bool {
        self.worked(1);
        let (work, most) = match self.path {
            Some(_) if self.possible.turn => (self.possible.work, MOST_WORK_OF_TURNS),
            Some(_) => (self.work, self.most_work_of_path()),
            None => (self.work, MOST_WORK),
        };
        work < most && limits::ask().is_ok()
    }

    pub fn worked(&mut self, work: usize) {
        let of = if self.possible.turn { &mut self.possible.work } else { &mut self.work };
        *of += work;
    }

    /// All work of the run so far.
    pub fn all_work(&self) -> usize {
        self.work + self.possible.work
    }

    /// Notes the launches in statements.
    fn see(&mut self, steps: &[HostStep]) {
        let mut sites = Vec::new();
        super::names::sites(steps, &mut sites);
        self.found.seen.extend(sites);
    }

    pub fn declare(&mut self, name: &Name, ty: &Type, fixed: bool, value: Value) -> Variable {
        let declared = Declared { fixed, ..Declared::new(name, ty) };
        self.state.declare(declared, value)
    }

    /// Keeps a launch.
    pub fn keep(&mut self, launch: HostLaunch) {
        let kept = match self.path {
            Some(_) if self.need_not_be(&launch) => return self.keep_possible(launch),
            Some(_) => &mut self.witnessed,
            None => &mut self.found.all,
        };
        if kept.len() < MOST_LAUNCHES {
            kept.push(launch);
        }
    }

    /// Whether the place at hand jumps in ways that are not followed.
    pub fn is_lost(&self) -> bool {
        self.path.is_none() && self.frames.iter().any(|frame| frame.lost)
    }

    /// Notes what holds from here on.
    pub fn fact(&mut self, kind: FactKind, c: Arc<Cond>, span: &Span) {
        if !self.is_lost() && !matches!(*c, Cond::Bool(_)) {
            self.facts.push((kind, c, span.clone()));
        }
    }

    /// A name for a number that nothing says.
    pub fn symbol(&mut self, ty: IntType, hint: &str) -> Arc<Term> {
        let (hint, n) = match self.made.get_mut(hint) {
            Some(made) => made,
            None => {
                let name = Name::from(hint);
                self.made.entry(name.clone()).or_insert((name, 0))
            }
        };
        *n += 1;
        let name: Name = if *n == 1 { hint.clone() } else { format!("{hint}.{n}").into() };
        let forgotten = self.forgetting;
        let symbol = Symbol { ty, hint: hint.clone(), about: None, open: false, forgotten };
        self.symbols.insert(name.clone(), symbol);
        Arc::new(Term::Var(name))
    }

    /// Says something of a new name, wherever it stands.
    pub fn about(&mut self, symbol: &Term, kind: FactKind, c: Arc<Cond>) {
        if let Term::Var(name) = symbol
            && let Some(symbol) = self.symbols.get_mut(name)
        {
            symbol.about = Some((kind, c));
        }
    }

    /// New memory.
    pub fn base(&mut self, memory: Memory) -> Base {
        let base = Base(self.memory.len());
        self.memory.push(memory);
        base
    }
}
