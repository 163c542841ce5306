//! Loops that count: which values a counter has while the loop runs, and where it counts from.

use super::FactKind;
use super::evaluator::Evaluator;
use super::place::is_pure;
use super::value::{Value, Variable, as_int, literal_of};
use super::values::Values;
use super::writes::Writes;
use crate::syntax::{Binary, Condition, Expr, ExprKind, HostStep, Step, StepKind, Unary};
use crate::term::{and, bin, convert, num, or, rel};
use semantics::{Cond, Expr as Term, IntType, Name, Number, Op, Rel, Span};
use std::sync::Arc;

/// How many values of a counter are looked at.
const MOST_VALUES: usize = 4096;
/// How many values a counter is said to be one of.
const MOST_SAID: usize = 16;

impl Evaluator<'_> {
    /// Says of the counters of a loop what holds in each of its turns. The variables hold what they do in any
    /// turn; `before`: what they held before the loop.
    pub fn count(
        &mut self,
        condition: Option<&Condition>,
        step: Option<&HostStep>,
        body: &HostStep,
        before: &Values,
        span: &Span,
    ) {
        let Some(Condition::Read(condition)) = condition else { return };
        if self.is_lost() || !is_pure(condition) {
            return;
        }
        for name in super::names::of_expr(condition) {
            let Some(variable) = self.variable(&name) else { continue };
            let declared = &self.state.declared[variable.0];
            if declared.shared || declared.refers.is_some() {
                continue;
            }
            let Some(step) = self.only_step(&name, step, body) else { continue };
            let Value::Int(ty, any) = self.state.values[variable].clone() else { continue };
            let Some(first @ Value::Int(..)) = before.get(variable) else { continue };
            let values = self.values_of(variable, first, condition, step);
            let said = match values {
                Some(values) => one_of(&any, &values),
                None => {
                    as_int(first, ty).zip(direction(&name, step, ty)).map(|(first, direction)| {
                        let since = direction.since(&any, &first);
                        match strides(step).filter(|_| ty.bits <= 32) {
                            Some(by) => and(since, in_steps(&any, &first, ty, by)),
                            None => since,
                        }
                    })
                }
            };
            if let Some(said) = said {
                self.fact(FactKind::Counter(name), said, span);
            }
        }
    }

    /// The only statement of a loop that changes a variable, where it runs once in each turn.
    fn only_step<'s>(
        &self,
        name: &Name,
        step: Option<&'s HostStep>,
        body: &'s HostStep,
    ) -> Option<&'s Expr> {
        let statements = match &body.kind {
            StepKind::Block(steps) => steps.as_slice(),
            _ => std::slice::from_ref(body),
        };
        let of_body = statements.len();
        let changes = |(_, step): &(usize, &HostStep)| {
            let signatures = Arc::clone(&self.signatures);
            let mut writes = Writes::new(&signatures);
            writes.step(step);
            writes.names.contains_key(name) || writes.labels || writes.cases
        };
        let mut changing = statements.iter().chain(step).enumerate().filter(changes);
        let (Some((n, only)), None) = (changing.next(), changing.next()) else { return None };
        let StepKind::Expr(e) = &only.kind else { return None };
        // What the body declares is not in scope here.
        let names = super::names::of_expr(e);
        (n >= of_body || names.iter().eq([name])).then_some(e)
    }

    /// The values that a counter has in the turns of a loop, where all are known.
    fn values_of(
        &mut self,
        variable: Variable,
        first: &Value,
        condition: &Expr,
        step: &Expr,
    ) -> Option<Vec<Number>> {
        literal_of(first)?;
        let before = self.state.values.clone();
        let (facts, reached) = (self.facts.len(), self.state.reached);
        if let Some(far) = self.far(variable, first, step) {
            // One that has so many values has too many: each would be looked at for nothing.
            self.state.values[variable] = far;
            let holds = self.value(condition);
            self.back_to(before.clone());
            if literal_of(&holds).is_none_or(|n| *n != Number::from(0)) {
                return None;
            }
        }
        self.state.values[variable] = first.clone();
        let mut all = Vec::new();
        let known = loop {
            let holds = self.value(condition);
            match literal_of(&holds) {
                Some(n) if *n == Number::from(0) => break true,
                Some(_) if all.len() < MOST_VALUES && self.spend() => {}
                _ => break false,
            }
            let Some(n) = literal_of(&self.state.values[variable]).cloned() else { break false };
            all.push(n);
            self.value(step);
        };
        self.back_to(before);
        // What a step says or ends, the turns say.
        self.facts.truncate(facts);
        self.state.reached = reached;
        known.then_some(all)
    }

    /// Gives variables the values that they had; those that came into being since keep theirs.
    fn back_to(&mut self, before: Values) {
        self.state.values = before.since(&self.state.values);
    }

    /// What a counter that goes by one is after as many turns as are looked at.
    fn far(&self, variable: Variable, first: &Value, step: &Expr) -> Option<Value> {
        let Value::Int(ty, _) = first else { return None };
        let by_one =
            matches!(&step.kind, ExprKind::Postfix(..) | ExprKind::Unary(Unary::Step(_), _));
        let name = &self.state.declared[variable.0].name;
        // What is that far is in the type: it does not wrap around before.
        let far = match direction(name, step, IntType::signed(ty.bits)).filter(|_| by_one)? {
            Direction::Up => literal_of(first)? + MOST_VALUES,
            Direction::Down => literal_of(first)? - MOST_VALUES,
            Direction::Grows | Direction::Shrinks => return None,
        };
        ty.contains(&far).then(|| Value::Int(*ty, num(far)))
    }
}

