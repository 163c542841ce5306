//! The places where host code launches kernels.

use super::call::{Signatures, last_part};
use super::evaluator::Evaluator;
use super::value::{Base, Memory, Pointer, Value, as_int};
use super::writes::{Writes, accessed};
use super::{HostLaunch, Symbol};
use crate::syntax::{Binary, Expr, ExprKind, Launch, THIS, TemplateArgument, Type, Unary};
use crate::term::num;
use semantics::{Cond, Expr as Term, IntType, Name, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The extents on three axes, and where they are given.
type Extents = ([Arc<Term>; 3], Span);

impl Evaluator<'_> {
    /// `k<<<g, b, …>>>(e, …)`
    pub(super) fn launched(&mut self, launch: &Launch, whole: &Expr) {
        let operands: Vec<&Expr> = launch
            .configuration
            .iter()
            .chain(launch.arguments.iter().flatten())
            .flatten()
            .collect();
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        operands.iter().for_each(|e| given(e, &mut writes));
        launch.unread.iter().for_each(|tokens| writes.unread(tokens));
        let changed = writes.changed();
        // In which order operands are evaluated is not said.
        self.forget_changed(&changed);
        let unstable = std::mem::replace(&mut self.unstable, changed.calls);
        let callee = match &launch.callee.kind {
            ExprKind::Name(name) if self.variable(name).is_none() => self.of_kernel(name, &[]),
            ExprKind::Instance(name, arguments) if self.variable(name).is_none() => {
                self.of_kernel(name, arguments)
            }
            _ => self.value(&launch.callee),
        };
        let configured = launch.configuration.len() >= 2;
        let place = |e: Option<&Expr>| e.map_or_else(|| whole.span.0.clone(), |e| e.span.0.clone());
        let mut sizes = launch.configuration.iter().map(Option::as_ref);
        let (grid, block) = (sizes.next().flatten(), sizes.next().flatten());
        let grid = (self.size(grid, "gridDim"), place(grid));
        let block = (self.size(block, "blockDim"), place(block));
        sizes.flatten().for_each(|e| {
            self.value(e);
        });
        let pointees = launch.arguments.iter().flatten();
        let pointees: Vec<Option<Type>> =
            pointees.map(|e| e.as_ref().and_then(|e| self.pointee_type(e))).collect();
        let elements: Vec<Option<u64>> =
            pointees.iter().map(|ty| ty.as_ref().and_then(|ty| self.bytes(ty))).collect();
        let parameters = match &callee {
            Value::Kernel(kernel, _) => self.parameters_of(kernel),
            _ => Vec::new(),
        };
        let arguments = launch.arguments.as_ref().map(|all| {
            let value = |s: &mut Self, n: usize, e: &Option<Expr>| match e {
                Some(e) => {
                    let parameter = parameters.get(n).copied().unwrap_or_default();
                    (s.given_to_parameter(e, parameter), e.span.0.clone())
                }
                None => (Value::Unknown, whole.span.0.clone()),
            };
            let values = all.iter().enumerate().map(|(n, e)| value(self, n, e));
            let values: Vec<(Value, Span)> = values.collect();
            let values = values.into_iter().map(|(value, span)| (self.decayed(value), span));
            let values = values.collect();
            self.alike(all, values)
        });
        self.unstable = unstable;
        self.forget_changed(&changed);
        let given: Vec<Value> =
            arguments.iter().flatten().map(|(value, _)| value.clone()).collect();
        let expressions = launch.arguments.as_deref().unwrap_or_default();
        self.doubts = self.doubts_of(expressions, &given);
        if !self.objects.is_empty() || self.signatures.has_device_variables {
            self.forget_written_by_kernel(&given);
        }
        if let (Value::Kernel(kernel, template), true) = (callee, configured) {
            let named = match &launch.callee.kind {
                ExprKind::Name(name) | ExprKind::Instance(name, _) => self.variable(name).is_none(),
                _ => false,
            };
            self.meant = self.file.spread.meant(&launch.callee).filter(|_| named).cloned();
            let given = launch.arguments.as_deref().unwrap_or_default();
            let template = self.deduced(&kernel, template, given, &whole.span);
            self.launch(
                kernel,
                template,
                Some(launch.site),
                [grid, block],
                arguments,
                &whole.span.0,
            );
            let kept = self.found.all.last_mut().filter(|kept| kept.site == Some(launch.site));
            if let Some(kept) = kept {
                (kept.elements, kept.pointees) = (elements, pointees);
            }
        } else if let ExprKind::Name(name) | ExprKind::Instance(name, _) = &launch.callee.kind {
            // Whatever it is, it may be this one.
            self.found.open.insert(last_part(name));
        }
    }

    /// Arguments of which nothing is known, and that are one expression, point to one array.
    fn alike(
        &mut self,
        all: &[Option<Expr>],
        mut values: Vec<(Value, Span)>,
    ) -> Vec<(Value, Span)> {
        let members = |name: &Name| self.state.find(name).is_none() && self.is_member(name);
        let roots: Vec<Option<Root<'_>>> = all
            .iter()
            .map(|e| e.as_ref().filter(|e| is_read(e)).map(|e| root_of(e, &members)))
            .collect();
        let root = |n: usize| roots[n].as_ref();
        let signatures = Arc::clone(&self.signatures);
        for n in 0..values.len() {
            if values[n].0 != Value::Unknown || root(n).is_none() {
                continue;
            }
            let of_root: Vec<usize> = (0..values.len()).filter(|m| root(*m) == root(n)).collect();
            let others: Vec<usize> =
                of_root.iter().copied().filter(|m| values[*m].0 == Value::Unknown).collect();
            let object = of_root.iter().find_map(|m| match &values[*m].0 {
                Value::Object(pointer) => Some(pointer.clone()),
                _ => None,
            });
            if others.len() < 2 && object.is_none() {
                continue;
            }
            let (pointer, offset) = match object {
                Some(pointer) => (pointer, self.symbol(IntType::LONG, "offset")),
                None => (Pointer::To(self.base(Memory::default()), None), num(0)),
            };
            for m in others {
                // What a call gives may be another array each time.
                let bare = |n: usize| {
                    let both = all[n].as_ref().zip(roots[n].as_ref());
                    both.is_some_and(|(e, root)| root.is_whole(e))
                };
                let equal = all[m] == all[n] || bare(m) && bare(n);
                let known = equal && !all[m].as_ref().is_some_and(|e| calls(e, &signatures));
                values[m].0 = Value::Pointer(match known {
                    true => pointer.at(&offset),
                    false => pointer.moved(None),
                });
            }
        }
        values
    }

    /// The kernel of a name that no variable has.
    fn of_kernel(&mut self, name: &Name, arguments: &[TemplateArgument]) -> Value {
        let short = last_part(name);
        match self.kernels.contains(&short) {
            true => Value::Kernel(short, self.template_arguments(arguments)),
            false => Value::Unknown,
        }
    }

    /// A launch of which only the name could be read.
    pub(super) fn launch_of_anything(&mut self, launch: &Launch) {
        if let ExprKind::Name(name) = &launch.callee.kind {
            self.found.open.insert(last_part(name));
        }
    }

    /// `cudaLaunchKernel((void *) k, g, b, args, …)`
    pub(super) fn launch_by_pointer(&mut self, kernel: &Expr, sizes: [&Expr; 2], given: &Expr) {
        let [grid, block] = self.sizes(sizes, &[given]);
        (self.meant, self.doubts) = (None, Vec::new());
        let span = given.span.0.clone();
        let list = match self.value(given) {
            Value::Address(place) => self.read_at(&place),
            value => value,
        };
        let arguments = match list {
            Value::List(all) => Some(
                all.iter()
                    .map(|value| match value {
                        Value::Address(place) => (self.read_at(place), span.clone()),
                        _ => (Value::Unknown, span.clone()),
                    })
                    .collect(),
            ),
            _ => None,
        };
        self.launch_of_value(kernel, [grid, block], arguments);
    }

    /// `hipLaunchKernelGGL(k, g, b, bytes, stream, e, …)`
    pub(super) fn launch_by_name(&mut self, kernel: &Expr, sizes: [&Expr; 2], given: &[Expr]) {
        let [grid, block] = self.sizes(sizes, &given.iter().collect::<Vec<_>>());
        let arguments = given.iter().map(|e| (self.value(e), e.span.0.clone())).collect();
        let given: Vec<Option<Expr>> = given.iter().cloned().map(Some).collect();
        let arguments = self.alike(&given, arguments);
        let values: Vec<Value> = arguments.iter().map(|(value, _)| value.clone()).collect();
        (self.meant, self.doubts) = (None, self.doubts_of(&given, &values));
        self.launch_of_value(kernel, [grid, block], Some(arguments));
    }

    /// The extents, where other operands are evaluated besides, in any order.
    fn sizes(&mut self, sizes: [&Expr; 2], others: &[&Expr]) -> [Extents; 2] {
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        sizes.iter().chain(others).for_each(|e| writes.expr(e));
        let changed = writes.changed();
        self.forget_changed(&changed);
        let unstable = std::mem::replace(&mut self.unstable, changed.calls);
        let made = sizes.map(|e| (self.size(Some(e), "size"), e.span.0.clone()));
        self.unstable = unstable;
        self.forget_changed(&changed);
        made
    }

    fn launch_of_value(
        &mut self,
        kernel: &Expr,
        sizes: [Extents; 2],
        arguments: Option<Vec<(Value, Span)>>,
    ) {
        let named = named(kernel);
        if let (Value::Kernel(name, template), Some(span)) = (self.value(kernel), named) {
            self.launch(name, template, None, sizes, arguments, span);
        }
    }

    /// The extents that a part of a configuration says.
    fn size(&mut self, e: Option<&Expr>, hint: &str) -> [Arc<Term>; 3] {
        let value = match e {
            Some(e) => self.value(e),
            None => Value::Unknown,
        };
        match value {
            Value::Dimensions(all) => all,
            // A number is as many on the first axis.
            Value::Int(..) | Value::Real(..) => {
                let x = match as_int(&value, IntType::UINT) {
                    Some(x) => x,
                    None => self.symbol(IntType::UINT, hint),
                };
                [x, num(1), num(1)]
            }
            _ => match self.any_dimensions(hint) {
                Value::Dimensions(all) => all,
                _ => [num(1), num(1), num(1)],
            },
        }
    }

    fn launch(
        &mut self,
        kernel: Name,
        template: Vec<TemplateArgument>,
        site: Option<usize>,
        [grid, block]: [Extents; 2],
        arguments: Option<Vec<(Value, Span)>>,
        span: &Span,
    ) {
        let meant = self.meant.take();
        let doubts = std::mem::take(&mut self.doubts).into_iter().collect();
        if !self.state.reached {
            return;
        }
        let by_pointer = site.is_none();
        let arguments = arguments.map(|given| self.with_defaults(&kernel, given, by_pointer));
        let mut facts = self.facts.clone();
        let holding: Vec<Arc<Cond>> = facts.iter().map(|(_, c, _)| Arc::clone(c)).collect();
        let arguments = arguments.map(|all| {
            let under = all.into_iter().map(|(value, span)| (value.under(&holding), span));
            under.collect::<Vec<_>>()
        });
        let mut named: BTreeSet<Name> = BTreeSet::new();
        let mut note = |e: &Term| {
            e.each_variable(&mut |x| {
                named.insert(x.clone());
            })
        };
        grid.0.iter().chain(&block.0).for_each(|e| note(e));
        for argument in arguments.iter().flatten() {
            for value in argument.0.leaves() {
                if let Value::Int(_, e) = value {
                    note(e);
                }
            }
        }
        let note_cond = |c: &Cond, named: &mut BTreeSet<Name>| {
            c.each_variable(&mut |x| {
                named.insert(x.clone());
            });
        };
        facts.iter().for_each(|(_, c, _)| note_cond(c, &mut named));
        // What is known of the names, and of those in that.
        let mut symbols: BTreeMap<Name, Symbol> = BTreeMap::new();
        while let Some(name) = named.pop_first() {
            let Some(symbol) = self.symbols.get(&name).filter(|_| !symbols.contains_key(&name))
            else {
                continue;
            };
            symbols.insert(name, symbol.clone());
            if let Some((kind, about)) = symbol.about.clone() {
                note_cond(&about, &mut named);
                facts.push((kind, about, span.clone()));
            }
        }
        super::settle::settle(&mut facts);
        let [grid, block] = [grid, block]
            .map(|(extents, span)| (extents.map(|e| super::settle::number(&e, &facts)), span));
        let leaves = arguments.iter().flatten().flat_map(|(value, _)| value.leaves());
        let given = leaves.filter_map(|value| match value {
            Value::Pointer(pointer) | Value::Object(pointer) => Some(pointer.bases()),
            Value::Container(base) => Some(vec![*base]),
            _ => None,
        });
        let bases: BTreeSet<Base> = given.flatten().collect();
        let memory = bases.into_iter().map(|base| (base, self.memory[base.0].clone())).collect();
        let choosing = self.choosing(arguments.iter().flatten().map(|(value, _)| value));
        let span = span.clone();
        self.keep(HostLaunch {
            kernel,
            meant,
            span,
            site,
            template,
            grid,
            block,
            arguments,
            paths: Vec::new(),
            elements: Vec::new(),
            pointees: Vec::new(),
            doubts,
            facts,
            symbols,
            choosing,
            memory,
        });
    }

    /// The forgotten numbers that say where pointers point to.
    fn choosing<'v>(&self, values: impl Iterator<Item = &'v Value>) -> BTreeSet<Name> {
        let mut names: BTreeSet<Name> = BTreeSet::new();
        for value in values.flat_map(Value::leaves) {
            if let Value::Pointer(pointer) | Value::Object(pointer) = value {
                for c in pointer.ways() {
                    c.each_variable(&mut |x| {
                        names.insert(x.clone());
                    });
                }
            }
        }
        let symbols = names.iter().filter_map(|name| self.symbols.get(name));
        symbols.filter(|symbol| symbol.forgotten).map(|symbol| symbol.hint.clone()).collect()
    }
}

