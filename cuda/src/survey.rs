//! What a part of a kernel mentions, assigns and does, without lowering it.

use crate::term::mirrored;
use crate::typed::{Callee, Expr, Kind, LocalId, Stmt, StmtKind, Type};
use semantics::{Axis, Dim, Rel, Span};
use std::collections::{BTreeSet, HashMap};

impl Kind {
    /// The expressions that it is made of.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Kind::Int(_)
            | Kind::Opaque
            | Kind::Text
            | Kind::Null
            | Kind::Local(_)
            | Kind::Coordinate(_)
            | Kind::BlockDim(_)
            | Kind::GridDim(_)
            | Kind::Unknown(_)
            | Kind::Unsupported(..) => Vec::new(),
            Kind::Inline(_, value) => value.iter().map(|e| &**e).collect(),
            Kind::Negate(e)
            | Kind::Complement(e)
            | Kind::Not(e)
            | Kind::Convert(e)
            | Kind::Dereference(e)
            | Kind::Address(e)
            | Kind::Member(e, _) => vec![e],
            Kind::Step { place, .. } => vec![place],
            Kind::Arithmetic(_, a, b)
            | Kind::Compare(_, a, b)
            | Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Comma(a, b)
            | Kind::Index(a, b)
            | Kind::Offset(a, b, _)
            | Kind::Assign(a, b) => vec![a, b],
            Kind::Update { place, value, .. } => vec![place, value],
            Kind::Conditional(c, a, b) => vec![c, a, b],
            Kind::Call(_, es) | Kind::Gather(es) => es.iter().collect(),
        }
    }
}

/// Calls `f` on the expression and all inside it.
pub(crate) fn each<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    f(e);
    if let Kind::Inline(statements, _) = &e.kind {
        each_in(statements, f);
    }
    for operand in e.kind.operands() {
        each(operand, f);
    }
}

/// Calls `f` on every expression in the statements.
pub(crate) fn each_in<'e>(statements: &'e [Stmt], f: &mut dyn FnMut(&'e Expr)) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Expr(e) | StmtKind::Assume(e) => each(e, f),
            StmtKind::Declare(_, init) => init.iter().for_each(|e| each(e, f)),
            StmtKind::Block(block) => each_in(block, f),
            StmtKind::If(c, yes, no) => {
                each(c, f);
                each_in(yes, f);
                each_in(no, f);
            }
            StmtKind::Loop { condition, step, body, .. } => {
                condition.iter().for_each(|e| each(e, f));
                step.iter().for_each(|e| each(e, f));
                each_in(body, f);
            }
            StmtKind::Switch(e, body, _) => {
                each(e, f);
                each_in(body, f);
            }
            StmtKind::Return | StmtKind::Break | StmtKind::Continue | StmtKind::Unsupported(..) => {
            }
        }
    }
}

/// A comparison of a pointer with the null pointer.
pub(crate) fn with_null(e: &Expr) -> Option<(Rel, &Expr)> {
    let Kind::Compare(rel, a, b) = &e.kind else { return None };
    match (&a.kind, &b.kind) {
        (_, Kind::Null) => Some((*rel, a)),
        (Kind::Null, _) => Some((mirrored(*rel), b)),
        _ => None,
    }
}

/// Whether it is asked somewhere whether a pointer is null, or another one.
pub(crate) fn tests_null(statements: &[Stmt]) -> bool {
    let mut found = false;
    each_in(statements, &mut |e| {
        found |= matches!(&e.kind, Kind::Compare(_, a, b) if a.is_pointer() || b.is_pointer());
    });
    found
}

/// The local that an assignment to this place changes.
fn target(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        Kind::Local(id) => Some(*id),
        Kind::Member(of, _) => target(of),
        _ => None,
    }
}

/// Whether an expression assigns a local; not one inside it.
pub(crate) fn assigns(e: &Expr, id: LocalId) -> bool {
    match &e.kind {
        Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::Step { place, .. } => {
            target(place) == Some(id)
        }
        _ => false,
    }
}

/// The first such expression that is evaluated whatever happens, and once.
pub(crate) fn always<'s>(
    statements: &'s [Stmt],
    wanted: &dyn Fn(&Expr) -> bool,
) -> Option<&'s Expr> {
    statements.iter().find_map(|statement| match &statement.kind {
        StmtKind::Expr(e) | StmtKind::Declare(_, Some(e)) => always_within(e, wanted),
        StmtKind::If(e, ..) | StmtKind::Switch(e, ..) => always_within(e, wanted),
        StmtKind::Block(block) => always(block, wanted),
        _ => None,
    })
}

