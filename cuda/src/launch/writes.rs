//! What statements may change, by the names in them: for loops, whose iterations are not run one by one.

use super::call::{Signatures, last_part};
use super::skipped;
use crate::syntax::{
    Arrow, Binary, Condition, Expr, ExprKind, HostStep, Init, Jump, Skipped, StepKind,
    TemplateArgument, Type, Unary, Variable,
};
use crate::token::Token;
use crate::vocabulary::host::{Effect, is_copy_to_device, writes_through};
use semantics::Name;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// How much of a variable may be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// These members.
    Members(BTreeSet<Name>),
}

impl Extent {
    fn member(name: &Name) -> Extent {
        Extent::Members(BTreeSet::from([name.clone()]))
    }

    /// With what something else may change.
    fn extend(&mut self, other: Extent) {
        match (self, other) {
            (Extent::Members(all), Extent::Members(more)) => all.extend(more),
            (whole, _) => *whole = Extent::Whole,
        }
    }
}

/// Variables, by their names, and how much of them may be changed.
pub(super) type Extents = BTreeMap<Name, Extent>;

fn note(all: &mut Extents, name: Name, extent: Extent) {
    match all.entry(name) {
        Entry::Vacant(new) => {
            new.insert(extent);
        }
        Entry::Occupied(mut known) => known.get_mut().extend(extent),
    }
}

/// What a statement with branches may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    pub names: Extents,
    pub kept: BTreeSet<Name>,
    pub elements: BTreeMap<Name, bool>,
    /// The operands of operators, which those of a class may change.
    pub operands: BTreeSet<Name>,
    pub calls: bool,
}

impl Changed {
    /// With what something else may change.
    pub fn and(mut self, other: Changed) -> Changed {
        for (name, extent) in other.names {
            note(&mut self.names, name, extent);
        }
        self.kept.extend(other.kept);
        for (name, kept) in other.elements {
            *self.elements.entry(name).or_default() |= kept;
        }
        self.operands.extend(other.operands);
        self.calls |= other.calls;
        self
    }
}

/// What a part of a function may change.
#[derive(Clone, Debug)]
pub(super) struct Writes<'s> {
    signatures: &'s Signatures,
    /// The variables of these names, whichever they are.
    pub names: Extents,
    /// Of those, the ones of which something may keep the address.
    pub kept: BTreeSet<Name>,
    /// The variables of which elements may be changed, or what they point to; and whether something may keep the
    /// address of an element. A pointer itself is not changed.
    pub elements: BTreeMap<Name, bool>,
    /// The operands of operators: where one is an object, a function of its class may be called.
    operands: BTreeSet<Name>,
    /// What is given to somebody who may write where it points to.
    pub given: Vec<Expr>,
    /// What a kernel is given.
    pub launched: Vec<Expr>,
    /// What variables are given, which may be given on.
    pub assigned: Vec<(Name, Expr)>,
    /// Whether it calls what may change the variables that others know of, or changes one through a
    /// pointer.
    pub calls: bool,
    /// Whether it jumps out of the loop or the `switch` around it.
    pub jumps: bool,
    /// Whether it jumps to the end of the loop around it, or further.
    continues: bool,
    /// Whether it has labels.
    pub labels: bool,
    /// Whether it has a `case` of a `switch` around it.
    pub cases: bool,
    /// Whether what it returns may be a reference.
    pub returns_reference: bool,
}

impl<'s> Writes<'s> {
    /// Of nothing yet.
    pub fn new(signatures: &'s Signatures) -> Self {
        Writes {
            signatures,
            names: Extents::new(),
            kept: BTreeSet::new(),
            elements: BTreeMap::new(),
            operands: BTreeSet::new(),
            given: Vec::new(),
            launched: Vec::new(),
            assigned: Vec::new(),
            calls: false,
            jumps: false,
            continues: false,
            labels: false,
            cases: false,
            returns_reference: false,
        }
    }

    /// What may be changed.
    pub fn changed(self) -> Changed {
        let Writes { names, kept, elements, operands, calls, .. } = self;
        Changed { names, kept, elements, operands, calls }
    }

