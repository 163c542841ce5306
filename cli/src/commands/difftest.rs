//! `difftest`: where a race detector is wrong.

mod answer;
mod dry_run;
mod form;
mod merge;
mod print;
mod reports;
mod source;

use crate::answer::{Command, View};
use crate::failure::Failure;
use crate::input::read_text;
use crate::progress::Progress;
use crate::shard::shard;
use crate::style::note;
use answer::{DifftestAnswer, Tested};
use difftest::campaign::{self, Run, drawn};
use difftest::finding::{Finding, gone};
use difftest::grouping::findings;
use difftest::self_check::self_check;
use difftest::shrink::Effort;
use difftest::detector::Runs;
use difftest::{Campaign, Detector, Folder, Judge, Log, Plan, Until};
use generators::{Class, Given, Knobs, Language, Launch};
use dry_run::DryRun;
use print::Printed;
use semantics::Allowance;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use theories::Shard;

/// Where a race detector is wrong: kernels with their ground truth, and what it says of them
///
/// A detector is described in TOML (see `detectors/`), and run on generated or given kernels. What is
/// true of a kernel is shown or proved first; a kernel of which that is not known blames nobody. A
/// kernel on which the detector is wrong is made as small as it gets.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Difftest {
    /// The description of the detector
    #[arg(long, value_name = "FILE", required_unless_present = "print")]
    detector: Option<PathBuf>,

    /// Only print the kernels, in this language: cu, cl, jam, map
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["detector", "files", "racy", "shard", "campaign", "corpus"])]
    print: Option<Language>,

    /// Only show for three kernels how the detector is called, what it prints, and how that is read
    #[arg(long, conflicts_with_all = ["print", "campaign", "racy"])]
    dry_run: bool,

    /// Kernels to try instead of generated ones: `.cu`, `.cl`, `.jam` and `.map` files
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    source: source::SourceFlags,

    /// How many kernels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    kernels: u64,

    /// Only kernels of these classes: CIDI, CIDD, CDDI, CDDD
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    classes: Vec<Class>,

    /// How many of a hundred kernels are to race; as it comes where it is not given
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    racy: Option<u8>,

    /// Threads of a kernel of the core, and of a given one that names no launch
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..=8))]
    threads: u64,

    /// A folder for the log, the findings and the reports; the same command goes on where it ended
    #[arg(long, value_name = "FOLDER")]
    campaign: Option<PathBuf>,

    /// A folder of kernels that are tried first; findings are added to it
    #[arg(long, value_name = "FOLDER")]
    corpus: Option<PathBuf>,

    /// Only part I of N of the kernels, from 0
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "0/1")]
    shard: Shard,

    /// The folders of all parts of a campaign, which become that of `--campaign`; what they do not have is tried here
    #[arg(long, value_name = "FOLDER", num_args = 1.., requires = "campaign", conflicts_with = "shard")]
    merge: Vec<PathBuf>,

    /// Begin no kernel after so many minutes
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<f64>,

    /// How many kernels at a time; as many as there are processors where it is not given
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,

    /// How many kernels may be tried to make one smaller
    #[arg(long, value_name = "N", default_value_t = 400)]
    tries: usize,
}

const EXAMPLES: &str = "\
Examples:
  jaminan difftest --detector detectors/faial-drf.toml
  jaminan difftest --detector my.toml --generate enumerated --size 4 --kernels 30000
  jaminan difftest --detector my.toml --generate features --racy 50 --campaign runs/monday
  jaminan difftest --detector my.toml --mutate examples/reduction.cu --minutes 10 --jobs 4
  jaminan difftest --print cl --generate features --kernels 3       the kernels alone
  jaminan difftest --print cu --kernel v1:4:17                      a kernel by its identifier
  jaminan difftest --detector my.toml kernel.cu            one given kernel, or a finding again
  jaminan difftest --detector my.toml --dry-run            how it is called and read, on three kernels
  jaminan difftest --detector detectors/check.toml         our own `check`, in this process

