//! `flows`: parametric flows and the races of two threads on them. [P12]

mod form;
mod text;

pub use form::{ShownForm, shown};
pub use text::{given, status};

use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::limits::MOST_MEMORY;
use crate::style;
use form::{ExplicitForm, FlowsForm};
use jaminan::Program;
use oracle::check::Settings;
use oracle::solver::{Chosen, choose};
use semantics::{Allowance, Name, Scope, Syntax, Text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;
use theories::parametric_flows as parametric;
use theories::parametric_flows::explicit::{Explicit, MEMORY, explicit, told_of};
use theories::parametric_flows::performance::Capability;
use theories::parametric_flows::{Analysis, Inputs, Warps};
use verdict::{Verdict, Why};

/// Parametric flows: the classes of threads that diverge in the same manner, and their races [P12]
///
/// Between two barriers one symbolic thread is run; a condition that is not known forks it. Two
/// threads, each on one of the flows, are asked for a race in each relation: of one warp, of
/// different warps of a block, of different blocks. A race is replayed by the interpreter, and
/// stays open where that does not make it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Flows {
    #[command(flatten)]
    input: Input,

    /// How the threads of a warp run
    #[arg(long, value_enum, default_value_t = WarpsFlag::Independent)]
    warps: WarpsFlag,

    /// Only these arrays hold symbolic inputs; the others hold 0 at first
    #[arg(long, value_name = "ARRAYS", value_delimiter = ',')]
    symbolic: Option<Vec<String>>,

    /// How often a loop without a known end is written out, before some iteration stands for the rest
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=10_000))]
    unroll: u64,

    /// Write an input for each flow, and replay it
    #[arg(long)]
    tests: bool,

    /// Look for bank conflicts and uncoalesced accesses, by the rules of this compute capability
    #[arg(long, value_enum, value_name = "CAPABILITY")]
    performance: Option<CapabilityFlag>,

    /// Also analyse every thread of the launch by itself, as GKLEE does, and compare
    #[arg(long)]
    explicit: bool,

    /// Print the flow tree of this interval as a picture in SVG instead
    #[arg(long, value_name = "INTERVAL")]
    svg: Option<usize>,

    /// Who decides: `auto`, `z3`, `embedded`, or a command that reads SMT-LIB
    #[arg(long, default_value = "auto", value_name = "SOLVER")]
    solver: String,

    /// Seconds for each kernel
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    timeout: u64,
}

const EXAMPLES: &str = "\
Examples:
  jaminan flows kernel.cu --block-dim 256 --grid-dim 64
  jaminan flows kernel.cu --block-dim 32 --grid-dim 1 --warps simd --performance 2
  jaminan flows kernel.cu --block-dim 8 --grid-dim 1 --tests --format json
  jaminan flows kernel.cu --block-dim 8 --grid-dim 1 --svg 0 > tree.svg
  jaminan flows kernel.cu --block-dim 64 --grid-dim 1 --explicit

Exit codes: 0 race free, no deadlock · 1 a race or a deadlock, shown or open · 2 bad input ·
3 undecided or unsupported";

/// How the threads of a warp run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum WarpsFlag {
    /// Each by itself, as from Volta on.
    Independent,
    /// In lock step.
    Simd,
}

/// Of which devices the rules are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CapabilityFlag {
    /// 1.x
    #[value(name = "1")]
    One,
    /// From 2.0 on
    #[value(name = "2")]
    Two,
}

/// What became of a kernel.
pub struct Analysed {
    name: String,
    warps: &'static str,
    flows: parametric::Flows,
    explicit: Option<Compared>,
    /// Why it was not analysed.
    refused: Option<(Verdict, Why)>,
    notes: Vec<String>,
}

/// What the explicit threads came to.
#[derive(Clone)]
enum Compared {
    Done(Explicit),
    Not(String),
}

/// The answer of `flows`.
pub struct FlowsAnswer {
    kernels: Vec<Analysed>,
    svg: Option<usize>,
}

/// A program of an input.
pub struct Named {
    /// Its name.
    pub name: String,
    /// It, or the verdict without it and why there is none.
    pub program: Result<Program, (Verdict, Why)>,
    /// What was passed over, or taken by convention.
    pub notes: Vec<String>,
    /// What may be spent on it yet.
    pub allowance: Allowance,
}

/// What a kernel may take: so many seconds.
pub fn allowance(seconds: u64) -> Allowance {
    Allowance { time: Some(Duration::from_secs(seconds)), bytes: Some(MOST_MEMORY) }
}

