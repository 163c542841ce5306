//! The form of a value.

use super::{
    Access, Alarm, Assumption, AssumptionKind, Certification, Class, Conjunction, Divergence,
    Exactness, Extent, Host, Kernel, Launch, LaunchSource, Mode, Note, Reason, Run, RunOutcome,
    Status, Suggestions, Verdict,
};
use crate::certify;
use crate::reason::WhyKind;
use crate::suggest;
use crate::value::{self, KernelVerdict};
use oracle::check::answer::{self, Cell, Race};
use semantics::{Name, Number, Span, Thread, json};
use serde_json::Value;
use std::collections::BTreeMap;

impl From<&KernelVerdict> for Kernel {
    fn from(of: &KernelVerdict) -> Kernel {
        Kernel {
            name: of.name.clone(),
            verdict: of.verdict.into(),
            approximation: of.approximation.into(),
            alarms: of.alarms.iter().map(Alarm::from).collect(),
            divergences: of.divergences.iter().map(Divergence::from).collect(),
            why: of.why.as_ref().map(ToString::to_string),
            reason: of.why.as_ref().map(|why| why.kind().into()),
            notes: of.notes.iter().map(|note| Note(note.to_string())).collect(),
            solver: of.solver.clone().unwrap_or_else(|| "none".into()),
            launches: of.launches.iter().map(Launch::from).collect(),
            assumptions: of.assumptions.iter().map(Assumption::from).collect(),
            suggestions: of.suggestions.as_ref().map(Suggestions::from),
            certification: of.certification.as_ref().map(Certification::from),
        }
    }
}

impl From<&suggest::Suggestions> for Suggestions {
    fn from(of: &suggest::Suggestions) -> Suggestions {
        let found = of.conjunctions.iter().map(Conjunction::from).collect();
        Suggestions { found, asked: of.asked, complete: of.complete }
    }
}

impl From<&certify::Certification> for Certification {
    fn from(of: &certify::Certification) -> Certification {
        let refutations = &of.refutations;
        Certification {
            certified: match of.extent {
                certify::Extent::All => Extent::All,
                certify::Extent::Part => Extent::Part,
                certify::Extent::Nothing => Extent::Nothing,
            },
            checker: of.checker.display().to_string(),
            proved: refutations.proved,
            believed: refutations.believed,
            of_naturals: refutations.of_naturals,
            not_proved: of.not_proved,
            clauses: refutations.clauses,
            steps: refutations.steps,
            found_seconds: refutations.found_in.as_secs_f64(),
            checked_seconds: refutations.checked_in.as_secs_f64(),
        }
    }
}

impl From<&suggest::Conjunction> for Conjunction {
    fn from(of: &suggest::Conjunction) -> Conjunction {
        let host = of.host.map(|host| match host {
            suggest::Host::Meets => Host::Meets,
            suggest::Host::Open => Host::Open,
        });
        Conjunction { assume: of.conditions.iter().map(ToString::to_string).collect(), host }
    }
}

impl From<&value::Alarm> for Alarm {
    fn from(of: &value::Alarm) -> Alarm {
        Alarm {
            same_value: of.same_value,
            why: of.why.as_ref().map(ToString::to_string),
            run: of.run.as_ref().map(Run::from),
            certified: of.certified.as_ref().map(Result::is_ok),
            not_certified: of.certified.and_then(Result::err).map(|why| why.to_string()),
            ..race(&of.race, of.status)
        }
    }
}

/// An alarm of a program.
impl From<&answer::Alarm> for Alarm {
    fn from(of: &answer::Alarm) -> Alarm {
        Alarm { why: of.why.as_ref().map(ToString::to_string), ..race(&of.race, of.status) }
    }
}

/// An alarm of which no more is said.
fn race(of: &Race, status: answer::Status) -> Alarm {
    Alarm {
        array: of.array.to_string(),
        index: of.index.iter().map(json::number).collect(),
        status: status.into(),
        accesses: of.accesses.iter().map(Access::from).collect(),
        reachability: of.reachability.into(),
        location: of.location.into(),
        approximated: of.approximated.iter().map(Name::to_string).collect(),
        replayed: of.is_replayed(),
        same_value: false,
        params: numbers(&of.params),
        memory: memory(&of.cells),
        why: None,
        run: None,
        certified: None,
        not_certified: None,
    }
}

impl From<&answer::Access> for Access {
    fn from(of: &answer::Access) -> Access {
        let (line, column) = of.line_column();
        let end = |span: &Span| span.source.line_column(span.bytes.end);
        let (end_line, end_column) = of.span.as_ref().map_or((0, 0), end);
        Access {
            mode: match of.mode {
                semantics::Mode::Rd => Mode::Rd,
                semantics::Mode::Wr => Mode::Wr,
            },
            file: of.span.as_ref().map_or_else(String::new, |span| span.source.name().into()),
            line,
            column,
            end_line,
            end_column,
            thread: coordinates(&of.thread),
            variables: numbers(&of.variables),
        }
    }
}

impl From<&value::Divergence> for Divergence {
    fn from(of: &value::Divergence) -> Divergence {
        let (line, column) = of.barrier.line_column();
        Divergence {
            file: of.barrier.source.name().into(),
            line,
            column,
            threads: of.threads.iter().map(coordinates).collect(),
            replayed: of.replayed,
            params: numbers(&of.params),
            memory: memory(&of.cells),
            run: of.run.as_ref().map(Run::from),
        }
    }
}

impl From<&value::Run> for Run {
    fn from(of: &value::Run) -> Run {
        let outcome = match of {
            value::Run::Made => RunOutcome::Made,
            value::Run::NotMade => RunOutcome::NotMade,
            value::Run::Meaningless(_) | value::Run::NotRun(_) => RunOutcome::NotRun,
        };
        Run { outcome, why: of.why().map(ToString::to_string) }
    }
}

