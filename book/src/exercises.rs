//! The exercises as a chapter: tasks and hints. The playground corrects them.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
struct Exercise {
    title: String,
    task: String,
    text: String,
    hint: String,
}

/// The chapter.
///
/// # Errors
/// An exercise that is not of its form.
pub fn markdown(root: &Path) -> Result<String> {
    let mut files: Vec<_> = fs::read_dir(root.join("playground/page/exercises"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let mut out = String::from(
        "# Exercises\n\nThe rules themselves correct them: [solve them in the \
         playground](playground/index.html#Exercises).\n",
    );
    for (n, path) in files.iter().enumerate() {
        let text = fs::read_to_string(path)?;
        let exercise: Exercise =
            serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let Exercise { title, task, text, hint } = exercise;
        // Writing to a string does not fail.
        let _ = write!(
            out,
            "\n## {}. {title}\n\n{}\n\n```text\n{text}\n```\n\n<details><summary>A hint</summary>\n\n{}\n\n</details>\n",
            n + 1,
            escape(&task),
            escape(&hint)
        );
    }
    Ok(out)
}

/// Plain words in a chapter.
fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if "\\`*_[]<>".contains(c) {
            out.push('\\');
        }
        out.push(c);
        out
    })
}