fn always_within<'s>(e: &'s Expr, wanted: &dyn Fn(&Expr) -> bool) -> Option<&'s Expr> {
    if wanted(e) {
        return Some(e);
    }
    match &e.kind {
        Kind::And(first, _) | Kind::Or(first, _) | Kind::Conditional(first, ..) => {
            always_within(first, wanted)
        }
        kind => kind.operands().into_iter().find_map(|e| always_within(e, wanted)),
    }
}

/// The locals whose address is taken somewhere.
pub(crate) fn addressed_in(statements: &[Stmt]) -> BTreeSet<LocalId> {
    let mut ids = BTreeSet::new();
    each_in(statements, &mut |e| {
        if let Kind::Address(place) = &e.kind {
            ids.extend(target(place));
        }
    });
    ids
}

/// The locals whose address is taken for a pointer to another type: `(float *)&v`.
pub(crate) fn disguised_in(statements: &[Stmt]) -> BTreeSet<LocalId> {
    let mut ids = BTreeSet::new();
    each_in(statements, &mut |e| {
        if let (Kind::Convert(from), Type::Pointer(to)) = (&e.kind, &e.ty)
            && let (Kind::Address(place), Type::Pointer(of)) = (&from.kind, &from.ty)
            && to.unqualified() != of.unqualified()
        {
            ids.extend(target(place));
        }
    });
    ids
}

/// The locals of which every mention is a conversion to a pointer to one type, and to which.
pub(crate) fn converted_in(statements: &[Stmt]) -> HashMap<LocalId, Type> {
    let mut mentions = HashMap::new();
    let mut converted: HashMap<LocalId, Vec<Type>> = HashMap::new();
    each_in(statements, &mut |e| {
        if let Kind::Local(id) = &e.kind {
            *mentions.entry(*id).or_insert(0usize) += 1;
        }
        if let (Kind::Convert(from), Type::Pointer(to)) = (&e.kind, &e.ty)
            && let Kind::Local(id) = &from.kind
            && !is_decay(&from.ty, to)
        {
            converted.entry(*id).or_default().push(to.unqualified());
        }
        // An array that is first a pointer to its own elements.
        if let (Kind::Convert(decayed), Type::Pointer(to)) = (&e.kind, &e.ty)
            && let (Kind::Convert(from), Type::Pointer(of)) = (&decayed.kind, &decayed.ty)
            && let Kind::Local(id) = &from.kind
            && is_decay(&from.ty, of)
        {
            converted.entry(*id).or_default().push(to.unqualified());
        }
    });
    let one = |(id, types): (LocalId, Vec<Type>)| {
        let first = types.first()?.clone();
        let alone = mentions.get(&id) == Some(&types.len()) && types.iter().all(|ty| *ty == first);
        (alone && first != Type::Void).then_some((id, first))
    };
    converted.into_iter().filter_map(one).collect()
}

/// Whether an array becomes a pointer to its elements.
fn is_decay(array: &Type, to: &Type) -> bool {
    matches!(array, Type::Array(of, _) if of.unqualified() == to.unqualified())
}

/// The axes that a kernel names, or what it calls, or what is assumed of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Axes {
    /// By `threadIdx` and `blockDim`.
    block: [bool; 3],
    /// By `blockIdx` and `gridDim`.
    grid: [bool; 3],
}

impl Axes {
    /// Whether a grid may have an extent on this axis: either names it.
    pub fn of_grid(&self, dim: Dim) -> bool {
        self.block[dim as usize] || self.grid[dim as usize]
    }

    /// Whether a block may have an extent on this axis. A kernel that tells its threads apart by `x`, and
    /// names `y` or `z` of the grid alone, has a grid with that axis and blocks without.
    pub fn of_block(&self, dim: Dim) -> bool {
        let flat = self.block[Dim::X as usize] && dim != Dim::X;
        self.block[dim as usize] || self.grid[dim as usize] && !flat
    }
}

