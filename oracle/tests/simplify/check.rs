//! One rule, at one choice of its variables, against the interpreter.

use num_traits::{One, Signed, Zero};
use oracle::simplify::Meaning;
use oracle::simplify::rules::{Facts, Known, Rule, Side, instantiate, instantiate_cond, variables};
use semantics::{Arithmetic, Cond, Expr, Meaningless, Number, Rel, Thread};

/// What a variable stands for, and what a rule may know of it.
#[derive(Clone, Debug)]
pub struct Choice {
    pub side: Side,
    pub facts: Facts,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rule does not apply here.
    NotGiven,
    /// It applies, and the left side has no value.
    Meaningless,
    /// It applies, and the values are the same.
    Same,
}

/// What a side evaluates to.
type Value = Result<Result<Number, bool>, Meaningless>;

fn eval(text: &str, arithmetic: Arithmetic, of: &dyn Fn(&str) -> Option<Side>) -> Value {
    let thread = Thread::natural(0);
    match instantiate(text, arithmetic, of) {
        Ok(e) => e.eval(&thread).map(Ok),
        Err(_) => instantiate_cond(text, arithmetic, of).unwrap().eval(&thread).map(Err),
    }
}

/// Applies the rule and compares.
pub fn check(
    rule: &Rule,
    arithmetic: Arithmetic,
    chosen: &[(String, Choice)],
) -> Result<Outcome, String> {
    let choice = |name: &str| chosen.iter().find(|(known, _)| known == name).map(|(_, c)| c);
    let facts = |name: &str| choice(name).map_or_else(Facts::default, |c| c.facts.clone());
    let Some(r) = (rule.given)(&Known { arithmetic, facts: &facts }) else {
        return Ok(Outcome::NotGiven);
    };
    let of = |name: &str| match choice(name) {
        Some(c) => Some(c.side.clone()),
        None if name == "r" => Some(Side::Expr(Expr::Num(r.clone()))),
        None => None,
    };
    let (left, right) = (eval(rule.left, arithmetic, &of), eval(rule.right, arithmetic, &of));
    let too_large = |v: &Value| *v == Err(Meaningless::TooLarge);
    match (&left, &right, rule.meaning) {
        // The calculus has a value there, and only this machine has none.
        _ if too_large(&left) || too_large(&right) => Ok(Outcome::Meaningless),
        (Ok(a), Ok(b), _) if a == b => Ok(Outcome::Same),
        (Err(_), Err(_), _) | (Err(_), _, Meaning::Refines) => Ok(Outcome::Meaningless),
        _ => {
            Err(format!("{} in {arithmetic:?}: {left:?} became {right:?} at {chosen:?}", rule.name))
        }
    }
}

/// What a variable of the rule may stand for, among these numbers: a literal, a number of which
/// its type or a range is known, something without a value; or a condition.
pub fn choices(
    rule: &Rule,
    name: &str,
    arithmetic: Arithmetic,
    numbers: &[Number],
    ranges: bool,
) -> Vec<Choice> {
    let zero = || std::sync::Arc::new(Expr::num(0));
    let nothing = Expr::Within(Number::zero(), zero());
    if name == "p" || name == "q" {
        let no_value = Cond::Rel(Rel::Eq, nothing.into(), zero());
        return [Cond::Bool(true), Cond::Bool(false), no_value]
            .map(|c| Choice { side: Side::Cond(c), facts: Facts::default() })
            .into();
    }
    // The size of `within` is a literal by its syntax.
    let literal_only = name == "k" && rule.left.starts_with("(within");
    let (low, high) = match arithmetic {
        _ if rule.scope.structural || rule.left.starts_with("(convert") => (None, None),
        Arithmetic::Natural => (Some(Number::zero()), None),
        Arithmetic::C(ty) => (Some(ty.min()), Some(ty.max())),
    };
    let anything = Facts::between(low.clone(), high.clone());
    let mut all = Vec::new();
    for n in numbers {
        let side = Side::Expr(Expr::Num(n.clone()));
        let mut add = |facts: Facts| all.push(Choice { side: side.clone(), facts });
        if !(literal_only && n.is_negative()) {
            add(Facts::literal(n.clone()));
        }
        if literal_only {
            continue;
        }
        add(anything.clone());
        if ranges {
            let next = n + Number::one();
            for bound in numbers.iter().chain([&next]) {
                if bound <= n {
                    add(Facts::between(Some(bound.clone()), high.clone()));
                }
                if bound >= n {
                    add(Facts::between(
                        low.clone().map(|low| low.max(Number::zero()).min(n.clone())),
                        Some(bound.clone()),
                    ));
                }
            }
        }
    }
    if !literal_only {
        let side = Side::Expr(nothing);
        let small = Facts::between(Some(Number::zero()), Some(Number::one()));
        all.extend([anything, small].map(|facts| Choice { side: side.clone(), facts }));
    }
    all
}

/// Every choice of the rule's variables. Gives how often the rule applied and left a value.
pub fn exhaust(
    rule: &Rule,
    arithmetic: Arithmetic,
    numbers: &[Number],
    ranges: bool,
) -> Result<usize, String> {
    let names = variables(rule.left);
    let mut numbers = numbers.to_vec();
    if rule.left.starts_with("(convert") {
        // Any number may be converted.
        numbers.extend([-100, -9, 20, 100].map(Number::from));
    }
    let numbers = &*numbers;
    let each: Vec<Vec<Choice>> =
        names.iter().map(|name| choices(rule, name, arithmetic, numbers, ranges)).collect();
    let total: usize = each.iter().map(Vec::len).product();
    let mut held = 0;
    for at in 0..total {
        let mut rest = at;
        let mut chosen = Vec::new();
        for (name, choices) in names.iter().zip(&each) {
            chosen.push((name.clone(), choices[rest % choices.len()].clone()));
            rest /= choices.len();
        }
        held += usize::from(check(rule, arithmetic, &chosen)? == Outcome::Same);
    }
    Ok(held)
}
