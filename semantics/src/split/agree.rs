//! What threads that wait for each other agree on.
//!
//! An expression is *uniform* where all threads of a block give it one value, each time that they come to it
//! together: it is made of parameters, of the coordinates of the block, of the counters of uniform loops, and of
//!
//! - a `var` that the front end knows to be uniform ([`Header::uniform`]), and
//! - what all threads read alike: `let x = A[e]` with a uniform `e`, at a place to which they come together.
//!
//! The latter is so in executions without a race of `A`: were the values of two threads different, then a write
//! came between the two reads, no barrier between it and either of them, and it races with one of them at least.
//! An execution that has a race has a first one; before it, threads agree. So that one is a race of the split, and
//! a program of which no phase has a race has none. A race that the split shows is replayed in the whole program,
//! where nothing is taken for granted. [GPUVerify's and Faial's uniformity is the syntactic part of this: bounds and
//! conditions around a barrier may not depend on the thread, L24 §3.1; L22 §2.]
//!
//! In a phase such a variable is a parameter. Behind a later barrier it still has its value; where a barrier is come
//! to once more, in a loop, it may have another one, and so has another name.

use super::{Among, Stretch, Stretches};
use crate::arithmetic::Rel;
use crate::barrier::{Barrier, Scope};
use crate::expression::{Cond, Expr};
use crate::header::Header;
use crate::name::Name;
use crate::source::Site;
use crate::syntax::{Shape, Syntax};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// What those threads agree on.
#[derive(Clone)]
pub(super) struct Uniform {
    pub names: BTreeSet<Name>,
    pub among: Among,
    /// The `var`s that are known to be uniform.
    variables: Rc<BTreeSet<Name>>,
    /// What decides whether threads come to a barrier.
    deciding: Rc<BTreeSet<Name>>,
    /// All names that are in use.
    taken: Rc<RefCell<BTreeSet<Name>>>,
}

impl Uniform {
    pub fn new<S: Syntax>(header: &Header, body: &S, among: Among) -> Uniform {
        let names = header.parameters();
        let (mut deciding, mut variables) = (BTreeSet::new(), BTreeSet::new());
        if let Among::Block = among {
            decide(body, &mut deciding);
            variables.clone_from(&header.uniform);
        }
        let taken = &names | &super::binders(body);
        Uniform {
            names,
            among,
            variables: variables.into(),
            deciding: deciding.into(),
            taken: Rc::new(taken.into()),
        }
    }

    /// Whether a barrier is one at which all these threads wait for each other.
    pub fn waits_at(&self, barrier: &Barrier) -> bool {
        match self.among {
            Among::All | Among::Block => true,
            Among::Grid => barrier.scope == Scope::Grid,
        }
    }

    pub fn has(&self, e: &Expr) -> bool {
        let differs = match self.among {
            Among::All | Among::Grid => e.mentions_thread(),
            Among::Block => e.mentions_thread_of_block(),
        };
        !differs && e.free_variables().is_subset(&self.names)
    }

    pub fn has_condition(&self, c: &Cond) -> bool {
        let differs = match self.among {
            Among::All | Among::Grid => c.mentions_thread(),
            Among::Block => c.mentions_thread_of_block(),
        };
        !differs && c.free_variables().is_subset(&self.names)
    }

    pub fn with(&self, x: &Name) -> Uniform {
        let mut uniform = self.clone();
        uniform.names.insert(x.clone());
        uniform
    }

    /// Whether threads have one value of a `var`.
    pub fn agrees_on(&self, x: &Name) -> bool {
        self.variables.contains(x)
    }

    /// Whether threads read it alike, and a barrier hangs on that.
    pub fn reads_alike(&self, x: &Name, index: &Expr) -> bool {
        self.deciding.contains(x) && self.has(index)
    }

    /// A name that nothing else has.
    pub fn fresh(&self, x: &Name) -> Name {
        let mut taken = self.taken.borrow_mut();
        let names = (2..).map(|n| Name::from(format!("{x}.{n}")));
        let new = names.into_iter().find(|name| !taken.contains(name)).unwrap_or_else(|| x.clone());
        taken.insert(new.clone());
        new
    }
}