Exit codes: 0 no disagreement · 1 a disagreement, a crash or a timeout of the detector · 2 bad input ·
3 undecided: not one kernel could be compared, or you interrupted it before one was wrong.

An interrupt (Ctrl-C) ends the campaign after the kernels that are begun, with its reports, and findings as small
as they are; a second one at once. Nothing is lost by either.";

impl Command for Difftest {
    type Answer = DifftestAnswer;

    /// As much as it takes: what it does is bounded by its flags.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<DifftestAnswer, Failure> {
        match self.print {
            Some(language) => self.printed(language).map(DifftestAnswer::Printed),
            None if self.dry_run => self.dry_run().map(DifftestAnswer::DryRun),
            None => self.tested().map(Box::new).map(DifftestAnswer::Tested),
        }
    }
}

/// Kernels that `--print` holds at once.
const MOST_PRINTED: u64 = 1_000_000;

impl Difftest {
    /// The kernels of the plan, those that are to race and the others.
    fn printed(&self, language: Language) -> Result<Printed, Failure> {
        let launch = Launch::row(self.threads);
        let (source, _) = self.source.source("the printer", &[language], launch)?;
        let takes = Knobs { classes: self.classes.iter().copied().collect(), racy: None };
        if self.kernels > MOST_PRINTED {
            let message = format!("at most {MOST_PRINTED} kernels are printed at once");
            return Err(Failure::usage(message, "give fewer `--kernels`"));
        }
        // Those that a campaign tries.
        let kernels = (0..source.len().unwrap_or(u64::MAX).min(self.kernels()))
            .filter_map(|place| drawn(&source, &takes, place, launch).next())
            .collect();
        Ok(Printed { language, kernels })
    }

    /// How many kernels at most.
    fn kernels(&self) -> u64 {
        match (self.files.is_empty(), self.source.is_chosen()) {
            (false, _) => 0,
            (true, true) => u64::MAX,
            (true, false) => self.kernels,
        }
    }

    fn dry_run(&self) -> Result<DryRun, Failure> {
        let detector = self.description()?;
        if matches!(detector.runs, Runs::Check) {
            let message = format!("{} runs in this process: there is no command to show", detector.name);
            return Err(Failure::usage(message, "leave `--dry-run` out"));
        }
        let plan = self.plan(&detector)?;
        Ok(DryRun::of(detector, &plan))
    }

    fn tested(&self) -> Result<Tested, Failure> {
        let detector = self.description()?;
        let mut plan = self.plan(&detector)?;
        let (campaign, corpus) = (opened(&self.campaign)?, opened(&self.corpus)?);
        if let Some(folder) = &campaign {
            folder.no_link(FINDINGS).map_err(|error| unwritable(folder, &error))?;
        }
        let minutes = self.minutes.map(|minutes| minutes * 60.0);
        let time = minutes.map(Duration::try_from_secs_f64).transpose().map_err(|error| {
            Failure::usage(format!("`--minutes`: {error}"), "give a number of minutes: 0.5")
        })?;
        let time = time.and_then(|time| Instant::now().checked_add(time));
        let mut log = campaign
            .as_ref()
            .map(|folder| Log::open(folder, &plan.describe(&detector)))
            .transpose()
            .map_err(|why| Failure::usage(why.to_string(), "give another folder with `--campaign`"))?;
        if let Some((log, records)) = &mut log {
            merge::parts(&self.merge, &plan.describe(&detector), log, records)?;
        }
        self.add_corpus(&mut plan, campaign.as_ref(), log.as_ref().map_or(&[], |(_, records)| records))?;
        let mut judge = Judge::new(&detector)
            .map_err(|why| Failure::usage(why.to_string(), "install a solver, such as Z3"))?;
        let self_checks = self_check(&mut judge.referees).map_err(|why| Failure::Undecided {
            why: format!("the self-check fails, and nobody is blamed: {why}"),
            hint: "this is a bug in jaminan; please report it".into(),
        })?;
        let until = Until { time, enough: interrupts()? };
        let run = Run { jobs: self.jobs, until };
        let done = self.run(&plan, &detector, log, &run)?;
        if done.left_out > 0 {
            let n = done.left_out;
            note(format_args!("{n} kernels of the log are not in the corpus any more, and not counted"));
        }
        let interrupted = run.until.enough.load(Ordering::Relaxed) && !done.finished;
        let until = Until { time: grace(time), ..run.until };
        let effort = Effort { tries: self.tries, until };
        let found = findings(&mut judge, &done.wrong, plan.launch, &effort);
        let mut kept = Kept { detector: &detector, description: self.path(), corpus, findings: None };
        if let Some(folder) = &campaign {
            let findings = folder.inner(FINDINGS).map_err(|error| unwritable(folder, &error))?;
            kept.findings = Some(findings);
        }
        let folders = kept.keep(&found)?;
        let answer = Tested { detector, campaign: done, found, folders, self_checks, interrupted };
        if let Some(folder) = &campaign {
            reports::write(&answer, folder).map_err(|error| unwritable(folder, &error))?;
        }
        Ok(answer)
    }
}

