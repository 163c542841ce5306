//! Constant expressions, calls of functions in them included.

use crate::typed::{Callee, Expr, Kind, LocalId, Sign, Stmt, StmtKind, Type};
use num_traits::{One, Zero};
use semantics::{Arithmetic, IntType, Number, Op};
use std::collections::HashMap;

/// How many statements and expressions in called functions may be evaluated.
const MOST_STEPS: usize = 1 << 16;

/// The value of a typed expression that mentions no variable but those of the functions that it calls.
pub fn evaluate(e: &Expr) -> Option<Number> {
    Evaluation { variables: HashMap::new(), left: MOST_STEPS }.value(e)
}

/// Where the statements of a function go on.
#[derive(PartialEq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

struct Evaluation {
    /// What the variables of the called functions hold.
    variables: HashMap<LocalId, Number>,
    left: usize,
}

impl Evaluation {
    fn value(&mut self, e: &Expr) -> Option<Number> {
        let at = |ty: &Type| ty.int().map(Arithmetic::C);
        self.left = self.left.checked_sub(1)?;
        match &e.kind {
            Kind::Int(n) => Some(n.clone()),
            Kind::Local(id) => self.variables.get(id).cloned(),
            Kind::Negate(a) => at(&e.ty)?.apply(Op::Sub, &Number::zero(), &self.value(a)?).ok(),
            Kind::Complement(a) => {
                at(&e.ty)?.apply(Op::BitXor, &self.value(a)?, &all_ones(e.ty.int()?)).ok()
            }
            Kind::Not(a) => Some(truth(self.value(a)?.is_zero())),
            Kind::Arithmetic(op, a, b) => {
                at(&e.ty)?.apply(*op, &self.value(a)?, &self.value(b)?).ok()
            }
            Kind::Compare(rel, a, b) => Some(truth(rel.holds(&self.value(a)?, &self.value(b)?))),
            Kind::And(a, b) => Some(truth(self.holds(a)? && self.holds(b)?)),
            Kind::Or(a, b) => Some(truth(self.holds(a)? || self.holds(b)?)),
            Kind::Conditional(c, a, b) => match self.holds(c)? {
                true => self.value(a),
                false => self.value(b),
            },
            Kind::Convert(a) => {
                let n = self.value(a)?;
                converted(&n, &e.ty)
            }
            Kind::Comma(a, b) => {
                self.value(a)?;
                self.value(b)
            }
            Kind::Assign(place, value) => {
                let n = self.value(value)?;
                self.assign(place, n)
            }
            Kind::Update { op, at: ty, place, value } => {
                let (old, by) = (converted(&self.value(place)?, ty)?, self.value(value)?);
                let n = at(ty)?.apply(*op, &old, &by).ok()?;
                self.assign(place, converted(&n, &place.ty)?)
            }
            Kind::Step { place, sign, post } => {
                let old = self.value(place)?;
                let op = if *sign == Sign::Plus { Op::Add } else { Op::Sub };
                let ty = super::convert::promote(&place.ty);
                let n = at(&ty)?.apply(op, &old, &Number::one()).ok()?;
                let new = self.assign(place, converted(&n, &place.ty)?)?;
                Some(if *post { old } else { new })
            }
            Kind::Call(Callee::Extremum(op), values) => match values.as_slice() {
                [a, b] => at(&e.ty)?.apply(*op, &self.value(a)?, &self.value(b)?).ok(),
                _ => None,
            },
            Kind::Inline(statements, value) => {
                self.run(statements)?;
                self.value(value.as_ref()?)
            }
            _ => None,
        }
    }

    fn holds(&mut self, e: &Expr) -> Option<bool> {
        Some(!self.value(e)?.is_zero())
    }

    /// Only variables that are declared inside can be assigned to.
    fn assign(&mut self, place: &Expr, n: Number) -> Option<Number> {
        let Kind::Local(id) = place.kind else { return None };
        self.variables.contains_key(&id).then(|| self.variables.insert(id, n.clone()))?;
        Some(n)
    }

    fn run(&mut self, statements: &[Stmt]) -> Option<Flow> {
        for statement in statements {
            self.left = self.left.checked_sub(1)?;
            let flow = match &statement.kind {
                StmtKind::Expr(e) => {
                    self.value(e)?;
                    Flow::Next
                }
                StmtKind::Declare(id, init) => {
                    // One without a value is not read before it has one, in a constant expression.
                    let n = init.as_ref().map_or(Some(Number::zero()), |e| self.value(e))?;
                    self.variables.insert(*id, n);
                    Flow::Next
                }
                StmtKind::Block(block) => self.run(block)?,
                StmtKind::If(c, yes, no) => {
                    let taken = if self.holds(c)? { yes } else { no };
                    self.run(taken)?
                }
                StmtKind::Loop { condition, step, body, body_first } => {
                    let mut first = *body_first;
                    loop {
                        self.left = self.left.checked_sub(1)?;
                        let goes_on =
                            first || condition.as_ref().map_or(Some(true), |c| self.holds(c))?;
                        first = false;
                        if !goes_on {
                            break Flow::Next;
                        }
                        match self.run(body)? {
                            Flow::Break => break Flow::Next,
                            Flow::Return => break Flow::Return,
                            Flow::Next | Flow::Continue => {}
                        }
                        if let Some(step) = step {
                            self.value(step)?;
                        }
                    }
                }
                StmtKind::Return => Flow::Return,
                StmtKind::Break => Flow::Break,
                StmtKind::Continue => Flow::Continue,
                StmtKind::Switch(..) | StmtKind::Assume(_) | StmtKind::Unsupported(..) => {
                    return None;
                }
            };
            if flow != Flow::Next {
                return Some(flow);
            }
        }
        Some(Flow::Next)
    }
}

fn converted(n: &Number, ty: &Type) -> Option<Number> {
    match ty {
        Type::Bool => Some(truth(!n.is_zero())),
        _ => Some(ty.int()?.convert(n)),
    }
}

/// The number of which all bits are set.
pub fn all_ones(ty: IntType) -> Number {
    if ty.signed { Number::from(-1) } else { ty.max() }
}

fn truth(holds: bool) -> Number {
    Number::from(u8::from(holds))
}
