//! The form of the answer of `formulas`, as published JSON; and its values.

use super::Analysed;
use crate::commands::flows::{ShownForm, shown};
use crate::place::{PlaceForm, place};
use schemars::JsonSchema;
use semantics::json;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use theories::sarkar2018::algorithms::Race;
use theories::sarkar2018::{Divergence, Formula, Question};

/// The answer of `formulas`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jaminan formulas")]
pub struct FormulasForm {
    /// In the order of the text.
    pub kernels: Vec<KernelForm>,
}

/// A kernel.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormulasKernel")]
pub struct KernelForm {
    /// Its name.
    pub name: String,
    /// `drf`, `racy`, `potential`, `unknown` or `unsupported`; as of `check`.
    pub verdict: String,
    /// The formulas; others name them by their place, from 0.
    pub formulas: Vec<FormulaForm>,
    /// The races. (Algorithm 1)
    pub races: Vec<RaceForm>,
    /// The divergent barriers. (Algorithm 2)
    pub divergences: Vec<DivergenceForm>,
    /// The questions, with their scripts where `--smt` was given.
    pub questions: Vec<QuestionForm>,
    /// What is not decided, and why.
    pub undecided: Vec<String>,
    /// What was taken by convention or approximated.
    pub notes: Vec<String>,
}

/// A formula `predicate => action`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormulaForm {
    /// The predicate.
    pub predicate: String,
    /// The action.
    pub action: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceForm,
}

/// A race.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormulaRace")]
pub struct RaceForm {
    /// The formulas.
    pub formulas: [usize; 2],
    /// The array.
    pub array: String,
    /// The cell.
    #[schemars(with = "crate::form::Number")]
    pub index: Value,
    /// `rd` or `wr`, of each.
    pub modes: [String; 2],
    /// Where each stands.
    pub places: [PlaceForm; 2],
    /// The witness.
    pub witness: ShownForm,
}

/// A divergent barrier.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormulaDivergence")]
pub struct DivergenceForm {
    /// The formula.
    pub formula: usize,
    /// The barrier.
    #[serde(flatten)]
    pub place: PlaceForm,
    /// The witness.
    pub witness: ShownForm,
}

/// A question.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct QuestionForm {
    /// What is asked.
    pub what: String,
    /// As SMT-LIB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}

impl FormulasForm {
    /// The answer on these kernels.
    pub fn of(kernels: &[Analysed]) -> Self {
        FormulasForm { kernels: kernels.iter().map(kernel).collect() }
    }
}

fn kernel(analysed: &Analysed) -> KernelForm {
    let formula = |formula: &Formula| FormulaForm {
        predicate: formula.predicate.clone(),
        action: formula.action.clone(),
        place: place(&formula.site),
    };
    let race = |race: &Race| RaceForm {
        formulas: race.formulas,
        array: race.array.to_string(),
        index: json::number(&race.index),
        modes: race.accesses.each_ref().map(|(mode, _)| mode.to_string()),
        places: race.accesses.each_ref().map(|(_, site)| place(site)),
        witness: shown(&race.shown),
    };
    let divergence = |divergence: &Divergence| DivergenceForm {
        formula: divergence.formula,
        place: place(&divergence.site),
        witness: shown(&divergence.shown),
    };
    let question = |question: &Question| QuestionForm {
        what: question.what.clone(),
        script: question.script.clone(),
    };
    let found = &analysed.found;
    KernelForm {
        name: analysed.name.clone(),
        verdict: analysed.verdict().word().into(),
        formulas: found.formulas.iter().map(formula).collect(),
        races: found.races.iter().map(race).collect(),
        divergences: found.divergences.iter().map(divergence).collect(),
        questions: found.questions.iter().map(question).collect(),
        undecided: analysed.undecided(),
        notes: analysed.notes.clone(),
    }
}
