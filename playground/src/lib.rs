//! Jaminan in a page: one question as JSON, one answer as JSON.
//!
//! [`ask`] is all there is. Its questions are [`question::Question`]; an answer has the form that the command line
//! gives where there is one. In a browser `web` calls it from JavaScript.

mod check;
mod claims;
mod derivation;
mod failure;
mod judgments;
mod protocol;
pub mod question;
mod race;
mod reading;
mod run;
#[cfg(target_family = "wasm")]
mod web;

use failure::Failure;
use question::Question;
use serde_json::{Value, json};

/// How many programs of how many are done with.
pub type Progress<'p> = &'p (dyn Fn(u128, u128) + Sync);

/// Answers a question. An input that is wrong, or too much, is an answer, too: `{"error": {…}}`.
pub fn ask(question: &str, progress: Progress<'_>) -> String {
    let answer = serde_json::from_str(question)
        .map_err(|why| Failure::new(format!("this is no question: {why}")))
        .and_then(|question| answer(question, progress));
    // Written without recursion: a trace nests as deep as a loop is long.
    semantics::json::text(answer.unwrap_or_else(|failure| json!({ "error": failure.json() })))
}

fn answer(question: Question, progress: Progress<'_>) -> Result<Value, Failure> {
    match question {
        Question::Protocol { file } => protocol::answer(&file),
        Question::Judgments { file } => judgments::answer(&file),
        Question::Run { file, thread, outcomes, start } => {
            run::answer(&file, thread, &outcomes, &start)
        }
        Question::Race { file, threads, values } => race::answer(&file, threads, values),
        Question::Check { file } => check::answer(&file),
        Question::Derivation { file } => derivation::checked(&file.text),
        Question::Claims => Ok(claims::list()),
        Question::Claim { id, drop, size } => claims::answer(&id, &drop, size, progress),
        Question::Program { number } => claims::program(&number),
    }
}
