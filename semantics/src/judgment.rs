//! The layout in which rules are written, and the search that reads them.
//!
//! [`judgment!`](crate::judgment!) takes the rules of one judgment as on paper: premises above the
//! line, conclusion below. One text answers every derivation, one derivation, and why there is
//! none: a judgment is a function that calls back with each result that it derives, in a fixed
//! order, and the caller says whether to go on.

mod holds;

use crate::arithmetic::Meaningless;
use crate::derivation::Derivation;
use crate::expression::{Cond, Expr};
use crate::limits;
use crate::name::Name;
use crate::number::Number;
use crate::thread::Thread;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) use holds::weight;
pub use holds::{Holds, Kept};

/// Whether a search goes on.
pub type Flow = ControlFlow<Stop>;

/// A derivation, where the search records them.
pub type Proof<J> = Option<Arc<Derivation<J>>>;

/// Why a search ended before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller has seen enough.
    Enough,
    /// The fuel is spent.
    OutOfFuel,
    /// The derivation is deeper than [`DEEPEST`].
    TooDeep,
    /// The time is over. See [`limits`].
    OutOfTime,
    /// The memory is spent. See [`limits`].
    OutOfMemory,
    /// The path holds more than [`MOST_CELLS`] cells.
    TooLarge,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Enough => f.write_str("enough was seen"),
            Stop::OutOfFuel => f.write_str("the fuel is spent"),
            Stop::TooDeep => {
                write!(f, "a derivation has a path of more than {DEEPEST} rule applications")
            }
            Stop::OutOfTime => f.write_str("the time is over"),
            Stop::OutOfMemory => f.write_str("the memory that it may take is full"),
            Stop::TooLarge => write!(f, "there are more than {MOST_CELLS} cells to keep"),
        }
    }
}

/// The most rule applications on one path of a search: what bounds its stack.
pub const DEEPEST: u32 = 200_000;

/// A search asks whether the [`limits`] in force are reached once in this many rule applications.
const LOOK_AT_LIMITS: u64 = 64;

/// The most cells of stores and accesses of phases that the rules of one path hold together: what
/// bounds the memory of a search. Each takes some hundred bytes; where a number of more than 128
/// bytes is about, each is taken to hold it.
pub const MOST_CELLS: usize = 6_000_000;

/// What a calculus concludes; the three forms of leaf are common to all.
pub trait Judgment: Clone + fmt::Display {
    /// What the rules of this calculus look up besides their inputs.
    type Environment: Clone;

    /// `e ⇓ᵢ k`
    fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Self;

    /// `c ⇓ᵢ b`
    fn decides(c: &Cond, i: &Thread, b: bool) -> Self;
}

/// What `var x. …` ranges over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// For every variable without an entry of its own.
    pub values: Vec<Number>,
    /// For these variables.
    pub of: BTreeMap<Name, Vec<Number>>,
}

impl Choices {
    /// `0..bound` for every variable.
    pub fn below(bound: u64) -> Self {
        Choices { values: (0..bound).map(Number::from).collect(), of: BTreeMap::new() }
    }

    /// What `x` ranges over.
    pub fn of(&self, x: &Name) -> &[Number] {
        self.of.get(x).unwrap_or(&self.values)
    }
}

/// A premise that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule that it belongs to.
    pub rule: &'static str,
    /// Which premise, and what it came to.
    pub premise: String,
    depth: u32,
}

impl Failure {
    /// Where nothing was noted.
    pub(crate) fn unknown() -> Self {
        Failure { rule: "no rule", premise: "applies".into(), depth: 0 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.premise)
    }
}

/// A search for derivations: what it may choose, how far it may go, what it keeps.
pub struct Search<J: Judgment> {
    /// What `var` ranges over.
    pub choices: Arc<Choices>,
    /// What the rules look up.
    pub environment: J::Environment,
    /// How many rules were applied so far.
    pub applications: u64,
    /// What `var` chose on the path to the result at hand, in order.
    pub chosen: Vec<(Name, Number)>,
    fuel: u64,
    records: bool,
    depth: u32,
    /// Cells that the rules of the current path hold.
    held: usize,
    /// What the largest number on the current path takes, in cells.
    largest: usize,
    failure: Option<Failure>,
    meaningless: Option<Meaningless>,
    too_large: bool,
}

impl<J: Judgment> Search<J> {
    /// A search that may apply this many rules.
    pub fn new(choices: Choices, environment: J::Environment, fuel: u64) -> Self {
        Search {
            choices: Arc::new(choices),
            environment,
            applications: 0,
            chosen: Vec::new(),
            fuel,
            records: false,
            depth: 0,
            held: 0,
            largest: 1,
            failure: None,
            meaningless: None,
            too_large: false,
        }
    }

    /// A search that builds derivations, and remembers the deepest premise that failed.
    pub fn recording(mut self) -> Self {
        self.records = true;
        self
    }

    /// The deepest premise that failed, if the search records.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The first expression without a value that was met.
    pub fn meaningless(&self) -> Option<&Meaningless> {
        self.meaningless.as_ref()
    }

