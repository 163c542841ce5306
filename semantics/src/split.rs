//! The split of a synchronized program into its phases.
//!
//! What stands between two barriers runs as one unsynchronized program; each is checked by
//! itself ([L24, §3.1 and Fig. 3]; "Barriers" in `docs/calculi.md`). A loop that holds a barrier runs
//! its last phase into the first phase of its next iteration, and may run zero times: both
//! belong to the split. The variables of such loops have one value for all threads, so in a phase
//! they are parameters.
//!
//! For the threads of a block ([`split_by_block`]) two more things hold. They agree on more (`agree`), and a
//! loop may pass a barrier in some iterations only (`partial`).

mod agree;
mod partial;
#[cfg(feature = "mutants")]
pub mod planted;

use crate::arithmetic::{Arithmetic, Op, Rel};
use crate::expression::{Cond, Expr};
use crate::header::Header;
use crate::limits::{self, Exhausted};
use crate::name::Name;
use crate::source::Site;
use crate::syntax::{Shape, Syntax};
use agree::Uniform;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One phase of a program: what runs between two barriers, the program's begin and end included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseProgram<S> {
    /// The program's declarations; the variables of loops around the phase are parameters, with
    /// assumptions that say when the phase is reached.
    pub header: Header,
    /// What runs. Without `sync`.
    pub body: S,
    /// Whether it starts at the program's begin, from the initial memory.
    pub first: bool,
}

/// Why a program cannot be split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsplittable {
    /// A barrier under a condition or a loop bound that is not the same for all threads.
    ThreadDependent(Site),
    /// A barrier that only some iterations of a loop pass.
    Sometimes(Site),
    /// More phases than [`MOST_PHASES`].
    TooMany,
    /// The [`limits`] in force are reached.
    Over(Exhausted),
}

/// A program has at most this many phases.
pub const MOST_PHASES: usize = 10_000;

/// Who has to reach a barrier together.
#[derive(Clone, Copy)]
enum Among {
    All,
    Block,
    /// All threads, and the barriers of blocks are none.
    Grid,
}

/// A stretch without barriers, and when it runs.
#[derive(Clone)]
struct Stretch<S> {
    when: Vec<Cond>,
    /// The variables of loops around it, and the others on which its threads agree.
    loops: Vec<Name>,
    /// Those of them that are no variables of loops.
    agreed: BTreeSet<Name>,
    body: S,
    /// Binders that got a new name, new before old: two stretches of one binder can meet.
    renamed: Vec<(Name, Name)>,
}

impl<S> Stretch<S> {
    fn of(body: S) -> Self {
        let (when, loops, renamed) = (Vec::new(), Vec::new(), Vec::new());
        Stretch { when, loops, agreed: BTreeSet::new(), body, renamed }
    }
}

/// The stretches of a statement by where they begin and end.
struct Stretches<S> {
    /// From its begin to its end, without a barrier.
    whole: Vec<Stretch<S>>,
    /// From its begin to the first barrier.
    head: Vec<Stretch<S>>,
    /// From a barrier to the next.
    inner: Vec<Stretch<S>>,
    /// From the last barrier to its end.
    tail: Vec<Stretch<S>>,
}

/// The phases of a program, in order of their begin. A program without barriers is its own phase.
///
/// # Errors
/// A barrier that not all threads reach together, as far as its syntax shows.
pub fn split<S: Syntax>(header: &Header, body: &S) -> Result<Vec<PhaseProgram<S>>, Unsplittable> {
    split_among(header, body, Among::All)
}

/// The phases of a program for the threads of one block: a barrier is theirs, so it is enough that
/// they agree on reaching it. Conditions and bounds may name the block, and so may the assumptions of
/// a phase.
///
/// # Errors
/// A barrier that not all threads of a block reach together, as far as its syntax shows.
pub fn split_by_block<S: Syntax>(
    header: &Header,
    body: &S,
) -> Result<Vec<PhaseProgram<S>>, Unsplittable> {
    split_among(header, body, Among::Block)
}

/// What runs between two barriers of the whole grid, with the barriers of blocks in it; all of a program without one.
///
/// # Errors
/// A barrier of the grid that not all threads reach together, as far as its syntax shows.
pub fn split_by_grid<S: Syntax>(
    header: &Header,
    body: &S,
) -> Result<Vec<PhaseProgram<S>>, Unsplittable> {
    split_among(header, body, Among::Grid)
}

