//! Pointers that host code keeps where that is not followed, as in a container, and gives out again: along a path, which
//! arrays an argument of a launch may be. Of two that may be one array nothing is known, and that they are not is taken
//! for granted.

use super::evaluator::Evaluator;
use super::origin::{Origin, Place, Root, Step};
use super::place::is_pure;
use super::value::{Base, Value, Variable, is_pointer};
use super::writes::addressed;
use crate::path::without_std;
use crate::syntax::{Binary, Expr, ExprKind, THIS, TemplateArgument, Type, Unary};
use crate::vocabulary::host::owns_elements;
use semantics::Name;
use std::collections::BTreeSet;

/// How deep structures may nest that are looked into for pointers.
const DEEPEST: usize = 4;
/// So many places are noted of one pointer that it may be from.
const MOST_ORIGINS: usize = 8;

/// What an expression may give out.
#[derive(Debug, Default)]
struct Sources {
    bases: BTreeSet<Base>,
    /// The variables that may have more than one pointer, or lead to others.
    variables: BTreeSet<Variable>,
}

/// A pointer of an argument of a launch.
struct Leaf<'v> {
    /// Which argument.
    argument: usize,
    value: &'v Value,
    /// Whether it is not known which array it is.
    open: bool,
    /// The arrays that it is known to point to.
    known: BTreeSet<Base>,
    /// These, and others that it may point to.
    all: BTreeSet<Base>,
}