/// Opens a folder that is given, and asks whether it can be written to before it has to be.
fn opened(path: &Option<PathBuf>) -> Result<Option<Folder>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let opened = Folder::open(path).and_then(|folder| {
        let (name, _) = folder.new_inner(".new-")?;
        folder.remove(&name)?;
        Ok(folder)
    });
    opened.map(Some).map_err(|error| no_folder(path, &error))
}

/// The folder of findings in that of a campaign.
const FINDINGS: &str = "findings";

/// Until when findings are made smaller: after the time is up, too, but not for long. A detector that
/// hangs takes its time for each try.
fn grace(until: Option<Instant>) -> Option<Instant> {
    const LONG: Duration = Duration::from_secs(600);
    const SHORT: Duration = Duration::from_secs(30);
    let now = Instant::now();
    now.checked_add(if until.is_some() { SHORT } else { LONG })
}

/// Set once the user interrupts. A second interrupt ends the program at once.
fn interrupts() -> Result<Arc<AtomicBool>, Failure> {
    let enough = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&enough))
            .and_then(|_| flag::register(signal, Arc::clone(&enough)))
            .map_err(|error| {
                Failure::usage(format!("cannot be interrupted: {error}"), "try again")
            })?;
    }
    Ok(enough)
}

fn unwritable(folder: &Folder, error: &std::io::Error) -> Failure {
    no_folder(folder.path(), error)
}

fn no_folder(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot write to `{}`: {error}", path.display());
    Failure::usage(message, "give a folder that can be written to")
}

impl Difftest {
    fn description(&self) -> Result<Detector, Failure> {
        let path = self.path();
        let shown = path.display();
        let text = read_text(path).map_err(|error| {
            let hint = "the descriptions in `detectors/` are examples";
            Failure::usage(format!("cannot read `{shown}`: {error}"), hint)
        })?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let here = folder.unwrap_or(Path::new("."));
        let detector = Detector::from_toml(&text, here).map_err(|why| {
            Failure::usage(format!("{shown}: {why}"), "docs/difftest.md describes the form")
        })?;
        if !detector.is_installed() {
            let message = format!(
                "skipped: {} (`{}` is not installed)",
                detector.name,
                detector.program().unwrap_or_default()
            );
            return Err(Failure::usage(message, "install it, or correct its `command`"));
        }
        Ok(detector)
    }

    fn path(&self) -> &Path {
        self.detector.as_deref().unwrap_or(Path::new(""))
    }

    fn plan(&self, detector: &Detector) -> Result<Plan, Failure> {
        let mut corpus = Vec::new();
        for path in &self.files {
            corpus.push(source::kernel(path)?);
        }
        let launch = Launch::row(self.threads);
        let (source, source_name) =
            self.source.source(&detector.name, &detector.languages, launch)?;
        Ok(Plan {
            source,
            source_name,
            knobs: Knobs { classes: self.classes.iter().copied().collect(), racy: self.racy },
            kernels: self.kernels(),
            launch,
            shard: (self.shard.part as u64, self.shard.of as u64),
            corpus,
        })
    }

