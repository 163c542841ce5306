//! What stands before the program: parameters, arrays, assumptions.

use super::environment::Value;
use super::range::Range;
use super::{Failure, Lowering, Made, Setting, block};
use crate::area::Area;
use crate::arrays::member;
use crate::note::Note;
use crate::term::{mirrored, num};
use crate::typed::{Expr, LocalId, Storage, Type};
use crate::unsupported::Unsupported;
use jaminan::Program;
use semantics::{
    Cond, Diagnostic, Dim, Expr as Term, Header, IntType, Name, Number, Rel, Sharing, Threads,
};
use std::collections::HashSet;
use std::sync::Arc;

impl Lowering<'_> {
    /// Declares parameters and variables of the file.
    pub(super) fn declare(&mut self, setting: &Setting<'_>) -> Result<(), Failure> {
        for (name, range) in self.given.launch.parameters() {
            self.parameter(name, IntType::UINT, Some(range));
        }
        self.taken.assumptions = self.given.launch.limits();
        let declared = crate::survey::declared_in(&self.given.kernel.body);
        for n in 0..self.given.kernel.locals.len() {
            let id = LocalId(n);
            let local = &self.given.kernel.locals[n];
            let given = setting.params.iter().find(|(name, _)| name == local.name.as_str());
            let given = given.map(|(_, value)| value);
            let given = given.or_else(|| setting.tied.and_then(|tied| tied.values.get(&n)));
            match (local.storage, &local.ty) {
                (Storage::Thread | Storage::Shared | Storage::Dynamic, _) => {
                    // A `__shared__` variable of the file has no declaration in the kernel.
                    if local.storage != Storage::Thread && !declared.contains(&id) {
                        self.allocate(id)?;
                    }
                }
                (Storage::Device, _) | (Storage::Constant, Type::Array(..)) => {
                    self.allocate(id)?;
                }
                (Storage::Parameter, Type::Pointer(to)) => self.pointer_parameter(id, to),
                (Storage::Constant, _) if given.is_none() && self.held(id).is_some() => {
                    self.env.values[n] = self.held(id);
                }
                (_, ty) if self.record(ty).is_some() => {
                    let name = local.name.clone();
                    let value = self.parameter_value(name.as_str(), ty);
                    self.env.values[n] = Some(value);
                }
                (_, ty) => match ty.int() {
                    Some(int) => {
                        let name = self.fresh(local.name.as_str());
                        if given.is_none() && self.given.kernel.undeclared.contains(&id) {
                            let why = "nothing at hand declares it";
                            self.variables.undeclared.insert(name.clone(), why.into());
                        }
                        let value = self.scalar_parameter(name, int, given, &local.name)?;
                        self.env.values[n] = Some(Value::Int(value));
                    }
                    None => self.env.values[n] = Some(Value::Opaque(None)),
                },
            }
        }
        self.declare_surfaces();
        if let Some(tied) = setting.tied {
            for (said, (symbol, ty)) in &tied.hidden {
                let name = self.fresh(&format!("host.{symbol}"));
                self.parameter(name.clone(), *ty, None);
                self.variables.hidden.push((said.clone(), Arc::new(Term::Var(name))));
            }
            self.share(tied)?;
            let null = tied.null.iter().filter_map(|slot| {
                match self.env.values[slot.local].as_ref()?.at(&slot.path)? {
                    Value::Pointer(p) => Some(p.array.clone()),
                    _ => None,
                }
            });
            self.arrays.null = null.collect();
        }
        if self.may_be_one_array() {
            self.note(Note::convention("pointer parameters are disjoint arrays"));
        }
        if self.points_from_constant_memory() {
            self.note(Note::convention("pointers in constant memory point to arrays of their own"));
        }
        if let Some(tied) = setting.tied {
            tied.conditions.iter().for_each(|c| self.tie(c));
            tied.sizes.iter().for_each(|(n, bytes)| self.size(LocalId(*n), bytes));
            if setting.within_memory {
                tied.memory.iter().for_each(|(n, bytes)| self.bound(LocalId(*n), bytes));
            }
        }
        if setting.below {
            Dim::ALL.into_iter().for_each(|dim| self.bound_threads(dim));
            self.taken.below_all = true;
        }
        if setting.below && self.found.numbered {
            self.bound_all_threads();
        }
        Ok(())
    }

    /// Whether a pointer parameter is one of several arrays of the grid, of which nobody says that they are
    /// disjoint.
    fn may_be_one_array(&self) -> bool {
        let of_parameters =
            self.given.kernel.parameters.iter().filter_map(|id| self.env.values[id.0].as_ref());
        let mut roots = HashSet::new();
        of_parameters.for_each(|value| value.each_array(&mut roots));
        let pointed_to = !roots.is_empty();
        let device = |id: &LocalId| self.given.kernel.locals[id.0].storage == Storage::Device;
        roots
            .extend(self.arrays.memory.iter().filter(|(id, _)| device(id)).map(|(_, array)| array));
        pointed_to && roots.len() > 1
    }

    /// Whether a variable in constant memory has pointers: the host wrote them, and nothing says where to.
    fn points_from_constant_memory(&self) -> bool {
        let mut roots = HashSet::new();
        for (local, value) in self.given.kernel.locals.iter().zip(&self.env.values) {
            if let (Storage::Constant, Some(value)) = (local.storage, value) {
                value.each_array(&mut roots);
            }
        }
        !roots.is_empty()
    }

    pub(super) fn parameter(&mut self, name: Name, ty: IntType, range: Option<Range>) {
        self.variables.names.insert(name.clone(), 0);
        self.variables.types.insert(name.clone(), ty);
        self.block.scope.insert(name.clone());
        self.variables.uniform.insert(name.clone());
        if let Some(range) = range {
            self.variables.ranges.insert(name.clone(), range);
        }
        self.variables.params.push(name);
    }

    fn scalar_parameter(
        &mut self,
        name: Name,
        ty: IntType,
        given: Option<&Number>,
        written: &Name,
    ) -> Result<Arc<Term>, Failure> {
        self.parameter(name.clone(), ty, None);
        let variable = Arc::new(Term::Var(name));
        let Some(value) = given else { return Ok(variable) };
        if !ty.contains(value) {
            return Err(Failure::Error(Diagnostic::whole(format!(
                "the parameter `{written}` is of type {ty}, which has no {value}"
            ))));
        }
        self.taken.assumptions.push(Cond::Rel(Rel::Eq, variable, num(value.clone())));
        Ok(num(value.clone()))
    }

    pub(super) fn pointer_parameter(&mut self, id: LocalId, to: &Type) {
        if *to == Type::Function {
            self.env.values[id.0] = Some(Value::Opaque(None));
            return;
        }
        let local = &self.given.kernel.locals[id.0];
        let unqualified = to.unqualified();
        let byte = Type::Int(IntType::unsigned(8));
        let mut element = match self.given.retyped.get(&id) {
            Some(used) => used,
            None if unqualified == Type::Void => &byte,
            None => &unqualified,
        };
        while let Type::Array(of, _) = element {
            element = of;
        }
        // A pointer to something else is refused where it is used.
        let element = &element.clone();
        let name = self.fresh(local.name.as_str());
        if !self.array(&name, Sharing::Grid, element, &[]) {
            self.env.values[id.0] =
                Some(Value::Unknown("what it points to is not modelled".into()));
            return;
        }
        self.env.values[id.0] = Some(Value::Pointer(self.start_of(name)));
    }

    /// What a member of a parameter holds: parameters, and arrays where it points to.
    fn parameter_value(&mut self, name: &str, ty: &Type) -> Value {
        if let Some(record) = self.record(ty) {
            let members = record.fields.iter();
            let members =
                members.map(|(x, ty)| self.parameter_value(member(name, x.as_str()).as_str(), ty));
            return Value::Record(members.collect());
        }
        match (ty, ty.int()) {
            (_, Some(int)) => {
                let name = self.fresh(name);
                self.parameter(name.clone(), int, None);
                Value::Int(Arc::new(Term::Var(name)))
            }
            (Type::Pointer(to), _) if !matches!(to.unqualified(), Type::Array(..)) => {
                let name = self.fresh(name);
                let element = match to.unqualified() {
                    Type::Void => Type::Int(IntType::unsigned(8)),
                    to => to,
                };
                if self.array(&name, Sharing::Grid, &element, &[]) {
                    return Value::Pointer(self.start_of(name));
                }
                Value::Unknown("what it points to is not modelled".into())
            }
            // The handle of a surface: of which, nothing says.
            (Type::Pointer(_), _) => Value::Opaque(None),
            _ => match super::environment::pointers(ty) {
                Some((pointer, n)) => {
                    let elements =
                        (0..n).map(|n| self.parameter_value(&format!("{name}[{n}]"), pointer));
                    Value::Record(elements.collect())
                }
                None => self.lost(ty, "what it points to is not modelled"),
            },
        }
    }

    /// Adds a condition that the caller guarantees.
    pub(super) fn assume(&mut self, condition: &Expr) -> Result<(), Failure> {
        if self.has_effects(condition) {
            return Err(Failure::Error(Diagnostic::at(
                condition.span.clone(),
                "an assumption is about parameters and the launch only",
            )));
        }
        let c = self.cond(condition)?;
        if !self.block.atoms.is_empty() {
            return Err(Failure::Error(Diagnostic::at(
                condition.span.clone(),
                "an assumption is about integers only",
            )));
        }
        self.narrow(&c);
        self.taken.assumptions.push(Arc::unwrap_or_clone(c));
        Ok(())
    }

    /// Takes `n <= 1000` and the like into the range of the parameter.
    pub(super) fn narrow(&mut self, c: &Cond) {
        let (rel, x, n) = match c {
            Cond::And(a, b) => {
                self.narrow(a);
                return self.narrow(b);
            }
            Cond::Rel(rel, a, b) => match (&**a, &**b) {
                (Term::Var(x), Term::Num(n)) => (*rel, x, n),
                (Term::Num(n), Term::Var(x)) => (mirrored(*rel), x, n),
                _ => return,
            },
            _ => return,
        };
        let mut range = self.range(&Term::Var(x.clone()));
        match rel {
            Rel::Lt => range.max = range.max.min(n - 1),
            Rel::Le => range.max = range.max.min(n.clone()),
            Rel::Gt => range.min = range.min.max(n + 1),
            Rel::Ge => range.min = range.min.max(n.clone()),
            Rel::Eq => range = Range::new(n.clone(), n.clone()),
            Rel::Ne => return,
        }
        // A contradiction leaves no execution; the solver will say so.
        if range.min <= range.max {
            self.variables.ranges.insert(x.clone(), range);
        }
    }

    /// The program of what was lowered.
    pub(super) fn finish(mut self) -> Result<Made, Failure> {
        let atoms = block::prune(std::mem::take(&mut self.block.atoms));
        if block::depth(&atoms) > block::DEEPEST_PROGRAM {
            let what = format!("a kernel that nests deeper than {}", block::DEEPEST_PROGRAM);
            return Err(Unsupported::new(Area::Limit, what, &self.given.kernel.span).into());
        }
        let mut kept = HashSet::new();
        block::vars(&atoms, &mut kept);
        let mut unknowns: std::collections::BTreeMap<Name, String> = self
            .variables
            .reasons
            .iter()
            .filter(|(x, _)| kept.contains(*x))
            .map(|(x, why)| (x.clone(), why.clone()))
            .collect();
        for (x, why) in &unknowns {
            self.note(format!("`{x}` is approximated: {why}"));
        }
        unknowns.extend(std::mem::take(&mut self.variables.undeclared));
        let tickets = self.given_out(&atoms);
        let Lowering { given, variables, arrays, barriers, taken, found, .. } = self;
        let (mut variables, mut arrays, taken) =
            (variables.into_inner(), arrays.into_inner(), taken.into_inner());
        let hidden = std::mem::take(&mut variables.hidden);
        let hidden = hidden.iter().flat_map(|(_, e)| e.free_variables());
        let mut bound = HashSet::new();
        block::bound(&atoms, &mut bound);
        variables.types.retain(|x, _| bound.contains(x) || variables.params.contains(x));
        // To read them is no access.
        arrays.types.retain(|array, _| !arrays.tables.contains_key(array));
        let grid = Dim::ALL.map(|dim| (*given.launch.grid(dim)).clone());
        let block_dim = Dim::ALL.map(|dim| (*given.launch.block(dim)).clone());
        let header = Header {
            params: variables.params,
            assumptions: taken.assumptions,
            threads: Threads::Grid { grid, block: block_dim },
            types: variables.types,
            arrays: arrays.types,
            unknowns,
            uniform: variables.agreed.into_iter().filter(|x| kept.contains(x)).collect(),
            agreed: Default::default(),
            tickets,
            warps: barriers.warps,
            synchronization: Default::default(),
        };
        Ok(Made {
            program: Program { header, body: block::assemble(atoms) },
            notes: taken.notes.into_iter().collect(),
            below: taken.below,
            numbered: found.numbered,
            apart: barriers.apart,
            sizes: arrays.sizes,
            hidden: hidden.collect(),
            wrapping: taken.wrapping,
        })
    }
}
