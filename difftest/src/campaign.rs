//! Many kernels, one after another or some at a time, and what came of them.

use crate::detector::Detector;
use crate::outcome::Outcome;
use crate::reading::Said;
use crate::record::{Log, Record, Tried, Unwritten};
use crate::trial::{Asked, Judge, Trial};
use crate::truth::Verdict;
use crate::until::Until;
use generators::{Class, Code, Given, Kernel, Knobs, Launch, Source};
use oracle::solver::NoSolver;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a campaign runs. Two runs of one plan try the same kernels.
pub struct Plan {
    /// Where kernels come from.
    pub source: Source,
    /// How that is called: what tells this source from others.
    pub source_name: String,
    /// Which of them are taken.
    pub knobs: Knobs,
    /// How many places there are.
    pub kernels: u64,
    /// How kernels of the core are launched.
    pub launch: Launch,
    /// This part of so many: every place whose number leaves this remainder.
    pub shard: (u64, u64),
    /// Kernels that are tried first: names, languages, texts.
    pub corpus: Vec<Given>,
}

impl Plan {
    /// What a log is opened with: equal for equal plans of one detector.
    pub fn describe(&self, detector: &Detector) -> Value {
        let classes: Vec<String> = self.knobs.classes.iter().map(ToString::to_string).collect();
        json!({
            "version": 1,
            "detector": detector.text,
            "source": self.source_name,
            "classes": classes,
            "racy": self.knobs.racy,
            "kernels": self.kernels,
            "threads": self.launch.block,
            "shard": [self.shard.0, self.shard.1],
        })
    }

    /// The places of this part, in order.
    fn places(&self) -> impl Iterator<Item = Place> {
        let corpus = self.corpus.iter().filter(|_| self.shard.0 == 0).enumerate();
        let corpus = corpus.map(|(n, (name, ..))| Place::Corpus(n, format!("corpus/{name}")));
        let (part, of) = (self.shard.0, self.shard.1.max(1));
        let step = usize::try_from(of).unwrap_or(usize::MAX);
        corpus.chain((part..self.last()).step_by(step).map(Place::Number))
    }

    /// The kernels of this part in order, whatever is true of them.
    pub fn kernels(&self) -> impl Iterator<Item = Kernel> + '_ {
        self.places().filter_map(|place| match place {
            Place::Corpus(n, _) => self.given(n),
            Place::Number(n) => drawn(&self.source, &self.knobs, n, self.launch).next(),
        })
    }

    fn given(&self, n: usize) -> Option<Kernel> {
        let (name, language, text) = self.corpus.get(n)?;
        let code = Code::Text(*language, text.clone());
        Some(Kernel { id: name.clone(), code, launch: self.launch })
    }

    /// The number after the last place of all parts.
    fn last(&self) -> u64 {
        self.source.len().unwrap_or(u64::MAX).min(self.kernels)
    }

    /// Whether it has a place of this name.
    pub fn has(&self, place: &str) -> bool {
        let (part, of) = (self.shard.0, self.shard.1.max(1));
        match place.strip_prefix("corpus/") {
            Some(name) => part == 0 && self.corpus.iter().any(|(known, ..)| known == name),
            None => place.parse::<u64>().is_ok_and(|n| {
                n.to_string() == place && (part..self.last()).contains(&n) && (n - part) % of == 0
            }),
        }
    }

    /// How many places this part has.
    pub fn len(&self) -> u64 {
        let corpus = if self.shard.0 == 0 { self.corpus.len() as u64 } else { 0 };
        let (part, of) = (self.shard.0, self.shard.1.max(1));
        corpus.saturating_add(self.last().saturating_sub(part).div_ceil(of))
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.places().next().is_none()
    }
}

#[derive(Clone, Debug)]
enum Place {
    Corpus(usize, String),
    Number(u64),
}

impl Place {
    fn name(&self) -> String {
        match self {
            Place::Corpus(_, name) => name.clone(),
            Place::Number(n) => n.to_string(),
        }
    }
}

/// How far a campaign is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Places that are done, those of earlier runs as well.
    pub places: u64,
    /// Of this run.
    pub new: u64,
    /// How long this run has taken.
    pub time: Duration,
    /// Kernels by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Kernels by what is true: `racy`, `race-free`, `unknown`.
    pub truths: BTreeMap<String, u64>,
    /// Kernels by class, where it is known.
    pub classes: BTreeMap<String, u64>,
    /// Kernels by size.
    pub sizes: BTreeMap<usize, u64>,
    /// Places without a kernel that fits.
    pub without: u64,
    /// Kernels on which two of the referees contradict each other.
    pub contradictions: u64,
    /// Poisoned kernels by why nothing can be told of them.
    pub poisoned: BTreeMap<String, u64>,
}