impl Evaluator<'_> {
    /// The arguments of a launch with the default arguments of those that it leaves out [C++17, 11.3.6]. One with
    /// names in it is any value: they are those of the place where the kernel is declared.
    fn with_defaults(
        &mut self,
        kernel: &Name,
        mut given: Vec<(Value, Span)>,
        by_pointer: bool,
    ) -> Vec<(Value, Span)> {
        let file = self.file;
        let kernels = file.functions().filter(|f| f.specifiers.global);
        let declared: Vec<_> = kernels.filter(|f| last_part(&f.name) == *kernel).collect();
        let of_any_number = declared.iter().any(|f| f.variadic);
        let declared: Vec<_> = declared.iter().map(|f| f.parameters.as_slice()).collect();
        let Some(arity) = declared.first().map(|parameters| parameters.len()) else { return given };
        // Overloads: which one is launched is not known here.
        if declared.iter().any(|parameters| parameters.len() != arity) {
            return given;
        }
        // A launch by pointer may be given an array of more.
        if by_pointer && !of_any_number {
            given.truncate(arity);
        }
        for n in given.len()..arity {
            let default = declared.iter().find_map(|parameters| parameters[n].default.as_ref());
            let Some(default) = default else { break };
            let value = match super::names::of_expr(default).is_empty() {
                true => self.value(default),
                false => Value::Unknown,
            };
            given.push((value, default.span.0.clone()));
        }
        given
    }
}

