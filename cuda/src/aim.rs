//! Where the pointers of a kernel point, of those that point to one place all along: the `this` of a called member
//! function, and references; and the variables of which each pointer is to memory, wherever that is. What is assigned
//! through such a pointer is a member of one variable, or of none; through another one it may be whatever has its
//! address taken.

use crate::survey::{addressed_in, each, each_in};
use crate::typed::{Callee, Expr, Kernel, Kind, Local, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What an expression names, or where a pointer points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A variable, or a member of it, or a part of either.
    Variable(LocalId, Vec<Name>),
    /// Memory: no variable of a thread is there.
    Memory,
}

impl Spot {
    /// Where one comes to from here by arithmetic on pointers that are to no array: anywhere in the variable.
    fn around(self) -> Spot {
        match self {
            Spot::Variable(id, _) => Spot::Variable(id, Vec::new()),
            Spot::Memory => Spot::Memory,
        }
    }
}

/// Where the pointers of a kernel point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {
    /// Where those point that point to one place all along.
    fixed: HashMap<LocalId, Spot>,
    /// The variables within which such pointers are moved that begin at one object.
    walked: BTreeSet<LocalId>,
    /// The variables that lie in memory.
    in_memory: BTreeSet<LocalId>,
    /// The variables of a thread that hold no pointer but to memory.
    to_memory: BTreeSet<LocalId>,
}

/// What a kernel does to its variables that may be pointers.
#[derive(Default)]
struct Uses<'k> {
    /// Each declaration with what the variable starts as, in order.
    declared: Vec<(LocalId, Option<&'k Expr>)>,
    /// Those that are assigned, but for a move within what they point into.
    assigned: BTreeSet<LocalId>,
    /// Those that are moved.
    moved: BTreeSet<LocalId>,
}

impl Aims {
    /// Of a kernel; `addressed`: the variables whose address it takes.
    ///
    /// That a variable holds no pointer but to memory is taken for granted of all first, and of those no more of which
    /// that shows something else: it then holds after each step of an execution, since it does before.
    pub fn of(kernel: &Kernel, addressed: &BTreeSet<LocalId>) -> Aims {
        let mut uses = Uses::default();
        uses.note_declared(&kernel.body);
        each_in(&kernel.body, &mut |e| uses.note(e));
        let ids = |is: fn(&Local) -> bool| {
            let all = kernel.locals.iter().enumerate();
            all.filter(move |(_, local)| is(local)).map(|(n, _)| LocalId(n)).collect()
        };
        let mut start = Aims { in_memory: ids(is_in_memory), ..Aims::default() };
        start.to_memory = ids(|local| !is_in_memory(local));
        start.to_memory.retain(|id| may_point(&kernel.locals[id.0].ty, kernel));
        loop {
            let aims = Aims::given(start.clone(), &uses, kernel, addressed);
            let elsewhere = aims.elsewhere(&uses, kernel);
            if elsewhere.is_empty() {
                return aims;
            }
            start.to_memory.retain(|id| !elsewhere.contains(id));
        }
    }

    /// Where pointers point, given which variables hold pointers to memory alone.
    fn given(start: Aims, uses: &Uses<'_>, kernel: &Kernel, addressed: &BTreeSet<LocalId>) -> Aims {
        let mut times: HashMap<LocalId, usize> = HashMap::new();
        for (id, _) in &uses.declared {
            *times.entry(*id).or_default() += 1;
        }
        let may_be = |id: LocalId| {
            let local = &kernel.locals[id.0];
            let pointer = matches!(local.ty, Type::Pointer(_));
            pointer && !uses.assigned.contains(&id) && !addressed.contains(&id)
        };
        let mut aims = start;
        for id in kernel.parameters.iter().copied().filter(|id| may_be(*id)) {
            if !times.contains_key(&id) {
                aims.fixed.insert(id, Spot::Memory);
            }
        }
        let once = |id: &LocalId| {
            let own = kernel.locals[id.0].storage == Storage::Thread;
            own && may_be(*id) && times.get(id) == Some(&1)
        };
        let mut open: Vec<(LocalId, &Expr)> = uses
            .declared
            .iter()
            .filter_map(|(id, init)| Some((*id, (*init)?)))
            .filter(|(id, _)| once(id))
            .collect();
        loop {
            let before = open.len();
            open.retain(|(id, init)| {
                let Some(spot) = aims.pointee(init) else { return true };
                let moved = uses.moved.contains(id);
                if let Spot::Variable(id, _) = &spot
                    && moved
                    && is_of_one(init)
                {
                    aims.walked.insert(*id);
                }
                aims.fixed.insert(*id, if moved { spot.around() } else { spot });
                false
            });
            if open.len() == before {
                return aims;
            }
        }
    }

    /// The variables within which such pointers are moved that begin at one object, and not at an element of an array.
    pub fn walked<'k>(&'k self, kernel: &'k Kernel) -> impl Iterator<Item = LocalId> + 'k {
        let array = |id: &LocalId| matches!(kernel.locals[id.0].ty, Type::Array(..));
        self.walked.iter().copied().filter(move |id| !array(id))
    }