/// No more reasons are told apart.
const REASONS: usize = 50;

impl Progress {
    /// Kernels that were tried.
    pub fn kernels(&self) -> u64 {
        self.outcomes.values().sum()
    }

    /// Kernels a second, in this run.
    pub fn rate(&self) -> f64 {
        self.new as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn count(&mut self, record: &Record) {
        self.places += 1;
        let Some(tried) = &record.kernel else {
            self.without += 1;
            return;
        };
        *self.outcomes.entry(tried.outcome).or_default() += 1;
        *self.truths.entry(tried.truth.clone()).or_default() += 1;
        *self.sizes.entry(tried.size).or_default() += 1;
        if let Some(class) = &tried.class {
            *self.classes.entry(class.clone()).or_default() += 1;
        }
        self.contradictions += u64::from(tried.contradiction);
        if tried.outcome == Outcome::Poisoned {
            let known = self.poisoned.contains_key(&tried.why) || self.poisoned.len() < REASONS;
            let why = if known { tried.why.as_str() } else { "other reasons" };
            *self.poisoned.entry(why.to_owned()).or_default() += 1;
        }
    }
}

/// What a campaign came to.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    /// The counts.
    pub progress: Progress,
    /// The records on which the detector is wrong or without an answer, or we contradict ourselves, in
    /// order.
    pub wrong: Vec<Record>,
    /// Whether every place is done.
    pub finished: bool,
    /// Kernels of the log that are not in the corpus any more. They are not counted.
    pub left_out: usize,
}

