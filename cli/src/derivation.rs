//! Derivations as they are asked for: text, LaTeX, HTML or JSON; and whether a given one is right.

use crate::answer::{Format, View};
use crate::failure::Failure;
use jaminan::{Inference, babycuda};
use maps::Independence;
use schemars::JsonSchema;
use semantics::derivation::exchange::{self, Exchanged};
use semantics::derivation::text::Options;
use semantics::derivation::{Checked, Derivation, Part, Shown, TooLarge, Verdict};
use semantics::derivation::{check, html, latex, text};
use semantics::json::Unreadable;
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

/// How to write derivations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// An indented tree
    Text,
    /// A document for LaTeX, with the package bussproofs
    Latex,
    /// A page
    Html,
    /// A list of steps, which `explain --check` reads
    Json,
}

impl Form {
    /// This form, where the whole answer is not wanted in JSON.
    pub fn within(self, view: &View) -> Form {
        if view.format == Format::Json { Form::Json } else { self }
    }
}

/// Derivations in one text, under this title.
///
/// # Errors
/// They are too large.
pub fn written<J: Shown + Exchanged>(
    parts: &[Part<'_, J>],
    form: Form,
    title: &str,
    view: &View,
) -> Result<String, Failure> {
    let text = match form.within(view) {
        Form::Text => {
            let options = Options { spelling: view.spelling(), ..Options::default() };
            text::texts(parts, options)
        }
        Form::Latex => latex::document(parts),
        Form::Html => html::page(parts, title),
        Form::Json => {
            let all: Vec<&Derivation<J>> = parts.iter().map(|part| part.derivation).collect();
            exchange::write_all(&all)
        }
    };
    text.map_err(|TooLarge| Failure::Undecided {
        why: "the derivation is too large to write down".into(),
        hint: "explain a smaller program, or ask for `--as json`".into(),
    })
}

/// Why a document is none of derivations.
#[derive(Debug, Error)]
pub enum NoDerivation {
    /// It has another form.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It is of a calculus that is not known.
    #[error("no calculus is called {0:?}")]
    Calculus(String),
}

/// What is wrong with a document of derivations, and of how many steps.
///
/// # Errors
/// It is none.
pub fn checked(document: &Value) -> Result<(Verdict, usize), NoDerivation> {
    match exchange::calculus(document)? {
        maps::Judgment::CALCULUS => checked_of::<maps::Judgment>(document),
        jaminan::Judgment::CALCULUS => checked_of::<jaminan::Judgment>(document),
        babycuda::Judgment::CALCULUS => checked_of::<babycuda::Judgment>(document),
        Independence::CALCULUS => checked_of::<Independence>(document),
        Inference::CALCULUS => checked_of::<Inference>(document),
        other => Err(NoDerivation::Calculus(other.into())),
    }
}

fn checked_of<J: Exchanged + Checked>(document: &Value) -> Result<(Verdict, usize), NoDerivation> {
    let listing = exchange::read::<J>(document)?;
    let steps = listing.steps();
    Ok((check::check(&steps), steps.len()))
}

/// Derivations as a list of steps; a step's premises are steps before it, by number.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
pub struct DerivationForm {
    /// `maps`, `jaminan`, `babycuda`, `independence` or `inference`.
    calculus: String,
    /// From 1; the last is a root, and so is each that no other rests on.
    steps: Vec<StepForm>,
}

/// A step of a derivation.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
pub struct StepForm {
    /// Its number.
    step: usize,
    /// The rule.
    rule: String,
    /// What it concludes: programs in concrete syntax, phases and traces as in `run`.
    conclusion: Value,
    /// The steps it rests on.
    premises: Vec<usize>,
}