    /// Adds the kernels of the corpus, but for what this campaign itself has added there, so that it repeats nothing.
    fn add_corpus(
        &self,
        plan: &mut Plan,
        campaign: Option<&Folder>,
        before: &[difftest::Record],
    ) -> Result<(), Failure> {
        let tried: BTreeSet<&str> =
            before.iter().filter_map(|record| record.place.strip_prefix("corpus/")).collect();
        let findings = campaign.and_then(|folder| folder.inner_if_there(FINDINGS));
        let own = |name: &str| {
            let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
            findings.as_ref().is_some_and(|findings| findings.has_folder(stem))
        };
        if let Some(folder) = &self.corpus {
            let new = |(name, ..): &Given| tried.contains(name.as_str()) || !own(name);
            plan.corpus.extend(source::folder(folder)?.into_iter().filter(new));
        }
        let mut known = BTreeSet::new();
        plan.corpus.retain(|(name, ..)| known.insert(name.clone()));
        Ok(())
    }

    fn run(
        &self,
        plan: &Plan,
        detector: &Detector,
        log: Option<(Log, Vec<difftest::Record>)>,
        run: &Run,
    ) -> Result<Campaign, Failure> {
        let bar = Progress::bar("kernels");
        let campaign = campaign::run(plan, detector, log, run, &mut |progress| {
            let wrong: u64 =
                progress.outcomes.iter().filter(|(o, _)| o.is_finding()).map(|(_, n)| n).sum();
            bar.add(format_args!("{wrong} wrong"));
            bar.show(progress.places.into(), plan.len().into());
        });
        drop(bar);
        let hint = "the log says how far it came: the same command goes on";
        campaign.map_err(|why| Failure::usage(why.to_string(), hint))
    }
}

/// Where findings are kept.
struct Kept<'a> {
    detector: &'a Detector,
    description: &'a Path,
    corpus: Option<Folder>,
    findings: Option<Folder>,
}

impl Kept<'_> {
    /// Writes findings to the campaign and to the corpus, and takes from both what is none any more; where each was
    /// written.
    fn keep(&self, found: &[Finding]) -> Result<Vec<Option<PathBuf>>, Failure> {
        let mut folders = Vec::new();
        for finding in found {
            if let Some(corpus) = &self.corpus {
                let written = corpus.write(&in_corpus(finding), &finding.trial.text);
                written.map_err(|error| unwritable(corpus, &error))?;
            }
            let Some(findings) = &self.findings else {
                folders.push(None);
                continue;
            };
            let written = finding.write(findings, self.detector, self.description);
            written.map_err(|error| unwritable(findings, &error))?;
            let folder = findings.path().join(finding.folder());
            if finding.trial.truth.contradiction.is_some() {
                let shown = folder.display();
                note(format_args!("{shown}: our own referees contradict each other"));
            }
            folders.push(Some(folder));
        }
        if let Some(findings) = &self.findings {
            self.forget(findings, found).map_err(|error| unwritable(findings, &error))?;
        }
        Ok(folders)
    }

    /// Findings change their shape, and with it their name, where a later run makes them smaller.
    fn forget(&self, findings: &Folder, found: &[Finding]) -> std::io::Result<()> {
        for gone in gone(findings, found)? {
            let (Some(corpus), Ok(folder)) = (&self.corpus, findings.inner(&gone)) else {
                findings.remove(&gone)?;
                continue;
            };
            for language in Language::ALL {
                let (name, file) = (format!("{gone}.{language}"), format!("kernel.{language}"));
                // Another file of this name is somebody else's.
                if let (Some(old), Some(kernel)) = (corpus.text(&name), folder.text(&file))
                    && old == kernel
                {
                    corpus.remove(&name)?;
                }
            }
            findings.remove(&gone)?;
        }
        Ok(())
    }
}

fn in_corpus(finding: &Finding) -> String {
    format!("{}.{}", finding.folder(), finding.trial.language)
}
