//! `paper`: one report on a paper, every claim of it checked.

mod alarms;
mod contents;
mod cost;
mod flows;
mod form;
mod formulas;
mod machine;
mod older;
mod plot;

use crate::answer::{Answer, Command, View};
use crate::commands::suite::TableForm;
use crate::commands::{indigo, suite};
use crate::progress::Progress;
use crate::exit::Exit;
use crate::document;
use crate::failure::Failure;
use alarms::{Replayed, replay};
use cuda::{Disk, Options};
use flows::FlowsReport;
use form::{AnyPaperForm, PaperForm};
use formulas::FormulasReport;
use jaminan::Program;
use machine::MachineReport;
use oracle::Bounds;
use semantics::{Allowance, Source, Text};
use serde_json::Value;
use std::path::PathBuf;
use theories::{Dropped, Grammar, Need, Shard, Survey, Surveyed, Work, claims, needs};

/// One report on a paper: every claim, what it needs, and the alarms replayed
///
/// Every claim of the paper is checked on every small program, and again without each of its
/// hypotheses; the alarms of [L24, §2] are checked and replayed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Paper {
    /// Which paper: what its claims' ids begin with, as `liew2024`
    #[arg(value_name = "PAPER")]
    paper: String,

    /// Every program of at most N statement nodes: 4, or where a solver is asked about each, 3. Of
    /// claims that take long, fewer: the report says of each how far it was checked
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=12))]
    size: Option<usize>,

    /// How to write the report
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Markup::Markdown)]
    form: Markup,

    /// Of `jacobson2024`: run the Indigo suite of its artifact, and set the counts beside Table I
    #[arg(long, value_name = "FOLDER")]
    indigo: Option<PathBuf>,

    /// Of `liew2024`: the tables of §6 of a suite, from the folder of its results (see `jaminan suite`)
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan paper liew2024
  jaminan paper liew2024 --size 5 --as html > liew2024.html
  jaminan paper liew2024 --suite hecbench      with the tables of §6 of a suite
  jaminan paper jacobson2024 --as html > jacobson2024.html
  jaminan paper jacobson2024 --indigo HiRace-Artifact-SC24/indigo
  jaminan paper li2012 --as html > li2012.html
  jaminan paper sarkar2018 --size 2

Exit codes: as of `theorem check`: 0 every verdict is the one recorded · 1 some is not";

/// How to write a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Markup {
    /// Markdown
    Markdown,
    /// One HTML file that needs nothing else
    Html,
}

/// A report on a paper.
pub struct Report {
    paper: String,
    size: usize,
    survey: Survey,
    surveyed: Vec<Surveyed>,
    needs: Vec<Need>,
    alarms: Vec<Replayed>,
    /// A suite's tables, and its row of the first.
    suite: Option<(Vec<document::Block>, TableForm)>,
    form: Markup,
}

/// A report: on a paper about programs, or on [H24]'s machine.
pub enum AnyReport {
    /// On claims about programs.
    Programs(Box<Report>),
    /// On [H24]'s machine.
    Machine(Box<MachineReport>),
    /// On [P12]'s parametric flows.
    Flows(Box<FlowsReport>),
    /// On [S18]'s formulas.
    Formulas(Box<FormulasReport>),
}

/// The size of programs of which a solver is asked about each.
const ASKED: usize = 3;

impl Command for Paper {
    type Answer = AnyReport;

    /// As much as it takes: what it does is bounded by its flags.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<AnyReport, Failure> {
        let asked = self.size.unwrap_or(ASKED);
        if self.indigo.is_some() && self.paper != "jacobson2024" {
            let hint = "`jaminan paper jacobson2024` takes it";
            return Err(Failure::usage("`--indigo` is about [H24] alone", hint));
        }
        if self.suite.is_some() && self.paper != "liew2024" {
            let hint = "`jaminan paper liew2024` takes it";
            return Err(Failure::usage("`--suite` is about [L24] alone", hint));
        }
        // Before anything is checked: a folder without results is told at once.
        let suite = self.suite.as_deref().map(suite::of_folder).transpose()?;
        match self.paper.as_str() {
            "jacobson2024" => {
                let indigo = self.indigo.as_deref().map(indigo::on_folder).transpose()?;
                return Ok(AnyReport::Machine(Box::new(MachineReport::new(self.form, indigo)?)));
            }
            "li2012" => {
                return Ok(AnyReport::Flows(Box::new(FlowsReport::new(asked, self.form)?)));
            }
            "sarkar2018" => {
                let report = FormulasReport::new(asked, self.form)?;
                return Ok(AnyReport::Formulas(Box::new(report)));
            }
            _ => {}
        }
        let mut report = Report::on(&self.paper, self.size.unwrap_or(4))?;
        (report.form, report.suite) = (self.form, suite);
        if self.paper == "liew2024" {
            report.alarms = replay()?;
        }
        Ok(AnyReport::Programs(Box::new(report)))
    }
}

impl Answer for AnyReport {
    type Form = AnyPaperForm;

    fn json(&self) -> Value {
        match self {
            AnyReport::Programs(report) => report.json(),
            AnyReport::Machine(report) => report.json(),
            AnyReport::Flows(report) => report.json(),
            AnyReport::Formulas(report) => report.json(),
        }
    }