/// Notes what an operand of a launch changes: no kernel changes a variable of the host by its address.
fn given(e: &Expr, writes: &mut Writes<'_>) {
    match &e.kind {
        ExprKind::Unary(Unary::Address, place) => {
            place.kind.operands().for_each(|e| writes.expr(e))
        }
        ExprKind::Cast(_, e) => given(e, writes),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| given(e, writes)),
        _ => match accessed(e) {
            Some(of) => given(of, writes),
            None => writes.expr(e),
        },
    }
}

/// What a pointer is made of, without the offset.
#[derive(PartialEq)]
enum Root<'e> {
    /// A member of the object whose function runs.
    Member(&'e Name),
    Other(&'e Expr),
}

impl Root<'_> {
    /// Whether nothing but a member is named.
    fn is_whole(&self, e: &Expr) -> bool {
        matches!(self, Root::Member(_))
            && matches!(e.kind, ExprKind::Name(_) | ExprKind::Member(..))
    }
}

fn root_of<'e>(e: &'e Expr, is_member: &dyn Fn(&Name) -> bool) -> Root<'e> {
    match &e.kind {
        ExprKind::Binary(Binary::Add | Binary::Sub, a, _) => root_of(a, is_member),
        ExprKind::Cast(_, e) => root_of(e, is_member),
        ExprKind::Unary(Unary::Address, place) => match &place.kind {
            ExprKind::Index(of, _) => root_of(of, is_member),
            _ => Root::Other(place),
        },
        ExprKind::Name(name) if is_member(name) => Root::Member(name),
        ExprKind::Member(of, name, _) if matches!(&of.kind, ExprKind::Name(x) if x.as_str() == THIS) => {
            Root::Member(name)
        }
        _ => match accessed(e) {
            Some(of) => root_of(of, is_member),
            None => Root::Other(e),
        },
    }
}

/// Whether all of an expression is read: what is not may be anything.
fn is_read(e: &Expr) -> bool {
    !matches!(e.kind, ExprKind::Other(_)) && e.kind.operands().all(is_read)
}

/// Whether an expression calls a function that may give another array each time.
fn calls(e: &Expr, signatures: &Signatures) -> bool {
    if let Some(of) = accessed(e).or_else(|| signatures.elements_of(e)) {
        return calls(of, signatures);
    }
    matches!(e.kind, ExprKind::Call(..)) || e.kind.operands().any(|e| calls(e, signatures))
}

/// Where an argument names a kernel.
fn named(e: &Expr) -> Option<&Span> {
    match &e.kind {
        ExprKind::Name(_) | ExprKind::Instance(..) => Some(&e.span.0),
        ExprKind::Cast(_, e) | ExprKind::Unary(_, e) => named(e),
        _ => None,
    }
}
