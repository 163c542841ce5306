//! The table of rules. Each is checked against the interpreter by a test.

use super::{Known, Meaning, Rule, Scope};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use semantics::Number;

const N: Scope = Scope::of(true, false, false);
const U: Scope = Scope::of(false, true, false);
const S: Scope = Scope::of(false, false, true);
const NU: Scope = Scope::of(true, true, false);
const NS: Scope = Scope::of(true, false, true);
const US: Scope = Scope::of(false, true, true);
const NUS: Scope = Scope::of(true, true, true);
const ANY: Scope = Scope { structural: true, ..NUS };

/// The right side has the same value, or neither has one.
const fn same(scope: Scope, name: &'static str, left: &'static str, right: &'static str) -> Rule {
    Rule { name, scope, meaning: Meaning::Same, left, right, given: always }
}

/// The right side has the same value where the left one has a value.
const fn refines(
    scope: Scope,
    name: &'static str,
    left: &'static str,
    right: &'static str,
) -> Rule {
    Rule { meaning: Meaning::Refines, ..same(scope, name, left, right) }
}

impl Rule {
    const fn when(self, given: fn(&Known) -> Option<Number>) -> Rule {
        Rule { given, ..self }
    }
}

/// Every rule.
pub const RULES: &[Rule] = &[
    // Commutativity and associativity. A signed sum may overflow in another order.
    same(NUS, "add-commutes", "(+ ?a ?b)", "(+ ?b ?a)"),
    same(NUS, "mul-commutes", "(* ?a ?b)", "(* ?b ?a)"),
    same(NUS, "and-commutes", "(& ?a ?b)", "(& ?b ?a)"),
    same(NUS, "or-commutes", "(| ?a ?b)", "(| ?b ?a)"),
    same(NUS, "xor-commutes", "(^ ?a ?b)", "(^ ?b ?a)"),
    same(NUS, "min-commutes", "(min ?a ?b)", "(min ?b ?a)"),
    same(NUS, "max-commutes", "(max ?a ?b)", "(max ?b ?a)"),
    same(NU, "add-associates", "(+ (+ ?a ?b) ?c)", "(+ ?a (+ ?b ?c))"),
    same(NU, "mul-associates", "(* (* ?a ?b) ?c)", "(* ?a (* ?b ?c))"),
    same(NUS, "and-associates", "(& (& ?a ?b) ?c)", "(& ?a (& ?b ?c))"),
    same(NUS, "or-associates", "(| (| ?a ?b) ?c)", "(| ?a (| ?b ?c))"),
    same(NUS, "xor-associates", "(^ (^ ?a ?b) ?c)", "(^ ?a (^ ?b ?c))"),
    // Units.
    same(NUS, "add-0", "(+ ?a 0)", "?a"),
    same(NUS, "sub-0", "(- ?a 0)", "?a"),
    same(NUS, "mul-1", "(* ?a 1)", "?a"),
    same(NUS, "div-1", "(/ ?a 1)", "?a"),
    same(NUS, "or-0", "(| ?a 0)", "?a"),
    same(NUS, "xor-0", "(^ ?a 0)", "?a"),
    same(NUS, "shl-0", "(<< ?a 0)", "?a"),
    same(NUS, "shr-0", "(>> ?a 0)", "?a"),
    same(NUS, "and-self", "(& ?a ?a)", "?a"),
    same(NUS, "or-self", "(| ?a ?a)", "?a"),
    same(NUS, "min-self", "(min ?a ?a)", "?a"),
    same(NUS, "max-self", "(max ?a ?a)", "?a"),
    same(N, "rem-0", "(% ?a 0)", "?a"),
    // Zeros: the left side may hold what has no value.
    refines(NUS, "mul-0", "(* ?a 0)", "0"),
    refines(NUS, "and-0", "(& ?a 0)", "0"),
    refines(NUS, "rem-1", "(% ?a 1)", "0"),
    refines(NUS, "0-div", "(/ 0 ?a)", "0"),
    refines(NUS, "0-rem", "(% 0 ?a)", "0"),
    refines(NUS, "0-shl", "(<< 0 ?a)", "0"),
    refines(NUS, "0-shr", "(>> 0 ?a)", "0"),
    refines(N, "0-sub", "(- 0 ?a)", "0"),
    refines(N, "div-0", "(/ ?a 0)", "0"),
    refines(NUS, "sub-self", "(- ?a ?a)", "0"),
    refines(NUS, "xor-self", "(^ ?a ?a)", "0"),
    refines(US, "div-self", "(/ ?a ?a)", "1"),
    refines(US, "rem-self", "(% ?a ?a)", "0"),
    refines(N, "rem-self-natural", "(% ?a ?a)", "0"),
    // Sums and differences. On naturals `-` is cut off.
    refines(NUS, "add-sub", "(- (+ ?a ?b) ?b)", "?a"),
    refines(US, "sub-add", "(+ (- ?a ?b) ?b)", "?a"),
    refines(US, "sub-sub", "(- ?a (- ?a ?b))", "?b"),
    refines(NUS, "sub-sums", "(- (+ ?a ?b) (+ ?a ?c))", "(- ?b ?c)"),
    same(N, "sub-twice", "(- (- ?a ?b) ?c)", "(- ?a (+ ?b ?c))"),
    same(U, "sub-twice-wrapping", "(- (- ?a ?b) ?c)", "(- ?a (+ ?b ?c))"),
    same(NUS, "double", "(+ ?a ?a)", "(* ?a 2)").when(|k| k.has(&Number::from(2)).then(zero)),
    same(NU, "factor", "(+ (* ?a ?c) (* ?b ?c))", "(* (+ ?a ?b) ?c)"),
    refines(S, "factor-signed", "(+ (* ?a ?k) (* ?b ?k))", "(* (+ ?a ?b) ?k)")
        .when(|k| positive(k, "k").map(|_| zero())),
    refines(S, "add-constants", "(+ (+ ?a ?k) ?j)", "(+ ?a ?r)").when(|k| {
        let sum = k.literal("k")? + k.literal("j")?;
        k.has(&sum).then_some(sum)
    }),
    refines(S, "mul-constants", "(* (* ?a ?k) ?j)", "(* ?a ?r)").when(|k| {
        let product = k.literal("k")? * k.literal("j")?;
        k.has(&product).then_some(product)
    }),
    // Quotients and remainders.
    refines(NUS, "div-and-rem", "(+ (% ?a ?n) (* ?n (/ ?a ?n)))", "?a"),
    same(NUS, "rem-from-div", "(- ?a (* ?n (/ ?a ?n)))", "(% ?a ?n)"),
    same(NUS, "rem-rem", "(% (% ?a ?n) ?n)", "(% ?a ?n)"),
    same(NUS, "rem-rem-multiple", "(% (% ?a ?k) ?j)", "(% ?a ?j)").when(|k| {
        let (outer, inner) = (positive(k, "j")?, positive(k, "k")?);
        (inner % outer).is_zero().then(zero)
    }),
    same(NUS, "div-div", "(/ (/ ?a ?k) ?j)", "(/ ?a ?r)").when(|k| {
        let product = positive(k, "k")? * positive(k, "j")?;
        k.has(&product).then_some(product)
    }),
    same(NUS, "rem-of-small", "(% ?a ?k)", "?a").when(|k| {
        let (a, below) = ((k.facts)("a"), positive(k, "k")?);
        (a.is_natural() && a.is_below(&below)).then(zero)
    }),
    refines(NUS, "div-of-small", "(/ ?a ?k)", "0").when(|k| {
        let (a, below) = ((k.facts)("a"), positive(k, "k")?);
        (a.is_natural() && a.is_below(&below)).then(zero)
    }),
    refines(NUS, "mul-div", "(/ (* ?a ?k) ?k)", "?a").when(|k| exact_product(k, &Number::zero())),
    refines(NUS, "mul-rem", "(% (* ?a ?k) ?k)", "0").when(|k| exact_product(k, &Number::zero())),
    refines(NUS, "row-of-cell", "(/ (+ (* ?a ?k) ?b) ?k)", "?a").when(cell),
    refines(NUS, "column-of-cell", "(% (+ (* ?a ?k) ?b) ?k)", "?b").when(cell),
    // Powers of two. Integers prefer products, bit vectors prefer shifts; both are found.
    same(NU, "shl-is-mul", "(<< ?a ?k)", "(* ?a ?r)").when(power_of_places),
    same(NU, "shr-is-div", "(>> ?a ?k)", "(/ ?a ?r)").when(power_of_places),
    same(NU, "mask-is-rem", "(& ?a ?k)", "(% ?a ?r)").when(power_after_mask),
    same(U, "mul-is-shl", "(* ?a ?k)", "(<< ?a ?r)").when(places_of_power),
    same(U, "div-is-shr", "(/ ?a ?k)", "(>> ?a ?r)").when(places_of_power),
    same(U, "rem-is-mask", "(% ?a ?k)", "(& ?a ?r)").when(mask_below_power),
    same(S, "mul-is-shl-signed", "(* ?a ?k)", "(<< ?a ?r)").when(places_of_fitting),
    same(S, "shr-is-div-signed", "(>> ?a ?k)", "(/ ?a ?r)")
        .when(|k| natural(k).and_then(|()| power_of_places(k))),
    same(S, "mask-is-rem-signed", "(& ?a ?k)", "(% ?a ?r)")
        .when(|k| natural(k).and_then(|()| power_after_mask(k))),
    same(S, "div-is-shr-signed", "(/ ?a ?k)", "(>> ?a ?r)")
        .when(|k| natural(k).and_then(|()| places_of_power(k))),
    same(S, "rem-is-mask-signed", "(% ?a ?k)", "(& ?a ?r)")
        .when(|k| natural(k).and_then(|()| mask_below_power(k))),
    same(NUS, "or-of-parts", "(| (* ?a ?k) ?b)", "(+ (* ?a ?k) ?b)").when(part_below_power),
    same(NUS, "xor-of-parts", "(^ (* ?a ?k) ?b)", "(+ (* ?a ?k) ?b)").when(part_below_power),
    same(US, "or-of-shifted-parts", "(| (<< ?a ?k) ?b)", "(+ (<< ?a ?k) ?b)")
        .when(part_below_places),
    same(US, "mask-of-small", "(& ?a ?k)", "?a").when(|k| {
        let (a, power) = ((k.facts)("a"), k.literal("k")? + Number::one());
        (exponent(&power).is_some() && a.is_natural() && a.is_below(&power)).then(zero)
    }),
    // Extremes.
    same(N, "max-0", "(max ?a 0)", "?a"),
    refines(N, "min-0", "(min ?a 0)", "0"),
    // Conversions, choices, indices.
    same(US, "convert-of-own", "(convert T ?a)", "?a")
        .when(|k| (k.facts)("a").is_of(k.ty()?).then(zero)),
    same(ANY, "if-true", "(if true ?a ?b)", "?a"),
    same(ANY, "if-false", "(if false ?a ?b)", "?b"),
    refines(ANY, "if-same", "(if ?p ?a ?a)", "?a"),
    same(ANY, "if-not", "(if (! ?p) ?a ?b)", "(if ?p ?b ?a)"),
    same(ANY, "within-by-range", "(within ?k ?a)", "?a").when(|k| {
        let a = (k.facts)("a");
        (a.is_natural() && a.is_below(&k.literal("k")?)).then(zero)
    }),
    // Conditions: the right side of `&&` and `||` is evaluated only where it counts.
    same(ANY, "not-not", "(! (! ?p))", "?p"),
    same(ANY, "true-and", "(&& true ?p)", "?p"),
    same(ANY, "and-true", "(&& ?p true)", "?p"),
    same(ANY, "false-and", "(&& false ?p)", "false"),
    refines(ANY, "and-false", "(&& ?p false)", "false"),
    same(ANY, "and-itself", "(&& ?p ?p)", "?p"),
    same(ANY, "false-or", "(|| false ?p)", "?p"),
    same(ANY, "or-false", "(|| ?p false)", "?p"),
    same(ANY, "true-or", "(|| true ?p)", "true"),
    refines(ANY, "or-true", "(|| ?p true)", "true"),
    same(ANY, "or-itself", "(|| ?p ?p)", "?p"),
    same(ANY, "not-lt", "(! (< ?a ?b))", "(<= ?b ?a)"),
    same(ANY, "not-le", "(! (<= ?a ?b))", "(< ?b ?a)"),
    same(ANY, "not-eq", "(! (== ?a ?b))", "(!= ?a ?b)"),
    same(ANY, "not-ne", "(! (!= ?a ?b))", "(== ?a ?b)"),
    same(ANY, "gt", "(> ?a ?b)", "(< ?b ?a)"),
    same(ANY, "ge", "(>= ?a ?b)", "(<= ?b ?a)"),
    refines(ANY, "eq-self", "(== ?a ?a)", "true"),
    refines(ANY, "ne-self", "(!= ?a ?a)", "false"),
    refines(ANY, "le-self", "(<= ?a ?a)", "true"),
    refines(ANY, "lt-self", "(< ?a ?a)", "false"),
    refines(ANY, "lt-by-range", "(< ?a ?b)", "true").when(|k| apart(k, "a", "b", false)),
    refines(ANY, "not-lt-by-range", "(< ?a ?b)", "false").when(|k| apart(k, "b", "a", true)),
    refines(ANY, "le-by-range", "(<= ?a ?b)", "true").when(|k| apart(k, "a", "b", true)),
    refines(ANY, "not-le-by-range", "(<= ?a ?b)", "false").when(|k| apart(k, "b", "a", false)),
    refines(ANY, "not-eq-by-range", "(== ?a ?b)", "false").when(differ),
    refines(ANY, "ne-by-range", "(!= ?a ?b)", "true").when(differ),
    // Comparisons of sums and products. Wrapping sums keep equality only.
    refines(NUS, "eq-of-sums", "(== (+ ?a ?c) (+ ?b ?c))", "(== ?a ?b)"),
    refines(NUS, "ne-of-sums", "(!= (+ ?a ?c) (+ ?b ?c))", "(!= ?a ?b)"),
    refines(NS, "lt-of-sums", "(< (+ ?a ?c) (+ ?b ?c))", "(< ?a ?b)"),
    refines(NS, "le-of-sums", "(<= (+ ?a ?c) (+ ?b ?c))", "(<= ?a ?b)"),
    refines(NS, "eq-of-products", "(== (* ?a ?k) (* ?b ?k))", "(== ?a ?b)")
        .when(|k| positive(k, "k").map(|_| zero())),
    refines(NS, "lt-of-products", "(< (* ?a ?k) (* ?b ?k))", "(< ?a ?b)")
        .when(|k| positive(k, "k").map(|_| zero())),
];