    fn text(&self, view: &View) -> Text {
        match self {
            AnyReport::Programs(report) => report.text(view),
            AnyReport::Machine(report) => report.text(),
            AnyReport::Flows(report) => report.text(),
            AnyReport::Formulas(report) => report.text(),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            AnyReport::Programs(report) => report.exit(),
            AnyReport::Machine(report) => report.exit(),
            AnyReport::Flows(report) => report.exit(),
            AnyReport::Formulas(report) => report.exit(),
        }
    }
}

/// The program of the only kernel of a text that is part of the report.
///
/// # Errors
/// A kernel that is not supported: a mistake of the report.
fn load(
    name: &str,
    text: &str,
    launch: Option<(u64, u64)>,
    defines: Vec<String>,
) -> Result<Program, Failure> {
    let options = Options {
        block_dim: launch.map(|(block, _)| [block, 1, 1]),
        grid_dim: launch.map(|(_, grid)| [grid, 1, 1]),
        defines,
        divergent_barriers: true,
        ..Options::default()
    };
    let unit = cuda::load(Source::new(name, text), &options, &Disk)?;
    let kernel = unit.kernels.into_iter().next().and_then(cuda::Kernel::into_single);
    match kernel.map(|launched| launched.lowered) {
        Some(Ok(program)) => Ok(program),
        Some(Err(unsupported)) => Err(Failure::Undecided {
            why: format!("{}: {unsupported}", unsupported.span.place()),
            hint: "this is a mistake of the report".into(),
        }),
        None => Err(Failure::usage(format!("{name} has no kernel"), "give one")),
    }
}

/// A document in the markup that was asked for.
fn written(form: Markup, blocks: &[document::Block], title: &str) -> Text {
    Text::of_lines(match form {
        Markup::Markdown => document::markdown(blocks),
        Markup::Html => document::html(blocks, title),
    })
}

impl Report {
    /// The claims of a paper, and what they need; no alarms.
    fn on(paper: &str, size: usize) -> Result<Report, Failure> {
        let of = |id: &str| id.split('/').next() == Some(paper);
        let claims: Vec<_> = claims().into_iter().filter(|claim| of(claim.id)).collect();
        if claims.is_empty() {
            return Err(Failure::usage(
                format!("there are no claims of `{paper}`"),
                "`jaminan theorem list` lists the claims; what stands before `/` is the paper",
            ));
        }
        let bounds = Bounds::new(2, 2);
        let survey = Survey {
            claims: claims.clone(),
            dropped: Dropped::default(),
            grammar: Grammar::default(),
            bounds: bounds.clone(),
            work: Work::UpTo(size),
            shard: Shard::default(),
            only_reference: false,
        };
        let too_many =
            |e: theories::enumerate::TooMany| Failure::usage(e.to_string(), "give a smaller size");
        let progress = Progress::new("programs");
        let surveyed =
            survey.run(&|done, total| progress.show(done, total)).map_err(too_many)?;
        drop(progress);
        let needs = needs(&claims, size, &bounds).map_err(too_many)?;
        let (paper, alarms, form) = (paper.into(), Vec::new(), Markup::Markdown);
        let suite = None;
        Ok(Report { paper, size, survey, surveyed, needs, alarms, suite, form })
    }
}

impl Answer for Report {
    type Form = PaperForm;

    fn json(&self) -> Value {
        // Only numbers and text: this does not fail.
        serde_json::to_value(PaperForm::of(self)).unwrap_or(Value::Null)
    }

    fn text(&self, _: &View) -> Text {
        let mut blocks = contents::blocks(self, true);
        blocks.extend(self.suite.iter().flat_map(|(tables, _)| tables.iter().cloned()));
        written(self.form, &blocks, &format!("The claims of {}", self.paper))
    }

    fn exit(&self) -> Exit {
        let form = PaperForm::of(self);
        let expected = form.alarms.iter().all(|alarm| alarm.as_expected);
        match form.claims.iter().all(|claim| claim.as_recorded) && expected {
            true => Exit::Fine,
            false => Exit::Alarm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_on_small_programs() {
        let Ok(report) = Report::on("liew2024", 3) else { panic!("no report") };
        insta::assert_snapshot!(document::markdown(&contents::blocks(&report, false)));
    }

    #[test]
    fn the_report_of_liew2022_on_small_programs() {
        let Ok(report) = Report::on("liew2022", 2) else { panic!("no report") };
        insta::assert_snapshot!(document::markdown(&contents::blocks(&report, false)));
    }

    /// Of each claim the report says how far it was searched, and of which grammar.
    #[test]
    fn each_claim_has_its_own_scope() {
        let Ok(report) = Report::on("interleavings", 4) else { panic!("no report") };
        let text = document::markdown(&contents::blocks(&report, false));
        let has = |part: &str| assert!(text.contains(part), "{part} is not in\n{text}");
        has("v1-sync, size ≤ 3");
        has("threads 0..2, values 0..3, cells 0..3");
        has("within this scope only; recorded: refuted by v1-sync:5:403904");
        has("2 recorded as refuted that nothing in its scope refutes: the others as recorded");
        assert!(!text.contains("size ≤ 4"), "{text}");
    }

    #[test]
    fn what_is_no_paper_is_refused() {
        assert!(Report::on("liew1999", 1).is_err());
    }
}
