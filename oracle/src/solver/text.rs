//! What the back-ends that read SMT-LIB text have in common: ask, read the model, check it.

use super::budget::Budget;
use super::smtlib::Query;
use super::term::{Term, Terms};
use super::unknown::Unknown;
use super::{Answer, judge};
use web_time::Instant;

/// How often an approximated query is refined at the point a solver chose.
const MOST_REFINEMENTS: u32 = 24;

/// What a solver said to a script.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// `sat`, and the answer to `get-value`.
    Sat(String),
    /// `unsat`.
    Unsat,
    /// Anything else, with the reason.
    Unknown(Unknown),
}

/// Runs scripts.
pub(crate) trait Runner {
    /// Asserts the script by itself, checks it, and asks for the values if it is satisfiable.
    fn run(&mut self, script: &str, get_value: Option<&str>, budget: &Budget) -> Reply;
}

/// Answers a query with a solver that reads text.
pub(crate) fn check(
    runner: &mut dyn Runner,
    terms: &Terms,
    assertions: &[Term],
    budget: &Budget,
) -> Answer {
    let start = Instant::now();
    let query = Query::new(terms, assertions);
    let get_value = query.get_value();
    let mut script = query.text().to_owned();
    for _ in 0..MOST_REFINEMENTS {
        let Some(left) = budget.after(start) else { return Answer::Unknown(Unknown::OutOfTime) };
        let values = match runner.run(&script, get_value.as_deref(), &left) {
            Reply::Unsat => return Answer::Unsat,
            Reply::Unknown(why) => return Answer::Unknown(why),
            Reply::Sat(values) => values,
        };
        let candidate = match query.model(terms, &values) {
            Ok(model) => model,
            Err(why) => return Answer::Unknown(Unknown::Garbage(why)),
        };
        let instances = query.instances(terms, &candidate);
        let answer = judge(terms, assertions, candidate);
        if instances.is_empty() || matches!(answer, Answer::Sat(_)) {
            return answer;
        }
        script.push_str(&instances);
    }
    Answer::Unknown(Unknown::Approximated)
}