fn always(_: &Known) -> Option<Number> {
    Some(zero())
}

fn zero() -> Number {
    Number::zero()
}

fn positive(k: &Known, name: &str) -> Option<Number> {
    k.literal(name).filter(Number::is_positive)
}

/// `?a` is no negative number.
fn natural(k: &Known) -> Option<()> {
    (k.facts)("a").is_natural().then_some(())
}

/// `?a * ?k` and `rest` more are computed without wrapping, wherever they have a value, and `?k`
/// is not 0.
fn exact_product(k: &Known, rest: &Number) -> Option<Number> {
    let factor = k.literal("k").filter(|factor| !factor.is_zero())?;
    if let Some(ty) = k.ty()
        && !ty.signed
        && (k.facts)("a").high? * factor + rest > ty.max()
    {
        return None;
    }
    Some(zero())
}

/// `?a * ?k + ?b` with `0 <= ?b < ?k` is a cell of a table with rows of `?k`.
fn cell(k: &Known) -> Option<Number> {
    let (width, b) = (positive(k, "k")?, (k.facts)("b"));
    let natural = natural(k).is_some() || k.ty().is_none();
    let cell = natural && b.is_natural() && b.is_below(&width);
    if cell { exact_product(k, &(width - Number::one())) } else { None }
}