    pub fn step(&mut self, step: &HostStep) {
        match &step.kind {
            StepKind::Expr(e) => self.expr(e),
            StepKind::Declare(variables) => variables.iter().for_each(|v| self.declaration(v)),
            StepKind::Block(steps) => steps.iter().for_each(|step| self.step(step)),
            StepKind::If(c, yes, no) => {
                self.condition(c);
                self.step(yes);
                no.iter().for_each(|step| self.step(step));
            }
            StepKind::Loop { condition, step, body, .. } => {
                let jumps = (self.jumps, self.continues);
                condition.iter().for_each(|c| self.condition(c));
                step.iter().for_each(|step| self.step(step));
                self.step(body);
                (self.jumps, self.continues) = jumps;
            }
            StepKind::Switch(c, body) => {
                let (jumps, cases) = (self.jumps, self.cases);
                self.condition(c);
                self.step(body);
                (self.jumps, self.cases) = (jumps || self.continues, cases);
            }
            StepKind::Try(body, handlers) => {
                self.step(body);
                handlers.iter().for_each(|step| self.step(step));
            }
            StepKind::Return(value) => {
                value.iter().for_each(|value| self.condition(value));
                if let (Some(Condition::Read(e)), true) = (value, self.returns_reference) {
                    self.keep(e);
                }
            }
            StepKind::Jump(jump) => {
                self.jumps = true;
                self.continues |= *jump != Jump::Break;
            }
            StepKind::Label => self.labels = true,
            StepKind::Case { .. } => self.cases = true,
            StepKind::Skipped(skipped) => self.skipped(skipped),
        }
    }

    /// The sizes of an array, which are evaluated where it is declared, and in `sizeof`.
    fn sizes(&mut self, mut ty: &Type) {
        while let Type::Array(of, size) = ty {
            size.iter().for_each(|size| self.expr(size));
            ty = of;
        }
    }

    fn declaration(&mut self, variable: &Variable) {
        self.sizes(&variable.ty);
        // A reference to a variable changes it by another name.
        if let Type::Reference(_) = variable.ty {
            variable.init.iter().flat_map(Init::direct).for_each(|e| self.keep(e));
        }
        let plain = super::value::is_plain(&variable.ty);
        self.calls |= !plain && variable.init.is_some();
        for e in variable.init.iter().flat_map(Init::expressions) {
            self.assigned.push((variable.name.clone(), e.clone()));
        }
        variable.init.iter().for_each(|init| self.init(init, plain));
    }

    fn init(&mut self, init: &Init, plain: bool) {
        for e in init.expressions() {
            // A constructor may take a reference.
            if !plain {
                self.keep(e);
            }
            self.expr(e);
        }
    }

