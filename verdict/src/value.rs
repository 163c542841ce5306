//! What is said of a kernel.

use crate::certify::{Certification, Uncertified};
use crate::reason::{NotRun, Note, Open, Why};
use crate::suggest::Suggestions;
use cuda::{Assumption, Launch};
use grid::confirm::{Confirmation, Meaningless};
use maps::Class;
use oracle::check::answer::{self, Cell, ProgramAnswer, Race, Status, Verdict};
use semantics::{Name, Number, Span, Thread};
use std::collections::BTreeMap;
use std::fmt;

/// What is known of one kernel, or of a program.
#[derive(Clone, Debug)]
pub struct KernelVerdict {
    /// The kernel's name; a program's is its file's.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What its protocols approximate, over all arrays.
    pub approximation: Class,
    /// Of each launch at most one for each array.
    pub alarms: Vec<Alarm>,
    /// Barriers that some threads of a block reach and others do not.
    pub divergences: Vec<Divergence>,
    /// Why there is no verdict, where there is none.
    pub why: Option<Why>,
    /// Conventions and approximations that mattered, and why there is no verdict where there is none.
    pub notes: Vec<Note>,
    /// What decided: the solver, and whether it speaks of all sizes. None where nothing was asked.
    pub solver: Option<String>,
    /// The launches that the verdict is about, of a kernel of a `.cu` file.
    pub launches: Vec<Launch>,
    /// What the verdict takes for granted and nothing here shows.
    pub assumptions: Vec<Assumption>,
    /// What would make it race free, where that was asked of an alarm.
    pub suggestions: Option<Suggestions>,
    /// What of it is certified, where that was asked.
    pub certification: Option<Certification>,
    /// What the user should know about the solver.
    pub warnings: Vec<String>,
}

/// An alarm: a race that is claimed, and what became of the claim.
#[derive(Clone, Debug)]
pub struct Alarm {
    /// What is claimed.
    pub race: Race,
    /// What became of it.
    pub status: Status,
    /// Why it is not decided, where it is open.
    pub why: Option<Open>,
    /// Whether both accesses write, and were shown to write one value wherever they race.
    pub same_value: bool,
    /// What a run of the kernel itself says of it.
    pub run: Option<Run>,
    /// Whether the verified checker makes it, where that was asked of an alarm that is shown.
    pub certified: Option<Result<(), Uncertified>>,
}

/// What a run of the kernel itself, from a witness, says of it. The run shares no rule with the interpreter.
#[derive(Clone, Debug)]
pub enum Run {
    /// It does what the witness says.
    Made,
    /// It has a meaning and does something else: a contradiction.
    NotMade,
    /// It has no meaning, and why.
    Meaningless(Meaningless),
    /// There is none.
    NotRun(NotRun),
}

/// A barrier that some threads of a block reach and others do not.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// Where the barrier stands.
    pub barrier: Span,
    /// One that reaches it, one that does not.
    pub threads: [Thread; 2],
    /// Whether the interpreter showed it.
    pub replayed: bool,
    /// The parameters.
    pub params: BTreeMap<Name, Number>,
    /// The initial memory that it needs.
    pub cells: Vec<Cell>,
    /// What a run of the kernel itself says of it.
    pub run: Option<Run>,
}

impl KernelVerdict {
    /// The verdict on a kernel of which nothing is asked, for this reason.
    pub fn without(name: &str, verdict: Verdict, why: Why) -> Self {
        KernelVerdict {
            name: name.into(),
            verdict,
            approximation: Class::WIDEST,
            alarms: Vec::new(),
            divergences: Vec::new(),
            notes: vec![Note::Why(why.clone())],
            why: Some(why),
            solver: None,
            launches: Vec::new(),
            assumptions: Vec::new(),
            suggestions: None,
            certification: None,
            warnings: Vec::new(),
        }
    }

    /// Whether it is an alarm: a race that is shown or may be, or a barrier at which threads diverge.
    pub fn is_alarm(&self) -> bool {
        !self.divergences.is_empty() || matches!(self.verdict, Verdict::Racy | Verdict::Potential)
    }

    /// What the [oracle] says of a program, and no run: under this name.
    pub fn of(name: &str, answer: ProgramAnswer) -> Self {
        KernelVerdict {
            name: name.into(),
            verdict: answer.verdict,
            approximation: answer.approximation,
            alarms: answer.alarms.into_iter().map(Alarm::of).collect(),
            divergences: Vec::new(),
            why: answer.why.map(Why::Program),
            notes: answer.notes.into_iter().map(Note::Program).collect(),
            solver: Some(answer.solver),
            launches: Vec::new(),
            assumptions: Vec::new(),
            suggestions: None,
            certification: None,
            warnings: Vec::new(),
        }
    }
}

impl Alarm {
    fn of(alarm: answer::Alarm) -> Self {
        let answer::Alarm { race, status, why } = alarm;
        let why = why.map(Open::Program);
        Alarm { race, status, why, same_value: false, run: None, certified: None }
    }

    /// Whether it is a race that was shown.
    pub fn is_shown(&self) -> bool {
        self.status >= Status::Confirmed
    }

    /// Whether a run of the kernel itself makes it.
    pub fn is_made(&self) -> bool {
        matches!(self.run, Some(Run::Made))
    }

    /// Opens an alarm that is not shown after all.
    pub(crate) fn open(&mut self, why: Open) {
        (self.status, self.why) = (Status::Open, Some(why));
    }
}

impl From<Confirmation> for Run {
    fn from(said: Confirmation) -> Run {
        match said {
            Confirmation::Confirmed => Run::Made,
            Confirmation::NotMade => Run::NotMade,
            Confirmation::Meaningless(why) => Run::Meaningless(why),
            Confirmation::NotRun(why) => Run::NotRun(NotRun::Start(why)),
        }
    }
}

impl Run {
    /// Why it was not made, where there is no run that says anything of it.
    pub fn why(&self) -> Option<&dyn fmt::Display> {
        match self {
            Run::Made | Run::NotMade => None,
            Run::Meaningless(why) => Some(why),
            Run::NotRun(why) => Some(why),
        }
    }
}