/// The exponent of a power of two.
fn exponent(power: &Number) -> Option<u64> {
    let places = power.trailing_zeros()?;
    (power.is_positive() && power.bits() == places + 1).then_some(places)
}

/// `2^?k`, of the arithmetic.
fn power_of_places(k: &Known) -> Option<Number> {
    let places = k.literal("k")?.to_u8()?;
    let power = BigInt::one() << places;
    k.has(&power).then_some(power)
}

/// `?k + 1`, if it is a power of two of the arithmetic.
fn power_after_mask(k: &Known) -> Option<Number> {
    let power = k.literal("k")? + Number::one();
    (exponent(&power).is_some() && k.has(&power)).then_some(power)
}

/// The exponent of `?k`, if it is a power of two.
fn places_of_power(k: &Known) -> Option<Number> {
    Some(Number::from(exponent(&k.literal("k")?)?))
}

/// As [`places_of_power`], where the product does not leave its type: the shift of a signed number wraps around, and
/// would not say that the product has no meaning then.
fn places_of_fitting(k: &Known) -> Option<Number> {
    let (ty, power, a) = (k.ty()?, k.literal("k")?, (k.facts)("a"));
    let fits =
        ty.contains(&(a.low.as_ref()? * &power)) && ty.contains(&(a.high.as_ref()? * &power));
    places_of_power(k).filter(|_| fits)
}

/// `?k - 1`, if `?k` is a power of two.
fn mask_below_power(k: &Known) -> Option<Number> {
    let power = k.literal("k")?;
    exponent(&power).map(|_| power - Number::one())
}

/// `?k` is a power of two, and `?b` a natural below it: products with `?k` and `?b` share no bit.
fn part_below_power(k: &Known) -> Option<Number> {
    let (power, b) = (k.literal("k")?, (k.facts)("b"));
    let below = exponent(&power).is_some() && b.is_natural() && b.is_below(&power);
    below.then(zero)
}

/// `?b` is a natural below `2^?k`.
fn part_below_places(k: &Known) -> Option<Number> {
    let (power, b) = (power_of_places(k)?, (k.facts)("b"));
    (b.is_natural() && b.is_below(&power)).then(zero)
}

/// Every value of one is below every value of the other, or equal to it.
fn apart(k: &Known, less: &str, more: &str, or_equal: bool) -> Option<Number> {
    let (less, more) = ((k.facts)(less).high?, (k.facts)(more).low?);
    (less < more || or_equal && less == more).then(zero)
}

fn differ(k: &Known) -> Option<Number> {
    apart(k, "a", "b", false).or_else(|| apart(k, "b", "a", false))
}