    /// Whether a number was met that is larger than this machine computes.
    pub fn too_large_a_number(&self) -> bool {
        self.too_large
    }

    /// Counts one judgment to derive. Called by the rules.
    #[doc(hidden)]
    pub fn apply(&mut self, inputs: &impl Holds, rules: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.applications += 1;
        if self.applications > self.fuel {
            return Flow::Break(Stop::OutOfFuel);
        }
        if self.depth >= DEEPEST {
            return Flow::Break(Stop::TooDeep);
        }
        if self.applications.is_multiple_of(LOOK_AT_LIMITS)
            && let Err(exhausted) = limits::ask_now()
        {
            return Flow::Break(exhausted.into());
        }
        if self.depth == 0 {
            self.largest = inputs.largest();
        }
        self.depth += 1;
        let flow = self.hold(inputs, rules);
        self.depth -= 1;
        flow
    }

    /// Goes on while these values are held, on a stack that is large enough. Results nest as deep
    /// as judgments: the end of a loop goes on inside each of its iterations.
    #[doc(hidden)]
    pub fn hold(&mut self, values: &impl Holds, go_on: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let before = self.held;
        self.held += values.cells();
        // As if every cell held the largest number: a bound, and cheap.
        if self.held.saturating_mul(self.largest) > MOST_CELLS {
            self.held = before;
            return Flow::Break(Stop::TooLarge);
        }
        let flow = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || go_on(self));
        self.held = before;
        flow
    }

    /// Applies a rule to derivations of its premises.
    #[doc(hidden)]
    pub fn conclude<const N: usize>(
        &self,
        rule: &'static str,
        conclusion: impl FnOnce() -> J,
        premises: [&Proof<J>; N],
    ) -> Proof<J> {
        self.conclude_from(rule, conclusion, premises)
    }

    /// The same, of a rule whose premises are not counted by its text.
    pub fn conclude_from<'p>(
        &self,
        rule: &'static str,
        conclusion: impl FnOnce() -> J,
        premises: impl IntoIterator<Item = &'p Proof<J>>,
    ) -> Proof<J>
    where
        J: 'p,
    {
        self.records.then(|| {
            Arc::new(Derivation {
                rule: rule.into(),
                conclusion: conclusion(),
                premises: premises.into_iter().flatten().cloned().collect(),
            })
        })
    }

    /// Notes a premise that does not hold as its rule wants it.
    #[doc(hidden)]
    pub fn fails(&mut self, rule: &'static str, wanted: &'static str, proof: &Proof<J>) -> Flow {
        if let Some(proof) = proof {
            self.note(rule, format!("{}, where {wanted} is wanted", proof.conclusion));
        }
        Flow::Continue(())
    }

    /// Notes a judgment that no rule is about.
    #[doc(hidden)]
    pub fn no_rule(&mut self, judgment: &'static str, inputs: &impl Holds) {
        if self.records
            && let Some(program) = inputs.program()
        {
            self.note(judgment, format!("no rule is about `{program}`"));
        }
    }

    /// Notes a premise without any derivation.
    pub fn note(&mut self, rule: &'static str, premise: String) {
        if self.records && self.failure.as_ref().is_none_or(|f| f.depth <= self.depth) {
            self.failure = Some(Failure { rule, premise, depth: self.depth });
        }
    }
}

/// Premise `e ⇓ᵢ k`.
pub fn evaluates<J: Judgment>(
    search: &mut Search<J>,
    e: &Expr,
    i: &Thread,
    found: &mut impl FnMut(&mut Search<J>, Number, Proof<J>) -> Flow,
) -> Flow {
    match e.eval(i) {
        Ok(k) => {
            let proof = search.conclude("E", || J::evaluates(e, i, &k), []);
            let before = search.largest;
            search.largest = before.max(holds::weight(&k));
            let flow = found(search, k, proof);
            search.largest = before;
            flow
        }
        Err(why) => no_value(search, why),
    }
}

/// Premise `c ⇓ᵢ b`.
pub fn decides<J: Judgment>(
    search: &mut Search<J>,
    c: &Cond,
    i: &Thread,
    found: &mut impl FnMut(&mut Search<J>, bool, Proof<J>) -> Flow,
) -> Flow {
    match c.eval(i) {
        Ok(b) => {
            let proof = search.conclude("C", || J::decides(c, i, b), []);
            found(search, b, proof)
        }
        Err(why) => no_value(search, why),
    }
}

/// Premise `any k`: one result for each value that `x` may take.
pub fn any<J: Judgment>(
    search: &mut Search<J>,
    x: &Name,
    found: &mut impl FnMut(&mut Search<J>, Number, Proof<J>) -> Flow,
) -> Flow {
    let choices = Arc::clone(&search.choices);
    if choices.of(x).is_empty() {
        search.note("any", format!("{x} has no value to take"));
    }
    for k in choices.of(x) {
        search.chosen.push((x.clone(), k.clone()));
        let flow = found(search, k.clone(), None);
        search.chosen.pop();
        flow?;
    }
    Flow::Continue(())
}

