//! One kernel, one detector: what is true, what it says, and what comes of that.

use crate::child::Ran;
use crate::detector::{Conventions, Detector, Runs};
use crate::outcome::Outcome;
use crate::reading::Said;
use crate::truth::{Referees, Truth, Verdict};
use cuda::LaunchSource;
use generators::{Kernel, Language, Launch};
use oracle::solver::NoSolver;
use semantics::Source;
use std::collections::BTreeMap;
use verdict::{KernelVerdict, Status, Verdict as Answered};

/// What came of one kernel.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The language that the detector was given it in.
    pub language: Language,
    /// The text.
    pub text: String,
    /// What is known of it.
    pub truth: Truth,
    /// What is true under the detector's conventions.
    pub verdict: Verdict,
    /// The detector's conventions.
    pub conventions: Conventions,
    /// What the detector says.
    pub said: Said,
    /// Why there is no answer, no truth, or why they are what they are.
    pub why: String,
    /// What comes of it.
    pub outcome: Outcome,
    /// The detector's run, where it is a child process.
    pub ran: Option<Ran>,
}

/// A detector and the referees.
pub struct Judge<'d> {
    /// The detector under test.
    pub detector: &'d Detector,
    /// Who says what is true.
    pub referees: Referees,
}

/// What is true of a kernel before the detector is asked.
pub struct Asked {
    language: Language,
    text: String,
    launch: Launch,
    truth: Truth,
    answer: Option<KernelVerdict>,
    /// What is true under the detector's conventions.
    pub verdict: Verdict,
}

impl<'d> Judge<'d> {
    /// A judge of the detector.
    ///
    /// # Errors
    /// There is no solver.
    pub fn new(detector: &'d Detector) -> Result<Self, NoSolver> {
        Ok(Judge { detector, referees: Referees::new()? })
    }

    /// What is true of the kernel, in the first of the detector's languages that it can be written
    /// in; nothing where there is none.
    pub fn truth(&mut self, kernel: &Kernel) -> Option<Asked> {
        Some(self.truth_of(given(self.detector, kernel)?))
    }

    fn truth_of(&mut self, given: Given) -> Asked {
        let Given { language, text, launch } = given;
        let conventions = &self.detector.conventions;
        let (answer, truth) = match self.detector.runs {
            Runs::Check => self.referees.check_and_truth(language, &text, conventions),
            Runs::Child { .. } => (None, self.referees.truth(language, &text, conventions)),
        };
        let verdict = truth.under(conventions);
        Asked { language, text, launch, truth, answer, verdict }
    }

    /// Asks the detector, and compares.
    pub fn ask(&self, asked: Asked) -> Trial {
        let Asked { language, text, launch, truth, answer, verdict } = asked;
        let (said, mut why, ran) = match self.detector.ask(&text, language, &launch) {
            Some(answer) => (answer.said, answer.why, Some(answer.ran)),
            None => (answer.as_ref().map_or(Said::Unsupported, said), String::new(), None),
        };
        let outcome = Outcome::of(&verdict, said);
        if let (Outcome::Poisoned, Verdict::Unknown(reason)) = (outcome, &verdict)
            && said != Said::NotStarted
        {
            why.clone_from(reason);
        }
        if let Some(contradiction) = &truth.contradiction {
            why = format!("we contradict ourselves: {contradiction}");
        }
        let conventions = self.detector.conventions;
        Trial { language, text, truth, verdict, conventions, said, why, outcome, ran }
    }

    /// Both of it.
    pub fn trial(&mut self, kernel: &Kernel) -> Option<Trial> {
        let asked = self.truth(kernel)?;
        Some(self.ask(asked))
    }
}

/// What a detector is given of a kernel.
pub struct Given {
    /// The first of its languages that the kernel can be written in.
    pub language: Language,
    /// The text, which names the launch.
    pub text: String,
    /// The launch.
    pub launch: Launch,
}

/// What the detector is given of the kernel; nothing where it reads none of its languages.
pub fn given(detector: &Detector, kernel: &Kernel) -> Option<Given> {
    let mut languages = detector.languages.iter();
    let (language, text) = languages.find_map(|l| Some((*l, kernel.text(*l)?)))?;
    let (text, launch) = launched(language, text, kernel.launch);
    Some(Given { language, text, launch })
}

/// The launch that the text names, in its first lines or in host code. One that names none, or half of one, gets
/// it, so that all speak of the same.
fn launched(language: Language, text: String, launch: Launch) -> (String, Launch) {
    if !matches!(language, Language::Cuda | Language::OpenCl) {
        return (text, launch);
    }
    let mut options = cuda::Options::default();
    cuda::take_launch_lines(&Source::new("kernel", &text), &mut options, &mut Vec::new());
    let (block, grid) = (options.block_dim, options.grid_dim);
    if let (Some(block), Some(grid)) = (block, grid) {
        return (text, Launch { block, grid });
    }
    let launch = of_host(language, &text).unwrap_or(launch);
    let own = Launch { block: block.unwrap_or(launch.block), grid: grid.unwrap_or(launch.grid) };
    (format!("{}{text}", own.line(language)), own)
}

/// The first launch of host code whose numbers are all constant.
fn of_host(language: Language, text: &str) -> Option<Launch> {
    let source = Source::new(format!("kernel.{language}"), text);
    let unit = cuda::load(source, &cuda::Options::default(), &BTreeMap::new()).ok()?;
    let launches = unit.kernels.iter().flat_map(|kernel| &kernel.launches);
    let mut of_host = launches.filter(|launched| launched.launch.from == LaunchSource::HostCode);
    let constant = |of: [Option<u64>; 3]| Some([of[0]?, of[1]?, of[2]?]);
    of_host.find_map(|launched| {
        let launch = &launched.launch;
        Some(Launch { block: constant(launch.block)?, grid: constant(launch.grid)? })
    })
}

/// What an answer of `check` says.
fn said(answer: &KernelVerdict) -> Said {
    let claims = answer.alarms.iter().any(|alarm| alarm.status == Status::True);
    match answer.verdict {
        Answered::Drf => Said::RaceFree,
        // Confirmed is a claim of truth as well: the race was made.
        Answered::Racy if claims || answer.alarms.iter().any(|a| a.status == Status::Confirmed) => {
            Said::TrueAlarm
        }
        Answered::Racy => Said::Racy,
        Answered::Potential => Said::Potential,
        Answered::Unknown | Answered::Unsupported => Said::Unsupported,
    }
}
