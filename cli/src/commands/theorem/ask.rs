//! What is asked about claims.

use super::answer::{Checked, TheoremAnswer};
use super::merge::merged;
use crate::progress::Progress;
use crate::failure::Failure;
use crate::input::read_text;
use crate::malformed::Malformed;
use crate::shard::shard;
use oracle::Bounds;
use std::path::PathBuf;
use std::str::FromStr;
use semantics::Source;
use theories::{
    Assumed, Claim, Dropped, Grammar, Hypothesis, ProgramNumber, Shard, Survey, Surveyed, Work, claim,
    claims,
};

/// Bounds within which programs are run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Scope {
    /// Threads 0..T
    #[arg(long, value_name = "T", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    threads: u64,

    /// Nondeterministic choices and the contents of memory range over 0..K
    #[arg(long, value_name = "K", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    values: u64,

    /// Initial memory is 0 outside of the cells 0..C [default: T + 1]
    #[arg(long, value_name = "C")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1000))]
    cells: Option<u64>,
}

impl Scope {
    pub(super) fn bounds(self) -> Bounds {
        let bounds = Bounds::new(self.threads, self.values);
        Bounds { cells: self.cells.unwrap_or(bounds.cells), ..bounds }
    }
}

/// The largest size of programs that are asked for.
const LARGEST: usize = 40;

/// Which claims, on which programs.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = GRAMMAR)]
pub struct Check {
    /// Claims by their ids, or `all`; see `theorem list`
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,

    /// Every program of at most N statement nodes
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=LARGEST as u64))]
    size: usize,

    #[command(flatten)]
    scope: Scope,

    /// N random programs instead, of sizes above that of `--size`: the next four in turn. Of claims
    /// that take long, fewer; those that are too large to check are counted
    #[arg(long, value_name = "N")]
    random: Option<u64>,

    /// Which random programs: the same seed gives the same ones
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    seed: u64,

    /// Without this hypothesis; may be given again
    #[arg(long, value_name = "HYPOTHESIS")]
    drop: Vec<String>,

    /// Only part I of N of the programs, from 0. The counts of all parts add up to the whole, unless
    /// there is a counterexample: each part ends with its own
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "0/1")]
    shard: Shard,

    /// Check nothing, and put the parts together: what `--shard I/N --format json` has printed of each,
    /// with the other arguments as they are here. Counterexamples are checked again
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "reference"])]
    merge: Vec<PathBuf>,

    /// A grammar of programs, in TOML, as below; `all` leaves out claims with programs of their own
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,

    /// Only by the reference rules, and not by the fast engine
    #[arg(long)]
    reference: bool,

    /// How to write a counterexample
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Form::Text)]
    form: Form,
}

