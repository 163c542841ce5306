//! `indigo`: labelled graph kernels, run and checked, beside Table I of [H24].

mod form;
pub mod published;
mod text;

use crate::answer::{Answer, Command, View};
use crate::progress::Progress;
use crate::concrete::schedule;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::read_text;
use dynamic::indigo::generate::{Direction, Kind, Size};
use dynamic::indigo::NotRun;
use dynamic::indigo::suite::{How, Label, Shape, module, run};
use dynamic::indigo::{Graph, planted};
use dynamic::{Detector, Detectors, Run, Verdict};
use form::IndigoForm;
use grid::Schedule;
use rayon::prelude::*;
use semantics::Text;
use serde_json::Value;
use semantics::Allowance;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Labelled graph kernels with planted bugs, run on graphs: which are racy, by which detector
///
/// With a folder of the Indigo suite, as the artifact of [H24] has it, its kernels are run on its
/// inputs as its host code does, and the counts stand beside Table I of [H24]. Without one,
/// kernels of this project's own in the same style are run on generated graphs. Names are read
/// for their labels only after all kernels have been run.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Indigo {
    /// A folder with `indigo_sources`, `indigo_include` and `input`, or with kernels below it
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Look for graphs here: `.egr` files
    #[arg(long, value_name = "FOLDER")]
    inputs: Option<PathBuf>,

    /// Look for included files here
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<String>,

    /// Blocks
    #[arg(long, value_name = "N", default_value_t = Shape::PUBLISHED.grid)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    blocks: u32,

    /// Threads of a block
    #[arg(long, value_name = "N", default_value_t = Shape::PUBLISHED.block)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,

    /// In which order threads run: canonical, reversed, random:SEED
    #[arg(long, value_name = "ORDER", value_parser = schedule, default_value = "canonical")]
    schedule: Schedule,

    /// How many instructions a run may take, over all its threads
    #[arg(long, value_name = "N", default_value_t = FUEL)]
    fuel: u64,

    /// Give kernels each other's names, as this seed decides: verdicts must not follow
    #[arg(long, value_name = "SEED")]
    shuffle_names: Option<u64>,

    /// List what each kernel showed on each input
    #[arg(long)]
    list: bool,

    /// Write this project's kernels and graphs to a new folder, as the suite has them, and end
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan indigo                        this project's kernels on generated graphs
  jaminan indigo HiRace-Artifact-SC24/indigo
  jaminan indigo HiRace-Artifact-SC24/indigo --shuffle-names 7 --format json
  jaminan indigo --write labelled && jaminan indigo labelled

Exit codes: 0 every racy kernel has a bug that makes races, and the detectors agree · 1 a kernel
whose label is race free has a race, or detectors differ · 2 bad input · 3 a kernel that is not
supported, or whose run did not end";

/// Some hundred times as many as the largest run on a small graph takes; some seconds.
const FUEL: u64 = 1_000_000_000;

/// A kernel's source, under its name.
struct Case {
    name: String,
    text: String,
}

/// A graph, under its name.
struct Input {
    name: String,
    graph: Graph,
}

/// What a kernel showed on an input.
struct Shown {
    verdict: Verdict,
    /// Whose alarms there were.
    by: Detectors,
    disputed: bool,
    accesses: u64,
    time: Duration,
}

/// What all kernels showed.
pub struct IndigoAnswer {
    shape: Shape,
    inputs: Vec<Input>,
    /// Each kernel by name, with what it showed on each input or why it was not run.
    kernels: Vec<(String, Result<Vec<Shown>, NotRun>)>,
    /// The time from begin to end.
    time: Duration,
    list: bool,
    written: Option<String>,
}

/// The suite in a folder, as [H24] launches it.
///
/// # Errors
/// As the command.
pub fn on_folder(folder: &Path) -> Result<IndigoAnswer, Failure> {
    let command = Indigo {
        folder: Some(folder.to_owned()),
        inputs: None,
        include: Vec::new(),
        blocks: Shape::PUBLISHED.grid,
        threads: Shape::PUBLISHED.block,
        schedule: Schedule::Canonical,
        fuel: FUEL,
        shuffle_names: None,
        list: false,
        write: None,
    };
    command.run()
}

impl Command for Indigo {
    type Answer = IndigoAnswer;

    /// As much as it takes: what it does is bounded by its flags.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<IndigoAnswer, Failure> {
        self.run()
    }
}