#[cold]
fn no_value<J: Judgment>(search: &mut Search<J>, why: Meaningless) -> Flow {
    search.note("E", why.to_string());
    search.too_large |= why == Meaningless::TooLarge;
    search.meaningless.get_or_insert(why);
    Flow::Continue(())
}

/// Writes one judgment of a calculus, rule by rule.
///
/// ```text
/// judgment! {
///     /// `p ⇓ᵢ P ▷ t`
///     pub fn runs(p: &Protocol, i: &Thread) => (Phase, Trace) as Judgment::Runs;
///
///     ["P-SEQ"]
///         runs(p1, i) => (phase1, t1);
///         runs(p2, i) => (phase2, t2);
///         ------------------------------------------------
///         runs(Seq(p1, p2), i) => (&phase1 | phase2, t1.then(t2));
/// }
/// ```
///
/// A premise is a call of a judgment and a pattern for its result; a result that does not match
/// the pattern is a failed premise. Every rule whose conclusion matches is tried, in order.
/// Values are used by reference: a premise may have many results. `, or planted;` in the first
/// line names the module of the rules that tests plant, which are in no other build.
#[macro_export]
macro_rules! judgment {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident($($input:ident: $ty:ty),*) => $out:ty as $J:ident::$Form:ident
            $(, or $planted:ident)?;
        $(
            [$rule:literal]
            $($premise:ident($($arg:expr),*) => $got:tt;)*
            $(-)+
            $same:ident($($pattern:pat),*) => $result:expr;
        )*
    ) => {
        $(#[$meta])*
        $vis fn $name(
            search: &mut $crate::judgment::Search<$J>,
            $($input: $ty,)*
            found: &mut dyn FnMut(
                &mut $crate::judgment::Search<$J>,
                $out,
                $crate::judgment::Proof<$J>,
            ) -> $crate::judgment::Flow,
        ) -> $crate::judgment::Flow {
            let inputs = ($($input,)*);
            let judged = |result: &$out| {
                let ($($input,)*) = inputs;
                $J::$Form($($input.clone(),)* result.clone())
            };
            let replaced = $crate::replaced_rule!($($planted)?);
            search.apply(&inputs, |search| {
                let mut some_rule = false;
                $({
                    let _ = stringify!($same);
                    if replaced != Some($rule) && let ($($pattern,)*) = inputs {
                        some_rule = true;
                        $crate::premises!(
                            $J, search, $rule, [], [$($premise($($arg),*) => $got;)*],
                            |search, proofs| {
                                let result: $out = $result;
                                let proof = search.conclude(
                                    $rule,
                                    || judged(&result),
                                    proofs,
                                );
                                let kept = $crate::judgment::Kept::of(&result, &proof);
                                search.hold(&kept, |search| found(search, result, proof))
                            }
                        )?;
                    }
                })*
                $crate::planted_rule!($($planted)?, $name(search, $($input,)* found));
                if !some_rule {
                    search.no_rule(stringify!($name), &inputs);
                }
                $crate::judgment::Flow::Continue(())
            })
        }
    };
}

/// The name of the rule that a planted one takes the place of: never one where none is planted.
#[doc(hidden)]
#[macro_export]
macro_rules! replaced_rule {
    () => {
        None::<&str>
    };
    ($planted:ident) => {{
        #[cfg(feature = "mutants")]
        let replaced = $crate::mutants::on().map(|mutant| mutant.of);
        #[cfg(not(feature = "mutants"))]
        let replaced = None::<&str>;
        replaced
    }};
}

/// The planted rules of a judgment, where it has some.
#[doc(hidden)]
#[macro_export]
macro_rules! planted_rule {
    (, $($call:tt)*) => {};
    ($planted:ident, $($call:tt)*) => {
        #[cfg(feature = "mutants")]
        $planted::$($call)*?;
    };
}

/// `unless_planted!(planted::infer(s))`: returns what a planted clause gives, where one is on.
#[macro_export]
macro_rules! unless_planted {
    ($planted:expr) => {
        #[cfg(feature = "mutants")]
        if let Some(result) = $planted {
            return result;
        }
    };
}

/// The premises of one rule, each inside the results of those before it.
#[doc(hidden)]
#[macro_export]
macro_rules! premises {
    ($J:ident, $search:ident, $rule:literal, [$($proof:ident)*], [],
     |$s:ident, $proofs:ident| $conclude:expr) => {{
        let $s = &mut *$search;
        let $proofs = [$(&$proof),*];
        $conclude
    }};
    ($J:ident, $search:ident, $rule:literal, [$($proof:ident)*],
     [$premise:ident($($arg:expr),*) => $got:tt; $($rest:tt)*],
     |$s:ident, $proofs:ident| $conclude:expr) => {
        $premise(
            $search,
            $($arg,)*
            &mut |search: &mut $crate::judgment::Search<$J>, value, proof| {
                #[allow(unreachable_patterns, irrefutable_let_patterns, unused_parens)]
                if let $got = value {
                    $crate::premises!(
                        $J, search, $rule, [$($proof)* proof], [$($rest)*],
                        |$s, $proofs| $conclude
                    )
                } else {
                    search.fails($rule, stringify!($got), &proof)
                }
            },
        )
    };
}