const GRAMMAR: &str = "\
A grammar has a `version`, which the numbers of its programs begin with. What else it has replaces
that of the default grammar: `statements`, `indices`, values written (`payloads`, and
`closed-payloads` where no variable is in scope), `conditions`, and upper `bounds` of loops. In each
of these `x` stands for each variable in scope.

  version = \"strides\"
  statements = [\"write\", \"let\", \"var\", \"for\", \"if\", \"seq\"]
  indices = [\"tid\", \"2 * tid + 1\", \"x\"]
  payloads = [\"0\", \"x\"]
  closed-payloads = [\"tid\"]
  conditions = [\"tid < 1\", \"x < tid\"]
  bounds = [\"2\", \"x\"]";

/// How to write a counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// For people
    Text,
    /// A document for LaTeX, with the package bussproofs
    Latex,
}

/// A claim and the number of a program.
#[derive(Clone, Debug, clap::Args)]
pub struct Replay {
    /// The claim and the program, as a counterexample names them; `,HYPOTHESIS` drops one
    #[arg(value_name = "ID@v1:SIZE:INDEX")]
    which: Which,

    #[command(flatten)]
    scope: Scope,

    /// Without this hypothesis; those that the program does not meet are left out anyway
    #[arg(long, value_name = "HYPOTHESIS")]
    drop: Vec<String>,

    /// The grammar, in TOML, that the number is of
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,

    /// How to write a counterexample
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Form::Text)]
    form: Form,
}

/// What is replayed.
#[derive(Clone, Debug)]
struct Which {
    id: String,
    number: ProgramNumber,
    dropped: Vec<String>,
}

impl FromStr for Which {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let (id, number) = text.split_once('@').ok_or(Malformed::NoCounterexample)?;
        let mut parts = number.split(',');
        let number = parts.next().unwrap_or_default().parse()?;
        Ok(Which { id: id.into(), number, dropped: parts.map(String::from).collect() })
    }
}

/// The claims: all, those of a paper, or one.
///
/// # Errors
/// No claim has this paper or id.
pub(super) fn list(of: Option<&str>) -> Result<TheoremAnswer, Failure> {
    let mut listed = claims();
    if let Some(of) = of {
        let paper = |id: &str| id.split('/').next().is_some_and(|paper| paper == of);
        listed.retain(|claim| claim.id == of || paper(claim.id));
        if listed.is_empty() {
            return Err(Failure::usage(
                format!("`{of}` is neither a claim nor a paper with claims"),
                "`jaminan theorem list` lists them all",
            ));
        }
    }
    Ok(TheoremAnswer::List(listed))
}

/// The claim of this id.
fn known(id: &str) -> Result<Claim, Failure> {
    claim(id).ok_or_else(|| {
        Failure::usage(format!("there is no claim `{id}`"), "`jaminan theorem list` lists them")
    })
}

/// The hypotheses of these names, each of some of the claims.
fn dropped(names: &[String], claims: &[Claim]) -> Result<Dropped, Failure> {
    let named = |name: &String| -> Result<Hypothesis, Failure> {
        let found = claims.iter().find_map(|claim| claim.hypothesis(name)).ok_or_else(|| {
            let mut all: Vec<&str> =
                claims.iter().flat_map(|c| c.hypotheses).map(|h| h.name).collect();
            all.sort_unstable();
            all.dedup();
            Failure::usage(
                format!("no hypothesis is called `{name}`"),
                format!("there are {}", all.join(", ")),
            )
        })?;
        match found.assumed {
            Assumed::SpokenOf => Err(Failure::usage(
                format!("`{}` is what the claim speaks of, and is not dropped", found.name),
                "drop another one",
            )),
            _ => Ok(*found),
        }
    };
    Ok(Dropped(names.iter().map(named).collect::<Result<_, _>>()?))
}

fn grammar(file: &Option<PathBuf>) -> Result<Grammar, Failure> {
    let Some(file) = file else { return Ok(Grammar::default()) };
    let name = file.display();
    let text = read_text(file).map_err(|error| {
        Failure::usage(format!("cannot read {name}: {error}"), "give a file that can be read")
    })?;
    let source = Source::new(name.to_string(), text);
    Grammar::from_toml(source.text()).map_err(|wrong| {
        let hint = "a grammar is TOML: `version`, and `indices`, `payloads`, `conditions`, `bounds`, …";
        wrong.diagnostic(&source).hint(hint).into()
    })
}

pub(super) fn too_many(error: theories::enumerate::TooMany) -> Failure {
    Failure::usage(error.to_string(), "give a smaller size")
}

/// A claim that does not take the grammar that is given.
fn takes_none(claim: &Claim) -> Failure {
    Failure::usage(
        format!("`{}` has programs of its own, and takes no grammar", claim.id),
        "leave `--grammar` out",
    )
}

impl Check {
    pub(super) fn answer(self) -> Result<TheoremAnswer, Failure> {
        let all = self.ids.iter().any(|id| id == "all");
        let mut asked = Vec::new();
        for id in self.ids.iter().filter(|id| *id != "all") {
            let claim = known(id)?;
            if !asked.iter().any(|other: &Claim| other.id == claim.id) {
                asked.push(claim);
            }
        }
        if all {
            asked = claims();
        }
        let mut left_out = Vec::new();
        if self.grammar.is_some() {
            let own = |claim: &Claim| claim.subjects.have_own_grammar();
            if let Some(named) =
                asked.iter().find(|c| own(c) && self.ids.iter().any(|id| id == c.id))
            {
                return Err(takes_none(named));
            }
            (left_out, asked) = asked.into_iter().partition(own);
        }
        let dropped = dropped(&self.drop, &asked)?;
        // A claim that has none of the dropped hypotheses would be checked as it stands.
        let concerned = |c: &Claim| dropped.0.iter().all(|h| c.hypotheses.contains(h));
        asked.retain(concerned);
        if asked.is_empty() {
            return Err(Failure::usage(
                "no claim has all of the hypotheses that are dropped",
                "`jaminan theorem list` names the hypotheses of each",
            ));
        }
        let work = match self.random {
            Some(count) => Work::Random { beyond: self.size, count, seed: self.seed },
            None => Work::UpTo(self.size),
        };
        let single = !all && self.ids.len() == 1;
        let survey = Survey {
            claims: asked,
            dropped,
            grammar: grammar(&self.grammar)?,
            bounds: self.scope.bounds(),
            work,
            shard: self.shard,
            only_reference: self.reference,
        };
        let answer = |survey: Survey, found| {
            Checked::new(survey, found, single, self.form).without(left_out.clone())
        };
        let found = if self.merge.is_empty() {
            let progress = Progress::new("programs");
            survey.run(&|done, total| progress.show(done, total)).map_err(too_many)?
        } else {
            let part = |shard, found: &[Surveyed]| {
                answer(Survey { shard, ..survey.clone() }, found.to_vec()).form()
            };
            merged(&survey, &self.merge, &part)?
        };
        let checked = answer(survey, found);
        Ok(TheoremAnswer::Checked(checked.into()))
    }
}

impl Replay {
    pub(super) fn answer(self) -> Result<TheoremAnswer, Failure> {
        let Which { id, number, dropped: told } = &self.which;
        let claim = known(id)?;
        if self.grammar.is_some() && claim.subjects.have_own_grammar() {
            return Err(takes_none(&claim));
        }
        if number.size > LARGEST {
            return Err(Failure::usage(
                format!("there is no program {number}: sizes go up to {LARGEST}"),
                "give a number that `theorem check` prints",
            ));
        }
        let named = dropped(&[&self.drop[..], told].concat(), &[claim])?;
        let programs = grammar(&self.grammar)?;
        // The version says which hypotheses about the grammar are dropped.
        let of_grammar = |h: &&Hypothesis| matches!(h.assumed, Assumed::OfGrammar(_));
        let about: Vec<Hypothesis> = claim.hypotheses.iter().filter(of_grammar).copied().collect();
        let subsets = (0..1_usize << about.len()).map(|bits| {
            let chosen = about.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1);
            Dropped(chosen.map(|(_, h)| *h).collect())
        });
        let mut versions = Vec::new();
        let mut found = None;
        for subset in subsets {
            let version = claim.grammar(&programs, &subset).version;
            if version == number.grammar {
                found = Some(subset);
                break;
            }
            versions.push(version);
        }
        let Some(mut dropped) = found else {
            return Err(Failure::usage(
                format!("`{}` is no grammar of {id}", number.grammar),
                format!("its programs are of {}", versions.join(", ")),
            ));
        };
        dropped.0.extend(named.0);
        let mut survey = Survey {
            claims: vec![claim],
            dropped,
            grammar: programs,
            bounds: self.scope.bounds(),
            work: Work::One { size: number.size, index: number.index },
            shard: Shard::default(),
            only_reference: true,
        };
        let case = survey.case(&claim, number).map_err(too_many)?.ok_or_else(|| {
            Failure::usage(
                format!("there is no program {number}"),
                "an index is below the number of programs of its size",
            )
        })?;
        for hypothesis in claim.hypotheses {
            if let Assumed::OfSubject(holds) = hypothesis.assumed
                && !holds(&case)
                && !survey.dropped.contains(hypothesis)
            {
                survey.dropped.0.push(*hypothesis);
            }
        }
        let found = survey.run(&|_, _| {}).map_err(too_many)?;
        let checked = Checked::new(survey, found, true, self.form).on(case.subject);
        Ok(TheoremAnswer::Checked(checked.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_of_the_help_is_one() {
        let lines = GRAMMAR.lines().filter_map(|line| line.strip_prefix("  "));
        let toml: String = lines.map(|line| format!("{line}\n")).collect();
        match Grammar::from_toml(&toml) {
            Ok(grammar) => assert_eq!(grammar.version, "strides"),
            Err(wrong) => panic!("{wrong}"),
        }
    }
}