impl Indigo {
    fn run(&self) -> Result<IndigoAnswer, Failure> {
        let (mut cases, includes) = self.cases()?;
        let inputs = self.graphs()?;
        let shape = Shape { grid: self.blocks, block: self.threads };
        if let Some(folder) = &self.write {
            let written = write(folder, &cases, &inputs)?;
            let (kernels, time) = (Vec::new(), Duration::ZERO);
            let list = false;
            return Ok(IndigoAnswer { shape, inputs, kernels, time, list, written: Some(written) });
        }
        if let Some(seed) = self.shuffle_names {
            shuffle(&mut cases, seed);
        }
        let how = How { shape, schedule: self.schedule, fuel: self.fuel };
        let (progress, done) = (Progress::new("kernels"), AtomicUsize::new(0));
        let start = Instant::now();
        let one = |case: &Case| {
            let shown = shown(&case.text, &includes, &inputs, &how);
            progress.show(done.fetch_add(1, Ordering::Relaxed) as u128 + 1, cases.len() as u128);
            (case.name.clone(), shown)
        };
        let kernels = cases.par_iter().map(one).collect();
        let time = start.elapsed();
        drop(progress);
        Ok(IndigoAnswer { shape, inputs, kernels, time, list: self.list, written: None })
    }
}

/// A kernel on all inputs. Its name is not known here.
fn shown(
    text: &str,
    includes: &[String],
    inputs: &[Input],
    how: &How,
) -> Result<Vec<Shown>, NotRun> {
    let module = module("kernel.cu", text, includes)?;
    let one = |input: &Input| {
        let start = Instant::now();
        let run = run(&module, &input.graph, how, Detectors::ALL)?;
        Ok(Shown::of(&run, start.elapsed()))
    };
    inputs.iter().map(one).collect()
}

impl Shown {
    fn of(run: &Run, time: Duration) -> Shown {
        let by = run.found.races.iter().map(|race| race.by);
        Shown {
            verdict: run.verdict(),
            by: by.fold(Detectors::NONE, Detectors::or),
            disputed: run.found.races.iter().any(|race| run.is_disputed(race)),
            accesses: run.found.accesses,
            time,
        }
    }
}

impl Indigo {
    /// The kernels by name, and where their includes are.
    fn cases(&self) -> Result<(Vec<Case>, Vec<String>), Failure> {
        let Some(folder) = &self.folder else {
            let own = planted::all();
            let case = |k: &planted::Planted| Case { name: format!("{k}.cu"), text: k.source() };
            return Ok((own.iter().map(case).collect(), Vec::new()));
        };
        let sources = below(folder, "indigo_sources");
        let files = files(&sources, "cu")?;
        let case = |path: &PathBuf| {
            let text = read_text(path).map_err(|error| unreadable(path, &error))?;
            Ok(Case { name: name(path), text })
        };
        let cases = files.iter().map(case).collect::<Result<Vec<Case>, Failure>>()?;
        if cases.is_empty() {
            let why = format!("no kernel is below `{}`", sources.display());
            return Err(Failure::usage(why, "give a folder with `.cu` files"));
        }
        let include = folder.join("indigo_include");
        let own = include.is_dir().then(|| include.display().to_string());
        Ok((cases, self.include.iter().cloned().chain(own).collect()))
    }

    fn graphs(&self) -> Result<Vec<Input>, Failure> {
        let folder = match (&self.inputs, &self.folder) {
            (Some(inputs), _) => inputs.clone(),
            (None, Some(folder)) => folder.join("input"),
            (None, None) => return Ok(generated()),
        };
        let read = |path: &PathBuf| {
            let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
            let graph = Graph::read(&bytes).map_err(|why| {
                let message = format!("`{}` is no graph: {why}", path.display());
                Failure::usage(message, "an `.egr` file has nodes, edges, begins, neighbours")
            })?;
            let name = name(path).trim_end_matches(".egr").to_owned();
            Ok(Input { name, graph })
        };
        let inputs = files(&folder, "egr")?.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
        match inputs.is_empty() {
            false => Ok(inputs),
            true => Err(Failure::usage(
                format!("no `.egr` file is below `{}`", folder.display()),
                "give a folder with `--inputs`",
            )),
        }
    }
}

/// A graph of each kind.
fn generated() -> Vec<Input> {
    let graph = |kind: Kind| {
        // All possible graphs are those of few nodes.
        let (nodes, edges) = if kind == Kind::AllPossible { (8, 0) } else { (100, 400) };
        let seed = if kind == Kind::AllPossible { u64::MAX / 3 } else { 1 };
        let graph = Direction::Directed.of(&kind.graph(Size { nodes, edges, dimensions: 2 }, seed));
        let name = format!("{}_{}n_{}e", kind.name(), graph.nodes(), graph.edges());
        Input { name, graph }
    };
    Kind::ALL.into_iter().map(graph).collect()
}

/// The folder in this one, where it is there.
fn below(folder: &Path, name: &str) -> PathBuf {
    let inner = folder.join(name);
    if inner.is_dir() { inner } else { folder.to_owned() }
}

/// The files with this ending below a folder, sorted.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Failure> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(&folder, &error))?;
            // A link can lead in a circle, and is passed over.
            let kind = entry.file_type().map_err(|error| unreadable(&folder, &error))?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot read `{}`: {error}", path.display()), "check the path")
}