impl Evaluator<'_> {
    /// A place is given this value of an expression, or a variable is made of it: notes what it may hold, where the place
    /// is not known, or the value.
    pub fn hold(&mut self, place: &Expr, value: &Expr, given: &Value) {
        if self.path.is_none() || self.is_no_pointer(value, given) {
            return;
        }
        if self.is_followed(place) && !self.is_open(given) {
            return;
        }
        if let ExprKind::Name(name) = &place.kind
            && let Some(variable) = self.variable(name)
        {
            self.note_origin(variable, value);
        }
        let into = self.targets(place);
        self.hold_in(into, &[value], true);
    }

    /// A place is given new memory.
    pub fn hold_allocated(&mut self, place: &Expr, base: Base) {
        if self.path.is_none() || self.is_followed(place) {
            return;
        }
        for variable in self.targets(place) {
            self.held.put(variable, &BTreeSet::from([base]));
        }
    }

    /// Whether it is known what a place is: one that a reference leads to which is bound to an unknown one is not.
    fn is_followed(&mut self, place: &Expr) -> bool {
        let Some(place) = self.location(place) else { return false };
        let ty = &self.state.declared[place.variable.0].ty;
        // What an object of a class that is not known does with it is not known either.
        let library = matches!(ty.plain(), Type::Instance(..) | Type::Missing(_));
        let among = !self.state.declared[place.variable.0].among.is_empty();
        !(library && place.path.is_empty() || matches!(ty, Type::Reference(_)) || among)
    }

    /// The same of a variable that is declared.
    pub fn hold_declared(&mut self, variable: Variable, of: &[&Expr]) {
        let ty = self.state.declared[variable.0].ty.clone();
        let value = self.state.values[variable].clone();
        if !self.may_have_pointer(&ty, DEEPEST) || !self.is_open(&value) {
            return;
        }
        if let (Type::Reference(_), [e]) = (&ty, of) {
            self.state.declared[variable.0].among = self.targets(e).into_iter().collect();
        }
        if self.path.is_some() {
            if let [e] = of {
                self.note_origin(variable, e);
            }
            self.hold_in(BTreeSet::from([variable]), of, true);
        }
    }

    /// A function that is not followed is called with these, of an object perhaps: what they hold it may put into the
    /// object, and where arguments lead.
    pub fn hold_called(&mut self, object: Option<&Expr>, arguments: &[Expr]) {
        if self.path.is_none() {
            return;
        }
        let mut into = BTreeSet::new();
        for e in object.into_iter().chain(arguments.iter().filter_map(addressed)) {
            into.extend(self.targets(e));
        }
        for argument in arguments.iter().filter(|e| addressed(e).is_none()) {
            let of_data = self.type_of(argument).is_some_and(|ty| self.is_data_pointer(&ty));
            if !of_data && is_place(argument) {
                into.extend(self.targets(argument));
            }
        }
        let of: Vec<&Expr> = object.into_iter().chain(arguments).collect();
        self.hold_in(into, &of, false);
    }

    /// Variables are changed beside others in a way that is not followed.
    pub fn hold_beside(&mut self, into: BTreeSet<Variable>, others: &[Variable]) {
        if self.path.is_none() {
            return;
        }
        let mut found = Sources::default();
        others.iter().for_each(|variable| self.gather_variable(*variable, &mut found));
        into.into_iter().for_each(|variable| self.held.put(variable, &found.bases));
    }

    fn hold_in(&mut self, into: BTreeSet<Variable>, of: &[&Expr], links: bool) {
        if into.is_empty() {
            return;
        }
        let mut found = Sources::default();
        of.iter().for_each(|e| self.gather(e, &mut found));
        for variable in into {
            self.held.put(variable, &found.bases);
            let others = found.variables.iter().filter(|other| links && **other != variable);
            others.for_each(|other| self.held.link(variable, *other));
        }
    }

    /// A variable has one of two values, which is not known any more: notes what its pointers were that have no other, and what
    /// is found where their addresses lead.
    pub fn hold_addressed(&mut self, variable: Variable, values: [&Value; 2]) {
        if self.path.is_none() || !self.is_open(&self.state.values[variable]) {
            return;
        }
        let joined = self.state.values[variable].clone();
        let [a, b] = values.map(Value::leaves);
        let mut found = Sources::default();
        for (joined, (a, b)) in joined.leaves().into_iter().zip(a.iter().zip(&b)) {
            if let (Value::Pointer(joined), Value::Pointer(a), Value::Pointer(b)) = (joined, a, b) {
                let bases = [a.bases(), b.bases()].concat();
                if joined.bases().iter().any(|base| !bases.contains(base)) {
                    found.bases.extend(bases);
                }
            }
        }
        for leaf in a.into_iter().chain(b) {
            if let Value::Address(place) = leaf {
                self.gather_variable(place.variable, &mut found);
            }
        }
        if !found.bases.is_empty() {
            self.held.put(variable, &found.bases);
        }
    }

    /// A variable had this value, and nobody knows what it has now: its pointers may be those that they were.
    pub fn hold_before(&mut self, variable: Variable, before: &Value) {
        if self.path.is_none() || !self.is_open(&self.state.values[variable]) {
            return;
        }
        let pointers = before.leaves().into_iter().filter_map(|leaf| match leaf {
            Value::Pointer(pointer) => Some(pointer.bases()),
            _ => None,
        });
        let bases: BTreeSet<Base> = pointers.flatten().collect();
        if !bases.is_empty() {
            self.held.put(variable, &bases);
        }
    }

    /// The variables that are changed where a place is which is not known.
    pub(super) fn targets(&mut self, place: &Expr) -> BTreeSet<Variable> {
        let mut found = BTreeSet::new();
        for name in super::names::of_expr(place) {
            if name.as_str() != THIS
                && let Some(variable) = self.variable(&name)
            {
                found.extend(self.reached_by(variable));
            }
        }
        found
    }

    /// A variable, or what it is another name of, and those that its addresses lead to; none where it has no pointers.
    fn reached_by(&mut self, variable: Variable) -> Vec<Variable> {
        let declared = &self.state.declared[variable.0];
        let variable = declared.refers.as_ref().map_or(variable, |place| place.variable);
        let ty = self.state.declared[variable.0].ty.clone();
        if !self.may_have_pointer(&ty, DEEPEST) {
            return Vec::new();
        }
        let mut found = vec![variable];
        found.extend(&self.state.declared[variable.0].among);
        for value in self.state.values[variable].leaves() {
            match value {
                Value::Address(place) => found.push(place.variable),
                Value::Pointer(pointer) => {
                    let bases = pointer.bases();
                    let of = self.addresses.iter().filter(|(_, base)| bases.contains(base));
                    found.extend(of.map(|(variable, _)| *variable));
                    let of = self.objects.iter().filter(|((base, _), _)| bases.contains(base));
                    found.extend(of.map(|(_, (_, variable))| *variable));
                }
                _ => {}
            }
        }
        found
    }

    /// The pointers that an expression may give out.
    fn gather(&mut self, e: &Expr, found: &mut Sources) {
        if !self.spend() {
            return;
        }
        match &e.kind {
            ExprKind::Name(name) if name.as_str() != THIS => {
                if let Some(variable) = self.variable(name) {
                    self.gather_variable(variable, found);
                }
            }
            ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Unary(Unary::Dereference, _)
                if self.type_of(e).is_some_and(|ty| !self.may_have_pointer(&ty, DEEPEST)) => {}
            ExprKind::Index(of, _) | ExprKind::Member(of, ..) => self.gather(of, found),
            ExprKind::Cast(ty, _) if !self.may_have_pointer(ty, DEEPEST) => {}
            // What is there before is not what is put there.
            ExprKind::Unary(Unary::Address, of)
                if self.type_of(of).is_some_and(|ty| is_pointer(&ty)) => {}
            ExprKind::Binary(op, a, b) => {
                if matches!(op, Binary::Add | Binary::Sub | Binary::Comma | Binary::Shl) {
                    self.gather(a, found);
                    self.gather(b, found);
                }
            }
            ExprKind::Call(..) if self.signatures.makes_number(e) => {}
            ExprKind::Call(callee, arguments) => {
                if let ExprKind::Member(of, ..) = &callee.plain().kind {
                    self.gather(of, found);
                }
                arguments.iter().for_each(|e| self.gather(e, found));
            }
            ExprKind::Conditional(_, a, b) => {
                self.gather(a, found);
                self.gather(b, found);
            }
            _ => e.kind.operands().for_each(|e| self.gather(e, found)),
        }
    }

    fn gather_variable(&mut self, variable: Variable, found: &mut Sources) {
        for variable in self.reached_by(variable) {
            let value = self.state.values[variable].clone();
            let of_data = self.is_data_pointer(&self.state.declared[variable.0].ty);
            for leaf in value.leaves() {
                if let Value::Pointer(pointer) = leaf {
                    found.bases.extend(pointer.bases());
                }
            }
            if !of_data {
                found.variables.insert(variable);
            }
            if self.is_open(&value) {
                found.bases.extend(self.held.of(variable));
            }
        }
    }

    /// Whether a value has a pointer of which it is not known which array it is.
    pub(super) fn is_open(&self, value: &Value) -> bool {
        value.leaves().into_iter().any(|leaf| match leaf {
            Value::Unknown | Value::Object(_) | Value::Container(_) => true,
            Value::Pointer(pointer) => !pointer.bases().iter().all(|base| self.is_array(*base)),
            _ => false,
        })
    }

    fn is_no_pointer(&mut self, e: &Expr, value: &Value) -> bool {
        let number = matches!(value, Value::Int(..) | Value::Real(..) | Value::Dimensions(_));
        number
            || self.signatures.makes_number(e)
            || self.type_of(e).is_some_and(|ty| !self.may_have_pointer(&ty, DEEPEST))
    }

    fn is_data_pointer(&self, ty: &Type) -> bool {
        match ty {
            Type::Const(of) | Type::Volatile(of) => self.is_data_pointer(of),
            Type::Pointer(of) => !self.may_have_pointer(of, DEEPEST),
            _ => false,
        }
    }

    /// Whether an object of a type may have a pointer in it.
    fn may_have_pointer(&self, ty: &Type, depth: usize) -> bool {
        match ty.plain() {
            Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) => false,
            Type::Const(of) | Type::Volatile(of) | Type::Reference(of) | Type::Array(of, _) => {
                self.may_have_pointer(of, depth)
            }
            Type::Instance(class, of) if owns_elements(class.as_str()) => of.iter().any(|of| {
                matches!(of, TemplateArgument::Type(ty, _) if self.may_have_pointer(ty, depth))
            }),
            Type::Named(name) if crate::resolve::vector(name.as_str()).is_some() => false,
            ty => match self.record(ty) {
                Some(record) if depth > 0 => {
                    record.fields.iter().any(|(_, ty)| self.may_have_pointer(ty, depth - 1))
                }
                _ => true,
            },
        }
    }

    /// The arguments of a launch of which two may be one array, for all that is followed.
    pub fn doubts_of(&mut self, all: &[Option<Expr>], given: &[Value]) -> Vec<(usize, usize)> {
        if self.path.is_none() {
            return Vec::new();
        }
        let mut leaves: Vec<Leaf<'_>> = Vec::new();
        for (argument, (e, value)) in all.iter().zip(given).enumerate() {
            let mut held = Sources::default();
            e.iter().for_each(|e| self.gather(e, &mut held));
            for value in value.leaves() {
                let open = self.is_open(value);
                let known: BTreeSet<Base> = match value {
                    Value::Pointer(pointer) => pointer.bases().into_iter().collect(),
                    _ => BTreeSet::new(),
                };
                let mut held_too = known.clone();
                if open {
                    held_too.extend(&held.bases);
                }
                leaves.push(Leaf { argument, value, open, known, all: held_too });
            }
        }
        let mut found = Vec::new();
        for (k, a) in leaves.iter().enumerate() {
            for b in &leaves[k + 1..] {
                let pair = (a.argument, b.argument);
                // Those that are known to point into one array are not taken to be apart.
                if found.contains(&pair) || !a.known.is_disjoint(&b.known) {
                    continue;
                }
                let meets = (a.open || b.open) && !a.all.is_disjoint(&b.all);
                let unsure = a.open && b.open && (a.value != b.value || *a.value == Value::Unknown);
                let [m, n] = [a, b].map(|leaf| &all[leaf.argument]);
                let of_object = a.open && self.is_of_object(m) || b.open && self.is_of_object(n);
                let may_be = unsure && self.may_be_of_one_place(m, n);
                if meets || of_object || pair.0 != pair.1 && may_be {
                    found.push(pair);
                }
            }
        }
        // Of an object that is given as a whole, and is not known, nobody knows what its pointers are.
        for (argument, value) in given.iter().enumerate() {
            let whole = matches!(value, Value::Unknown | Value::Pointer(_)) && self.is_open(value);
            if whole && !found.contains(&(argument, argument)) {
                found.push((argument, argument));
            }
        }
        found
    }

    /// Whether a pointer is from an object that is not followed.
    fn is_of_object(&mut self, e: &Option<Expr>) -> bool {
        e.as_ref()
            .is_some_and(|e| self.origins_of(e).iter().any(|origin| origin.of == Root::Object))
    }

    /// Whether a name is that of a member of an object that is not followed, of which a function runs: what was done to that
    /// before is not known.
    fn is_of_called_object(&self, name: &Name) -> bool {
        let called = self.frames.len() > 1 || self.is_called_here();
        called
            && self.file.host.put_into.contains(name)
            && self.state.find(name).is_none()
            && self.is_member(name)
    }

    /// A variable is made of a value, or given one: notes where that is from.
    pub(super) fn note_origin(&mut self, variable: Variable, value: &Expr) {
        let found = self.origins_of(value);
        self.note_origins(variable, found);
    }

    pub(super) fn note_origins(&mut self, variable: Variable, found: BTreeSet<Origin>) {
        let known = self.origins.entry(variable).or_default();
        for origin in found.into_iter().filter(|origin| origin.of != Root::Variable(variable)) {
            if known.len() < MOST_ORIGINS || origin.of == Root::Object {
                known.insert(origin.lasting());
            }
        }
    }

    /// Whether two expressions may give one pointer, since they come from one place.
    pub(super) fn may_be_of_one_place(&mut self, a: &Option<Expr>, b: &Option<Expr>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        let [a, b] = [a, b].map(|e| self.origins_of(e));
        a.iter().any(|a| b.iter().any(|b| a.may_be(b)))
    }

    /// Where the value of an expression may be from.
    pub(super) fn origins_of(&mut self, e: &Expr) -> BTreeSet<Origin> {
        if !self.spend() {
            return BTreeSet::new();
        }
        let (of, step) = match &e.kind {
            ExprKind::Name(name) => return self.origins_of_variable(name),
            ExprKind::Cast(_, e)
            | ExprKind::Unary(Unary::Dereference | Unary::Address, e)
            | ExprKind::Binary(Binary::Add | Binary::Sub, e, _) => return self.origins_of(e),
            ExprKind::Construct(_, parts) => match parts.as_slice() {
                [e] => return self.origins_of(e),
                parts => {
                    let found = parts.iter().flat_map(|e| self.origins_of(e));
                    return found.filter(|origin| origin.of == Root::Object).collect();
                }
            },
            ExprKind::Conditional(_, a, b) => {
                let mut found = self.origins_of(a);
                found.extend(self.origins_of(b));
                return found;
            }
            ExprKind::Member(of, name, _) if matches!(&of.kind, ExprKind::Name(x) if x.as_str() == THIS) =>
            {
                return self.origins_of_variable(name);
            }
            ExprKind::Member(of, name, _) => (of, Step::Member(name.clone())),
            ExprKind::Index(of, at) => (of, Step::Element(self.place_of(at))),
            ExprKind::Call(callee, arguments) => match (&callee.plain().kind, arguments.as_slice())
            {
                (ExprKind::Name(name) | ExprKind::Instance(name, _), [e])
                    if matches!(without_std(name.as_str()), "move" | "forward" | "as_const") =>
                {
                    return self.origins_of(e);
                }
                (ExprKind::Member(of, name, _), arguments) => {
                    let at = arguments.first().and_then(|e| self.place_of(e));
                    let step = match name.as_str() {
                        "at" | "operator[]" => Step::Element(at),
                        "front" => Step::Element(Some(crate::term::num(0))),
                        "back" | "begin" | "cbegin" => Step::Element(None),
                        _ => Step::Call(name.clone(), at),
                    };
                    (of, step)
                }
                _ => return BTreeSet::new(),
            },
            _ => return BTreeSet::new(),
        };
        let found = self.origins_of(of).into_iter();
        found.filter_map(|origin| origin.then(step.clone())).collect()
    }

    fn origins_of_variable(&mut self, name: &Name) -> BTreeSet<Origin> {
        let of_object = self.is_of_called_object(name).then(Origin::of_object);
        let Some(variable) = self.variable(name) else { return of_object.into_iter().collect() };
        let refers = self.state.declared[variable.0].refers.as_ref();
        let variable = refers.map_or(variable, |place| place.variable);
        let mut found = self.origins.get(&variable).cloned().unwrap_or_default();
        found.insert(Origin::of(variable));
        found.extend(of_object);
        found
    }

    /// Which element; it has been evaluated before, and what changes something is not evaluated once more.
    fn place_of(&mut self, at: &Expr) -> Place {
        match is_pure(at).then(|| self.value(at)) {
            Some(Value::Int(_, term)) => Some(term),
            _ => None,
        }
    }
}

/// Whether an expression names a place, which a function may take by reference.
fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member(of, ..) | ExprKind::Index(of, _) => is_place(of),
        ExprKind::Unary(Unary::Dereference, of) => is_place(of),
        _ => false,
    }
}
