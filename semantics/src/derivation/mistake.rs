//! Why a step of a derivation is wrong.

use crate::arithmetic::Meaningless;
use crate::number::Number;
use crate::thread::Thread;
use std::fmt;
use thiserror::Error;

/// Why a step is no instance of the rule that it names. Programs, memories and judgments are texts
/// here, in the spelling that can be read back.
///
/// ```
/// use semantics::derivation::{Mistake, check::premises};
///
/// let none: [&(); 0] = [];
/// let mistake = premises::<(), 2>(&none).unwrap_err();
/// assert_eq!(mistake, Mistake::Premises { wanted: 2, found: 0 });
/// assert_eq!(mistake.to_string(), "the rule has 2 premises, and here there is none");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Mistake {
    /// The calculus has no such rule.
    #[error("there is no rule {0}")]
    NoRule(String),
    /// No rule of this name is about a run of one thread.
    #[error("there is no rule {0} of one thread's run")]
    NoRuleOfThread(String),
    /// The rule concludes judgments of another kind.
    #[error("the rule is about {about}, and not about `{conclusion}`")]
    Conclusion {
        /// What the rule is about.
        about: &'static str,
        /// What it concludes here.
        conclusion: String,
    },
    /// The rule is about programs of another form.
    #[error("the rule is about {about}, and this program is `{program}`")]
    Program {
        /// What the rule is about.
        about: &'static str,
        /// The program here.
        program: String,
    },
    /// No rule of this name fits.
    #[error("the rule {rule} {does_not} `{this}`")]
    Unfit {
        /// The rule.
        rule: String,
        /// What it does not do.
        does_not: String,
        /// To what.
        this: String,
    },
    /// A condition that the rule has besides its premises does not hold.
    #[error("{0}")]
    Side(String),
    /// The number of premises is another one.
    #[error("the rule has {}, and here {}", Counted(*wanted), There(*found))]
    Premises {
        /// How many the rule has.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// There is not one premise for each thread.
    #[error("there is a premise for each of {wanted} threads, and here are {found}")]
    Threads {
        /// How many threads there are.
        wanted: usize,
        /// How many premises.
        found: usize,
    },
    /// A premise says something else.
    #[error("{wanted}, and here it is `{found}`")]
    Premise {
        /// What it is to say.
        wanted: String,
        /// What it says.
        found: String,
    },
    /// A part of the conclusion or of a premise is another one.
    #[error("{what} is {found}, and the rule wants {wanted}")]
    Differs {
        /// The part.
        what: String,
        /// What it is.
        found: String,
        /// What the rule makes of it.
        wanted: String,
    },
    /// The expression has another value.
    #[error("`{expression}` is {value} for thread {thread}, not {said}")]
    Value {
        /// The expression.
        expression: String,
        /// The thread.
        thread: Thread,
        /// The value it has.
        value: Number,
        /// The value it is said to have.
        said: Number,
    },
    /// The expression has no value.
    #[error("`{expression}` has no value for thread {thread}: {why}")]
    NoValue {
        /// The expression.
        expression: String,
        /// The thread.
        thread: Thread,
        /// Why not.
        #[source]
        why: Meaningless,
    },
    /// The condition is the contrary of what is said.
    #[error("`{condition}` is {} for thread {thread}, not {said}", !said)]
    Truth {
        /// The condition.
        condition: String,
        /// The thread.
        thread: Thread,
        /// What it is said to be.
        said: bool,
    },
    /// The condition is neither true nor false.
    #[error("`{condition}` is neither true nor false for thread {thread}: {why}")]
    NoTruth {
        /// The condition.
        condition: String,
        /// The thread.
        thread: Thread,
        /// Why not.
        #[source]
        why: Meaningless,
    },
    /// A program is no instance of the body of a binder.
    #[error("`{program}` is not `{body}` with one number in place of {variable}")]
    Instance {
        /// The program.
        program: String,
        /// The body.
        body: String,
        /// The variable that is bound.
        variable: String,
    },
}

impl Mistake {
    /// What a premise is to say, and the premise.
    pub fn premise(wanted: impl Into<String>, found: &impl fmt::Display) -> Mistake {
        Mistake::Premise { wanted: wanted.into(), found: found.to_string() }
    }
}

/// `1 premise`
struct Counted(usize);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no premise"),
            1 => f.write_str("1 premise"),
            n => write!(f, "{n} premises"),
        }
    }
}

/// `there is 1`
struct There(usize);

impl fmt::Display for There {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("there is none"),
            1 => f.write_str("there is 1"),
            n => write!(f, "there are {n}"),
        }
    }
}