/// Why a campaign ends before its end.
#[derive(Debug, Error)]
pub enum Failed {
    /// The log has a place of another campaign.
    #[error("the log has the place {0}, which is none of this campaign")]
    Place(String),
    /// Nobody can say what is true.
    #[error(transparent)]
    NoSolver(#[from] NoSolver),
    /// The system gives no thread.
    #[error("no thread: {0}")]
    NoThread(#[source] std::io::Error),
    /// A record cannot be written.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
    /// The detector cannot be started, which is no answer of its.
    #[error("{0}")]
    NotStarted(String),
}

/// Limits of a run that are no part of the plan.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Kernels at a time; as many as there are processors for 0.
    pub jobs: usize,
    /// Until when a place is begun.
    pub until: Until,
}

/// What a thread needs for deep programs.
const STACK: usize = 256 << 20;

/// Runs a campaign, or goes on with one.
///
/// # Errors
/// No solver; a log that cannot be written, or has a place that the plan does not have; a detector that cannot be started, which is no answer of its.
pub fn run(
    plan: &Plan,
    detector: &Detector,
    log: Option<(Log, Vec<Record>)>,
    run: &Run,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Campaign, Failed> {
    let (mut log, before) = log.map_or((None, Vec::new()), |(log, before)| (Some(log), before));
    let (before, others): (Vec<Record>, Vec<Record>) =
        before.into_iter().partition(|record| plan.has(&record.place));
    let of_corpus = |record: &&Record| record.place.starts_with("corpus/");
    // Kernels come and go in a corpus, which is no part of the plan. Numbers do not.
    if let Some(record) = others.iter().find(|record| !of_corpus(record)) {
        return Err(Failed::Place(record.place.clone()));
    }
    let mut campaign = Campaign { left_out: others.len(), ..Campaign::default() };
    let done: HashSet<&str> = before.iter().map(|record| record.place.as_str()).collect();
    let places = plan.places().filter(|place| !done.contains(place.name().as_str()));
    for record in &before {
        campaign.take(record.clone());
    }
    let (start, stop, cut) = (Instant::now(), AtomicBool::new(false), AtomicBool::new(false));
    let jobs = match run.jobs {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        jobs => jobs,
    };
    let (sender, records) = channel::<Result<Record, Failed>>();
    let (places, stop, cut) = (&Mutex::new(places), &stop, &cut);
    let next = || places.lock().ok()?.next();
    let failed = std::thread::scope(|threads| {
        for _ in 0..jobs.min(usize::try_from(plan.len()).unwrap_or(usize::MAX)) {
            let sender = sender.clone();
            let work = move || {
                let mut judge = match Judge::new(detector) {
                    Ok(judge) => judge,
                    Err(why) => return drop(sender.send(Err(why.into()))),
                };
                while let Some(place) = next() {
                    if run.until.is_over() || stop.load(Ordering::Relaxed) {
                        cut.store(true, Ordering::Relaxed);
                        return;
                    }
                    if sender.send(at(plan, &place, &mut judge)).is_err() {
                        return;
                    }
                }
            };
            let started = std::thread::Builder::new().stack_size(STACK).spawn_scoped(threads, work);
            if let Err(error) = started {
                return Some(Failed::NoThread(error));
            }
        }
        drop(sender);
        for record in records {
            let added = record.and_then(|record| {
                // First it is written, then it is counted.
                log.as_mut().map_or(Ok(()), |log| log.add(&record))?;
                Ok(record)
            });
            match added {
                Ok(record) => {
                    campaign.take(record);
                    campaign.progress.new += 1;
                    campaign.progress.time = start.elapsed();
                    seen(&campaign.progress);
                }
                Err(why) => {
                    stop.store(true, Ordering::Relaxed);
                    return Some(why);
                }
            }
        }
        None
    });
    if let Some(why) = failed {
        return Err(why);
    }
    campaign.progress.time = start.elapsed();
    campaign.finished = !cut.load(Ordering::Relaxed) && next().is_none();
    campaign.wrong.sort_by_key(|record| {
        let tried = record.kernel.as_ref();
        let order = tried.map(|tried| (tried.size, tried.id.clone()));
        (order, record.place.clone())
    });
    Ok(campaign)
}

impl Campaign {
    fn take(&mut self, record: Record) {
        self.progress.count(&record);
        let wrong = |tried: &Tried| tried.outcome.is_finding() || tried.contradiction;
        if record.kernel.as_ref().is_some_and(wrong) {
            self.wrong.push(record);
        }
    }
}

/// What comes of a place. A failure of our own is no verdict on anybody.
fn at(plan: &Plan, place: &Place, judge: &mut Judge<'_>) -> Result<Record, Failed> {
    let tried = std::panic::catch_unwind(AssertUnwindSafe(|| kernel(plan, place, judge)));
    let kernel = tried.unwrap_or_else(|_| {
        // Its solvers may be in the middle of something.
        if let Ok(new) = Judge::new(judge.detector) {
            *judge = new;
        }
        let name = place.name();
        Some(Tried {
            id: format!("place {name}"),
            language: String::new(),
            truth: "unknown".into(),
            said: Said::Unsupported,
            outcome: Outcome::Poisoned,
            class: None,
            size: 0,
            why: "an internal error".into(),
            contradiction: true,
            milliseconds: 0,
            text: None,
        })
    });
    match kernel {
        Some(tried) if tried.said == Said::NotStarted => Err(Failed::NotStarted(tried.why)),
        kernel => Ok(Record { place: place.name(), kernel }),
    }
}

fn kernel(plan: &Plan, place: &Place, judge: &mut Judge<'_>) -> Option<Tried> {
    match place {
        Place::Corpus(n, _) => {
            let kernel = plan.given(*n)?;
            let trial = judge.trial(&kernel)?;
            Some(tried(&kernel, &trial))
        }
        Place::Number(place) => {
            let (kernel, asked) = draw(plan, *place, judge)?;
            let trial = judge.ask(asked);
            Some(tried(&kernel, &trial))
        }
    }
}

/// The kernels of a place that are of the wanted classes, as they are drawn.
pub fn drawn<'p>(
    source: &'p Source,
    knobs: &'p Knobs,
    place: u64,
    launch: Launch,
) -> impl Iterator<Item = Kernel> + 'p {
    let draws = if source.draws() { Knobs::DRAWS } else { 1 };
    let numbers = (0..draws).map(move |draw| place.wrapping_mul(draws).wrapping_add(draw));
    numbers.filter_map(move |n| source.kernel(n, launch)).filter(|kernel| knobs.takes(kernel))
}

/// The kernel of a place that fits the knobs, and what is true of it.
fn draw(plan: &Plan, place: u64, judge: &mut Judge<'_>) -> Option<(Kernel, Asked)> {
    let wanted = plan.knobs.wants_race(place);
    for kernel in drawn(&plan.source, &plan.knobs, place, plan.launch) {
        let asked = judge.truth(&kernel)?;
        let fits = match wanted {
            None => true,
            Some(race) => asked.verdict == if race { Verdict::Racy } else { Verdict::Free },
        };
        if fits {
            return Some((kernel, asked));
        }
    }
    None
}

/// A trial as it is written down.
pub fn tried(kernel: &Kernel, trial: &Trial) -> Tried {
    let contradiction = trial.truth.contradiction.is_some();
    Tried {
        id: kernel.id.clone(),
        language: trial.language.to_string(),
        truth: match trial.verdict {
            Verdict::Racy => "racy",
            Verdict::Free => "race-free",
            Verdict::Unknown(_) => "unknown",
        }
        .into(),
        said: trial.said,
        outcome: trial.outcome,
        class: Class::of(kernel).map(|class| class.to_string()),
        size: kernel.size(),
        why: trial.why.clone(),
        contradiction,
        milliseconds: trial.ran.as_ref().map_or(0, |ran| ran.time.as_millis() as u64),
        text: (trial.outcome.is_finding() || contradiction).then(|| trial.text.clone()),
    }
}
