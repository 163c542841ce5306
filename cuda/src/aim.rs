//! Where the pointers of a kernel point, of those that point to one place all along: the `this` of a called member
//! function, and references. What is assigned through such a pointer is a member of one variable, or of none; through
//! another one it may be whatever has its address taken.

use crate::survey::{addressed_in, each, each_in};
use crate::typed::{Callee, Expr, Kernel, Kind, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What an expression names, or where a pointer points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A variable, or a member of it, or a part of either.
    Variable(LocalId, Vec<Name>),
    /// Memory that the launch gives: no variable of a thread is there.
    Given,
}

impl Spot {
    /// Where one comes to from here by arithmetic on pointers that are to no array: anywhere in the variable.
    fn around(self) -> Spot {
        match self {
            Spot::Variable(id, _) => Spot::Variable(id, Vec::new()),
            Spot::Given => Spot::Given,
        }
    }
}

/// Where pointers point that point to one place all along.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims(HashMap<LocalId, Spot>, BTreeSet<LocalId>);

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
    pub fn of(kernel: &Kernel, addressed: &BTreeSet<LocalId>) -> Aims {
        let mut uses = Uses::default();
        uses.note_declared(&kernel.body);
        each_in(&kernel.body, &mut |e| uses.note(e));
        let mut times: HashMap<LocalId, usize> = HashMap::new();
        for (id, _) in &uses.declared {
            *times.entry(*id).or_default() += 1;
        }
        let may_be = |id: LocalId| {
            let local = &kernel.locals[id.0];
            let pointer = matches!(local.ty, Type::Pointer(_));
            pointer && !uses.assigned.contains(&id) && !addressed.contains(&id)
        };
        let mut aims = Aims::default();
        for id in kernel.parameters.iter().copied().filter(|id| may_be(*id)) {
            if !times.contains_key(&id) {
                aims.0.insert(id, Spot::Given);
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
                    aims.1.insert(*id);
                }
                aims.0.insert(*id, if moved { spot.around() } else { spot });
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
        self.1.iter().copied().filter(move |id| !array(id))
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
                Spot::Given => Spot::Given,
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
            Kind::Local(id) => self.0.get(id).cloned(),
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
            _ => None,
        }
    }
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
                    Some(Spot::Given) => {}
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
