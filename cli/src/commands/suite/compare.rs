//! Two runs, or a run and another detector's answers: what differs.

use super::csv::Table;
use super::labels::{Said, answers, fold, name, of_line, said};
use super::record::{Line, lines};
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::Path;

/// Columns of answers.
const ANSWER: [&str; 5] = ["verdict", "answer", "result", "faial", "gpuverify"];

/// What another run or detector has answered, by file or kernel.
pub struct Other(Said<String>);

/// What differs.
pub struct Comparison {
    /// How often, by the other answer and ours.
    pub counts: BTreeMap<(String, &'static str), usize>,
    /// The kernels or files with another answer: name, the other answer, ours.
    pub changed: Vec<(String, String, &'static str)>,
    /// What the other one speaks of alone.
    pub only_other: usize,
    /// What only this one speaks of.
    pub only_here: usize,
}

impl Other {
    /// The results of a folder, a file of results, or a table.
    ///
    /// # Errors
    /// What is none of them.
    pub fn read(path: &Path, column: Option<&str>) -> Result<Other, Failure> {
        let file = if path.is_dir() { path.join("results.jsonl") } else { path.to_owned() };
        if file.extension().is_some_and(|extension| extension == "jsonl") {
            let wrong = |why: String| {
                let message = format!("{}: {why}", file.display());
                Failure::usage(message, "give the `--out` folder of a run that has ended")
            };
            let text = crate::input::read_text(&file).map_err(|error| wrong(error.to_string()))?;
            let of = |line: &Line| ((line.file.clone(), line.kernel.clone()), of_line(line).to_owned());
            return Ok(Other(lines(&text).map_err(|why| wrong(why.to_string()))?.iter().map(of).collect()));
        }
        let table = Table::read(&file)?;
        said(&table, &file, column, &ANSWER, |word, _| usual(word)).map(Other)
    }

    /// What differs from these lines.
    pub fn compare(&self, lines: &[Line]) -> Comparison {
        let both = answers(lines, &self.0);
        let (mut counts, mut changed) = (BTreeMap::new(), Vec::new());
        for (key, lines) in &both {
            let Some(other) = self.0.get(key) else { continue };
            let here = fold(lines);
            *counts.entry((other.clone(), here)).or_default() += 1;
            if other != here {
                changed.push((name(key), other.clone(), here));
            }
        }
        let there: usize = both.values().map(Vec::len).sum();
        let only_other = self.0.len() - both.len();
        Comparison { counts, changed, only_other, only_here: lines.len() - there }
    }
}

/// Our word for what others say.
fn usual(word: &str) -> String {
    let word = word.to_lowercase();
    match word.as_str() {
        "race-free" | "racefree" | "race free" | "free" | "verified" => "drf".into(),
        "true-alarm" | "t-racy" | "t-r" => "racy".into(),
        "p-racy" | "p-r" => "potential".into(),
        "t/o" => "timeout".into(),
        "n/a" | "error" => "crash".into(),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Word;
    use super::super::record::tests::line;
    use super::*;

    #[test]
    fn what_changed_is_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.csv");
        std::fs::write(&path, "file,kernel,verdict\na.cu,k,race-free\na.cu,l,T-R\ngone.cu,k,drf\n").unwrap();
        let other = Other::read(&path, None).unwrap_or_else(|failure| panic!("{failure:?}"));
        let lines = [
            line("s/a.cu", "k", Word::Drf),
            line("s/a.cu", "l", Word::Potential),
            line("s/new.cu", "k", Word::Drf),
        ];
        let compared = other.compare(&lines);
        assert_eq!(compared.changed, [("a.cu:l".into(), "racy".into(), "potential")]);
        assert_eq!((compared.only_other, compared.only_here), (1, 1));
        assert_eq!(compared.counts[&("drf".into(), "drf")], 1);
    }
}