    /// What a place is, where that is the same all along.
    pub fn spot(&self, place: &Expr) -> Option<Spot> {
        match &place.kind {
            Kind::Local(id) => Some(Spot::Variable(*id, Vec::new())),
            Kind::Member(of, name) => Some(match self.spot(of)? {
                Spot::Variable(id, mut path) => {
                    path.push(name.clone());
                    Spot::Variable(id, path)
                }
                Spot::Memory => Spot::Memory,
            }),
            Kind::Dereference(pointer) => self.pointee(pointer),
            Kind::Index(base, _) => match base.ty {
                Type::Array(..) => self.spot(base),
                _ => self.pointee(base).map(Spot::around),
            },
            _ => None,
        }
    }

    /// Where a pointer points, where that is the same all along.
    fn pointee(&self, pointer: &Expr) -> Option<Spot> {
        match &pointer.kind {
            Kind::Address(place) => self.spot(place),
            // It stands for the address of its first element.
            _ if matches!(pointer.ty, Type::Array(..)) => self.spot(pointer),
            Kind::Local(id) if self.fixed.contains_key(id) => self.fixed.get(id).cloned(),
            Kind::Offset(base, _, _) => self.pointee(base).map(Spot::around),
            Kind::Convert(from) => match (&from.ty, &pointer.ty) {
                (Type::Pointer(of), Type::Pointer(to)) if of.unqualified() == to.unqualified() => {
                    self.pointee(from)
                }
                (Type::Pointer(_) | Type::Array(..), Type::Pointer(_)) => {
                    self.pointee(from).map(Spot::around)
                }
                _ => None,
            },
            Kind::Inline(_, Some(value)) => self.pointee(value),
            _ => self.is_to_memory(pointer).then_some(Spot::Memory),
        }
    }

    /// Whether each pointer that a value is, or has, is to memory. Of values that have pointers.
    fn is_to_memory(&self, value: &Expr) -> bool {
        match &value.kind {
            Kind::Null | Kind::Text => true,
            Kind::Local(id) if self.fixed.get(id) == Some(&Spot::Memory) => true,
            Kind::Local(_) | Kind::Member(..) | Kind::Dereference(_) | Kind::Index(..) => {
                match self.spot(value) {
                    // It stands for the address of its first element.
                    Some(Spot::Memory) => matches!(value.ty, Type::Array(..)),
                    Some(Spot::Variable(id, _)) if self.in_memory.contains(&id) => {
                        matches!(value.ty, Type::Array(..))
                    }
                    Some(Spot::Variable(id, _)) => {
                        !matches!(value.ty, Type::Array(..)) && self.to_memory.contains(&id)
                    }
                    None => false,
                }
            }
            Kind::Address(place) => match self.spot(place) {
                Some(Spot::Memory) => true,
                Some(Spot::Variable(id, _)) => self.in_memory.contains(&id),
                None => false,
            },
            Kind::Offset(base, _, _) => self.is_to_memory(base),
            Kind::Convert(from) => from.is_pointer() && self.is_to_memory(from),
            Kind::Comma(_, last) | Kind::Assign(_, last) => self.is_to_memory(last),
            Kind::Conditional(_, yes, no) => self.is_to_memory(yes) && self.is_to_memory(no),
            Kind::Inline(_, Some(last)) => self.is_to_memory(last),
            _ => false,
        }
    }

    /// The variables that may come to hold another pointer than one to memory.
    fn elsewhere(&self, uses: &Uses<'_>, kernel: &Kernel) -> BTreeSet<LocalId> {
        let strange = |value: &Expr| may_point(&value.ty, kernel) && !self.is_to_memory(value);
        let mut found = BTreeSet::new();
        for (id, init) in &uses.declared {
            if init.is_some_and(strange) {
                found.insert(*id);
            }
        }
        let mut anywhere = false;
        each_in(&kernel.body, &mut |e| {
            let (place, value) = match &e.kind {
                Kind::Call(Callee::Copy | Callee::CopyTogether | Callee::OwnCopy, _) => {
                    return anywhere = true;
                }
                Kind::Assign(place, value) => (place, Some(value)),
                Kind::Update { place, .. } | Kind::Step { place, .. } => (place, None),
                _ => return,
            };
            match self.spot(place) {
                Some(Spot::Variable(id, path)) => {
                    let itself = type_at(&kernel.locals[id.0].ty, &path, kernel)
                        .is_some_and(|ty| ty.innermost() == place.ty.innermost());
                    if !itself || value.is_some_and(|value| strange(value)) {
                        found.insert(id);
                    }
                }
                Some(Spot::Memory) => {}
                None => anywhere = true,
            }
        });
        match anywhere {
            true => self.to_memory.clone(),
            false => found.intersection(&self.to_memory).copied().collect(),
        }
    }
}