/// The axes that are named. A kernel that names none has threads on `x` all the same where something else may tell them
/// apart, or is of use to several alone: an atomic, a barrier, a value of which nothing is known.
pub(crate) fn axes(kernel: &crate::typed::Kernel, assumed: &[Expr]) -> Axes {
    let mut named = Axes::default();
    let mut several = false;
    let mut note = |e: &Expr| match &e.kind {
        Kind::Coordinate(Axis::Thread(dim)) | Kind::BlockDim(dim) => {
            named.block[*dim as usize] = true;
        }
        Kind::Coordinate(Axis::Block(dim)) | Kind::GridDim(dim) => {
            named.grid[*dim as usize] = true;
        }
        Kind::Unknown(_) | Kind::Call(Callee::Atomic(_), _) => several = true,
        Kind::Call(callee, _) if callee.gathers() => several = true,
        Kind::Call(Callee::Pure(_), arguments) if arguments.is_empty() => several = true,
        _ => {}
    };
    each_in(&kernel.body, &mut note);
    assumed.iter().for_each(|e| each(e, &mut note));
    let none = [named.block, named.grid] == [[false; 3]; 2];
    named.block[Dim::X as usize] |= several && none;
    named
}

fn note_mentioned(e: &Expr, ids: &mut BTreeSet<LocalId>) {
    if let Kind::Local(id) = e.kind {
        ids.insert(id);
    }
}

/// The locals that an expression mentions.
pub(crate) fn mentioned(e: &Expr) -> BTreeSet<LocalId> {
    let mut ids = BTreeSet::new();
    each(e, &mut |e| note_mentioned(e, &mut ids));
    ids
}

/// The locals that statements mention.
pub(crate) fn mentioned_in(statements: &[Stmt]) -> BTreeSet<LocalId> {
    let mut ids = BTreeSet::new();
    each_in(statements, &mut |e| note_mentioned(e, &mut ids));
    ids
}

/// Whether evaluating the expression does more than give a value: reads of memory count. A shared
/// scalar is memory, so the caller says which locals are.
pub(crate) fn has_effects(e: &Expr, in_memory: &dyn Fn(LocalId) -> bool) -> bool {
    let mut found = false;
    each(e, &mut |e| {
        found |= match &e.kind {
            Kind::Assign(..) | Kind::Update { .. } | Kind::Step { .. } => true,
            Kind::Index(..) | Kind::Dereference(_) => !matches!(e.ty, Type::Array(..)),
            Kind::Call(callee, _) => callee.gathers() || callee.accesses(),
            Kind::Local(id) => in_memory(*id) && !matches!(e.ty, Type::Array(..)),
            // What it does besides its expressions may leave executions out.
            Kind::Inline(statements, _) => statements
                .iter()
                .any(|s| !matches!(s.kind, StmtKind::Declare(..) | StmtKind::Expr(_))),
            Kind::Unsupported(..) | Kind::Unknown(_) => true,
            _ => false,
        };
    });
    found
}

/// Whether evaluating the expression gives a value and touches nothing but variables of the thread.
pub(crate) fn is_only_a_value(e: &Expr, in_memory: &dyn Fn(LocalId) -> bool) -> bool {
    let mut only = true;
    each(e, &mut |e| {
        only &= match &e.kind {
            Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::Step { place, .. } => {
                target(place).is_some_and(|id| !in_memory(id))
            }
            Kind::Local(id) => !in_memory(*id),
            Kind::Call(callee, _) => {
                matches!(
                    callee,
                    Callee::Extremum(_)
                        | Callee::Abs
                        | Callee::Agreed
                        | Callee::Math(_)
                        | Callee::Pure(_)
                )
            }
            Kind::Inline(statements, _) => !has_unmodelled(statements),
            Kind::Index(..) | Kind::Dereference(_) | Kind::Address(_) | Kind::Unsupported(..) => {
                false
            }
            _ => true,
        };
    });
    only
}

/// Whether there are statements that are not modelled, or that leave executions out.
fn has_unmodelled(statements: &[Stmt]) -> bool {
    statements.iter().any(|s| match &s.kind {
        StmtKind::Unsupported(..) | StmtKind::Assume(_) => true,
        StmtKind::Block(block) => has_unmodelled(block),
        StmtKind::If(_, yes, no) => has_unmodelled(yes) || has_unmodelled(no),
        StmtKind::Loop { body, .. } | StmtKind::Switch(_, body, _) => has_unmodelled(body),
        _ => false,
    })
}