fn split_among<S: Syntax>(
    header: &Header,
    body: &S,
    among: Among,
) -> Result<Vec<PhaseProgram<S>>, Unsplittable> {
    let uniform = Uniform::new(header, body, among);
    let stretches = stretches(body, &uniform, header.arithmetic())?;
    let phase = |first| {
        move |stretch: Stretch<S>| {
            let mut header = header.clone();
            header.params.extend(stretch.loops);
            header.assumptions.extend(stretch.when);
            header.agreed.extend(stretch.agreed);
            for (new, old) in stretch.renamed {
                if let Some(ty) = header.types.get(&old).copied() {
                    header.types.insert(new.clone(), ty);
                }
                if let Some(what) = header.unknowns.get(&old).cloned() {
                    header.unknowns.insert(new.clone(), what);
                }
                if let Some(ticket) = header.tickets.get(&old).cloned() {
                    header.tickets.insert(new, ticket);
                }
            }
            PhaseProgram { header, body: stretch.body, first }
        }
    };
    let Stretches { whole, head, inner, tail } = stretches;
    Ok(whole
        .into_iter()
        .chain(head)
        .map(phase(true))
        .chain(inner.into_iter().chain(tail).map(phase(false)))
        .collect())
}

impl<S: Syntax> Stretches<S> {
    fn map(self, f: &dyn Fn(S) -> S) -> Self {
        let each = |stretches: Vec<Stretch<S>>| {
            stretches.into_iter().map(|s| Stretch { body: f(s.body), ..s }).collect()
        };
        Stretches {
            whole: each(self.whole),
            head: each(self.head),
            inner: each(self.inner),
            tail: each(self.tail),
        }
    }
}

fn stretches<S: Syntax>(
    s: &S,
    uniform: &Uniform,
    arithmetic: Arithmetic,
) -> Result<Stretches<S>, Unsplittable> {
    if !s.has_barrier(&|barrier| uniform.waits_at(barrier)) {
        let whole = vec![Stretch::of(s.clone())];
        return Ok(Stretches { whole, head: Vec::new(), inner: Vec::new(), tail: Vec::new() });
    }
    let result = match s.shape() {
        Shape::Sync(_) => {
            let skip = || vec![Stretch::of(S::skip())];
            Stretches { whole: Vec::new(), head: skip(), inner: Vec::new(), tail: skip() }
        }
        Shape::Seq(a, b) => {
            let (a, b) =
                (stretches(&**a, uniform, arithmetic)?, stretches(&**b, uniform, arithmetic)?);
            let mut head = a.head;
            head.extend(join(&a.whole, &b.head, uniform)?);
            let mut inner = a.inner;
            inner.extend(join(&a.tail, &b.head, uniform)?);
            inner.extend(b.inner);
            let mut tail = join(&a.tail, &b.whole, uniform)?;
            tail.extend(b.tail);
            Stretches { whole: join(&a.whole, &b.whole, uniform)?, head, inner, tail }
        }
        Shape::If(c, yes, no) => {
            if !uniform.has_condition(c) {
                return Err(Unsplittable::ThreadDependent(first_barrier(s)));
            }
            let yes = stretches(&**yes, uniform, arithmetic)?;
            let no = stretches(&**no, uniform, arithmetic)?;
            let not = Cond::not((**c).clone());
            let both = |a, b| {
                let mut both = under(a, std::slice::from_ref(&**c));
                both.extend(under(b, std::slice::from_ref(&not)));
                both
            };
            Stretches {
                whole: both(yes.whole, no.whole),
                head: both(yes.head, no.head),
                inner: both(yes.inner, no.inner),
                tail: both(yes.tail, no.tail),
            }
        }
        Shape::For(x, lo, hi, body) => looped(s, x, (&**lo, &**hi), &**body, uniform, arithmetic)?,
        // What the variable holds is a thread's own: each phase knows no more than that.
        Shape::Var(x, body) if uniform.agrees_on(x) => {
            agree::on_variable(x, stretches(&**body, &uniform.with(x), arithmetic)?)
        }
        Shape::Var(x, body) => stretches(&**body, uniform, arithmetic)?
            .map(&|body| S::build(Shape::Var(x, &Arc::new(body))).unwrap_or_else(S::skip)),
        Shape::Read(x, array, index, body, site) if uniform.reads_alike(x, index) => {
            let inside = stretches(&**body, &uniform.with(x), arithmetic)?;
            agree::on_read((x, array, index, site), inside, uniform)
        }
        Shape::Read(x, array, index, body, site) => {
            let inside = stretches(&**body, uniform, arithmetic)?;
            let read = |body: S| {
                S::build(Shape::Read(x, array, index, &Arc::new(body), site))
                    .unwrap_or_else(S::skip)
            };
            let unknown =
                |body: S| S::build(Shape::Var(x, &Arc::new(body))).unwrap_or_else(S::skip);
            let each = |stretches: Vec<Stretch<S>>, f: &dyn Fn(S) -> S| {
                stretches.into_iter().map(|s| Stretch { body: f(s.body), ..s }).collect()
            };
            Stretches {
                whole: each(inside.whole, &read),
                head: each(inside.head, &read),
                inner: each(inside.inner, &unknown),
                tail: each(inside.tail, &unknown),
            }
        }
        Shape::Skip | Shape::Access(..) | Shape::Write(..) => {
            return Err(Unsplittable::TooMany); // cannot hold a barrier
        }
    };
    #[cfg(feature = "mutants")]
    let result = planted::stretches(s, result);
    let Stretches { whole, head, inner, tail } = &result;
    let count: usize = [whole, head, inner, tail].map(Vec::len).iter().sum();
    if count > MOST_PHASES { Err(Unsplittable::TooMany) } else { Ok(result) }
}