/// Whether a variable lies in memory.
fn is_in_memory(local: &Local) -> bool {
    !matches!(local.storage, Storage::Thread | Storage::Parameter)
}

/// Whether a value of this type is a pointer, or may have one.
fn may_point(ty: &Type, kernel: &Kernel) -> bool {
    let mut open = vec![ty.innermost()];
    while let Some(ty) = open.pop() {
        match ty {
            Type::Pointer(_) => return true,
            Type::Opaque(name) if kernel.unions.contains_key(name) => return true,
            Type::Opaque(name) => {
                let fields = kernel.records.get(name).into_iter().flat_map(|of| &of.fields);
                open.extend(fields.map(|(_, ty)| ty.innermost()));
            }
            _ => {}
        }
    }
    false
}

/// The type of a member of a member of a variable of this type, or of an element of one.
fn type_at<'k>(ty: &'k Type, path: &[Name], kernel: &'k Kernel) -> Option<&'k Type> {
    path.iter().try_fold(ty, |ty, name| {
        let Type::Opaque(of) = ty.innermost() else { return None };
        let fields = &kernel.records.get(of)?.fields;
        fields.iter().find(|(field, _)| field == name).map(|(_, ty)| ty)
    })
}

/// Whether a pointer is the address of an object that is written as no element of an array.
fn is_of_one(pointer: &Expr) -> bool {
    let mut e = pointer;
    loop {
        e = match &e.kind {
            Kind::Address(place) => return !matches!(place.kind, Kind::Index(..)),
            Kind::Convert(of) | Kind::Inline(_, Some(of)) => of,
            _ => return false,
        };
    }
}

impl<'k> Uses<'k> {
    fn note(&mut self, e: &'k Expr) {
        match &e.kind {
            Kind::Inline(statements, _) => self.note_declared(statements),
            Kind::Assign(place, value) => {
                let Kind::Local(id) = place.kind else { return };
                let own = |e: &Expr| matches!(e.kind, Kind::Local(other) if other == id);
                let moves = matches!(&value.kind, Kind::Offset(base, _, _) if own(base));
                if moves {
                    self.moved.insert(id)
                } else {
                    self.assigned.insert(id)
                };
            }
            Kind::Update { place, .. } | Kind::Step { place, .. } => {
                if let Kind::Local(id) = place.kind {
                    self.moved.insert(id);
                }
            }
            _ => {}
        }
    }

    /// Notes what statements declare, but for those of called functions.
    fn note_declared(&mut self, statements: &'k [Stmt]) {
        for statement in statements {
            match &statement.kind {
                StmtKind::Declare(id, init) => self.declared.push((*id, init.as_ref())),
                StmtKind::Block(body)
                | StmtKind::Switch(_, body, _)
                | StmtKind::Loop { body, .. } => self.note_declared(body),
                StmtKind::If(_, yes, no) => {
                    self.note_declared(yes);
                    self.note_declared(no);
                }
                _ => {}
            }
        }
    }
}

/// The parameters of a kernel that it never changes.
pub(crate) fn kept_in(kernel: &Kernel) -> BTreeSet<LocalId> {
    let assigned = assigned_in(&kernel.body, &Aims::default());
    let addressed = addressed_in(&kernel.body);
    let mut kept: BTreeSet<LocalId> = kernel.parameters.iter().copied().collect();
    kept.retain(|id| !assigned.members.contains_key(id) && !addressed.contains(id));
    kept
}

/// What is assigned.
#[derive(Debug, Default)]
pub(crate) struct Assigned {
    /// The locals, and the members of each; the empty path is all of it.
    pub members: BTreeMap<LocalId, BTreeSet<Vec<Name>>>,
    /// Whether what a pointer points to is assigned, wherever that is.
    pub through_pointer: bool,
}

impl Assigned {
    /// What other parts assign, besides.
    pub fn add(&mut self, other: Assigned) {
        self.through_pointer |= other.through_pointer;
        for (id, members) in other.members {
            self.members.entry(id).or_default().extend(members);
        }
    }

    fn note(&mut self, e: &Expr, aims: &Aims) {
        match &e.kind {
            Kind::Call(Callee::Copy | Callee::CopyTogether | Callee::OwnCopy, _) => {
                self.through_pointer = true;
            }
            Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::Step { place, .. } => {
                match aims.spot(place) {
                    Some(Spot::Variable(id, path)) => {
                        self.members.entry(id).or_default().insert(path);
                    }
                    Some(Spot::Memory) => {}
                    None => self.through_pointer = true,
                }
            }
            _ => {}
        }
    }
}

/// What an expression assigns.
pub(crate) fn assigned(e: &Expr, aims: &Aims) -> Assigned {
    let mut found = Assigned::default();
    each(e, &mut |e| found.note(e, aims));
    found
}

/// The same, of statements; declaring a local is not assigning it.
pub(crate) fn assigned_in(statements: &[Stmt], aims: &Aims) -> Assigned {
    let mut found = Assigned::default();
    each_in(statements, &mut |e| found.note(e, aims));
    found
}
