//! What is known of the value of each class of the e-graph: a constant, or a range.

use super::language::Node;
use egg::{Analysis, DidMerge, EGraph, Id};
use num_traits::{One, Signed, Zero};
use semantics::{Arithmetic, IntType, Number, Op};

/// How often a class's facts may grow, so that no cycle narrows a range for ever.
const MOST_CHANGES: u8 = 8;

/// What is known of a value. A constant has it always; a range holds where there is a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The number, if it is constant.
    pub literal: Option<Number>,
    /// The truth, of a condition that is constant.
    pub truth: Option<bool>,
    /// No smaller number is possible.
    pub low: Option<Number>,
    /// No larger number is possible.
    pub high: Option<Number>,
    changes: u8,
}

impl Facts {
    /// The value is this number, always.
    pub fn literal(n: Number) -> Facts {
        Facts { literal: Some(n.clone()), ..Facts::between(Some(n.clone()), Some(n)) }
    }

    /// The value is in a range, wherever there is one.
    pub fn between(low: Option<Number>, high: Option<Number>) -> Facts {
        Facts { low, high, ..Facts::default() }
    }

    fn of_type(ty: IntType) -> Facts {
        Facts::between(Some(ty.min()), Some(ty.max()))
    }

    /// Whether the value is no negative number.
    pub fn is_natural(&self) -> bool {
        self.low.as_ref().is_some_and(|low| !low.is_negative())
    }

    /// Whether the value is below `n`.
    pub fn is_below(&self, n: &Number) -> bool {
        self.high.as_ref().is_some_and(|high| high < n)
    }

    /// Whether the value is a number of the type.
    pub fn is_of(&self, ty: IntType) -> bool {
        let within = |n: &Option<Number>| n.as_ref().is_some_and(|n| ty.contains(n));
        within(&self.low) && within(&self.high)
    }

    /// Whether both facts can be drawn upon: the narrower of two ranges.
    fn meet(&self, other: &Facts) -> Facts {
        let low = [&self.low, &other.low].into_iter().flatten().max().cloned();
        let high = [&self.high, &other.high].into_iter().flatten().min().cloned();
        Facts {
            literal: self.literal.clone().or_else(|| other.literal.clone()),
            truth: self.truth.or(other.truth),
            low,
            high,
            changes: self.changes.max(other.changes),
        }
    }
}

/// The analysis of `egg` that keeps [`Facts`] of each class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ranges;

impl Analysis<Node> for Ranges {
    type Data = Facts;

    fn make(graph: &mut EGraph<Node, Self>, node: &Node, _: Id) -> Facts {
        facts(node, |id| &graph[id].data)
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        let mut met = a.meet(&b);
        let changed = *a != met;
        if changed && met.changes >= MOST_CHANGES {
            return DidMerge(false, true);
        }
        met.changes += u8::from(changed);
        let differs = met != b;
        *a = met;
        DidMerge(changed, differs)
    }

    fn modify(graph: &mut EGraph<Node, Self>, id: Id) {
        let facts = &graph[id].data;
        let constant = match (&facts.literal, facts.truth) {
            (Some(n), _) => Node::Num(n.clone()),
            (None, Some(truth)) => Node::Bool(truth),
            (None, None) => return,
        };
        let constant = graph.add(constant);
        graph.union(id, constant);
    }
}

/// What is known of a node, from what is known of its arguments.
fn facts<'a>(node: &Node, of: impl Fn(Id) -> &'a Facts) -> Facts {
    let truth = |truth| Facts { truth, ..Facts::default() };
    match node {
        Node::Num(n) => Facts::literal(n.clone()),
        Node::Tid(_) => Facts::between(Some(Number::zero()), None),
        Node::Var(_) => Facts::default(),
        Node::Bin(op, arithmetic, [a, b]) => {
            let (a, b) = (of(*a), of(*b));
            if let (Some(x), Some(y)) = (&a.literal, &b.literal)
                && let Ok(n) = arithmetic.apply(*op, x, y)
            {
                return Facts::literal(n);
            }
            match arithmetic {
                Arithmetic::Natural => natural(*op, a, b),
                Arithmetic::C(ty) => machine(*ty, *op, a, b),
            }
        }
        Node::Convert(ty, [e]) => match of(*e) {
            Facts { literal: Some(n), .. } => Facts::literal(ty.convert(n)),
            e if e.is_of(*ty) => Facts::between(e.low.clone(), e.high.clone()),
            _ => Facts::of_type(*ty),
        },
        Node::Select([_, a, b]) => {
            let (a, b) = (of(*a), of(*b));
            let low = a.low.as_ref().zip(b.low.as_ref()).map(|(a, b)| a.min(b).clone());
            let high = a.high.as_ref().zip(b.high.as_ref()).map(|(a, b)| a.max(b).clone());
            Facts::between(low, high)
        }
        Node::Within([size, e]) => {
            let last = of(*size).literal.as_ref().map(|size| size - 1);
            let within = Facts::between(Some(Number::zero()), last);
            let e = of(*e);
            let known = within.meet(&Facts::between(e.low.clone(), e.high.clone()));
            match (&e.literal, &known.high) {
                (Some(n), Some(high)) if !n.is_negative() && n <= high => Facts::literal(n.clone()),
                _ => known,
            }
        }
        Node::Bool(b) => truth(Some(*b)),
        Node::Rel(rel, [a, b]) => {
            let both = of(*a).literal.as_ref().zip(of(*b).literal.as_ref());
            truth(both.map(|(a, b)| rel.holds(a, b)))
        }
        // The right side counts only where it is evaluated.
        Node::And([a, b]) => truth(match of(*a).truth {
            Some(true) => of(*b).truth,
            known => known,
        }),
        Node::Or([a, b]) => truth(match of(*a).truth {
            Some(false) => of(*b).truth,
            known => known,
        }),
        Node::Not([c]) => truth(of(*c).truth.map(|c| !c)),
    }
}