/// A loop that holds a barrier.
fn looped<S: Syntax>(
    s: &S,
    x: &Name,
    (lo, hi): (&Expr, &Expr),
    body: &S,
    uniform: &Uniform,
    arithmetic: Arithmetic,
) -> Result<Stretches<S>, Unsplittable> {
    if !uniform.has(lo) || !uniform.has(hi) {
        return Err(Unsplittable::ThreadDependent(first_barrier(s)));
    }
    let inside = uniform.with(x);
    let body = stretches(body, &inside, arithmetic)?;
    if !body.whole.is_empty() {
        return match uniform.among {
            Among::All | Among::Grid => Err(Unsplittable::Sometimes(first_barrier(s))),
            Among::Block => partial::looped(x, (lo, hi), &body, &inside, arithmetic),
        };
    }
    let at = |stretches: &[Stretch<S>], e: &Expr| -> Vec<Stretch<S>> {
        stretches
            .iter()
            .map(|s| Stretch {
                when: s.when.iter().map(|c| c.substitute(x, e)).collect(),
                body: s.body.replace(x, e),
                ..s.clone()
            })
            .collect()
    };
    let rel = |rel, a: &Expr, b: &Expr| Cond::rel(rel, a.clone(), b.clone());
    let one = || Arc::new(Expr::num(1));
    let next = |e: &Expr| Expr::Bin(Op::Add, arithmetic, e.clone().into(), one());
    let last = |e: &Expr| Expr::Bin(Op::Sub, arithmetic, e.clone().into(), one());
    let variable = Expr::Var(x.clone());
    let iterates = [rel(Rel::Lt, lo, hi)];
    let within = [rel(Rel::Le, lo, &variable), rel(Rel::Lt, &variable, hi)];
    let goes_on = [rel(Rel::Le, lo, &variable), rel(Rel::Lt, &next(&variable), hi)];
    let looping = |mut stretches: Vec<Stretch<S>>| {
        stretches.iter_mut().for_each(|s| s.loops.insert(0, x.clone()));
        stretches
    };
    let mut inner = looping(under(body.inner.clone(), &within));
    let into_next = join(&body.tail, &at(&body.head, &next(&variable)), &inside)?;
    inner.extend(looping(under(into_next, &goes_on)));
    Ok(Stretches {
        whole: under(vec![Stretch::of(S::skip())], &[rel(Rel::Ge, lo, hi)]),
        head: under(at(&body.head, lo), &iterates),
        inner,
        tail: under(at(&body.tail, &last(hi)), &iterates),
    })
}