/// The place of a `return` in the statements, those of inner loops included.
pub(crate) fn returns_in(statements: &[Stmt]) -> Option<Span> {
    statements.iter().find_map(|s| match &s.kind {
        StmtKind::Return => Some(s.span.clone()),
        StmtKind::Block(block) => returns_in(block),
        StmtKind::If(_, yes, no) => returns_in(yes).or_else(|| returns_in(no)),
        StmtKind::Loop { body, .. } | StmtKind::Switch(_, body, _) => returns_in(body),
        _ => None,
    })
}

/// Whether a loop with this body may end in the middle of it.
pub(crate) fn breaks_in(statements: &[Stmt]) -> bool {
    statements.iter().any(|s| match &s.kind {
        StmtKind::Break => true,
        StmtKind::Block(block) => breaks_in(block),
        StmtKind::If(_, yes, no) => breaks_in(yes) || breaks_in(no),
        _ => false,
    })
}

/// Whether an iteration of a loop with this body may skip the end of it.
pub(crate) fn continues_in(statements: &[Stmt]) -> bool {
    statements.iter().any(|s| match &s.kind {
        StmtKind::Continue => true,
        StmtKind::Block(block) | StmtKind::Switch(_, block, _) => continues_in(block),
        StmtKind::If(_, yes, no) => continues_in(yes) || continues_in(no),
        _ => false,
    })
}

/// Whether the statements may go on elsewhere than after their last one.
pub(crate) fn jumps_in(statements: &[Stmt]) -> bool {
    statements.iter().any(|s| match &s.kind {
        StmtKind::Return | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Block(block) => jumps_in(block),
        StmtKind::If(_, yes, no) => jumps_in(yes) || jumps_in(no),
        StmtKind::Switch(_, body, _) => leaves_switch(body),
        StmtKind::Loop { body, .. } => returns_in(body).is_some(),
        _ => false,
    })
}

/// Whether the body of a `switch` may go on elsewhere than after the `switch`.
pub(crate) fn leaves_switch(statements: &[Stmt]) -> bool {
    statements.iter().any(|s| match &s.kind {
        StmtKind::Return | StmtKind::Continue => true,
        StmtKind::Block(block) | StmtKind::Switch(_, block, _) => leaves_switch(block),
        StmtKind::If(_, yes, no) => leaves_switch(yes) || leaves_switch(no),
        StmtKind::Loop { body, .. } => returns_in(body).is_some(),
        _ => false,
    })
}

/// The locals that statements declare.
pub(crate) fn declared_in(statements: &[Stmt]) -> BTreeSet<LocalId> {
    let mut ids = BTreeSet::new();
    for statement in statements {
        match &statement.kind {
            StmtKind::Declare(id, _) => {
                ids.insert(*id);
            }
            StmtKind::Block(block)
            | StmtKind::Switch(_, block, _)
            | StmtKind::Loop { body: block, .. } => {
                ids.extend(declared_in(block));
            }
            StmtKind::If(_, yes, no) => {
                ids.extend(declared_in(yes));
                ids.extend(declared_in(no));
            }
            _ => {}
        }
    }
    ids
}

/// Whether the statements do nothing by which a thread may go on without an end: a loop with no access to volatile
/// memory, atomic, synchronization or output ends. [C++17, intro.progress]
pub(crate) fn is_silent(statements: &[Stmt]) -> bool {
    let mut silent = true;
    each_in(statements, &mut |e| {
        if let Kind::Call(callee, _) = &e.kind {
            silent &= match callee {
                Callee::Load
                | Callee::Surface
                | Callee::SharedAddress
                | Callee::AtSharedAddress
                | Callee::Extremum(_)
                | Callee::Abs
                | Callee::Agreed
                | Callee::Part(_) => true,
                // `printf` has a number for its result.
                Callee::Pure(_) => e.ty.is_opaque(),
                _ => false,
            };
        }
    });
    silent
}

/// Whether the statements have a loop, in functions that they call, too.
pub(crate) fn loops_in(statements: &[Stmt]) -> bool {
    let looping = |all: &[Stmt]| {
        let mut rest: Vec<&Stmt> = all.iter().collect();
        while let Some(s) = rest.pop() {
            match &s.kind {
                StmtKind::Loop { .. } => return true,
                StmtKind::Block(block) | StmtKind::Switch(_, block, _) => rest.extend(block),
                StmtKind::If(_, yes, no) => rest.extend(yes.iter().chain(no)),
                _ => {}
            }
        }
        false
    };
    let mut found = looping(statements);
    each_in(statements, &mut |e| {
        found |= matches!(&e.kind, Kind::Inline(inner, _) if looping(inner));
    });
    found
}