    pub fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Read(e) => {
                // Its class may say whether it holds.
                if let ExprKind::Name(name) = &e.plain().kind {
                    self.operands.insert(name.clone());
                }
                self.expr(e);
            }
            Condition::Skipped(skipped) => self.skipped(skipped),
        }
    }

    fn skipped(&mut self, skipped: &Skipped) {
        self.unread(&skipped.tokens);
        let around = std::mem::replace(&mut self.returns_reference, true);
        for (_, steps) in &skipped.bodies {
            steps.iter().for_each(|step| self.step(step));
        }
        self.returns_reference = around;
    }

    /// Notes what tokens may change that could not be read.
    pub fn unread(&mut self, tokens: &[Token]) {
        for mention in skipped::mentions(tokens) {
            if mention.changed {
                self.whole(mention.name.clone());
            }
            if mention.kept {
                self.kept.insert(mention.name);
            }
        }
        self.calls = true;
    }

    /// Notes that a variable may be changed.
    pub fn whole(&mut self, name: Name) {
        note(&mut self.names, name, Extent::Whole);
    }

    /// Notes that the place may be changed.
    pub fn change(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Name(name) => {
                self.whole(name.clone());
                // A reference to another.
                self.calls = true;
            }
            ExprKind::Member(of, member, Arrow::Dot) => match &of.kind {
                ExprKind::Name(name) => {
                    note(&mut self.names, name.clone(), Extent::member(member));
                    self.calls = true;
                }
                _ => self.change(of),
            },
            ExprKind::Member(of, _, Arrow::Arrow) => self.through(of, false),
            ExprKind::Conditional(_, a, b) => {
                self.change(a);
                self.change(b);
            }
            ExprKind::Cast(_, e) | ExprKind::Assign(_, e, _) => self.change(e),
            ExprKind::Unary(Unary::Step(_), e) => self.change(e),
            ExprKind::Index(of, index) => self.element(of, index, false),
            ExprKind::Unary(Unary::Dereference, of) => {
                self.expr(of);
                self.through(of, false);
            }
            // A reference to something in it: `std::tie(x, y)`, `f(x)`, `(x, y)`.
            _ => self.anything_of(place),
        }
    }

    fn anything_of(&mut self, place: &Expr) {
        let named = super::names::of_expr(place);
        named.iter().for_each(|name| self.whole(name.clone()));
        self.kept.extend(named);
        self.calls = true;
    }

    /// `e[i]`, which is also `i[e]`.
    fn element(&mut self, of: &Expr, index: &Expr, kept: bool) {
        self.through(of, kept);
        if let ExprKind::Name(_) = index.kind {
            self.through(index, kept);
        }
    }

    /// Notes that an element of an array may be changed, or what a pointer points to, and not the pointer.
    fn through(&mut self, of: &Expr, kept: bool) {
        self.calls = true;
        match &of.kind {
            ExprKind::Name(name) => *self.elements.entry(name.clone()).or_default() |= kept,
            ExprKind::Member(of, ..)
            | ExprKind::Cast(_, of)
            | ExprKind::Index(of, _)
            | ExprKind::Assign(_, of, _)
            | ExprKind::Postfix(_, of)
            | ExprKind::Unary(Unary::Step(_) | Unary::Dereference, of) => self.through(of, kept),
            ExprKind::Conditional(_, a, b) | ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => {
                self.through(a, kept);
                self.through(b, kept);
            }
            ExprKind::Unary(Unary::Address, place) if kept => self.keep(place),
            ExprKind::Unary(Unary::Address, place) => self.change(place),
            ExprKind::Int(..) => {}
            _ => self.anything_of(of),
        }
    }

    /// Notes that something may keep the address of a place.
    pub fn keep(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Name(name) => {
                self.whole(name.clone());
                self.kept.insert(name.clone());
            }
            ExprKind::Member(of, _, Arrow::Dot) | ExprKind::Cast(_, of) => self.keep(of),
            ExprKind::Member(of, _, Arrow::Arrow) => self.through(of, true),
            ExprKind::Index(of, index) => self.element(of, index, true),
            ExprKind::Conditional(_, a, b) => {
                self.keep(a);
                self.keep(b);
            }
            ExprKind::Assign(_, of, _)
            | ExprKind::Unary(Unary::Step(_), of)
            | ExprKind::Binary(Binary::Comma, _, of) => self.keep(of),
            _ if self.signatures.makes_value(place) => {}
            // It may be something that it is made of: `std::move(x)`.
            _ => self.anything_of(place),
        }
    }

    pub fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(_, place, value) => {
                if let ExprKind::Name(name) = &place.kind {
                    self.assigned.push((name.clone(), (**value).clone()));
                }
                self.change(place);
            }
            ExprKind::Postfix(_, place) | ExprKind::Unary(Unary::Step(_), place) => {
                self.change(place);
            }
            // `stream >> x`
            ExprKind::Binary(Binary::Shr, _, right) => self.change(right),
            ExprKind::Unary(Unary::Address, place) => self.keep(place),
            ExprKind::Call(callee, arguments) => {
                // A function of an object may change it.
                if let ExprKind::Member(of, ..) = &callee.plain().kind
                    && accessed(e).is_none()
                    && self.signatures.elements_of(e).is_none()
                {
                    self.change(of);
                }
                self.call(callee, arguments);
            }
            ExprKind::Construct(ty, arguments) if !super::value::is_plain(ty) => {
                self.calls = true;
                arguments.iter().for_each(|e| self.keep(e));
            }
            ExprKind::SizeofType(ty) => self.sizes(ty),
            ExprKind::Instance(_, arguments) => {
                for argument in arguments {
                    if let TemplateArgument::Value(e) = argument {
                        self.expr(e);
                    }
                }
            }
            ExprKind::Launch(launch) => {
                let arguments = launch.arguments.iter().flatten().flatten();
                self.launched.extend(arguments.cloned());
                self.calls |= self.signatures.has_device_variables;
                let operands = launch.configuration.iter().chain(launch.arguments.iter().flatten());
                operands.flatten().for_each(|e| self.expr(e));
                launch.unread.iter().for_each(|tokens| self.unread(tokens));
            }
            _ => {}
        }
        let used = operator_operands(e);
        let names = used.into_iter().filter_map(|e| match &e.plain().kind {
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        });
        self.operands.extend(names);
        e.kind.operands().for_each(|e| self.expr(e));
    }

    /// Notes that somebody is given the value of an expression.
    fn give(&mut self, e: &Expr) {
        self.given.push(e.clone());
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) {
        let (name, explicit) = match &callee.kind {
            ExprKind::Name(name) => (Some(name), [].as_slice()),
            ExprKind::Instance(name, explicit) => (Some(name), explicit.as_slice()),
            _ => (None, [].as_slice()),
        };
        for (n, argument) in arguments.iter().enumerate() {
            let reads = |name: &Name| {
                !self.signatures.has(name)
                    && self.signatures.effect(name) == Effect::Reads
                    && !writes_host(name.as_str(), n, arguments)
            };
            if !name.is_some_and(reads) {
                self.give(argument);
            }
        }
        if let Some(name) = name.filter(|name| self.signatures.has(name)) {
            self.calls = true;
            for (n, argument) in arguments.iter().enumerate() {
                if self.signatures.changes(name, explicit, arguments, n)
                    || addressed(argument).is_some()
                {
                    self.keep(addressed(argument).unwrap_or(argument));
                }
            }
            return;
        }
        match name.map_or(Effect::Unknown, |name| self.signatures.effect(name)) {
            Effect::Reads => {
                arguments.iter().filter_map(addressed).for_each(|place| self.change(place));
            }
            Effect::Later => {
                self.calls = true;
                arguments.iter().filter_map(addressed).for_each(|place| self.keep(place));
            }
            Effect::Changes => {
                arguments.iter().for_each(|e| self.change(addressed(e).unwrap_or(e)));
            }
            Effect::Unknown => {
                self.calls = true;
                arguments.iter().for_each(|e| self.keep(addressed(e).unwrap_or(e)));
            }
        }
    }
}