/// The programs of an input, with barriers as they stand, and what may be spent on each.
///
/// # Errors
/// A source that cannot be read; a protocol.
pub fn programs(input: Input, allowance: Allowance) -> Result<Vec<Named>, Failure> {
    let input = input.with_divergent_barriers().with_allowance(allowance);
    if let Some(unit) = input.kernels()? {
        let why = |u: cuda::Unsupported| {
            let spent = u.as_exhausted().is_some();
            let verdict = if spent { Verdict::Unknown } else { Verdict::Unsupported };
            (verdict, Why::Unsupported(u))
        };
        let mut programs = Vec::new();
        for kernel in unit.kernels {
            let several = kernel.launches.len() > 1;
            for launched in kernel.launches {
                let name = match launched.launch.span.as_ref().filter(|_| several) {
                    Some(span) => format!("{} (line {})", kernel.name, span.line_column().0),
                    None => kernel.name.clone(),
                };
                let assumed = launched.assumptions.iter().map(ToString::to_string);
                let notes = launched.notes.iter().map(ToString::to_string);
                programs.push(Named {
                    name,
                    program: launched.lowered.map_err(why).and_then(of_blocks),
                    notes: unit.notes.iter().cloned().chain(notes).chain(assumed).collect(),
                    allowance: allowance.after(kernel.took),
                });
            }
        }
        return Ok(programs);
    }
    match input.load()? {
        Subject::Program(program) => {
            Ok(vec![Named { name: input.name(), program: Ok(program), notes: Vec::new(), allowance }])
        }
        Subject::Protocol(_) => Err(Failure::usage(
            "a protocol has no flows",
            "give a program: `.jam` or `.cu`",
        )),
    }
}

/// The verdict of an older system, as `check` has it.
pub fn of_system(verdict: parametric::Verdict) -> Verdict {
    match verdict {
        parametric::Verdict::Racy => Verdict::Racy,
        parametric::Verdict::Potential => Verdict::Potential,
        parametric::Verdict::Drf => Verdict::Drf,
        parametric::Verdict::Unknown => Verdict::Unknown,
    }
}

/// Neither system knows a barrier of the whole grid.
fn of_blocks(program: Program) -> Result<Program, (Verdict, Why)> {
    match program.body.has_barrier(&|barrier| barrier.scope == Scope::Grid) {
        true => Err((Verdict::Unsupported, Why::GridBarrier)),
        false => Ok(program),
    }
}

/// The solver of this name.
///
/// # Errors
/// One that is not there.
pub fn solver(name: &str) -> Result<Chosen, Failure> {
    let chosen = choose(name)
        .map_err(|why| Failure::usage(why.to_string(), "choose another one with `--solver`"))?;
    chosen.warnings.iter().for_each(style::note);
    Ok(chosen)
}

impl Command for Flows {
    type Answer = FlowsAnswer;

    /// Each kernel has its own.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<FlowsAnswer, Failure> {
        let mut chosen = solver(&self.solver)?;
        let mut kernels = Vec::new();
        let analysis = self.analysis();
        let each = allowance(self.timeout);
        let programs = programs(self.input, each)?;
        let lowered = programs.iter().filter_map(|named| named.program.as_ref().ok());
        let arrays = lowered.flat_map(|program| program.body.arrays()).collect();
        let named = self.symbolic.as_deref();
        let assumed = named.map(|named| zero_but(named, &arrays)).transpose()?;
        for Named { name, program, mut notes, allowance } in programs {
            notes.extend(assumed.clone());
            let mut settings = Settings::of(chosen.solver.as_mut());
            let analyse = || Analysed::new(name, &analysis, &program, notes, &mut settings);
            let mut analysed = allowance.from_now().enter(analyse);
            if let (true, Ok(program)) = (self.explicit, &program) {
                let inputs = analysis.inputs.clone();
                let explicit = || explicit(program, inputs, analysis.warps, &mut settings);
                analysed.explicit = Some(match each.from_now().enter(explicit) {
                    Ok(explicit) => Compared::Done(explicit),
                    Err(why) => Compared::Not(why.to_string()),
                });
            }
            kernels.push(analysed);
        }
        if let Some(interval) = self.svg
            && !kernels.iter().any(|kernel| kernel.flows.intervals.len() > interval)
        {
            let message = format!("there is no interval {interval}");
            return Err(Failure::usage(message, "intervals are counted from 0"));
        }
        Ok(FlowsAnswer { kernels, svg: self.svg })
    }
}