fn positive(facts: &Facts) -> Option<&Number> {
    facts.literal.as_ref().filter(|n| n.is_positive())
}

/// Of naturals.
fn natural(op: Op, a: &Facts, b: &Facts) -> Facts {
    let zero = Number::zero();
    let floor = |facts: &Facts| facts.low.clone().unwrap_or_default().max(Number::zero());
    let (low_a, low_b) = (floor(a), floor(b));
    let high = |f: fn(&Number, &Number) -> Number| {
        a.high.as_ref().zip(b.high.as_ref()).map(|(a, b)| f(a, b))
    };
    let (low, high) = match op {
        Op::Add => (low_a + low_b, high(|a, b| a + b)),
        // Products and shifts may be huge: only the sizes of small ones are worth it.
        Op::Mul => (zero, high(|a, b| a * b).filter(|n| n.bits() < 256)),
        Op::Sub | Op::Shr => (zero, a.high.clone()),
        Op::Div => match positive(b) {
            Some(k) => (low_a / k, a.high.as_ref().map(|high| high / k)),
            None => (zero, a.high.clone()),
        },
        Op::Rem => {
            let below = positive(b).map(|k| k - 1);
            (zero, [a.high.clone(), below].into_iter().flatten().min())
        }
        Op::BitAnd => (zero, [&a.high, &b.high].into_iter().flatten().min().cloned()),
        Op::Min => (low_a.min(low_b), [&a.high, &b.high].into_iter().flatten().min().cloned()),
        Op::Max => (low_a.max(low_b), high(|a, b| a.max(b).clone())),
        Op::BitOr | Op::BitXor | Op::Shl => (zero, None),
    };
    Facts::between(Some(low), high)
}

/// In C, where there is a value. Operands are numbers of the type, but for a shift's right one.
fn machine(ty: IntType, op: Op, a: &Facts, b: &Facts) -> Facts {
    let all = Facts::of_type(ty);
    let ends = |facts: &Facts| {
        let met = all.meet(&Facts::between(facts.low.clone(), facts.high.clone()));
        (met.low.unwrap_or(ty.min()), met.high.unwrap_or(ty.max()))
    };
    let (low_a, high_a) = ends(a);
    let (low_b, high_b) = ends(b);
    let (natural_a, natural_b) = (!low_a.is_negative(), !low_b.is_negative());
    let range = match op {
        Op::Add => (low_a + low_b, high_a + high_b),
        Op::Sub => (low_a - high_b, high_a - low_b),
        Op::Mul => {
            let ends = [&low_a * &low_b, &low_a * &high_b, &high_a * &low_b, &high_a * &high_b];
            let low = ends.iter().min().cloned().unwrap_or_default();
            (low, ends.into_iter().max().unwrap_or_default())
        }
        Op::Div => match positive(b) {
            // Truncation is monotonic.
            Some(k) => (low_a / k, high_a / k),
            None if natural_a && natural_b => (Number::zero(), high_a),
            None => return all,
        },
        Op::Rem => {
            // Of the dividend's sign, nearer to 0 than it, and smaller than the divisor.
            let most = low_b.abs().max(high_b.abs()) - Number::one();
            let low = if natural_a { Number::zero() } else { low_a.max(-&most) };
            (low, high_a.min(most).max(Number::zero()))
        }
        Op::BitAnd if natural_a && natural_b => (Number::zero(), high_a.min(high_b)),
        Op::BitAnd if natural_a => (Number::zero(), high_a),
        Op::BitAnd if natural_b => (Number::zero(), high_b),
        Op::Shr if natural_a => {
            let places = positive(b).and_then(|k| u8::try_from(k).ok()).unwrap_or(0);
            (Number::zero(), high_a >> places)
        }
        Op::Min => (low_a.min(low_b), high_a.min(high_b)),
        Op::Max => (low_a.max(low_b), high_a.max(high_b)),
        _ => return all,
    };
    let range = Facts::between(Some(range.0), Some(range.1));
    match range.is_of(ty) {
        true => range,
        // What does not fit has no meaning.
        false if ty.signed => all.meet(&range),
        // What does not fit wraps.
        false => all,
    }
}