/// Whether a call of a function of C, C++ or CUDA may write variables of the host where its argument points to.
pub(super) fn writes_host(name: &str, n: usize, arguments: &[Expr]) -> bool {
    let to_device = |e: &Expr| match &e.kind {
        ExprKind::Name(kind) => is_copy_to_device(kind.as_str()),
        _ => false,
    };
    writes_through(name, n) && !arguments.iter().any(to_device)
}

/// The place of which an argument is the address: `&x`, `(void **) &x`.
pub(super) fn addressed(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Unary(Unary::Address, place) => Some(place),
        ExprKind::Cast(_, e) => addressed(e),
        _ => None,
    }
}

/// The container of which an expression gives the memory: `v.data()`, `raw_pointer_cast(e)`.
pub(super) fn accessed(e: &Expr) -> Option<&Expr> {
    let ExprKind::Call(callee, arguments) = &e.kind else { return None };
    match (&callee.kind, arguments.as_slice()) {
        (ExprKind::Member(of, name, _), [])
            if matches!(name.as_str(), "data" | "get" | "begin") =>
        {
            Some(of)
        }
        (ExprKind::Name(name) | ExprKind::Instance(name, _), [of])
            if last_part(name).as_str() == "raw_pointer_cast" =>
        {
            Some(of)
        }
        _ => None,
    }
}

/// What an operator is applied to, or what is called: where it is an object, that calls a function of its class, or one of
/// the file that is named as the operator. [C++17, 16.5]
pub(super) fn operator_operands(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(_, a, b) => vec![a, b],
        // Which element it is of, an operator may say.
        ExprKind::Unary(Unary::Address, e) => match &e.kind {
            ExprKind::Index(of, _) => vec![of],
            _ => Vec::new(),
        },
        ExprKind::Unary(Unary::Step(_), _) => Vec::new(),
        ExprKind::Unary(_, e) | ExprKind::Index(e, _) | ExprKind::Call(e, _) => vec![e],
        _ => Vec::new(),
    }
}