/// Kernels get each other's names.
fn shuffle(cases: &mut [Case], seed: u64) {
    let mut random = grid::Random::new(seed);
    let mut names: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
    for n in (1..names.len()).rev() {
        names.swap(n, random.below(n as u64 + 1) as usize);
    }
    cases.iter_mut().zip(names).for_each(|(case, name)| case.name = name);
}

fn write(folder: &Path, cases: &[Case], inputs: &[Input]) -> Result<String, Failure> {
    let failed = |error: std::io::Error| {
        let message = format!("cannot write to `{}`: {error}", folder.display());
        Failure::usage(message, "give a folder that is not there yet")
    };
    let [sources, graphs] = ["indigo_sources", "input"].map(|name| folder.join(name));
    std::fs::create_dir(folder).map_err(failed)?;
    std::fs::create_dir(&sources).map_err(failed)?;
    std::fs::create_dir(&graphs).map_err(failed)?;
    for case in cases {
        std::fs::write(sources.join(&case.name), &case.text).map_err(failed)?;
    }
    for input in inputs {
        let file = graphs.join(format!("{}.egr", input.name));
        std::fs::write(file, input.graph.bytes()).map_err(failed)?;
    }
    let (kernels, graphs) = (cases.len(), inputs.len());
    Ok(format!("wrote {kernels} kernels and {graphs} graphs to `{}`", folder.display()))
}

/// The counts of an input.
#[derive(Clone, Debug, Default)]
struct Counts {
    /// Racy kernels whose label says so, and those that are not racy here.
    found: u64,
    missed: u64,
    /// Racy kernels whose label is race free.
    against_label: u64,
    /// By detector.
    by: [u64; 4],
    disputed: u64,
    undecided: u64,
    time: Duration,
    slowest: Duration,
    most_accesses: u64,
}

impl IndigoAnswer {
    /// The counts of an input, by the labels in the names.
    fn counts(&self, input: usize) -> Counts {
        let mut counts = Counts::default();
        for (name, shown) in &self.kernels {
            let Ok(shown) = shown else { continue };
            let Some(shown) = shown.get(input) else { continue };
            match (shown.verdict == Verdict::Racy, Label::of(name).race) {
                (true, true) => counts.found += 1,
                (false, true) => counts.missed += 1,
                (true, false) => counts.against_label += 1,
                (false, false) => {}
            }
            shown.by.iter().for_each(|detector| counts.by[detector as usize] += 1);
            counts.disputed += u64::from(shown.disputed);
            counts.undecided += u64::from(shown.verdict == Verdict::Undecided);
            counts.time += shown.time;
            counts.slowest = counts.slowest.max(shown.time);
            counts.most_accesses = counts.most_accesses.max(shown.accesses);
        }
        counts
    }

    /// The row of an input in a table: found/missed, by each machine, against labels, disputed, and
    /// the longest run's milliseconds.
    pub fn row(&self, input: &str, times: bool) -> Vec<String> {
        let Some(n) = self.inputs.iter().position(|i| i.name == input) else { return Vec::new() };
        let Counts { found, missed, against_label, by, disputed, slowest, .. } = self.counts(n);
        let of = |detector: Detector| by[detector as usize].to_string();
        let mut row = vec![format!("{found}/{missed}")];
        row.extend([Detector::Published, Detector::Repaired].map(of));
        row.extend([against_label, disputed].map(|n| n.to_string()));
        row.extend(times.then(|| slowest.as_millis().to_string()));
        row
    }

    /// How long it took, in a sentence.
    pub fn how_long(&self) -> String {
        let runs = self.kernels.iter().flat_map(|(_, shown)| shown).flatten().count();
        format!("{runs} runs of {} kernels took {:.1} s.", self.kernels.len(), self.time.as_secs_f64())
    }

    fn all_counts(&self) -> Vec<Counts> {
        (0..self.inputs.len()).map(|input| self.counts(input)).collect()
    }

    fn refused(&self) -> impl Iterator<Item = (&str, &NotRun)> {
        self.kernels.iter().filter_map(|(name, shown)| {
            shown.as_ref().err().map(|why| (name.as_str(), why))
        })
    }
}

impl Answer for IndigoAnswer {
    type Form = IndigoForm;

    fn json(&self) -> Value {
        form::json(self)
    }

    fn text(&self, _: &View) -> Text {
        match &self.written {
            Some(written) => Text::of_line(written),
            None => text::text(self),
        }
    }

    fn exit(&self) -> Exit {
        let counts = self.all_counts();
        if counts.iter().any(|c| c.against_label > 0 || c.disputed > 0) {
            Exit::Alarm
        } else if self.refused().next().is_some() || counts.iter().any(|c| c.undecided > 0) {
            Exit::Undecided
        } else {
            Exit::Fine
        }
    }
}