impl From<&cuda::Launch> for Launch {
    fn from(of: &cuda::Launch) -> Launch {
        let from = match of.from {
            cuda::LaunchSource::Flags => LaunchSource::Flags,
            cuda::LaunchSource::FirstLines => LaunchSource::FirstLines,
            cuda::LaunchSource::HostCode => LaunchSource::HostCode,
            cuda::LaunchSource::Assumed => LaunchSource::Assumed,
        };
        let (file, line) = place(of.span.as_ref());
        Launch { from, file, line, block: of.block, grid: of.grid }
    }
}

impl From<&cuda::Assumption> for Assumption {
    fn from(of: &cuda::Assumption) -> Assumption {
        use cuda::AssumptionKind as From;
        let kind = match of.kind {
            From::Launch | From::Axes | From::HostNumbers => AssumptionKind::Launch,
            From::HostPointers => AssumptionKind::HostPointers,
            From::MissingHeader => AssumptionKind::MissingHeader,
            From::UnknownType => AssumptionKind::UnknownType,
            From::TemplateType => AssumptionKind::TemplateType,
            From::UnknownCall => AssumptionKind::UnknownCall,
            From::UnknownMacro => AssumptionKind::UnknownMacro,
            From::InlineAssembly => AssumptionKind::InlineAssembly,
            From::Fence => AssumptionKind::Fence,
            From::NoWrap => AssumptionKind::NoWrap,
        };
        let (file, line) = place(of.span.as_ref());
        Assumption { kind, what: of.what.clone(), file, line }
    }
}

impl From<WhyKind> for Reason {
    fn from(of: WhyKind) -> Reason {
        match of {
            WhyKind::Construct(area) => area.into(),
            WhyKind::Mistake => Reason::Mistake,
            WhyKind::Exhausted => Reason::Exhausted,
            WhyKind::Undecided => Reason::Undecided,
            WhyKind::Meaningless => Reason::Meaningless,
            WhyKind::Barrier => Reason::Barrier,
            WhyKind::NoLaunch => Reason::NoLaunch,
            WhyKind::Assumption => Reason::Assumption,
            WhyKind::NoKernel => Reason::NoKernel,
            WhyKind::Analysis => Reason::Analysis,
        }
    }
}

impl From<cuda::Area> for Reason {
    fn from(of: cuda::Area) -> Reason {
        use cuda::Area;
        match of {
            Area::Unread => Reason::Unread,
            Area::Name => Reason::Name,
            Area::Type => Reason::Type,
            Area::Class => Reason::Class,
            Area::Template => Reason::Template,
            Area::Call => Reason::Call,
            Area::Expression => Reason::Expression,
            Area::Initializer => Reason::Initializer,
            Area::Statement => Reason::Statement,
            Area::Constant => Reason::Constant,
            Area::Pointer => Reason::Pointer,
            Area::Memory => Reason::Memory,
            Area::Atomic => Reason::Atomic,
            Area::Transfer => Reason::Transfer,
            Area::Barrier => Reason::Barrier,
            Area::Assembly => Reason::Assembly,
            Area::Launch => Reason::Launch,
            Area::Limit => Reason::Limit,
        }
    }
}

impl From<answer::Verdict> for Verdict {
    fn from(of: answer::Verdict) -> Verdict {
        match of {
            answer::Verdict::Drf => Verdict::Drf,
            answer::Verdict::Racy => Verdict::Racy,
            answer::Verdict::Potential => Verdict::Potential,
            answer::Verdict::Unknown => Verdict::Unknown,
            answer::Verdict::Unsupported => Verdict::Unsupported,
        }
    }
}

impl From<answer::Status> for Status {
    fn from(of: answer::Status) -> Status {
        match of {
            answer::Status::Refuted => Status::Refuted,
            answer::Status::Open => Status::Open,
            answer::Status::Confirmed => Status::Confirmed,
            answer::Status::True => Status::True,
        }
    }
}

impl From<maps::Class> for Class {
    fn from(of: maps::Class) -> Class {
        match (of.control, of.data) {
            (false, false) => Class::Cidi,
            (false, true) => Class::Cidd,
            (true, false) => Class::Cddi,
            (true, true) => Class::Cddd,
        }
    }
}

impl From<answer::Exactness> for Exactness {
    fn from(of: answer::Exactness) -> Exactness {
        match of {
            answer::Exactness::Exact => Exactness::Exact,
            answer::Exactness::Approximate => Exactness::Approximate,
        }
    }
}

/// The file of a place, and the line.
fn place(span: Option<&Span>) -> (Option<String>, Option<usize>) {
    (span.map(|span| span.source.name().into()), span.map(|span| span.line_column().0))
}

/// `tid`, or `blockIdx.x`, …
pub fn coordinates(thread: &Thread) -> BTreeMap<String, Value> {
    let axes = thread.axes().iter();
    axes.filter_map(|axis| Some((axis.to_string(), json::number(thread.axis(*axis)?)))).collect()
}

fn numbers(of: &BTreeMap<Name, Number>) -> BTreeMap<String, Value> {
    of.iter().map(|(x, k)| (x.to_string(), json::number(k))).collect()
}

/// Array, cell, contents: of a floating-point number not its bits.
pub fn memory(cells: &[Cell]) -> BTreeMap<String, BTreeMap<String, Value>> {
    let mut memory: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
    for cell in cells {
        let shown = cell.real.map_or_else(|| json::number(&cell.value), Value::from);
        let of = memory.entry(cell.array.to_string()).or_default();
        of.insert(cell.index.to_string(), shown);
    }
    memory
}