/// That a number is one of these; of many, or of all in a row, that it lies between them.
fn one_of(any: &Arc<Term>, values: &[Number]) -> Option<Arc<Cond>> {
    let is = |r: Rel, n: &Number| rel(r, Arc::clone(any), num(n.clone()));
    let (least, most) = (values.iter().min()?, values.iter().max()?);
    let in_a_row = most - least < Number::from(values.len());
    if values.len() <= MOST_SAID && !in_a_row {
        return values.iter().map(|n| is(Rel::Eq, n)).reduce(or);
    }
    Some(and(is(Rel::Ge, least), is(Rel::Le, most)))
}

/// How a counter goes on from one turn to the next.
#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
    /// Times a number.
    Grows,
    /// Divided by a number.
    Shrinks,
}

impl Direction {
    /// What holds of a counter that began with this number.
    fn since(self, any: &Arc<Term>, first: &Arc<Term>) -> Arc<Cond> {
        let holds = |r: Rel| rel(r, Arc::clone(any), Arc::clone(first));
        let negative = || rel(Rel::Lt, Arc::clone(first), num(0));
        match self {
            Direction::Up => holds(Rel::Ge),
            Direction::Down => holds(Rel::Le),
            Direction::Grows => or(negative(), holds(Rel::Ge)),
            Direction::Shrinks => {
                let not_negative = rel(Rel::Ge, Arc::clone(any), num(0));
                or(negative(), and(holds(Rel::Le), not_negative))
            }
        }
    }
}

/// By how much a step moves a counter each time, up or down.
fn strides(step: &Expr) -> Option<&Number> {
    let op_and_by = match &step.kind {
        ExprKind::Assign(Some(op), _, by) => (op, by),
        ExprKind::Assign(None, _, e) => match &e.kind {
            ExprKind::Binary(op, _, by) => (op, by),
            _ => return None,
        },
        _ => return None,
    };
    match (op_and_by.0, &op_and_by.1.kind) {
        (Binary::Add | Binary::Sub, ExprKind::Int(n, _)) => Some(n),
        _ => None,
    }
}

/// That a counter is a number of steps from where it began.
fn in_steps(any: &Arc<Term>, first: &Arc<Term>, ty: IntType, by: &Number) -> Arc<Cond> {
    let wide = |e: &Arc<Term>| convert(IntType::LONG, ty, Arc::clone(e));
    let distance = bin(Op::Sub, IntType::LONG, wide(any), wide(first));
    let left = bin(Op::Rem, IntType::LONG, distance, num(by.clone()));
    rel(Rel::Eq, left, num(0))
}

/// How a step changes a counter, where it cannot wrap around.
fn direction(name: &Name, step: &Expr, ty: IntType) -> Option<Direction> {
    let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Name(x) if x == name);
    let positive = |e: &Expr| matches!(&e.kind, ExprKind::Int(n, _) if *n > Number::from(0));
    let signed = |direction: Direction| ty.signed.then_some(direction);
    let of = |op: Binary| match op {
        Binary::Add => signed(Direction::Up),
        Binary::Sub => signed(Direction::Down),
        Binary::Mul | Binary::Shl => signed(Direction::Grows),
        Binary::Div | Binary::Shr => Some(Direction::Shrinks),
        _ => None,
    };
    match &step.kind {
        ExprKind::Postfix(step, x) | ExprKind::Unary(Unary::Step(step), x) if is_it(x) => {
            signed(if *step == Step::Up { Direction::Up } else { Direction::Down })
        }
        ExprKind::Assign(Some(op), x, by) if is_it(x) && positive(by) => of(*op),
        ExprKind::Assign(None, x, e) if is_it(x) => match &e.kind {
            ExprKind::Binary(op, a, by) if is_it(a) && positive(by) => of(*op),
            _ => None,
        },
        _ => None,
    }
}