/// Each of the first followed by each of the second.
fn join<S: Syntax>(
    first: &[Stretch<S>],
    second: &[Stretch<S>],
    uniform: &Uniform,
) -> Result<Vec<Stretch<S>>, Unsplittable> {
    let mut joined = Vec::new();
    for a in first {
        for b in second {
            limits::ask_now().map_err(Unsplittable::Over)?;
            let b = &agree::apart(b, &a.loops, uniform);
            let mut renamed: Vec<_> = a.renamed.iter().chain(&b.renamed).cloned().collect();
            let avoid = &binders(&b.body) | &uniform.names;
            let second = apart(&b.body, &mut binders(&a.body), &avoid, &mut renamed);
            let body = match (a.body.shape(), second.shape()) {
                (Shape::Skip, _) => second,
                (_, Shape::Skip) => a.body.clone(),
                _ => S::seq(a.body.clone(), second),
            };
            #[cfg(feature = "mutants")]
            let body = planted::joined(a, body);
            joined.push(Stretch {
                when: a.when.iter().chain(&b.when).cloned().collect(),
                loops: a.loops.iter().chain(&b.loops).cloned().collect(),
                agreed: &a.agreed | &b.agreed,
                body,
                renamed,
            });
        }
    }
    Ok(joined)
}

fn binders<S: Syntax>(s: &S) -> BTreeSet<Name> {
    match s.shape() {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => BTreeSet::new(),
        Shape::Seq(a, b) | Shape::If(_, a, b) => &binders(&**a) | &binders(&**b),
        Shape::Read(x, _, _, s, _) | Shape::For(x, _, _, s) | Shape::Var(x, s) => {
            let mut bound = binders(&**s);
            bound.insert(x.clone());
            bound
        }
    }
}

/// The statement with new names for the binders whose names are taken; a new name is none of
/// those to avoid: its own binders, and the parameters it may mention.
fn apart<S: Syntax>(
    s: &S,
    taken: &mut BTreeSet<Name>,
    avoid: &BTreeSet<Name>,
    renamed: &mut Vec<(Name, Name)>,
) -> S {
    let mut fresh = |x: &Name, body: &Arc<S>, taken: &mut BTreeSet<Name>| {
        if taken.insert(x.clone()) {
            return (x.clone(), Arc::clone(body));
        }
        let mut n = 2;
        let mut new = Name::from(format!("{x}_{n}"));
        while taken.contains(&new) || avoid.contains(&new) {
            n += 1;
            new = Name::from(format!("{x}_{n}"));
        }
        taken.insert(new.clone());
        renamed.push((new.clone(), x.clone()));
        (new.clone(), Arc::new(body.replace(x, &Expr::Var(new))))
    };
    let shape = s.shape();
    let rebuilt = match shape {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => None,
        Shape::Seq(a, b) => {
            let (a, b) = (apart(&**a, taken, avoid, renamed), apart(&**b, taken, avoid, renamed));
            S::build(Shape::Seq(&a.into(), &b.into()))
        }
        Shape::If(c, a, b) => {
            let (a, b) = (apart(&**a, taken, avoid, renamed), apart(&**b, taken, avoid, renamed));
            S::build(Shape::If(c, &a.into(), &b.into()))
        }
        Shape::Read(x, array, index, body, site) => {
            let (x, body) = fresh(x, body, taken);
            let body = apart(&*body, taken, avoid, renamed);
            S::build(Shape::Read(&x, array, index, &body.into(), site))
        }
        Shape::For(x, lo, hi, body) => {
            let (x, body) = fresh(x, body, taken);
            let body = apart(&*body, taken, avoid, renamed);
            S::build(Shape::For(&x, lo, hi, &body.into()))
        }
        Shape::Var(x, body) => {
            let (x, body) = fresh(x, body, taken);
            let body = apart(&*body, taken, avoid, renamed);
            S::build(Shape::Var(&x, &body.into()))
        }
    };
    rebuilt.unwrap_or_else(|| s.clone())
}

fn under<S>(mut stretches: Vec<Stretch<S>>, when: &[Cond]) -> Vec<Stretch<S>> {
    for stretch in &mut stretches {
        stretch.when.splice(0..0, when.iter().cloned());
    }
    stretches
}

/// Where the first `sync` of a statement stands.
pub fn first_barrier<S: Syntax>(s: &S) -> Site {
    match s.shape() {
        Shape::Sync(barrier) => barrier.site.clone(),
        Shape::Skip | Shape::Access(..) | Shape::Write(..) => Site::default(),
        Shape::Seq(a, b) | Shape::If(_, a, b) => {
            if a.synchronizes() {
                first_barrier(&**a)
            } else {
                first_barrier(&**b)
            }
        }
        Shape::Read(_, _, _, s, _) | Shape::For(_, _, _, s) | Shape::Var(_, s) => {
            first_barrier(&**s)
        }
    }
}