/// What is assumed of memory where only these arrays hold inputs.
fn zero_but(named: &[String], known: &BTreeSet<Name>) -> Result<String, Failure> {
    match named.iter().find(|name| !known.contains(&Name::from(name.as_str()))) {
        None => Ok(format!("arrays other than {} hold 0 at first", named.join(", "))),
        Some(name) => {
            let known: Vec<String> = known.iter().map(Name::to_string).collect();
            let hint = format!("the arrays are {}", known.join(", "));
            Err(Failure::usage(format!("there is no array `{name}`"), hint))
        }
    }
}

impl Flows {
    fn analysis(&self) -> Analysis {
        let named = |names: &Vec<String>| -> BTreeSet<Name> {
            names.iter().map(|name| Name::from(name.as_str())).collect()
        };
        Analysis {
            warps: match self.warps {
                WarpsFlag::Independent => Warps::Independent,
                WarpsFlag::Simd => Warps::Simd,
            },
            inputs: Inputs {
                symbolic: self.symbolic.as_ref().map(named),
                unroll: self.unroll,
                ..Inputs::default()
            },
            tests: self.tests,
            performance: self.performance.map(|capability| match capability {
                CapabilityFlag::One => Capability::One,
                CapabilityFlag::Two => Capability::Two,
            }),
            ..Analysis::default()
        }
    }
}

impl Analysed {
    fn new(
        name: String,
        analysis: &Analysis,
        program: &Result<Program, (Verdict, Why)>,
        mut notes: Vec<String>,
        settings: &mut Settings<'_>,
    ) -> Self {
        let warps = match analysis.warps {
            Warps::Simd => "simd",
            Warps::Independent => "independent",
        };
        let (flows, refused) = match program {
            Err(why) => (parametric::Flows::default(), Some(why.clone())),
            Ok(program) => match analysis.run(program, settings) {
                Ok(flows) => (flows, None),
                Err(why) => (parametric::Flows::default(), Some((Verdict::Unknown, Why::Analysis(why.to_string())))),
            },
        };
        notes.extend(flows.of_left_out().map(|left_out| left_out.to_string()));
        Analysed { name, warps, flows, explicit: None, refused, notes }
    }

    fn verdict(&self) -> Verdict {
        self.refused.as_ref().map_or_else(|| of_system(self.flows.verdict()), |(verdict, _)| *verdict)
    }

    fn undecided(&self) -> Vec<String> {
        let refused = self.refused.iter().map(|(_, why)| why.to_string());
        refused.chain(self.flows.undecided.iter().map(ToString::to_string)).collect()
    }

    fn exit(&self) -> Exit {
        match self.verdict() {
            _ if self.refused.as_ref().is_some_and(|(_, why)| why.mistake().is_some()) => Exit::Bad,
            _ if !self.flows.deadlocks.is_empty() => Exit::Alarm,
            Verdict::Racy | Verdict::Potential => Exit::Alarm,
            Verdict::Drf if self.flows.undecided.is_empty() => Exit::Fine,
            _ => Exit::Undecided,
        }
    }
}

impl Compared {
    fn form(self, flows: &parametric::Flows) -> ExplicitForm {
        let none = ExplicitForm {
            threads: 0,
            flows: 0,
            races: 0,
            queries: 0,
            same_races: false,
            only_flows: Vec::new(),
            only_explicit: Vec::new(),
            memory: None,
            why: None,
        };
        match self {
            Compared::Not(why) => ExplicitForm { why: Some(why), ..none },
            Compared::Done(explicit) => ExplicitForm {
                threads: explicit.threads,
                flows: explicit.flows,
                races: explicit.races.len(),
                queries: explicit.asked,
                same_races: explicit.races.keys().eq(told_of(flows).keys()),
                only_flows: form::without(&told_of(flows), &explicit.races),
                only_explicit: form::without(&explicit.races, &told_of(flows)),
                memory: Some(MEMORY.into()),
                why: explicit.undecided.first().map(ToString::to_string),
            },
        }
    }
}

impl Answer for FlowsAnswer {
    type Form = FlowsForm;

    fn json(&self) -> Value {
        // Only numbers and text: this does not fail.
        serde_json::to_value(FlowsForm::of(&self.kernels)).unwrap_or(Value::Null)
    }

    fn text(&self, _: &View) -> Text {
        if let Some(number) = self.svg {
            let tree = self.kernels.iter().find_map(|kernel| {
                let interval = kernel.flows.intervals.get(number)?;
                Some(interval.svg(&format!("{}, interval {number}", kernel.name)))
            });
            return Text::of_lines(tree.unwrap_or_default());
        }
        Text::joined(self.kernels.iter().map(text::kernel))
    }

    fn exit(&self) -> Exit {
        Exit::worst(self.kernels.iter().map(Analysed::exit))
    }
}