/// Adds the variables of conditions and bounds around a barrier.
fn decide<S: Syntax>(s: &S, deciding: &mut BTreeSet<Name>) {
    if !s.synchronizes() {
        return;
    }
    match s.shape() {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => {}
        Shape::Seq(a, b) => {
            decide(&**a, deciding);
            decide(&**b, deciding);
        }
        Shape::If(c, a, b) => {
            deciding.extend(c.free_variables());
            decide(&**a, deciding);
            decide(&**b, deciding);
        }
        Shape::For(_, lo, hi, s) => {
            deciding.extend(lo.free_variables());
            deciding.extend(hi.free_variables());
            decide(&**s, deciding);
        }
        Shape::Read(x, _, index, s, _) => {
            decide(&**s, deciding);
            if deciding.contains(x) {
                deciding.extend(index.free_variables());
            }
        }
        Shape::Var(_, s) => decide(&**s, deciding),
    }
}

/// The stretches of `var x. s`, where threads agree on `x`.
pub(super) fn on_variable<S: Syntax>(x: &Name, inside: Stretches<S>) -> Stretches<S> {
    let each = |stretches| -> Vec<Stretch<S>> { with_parameter(x, stretches) };
    Stretches {
        whole: each(inside.whole),
        head: each(inside.head),
        inner: each(inside.inner),
        tail: each(inside.tail),
    }
}

/// The stretches of `let x = A[e] in s`, where threads agree on `x`: the read itself is in those from its begin.
pub(super) fn on_read<S: Syntax>(
    (x, array, index, site): (&Name, &Name, &Arc<Expr>, &Site),
    inside: Stretches<S>,
    uniform: &Uniform,
) -> Stretches<S> {
    let read = |stretches: Vec<Stretch<S>>| -> Vec<Stretch<S>> {
        let reading = |mut s: Stretch<S>| {
            let own = uniform.fresh(x);
            let same = Cond::rel(Rel::Eq, Expr::Var(own.clone()), Expr::Var(x.clone()));
            let (body, skip) = (Arc::new(s.body), Arc::new(S::skip()));
            let body = S::build(Shape::If(&same.into(), &body, &skip)).unwrap_or_else(S::skip);
            let body = S::build(Shape::Read(&own, array, index, &body.into(), site));
            s.body = body.unwrap_or_else(S::skip);
            s.renamed.push((own, x.clone()));
            s
        };
        with_parameter(x, stretches).into_iter().map(reading).collect()
    };
    Stretches {
        whole: read(inside.whole),
        head: read(inside.head),
        inner: with_parameter(x, inside.inner),
        tail: with_parameter(x, inside.tail),
    }
}

fn with_parameter<S>(x: &Name, mut stretches: Vec<Stretch<S>>) -> Vec<Stretch<S>> {
    for stretch in &mut stretches {
        stretch.loops.insert(0, x.clone());
        stretch.agreed.insert(x.clone());
    }
    stretches
}

/// The stretch with names of its own for what its threads agree on, where others have theirs: a loop comes to one
/// place once more.
pub(super) fn apart<S: Syntax>(s: &Stretch<S>, others: &[Name], uniform: &Uniform) -> Stretch<S> {
    let mut apart = s.clone();
    for x in s.agreed.iter().filter(|x| others.contains(x)) {
        apart = renamed(&apart, x, &uniform.fresh(x));
    }
    apart
}

/// The stretch with another name for one of its parameters.
pub(super) fn renamed<S: Syntax>(s: &Stretch<S>, x: &Name, new: &Name) -> Stretch<S> {
    let variable = Expr::Var(new.clone());
    let rename = |y: &Name| if y == x { new.clone() } else { y.clone() };
    let mut renamed = s.renamed.clone();
    renamed.push((new.clone(), x.clone()));
    Stretch {
        when: s.when.iter().map(|c| c.substitute(x, &variable)).collect(),
        loops: s.loops.iter().map(rename).collect(),
        agreed: s.agreed.iter().map(rename).collect(),
        body: s.body.replace(x, &variable),
        renamed,
    }
}
