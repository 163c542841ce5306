//! What is true of files or kernels, from a table, and what was answered instead.

use super::csv::{Table, cell};
use super::record::{Line, Word};
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::Path;

/// Columns that name a file, the first that is there.
pub const FILE: [&str; 2] = ["path", "file"];
/// The column that names a kernel.
pub const KERNEL: [&str; 1] = ["kernel"];
/// Columns of labels.
const LABEL: [&str; 5] = ["oracle_expect", "expect", "expected", "label", "truth"];
/// The column that may ask for lock step, as GPUVerify's tests do in their first lines.
const FLAGS: [&str; 1] = ["other_flags"];

/// What is true of a file or kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// It has no race.
    Free,
    /// It has one.
    Racy,
    /// Threads diverge at a barrier.
    Divergent,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// As it stands in the table.
    pub said: String,
    /// What that means, where it is counted.
    pub truth: Option<Truth>,
}

/// Something that is said of each file, or of each kernel of a file.
pub type Said<T> = BTreeMap<(String, Option<String>), T>;

/// The labels of a table.
pub struct Labels(pub Said<Label>);

/// An answer that is not the label.
pub struct Disagreement {
    /// The file, and the kernel where the label is of one.
    pub name: String,
    /// The label.
    pub label: String,
    /// What was answered.
    pub answer: &'static str,
    /// Whether one of them must be wrong.
    pub contradicts: bool,
    /// Why there is no other answer, where that is known.
    pub why: Option<String>,
}

/// Answers beside labels.
#[derive(Default)]
pub struct Confusion {
    /// How often, by label and answer.
    pub counts: BTreeMap<(String, &'static str), usize>,
    /// Of labels that count.
    pub counted: usize,
    /// How many of those are as labelled.
    pub right: usize,
    /// The others.
    pub disagreements: Vec<Disagreement>,
    /// Labels of which there is no result.
    pub missing: usize,
}

/// What a word of a table means.
fn truth(word: &str, lock_step: bool) -> Option<Truth> {
    Some(match word {
        "drf" | "race-free" | "racefree" | "race free" => Truth::Free,
        // The kernel's own first line asks for it.
        "racy-without-lockstep" if lock_step => Truth::Free,
        "racy" | "racy-same-value" | "racy-without-lockstep" => Truth::Racy,
        "divergence" | "divergent" => Truth::Divergent,
        _ => return None,
    })
}

impl Labels {
    /// The labels in a file.
    ///
    /// # Errors
    /// A file that is no such table.
    pub fn read(path: &Path, column: Option<&str>) -> Result<Labels, Failure> {
        let table = Table::read(path)?;
        let flags = table.column(&FLAGS);
        said(&table, path, column, &LABEL, |word, row| Label {
            said: word.to_owned(),
            truth: truth(word, cell(row, flags).contains("--warp-sync")),
        })
        .map(Labels)
    }

    /// Sets the answers of these lines beside the labels.
    pub fn compare(&self, lines: &[Line]) -> Confusion {
        let mut confusion = Confusion::default();
        let answers = answers(lines, &self.0);
        confusion.missing = self.0.len() - answers.len();
        for (key, lines) in answers {
            let Some(label) = self.0.get(&key) else { continue };
            let answer = fold(&lines);
            *confusion.counts.entry((label.said.clone(), answer)).or_default() += 1;
            let Some(truth) = label.truth else { continue };
            confusion.counted += 1;
            let right = match truth {
                Truth::Free => "drf",
                Truth::Racy => "racy",
                Truth::Divergent => DIVERGENT,
            };
            if answer == right {
                confusion.right += 1;
                continue;
            }
            let because = lines.iter().find(|line| of_line(line) == answer);
            confusion.disagreements.push(Disagreement {
                name: name(&key),
                label: label.said.clone(),
                answer,
                contradicts: matches!((truth, answer), (Truth::Free, "racy") | (Truth::Racy, "drf")),
                why: because.and_then(|line| why(line)),
            });
        }
        confusion.disagreements.sort_by_key(|d| (!d.contradicts, d.name.clone()));
        confusion
    }
}

/// Why there is no verdict, or no better one.
fn why(line: &Line) -> Option<String> {
    let of_alarm = || line.alarms.iter().find_map(|alarm| alarm["why"].as_str());
    line.why.as_deref().or_else(of_alarm).map(str::to_owned)
}

/// What a table says of each file or kernel.
///
/// # Errors
/// A table without the columns.
pub fn said<T>(
    table: &Table,
    path: &Path,
    column: Option<&str>,
    columns: &[&str],
    mut read: impl FnMut(&str, &[String]) -> T,
) -> Result<Said<T>, Failure> {
    let wrong = |what: &str, names: &[&str]| {
        let message = format!("{} has no column {what}: {}", path.display(), table.columns());
        Failure::usage(message, format!("one of {}", names.join(", ")))
    };
    let file = table.column(&FILE).ok_or_else(|| wrong("of files", &FILE))?;
    let kernel = table.column(&KERNEL);
    let columns: Vec<&str> = column.map_or_else(|| columns.to_vec(), |column| vec![column]);
    let column = table.column(&columns).ok_or_else(|| wrong("of labels", &columns))?;
    let mut all = Said::new();
    for row in &table.rows {
        let of_kernel = Some(cell(row, kernel)).filter(|name| !name.is_empty());
        let key = (cell(row, Some(file)).to_owned(), of_kernel.map(str::to_owned));
        if let Some(twice) = all.insert(key.clone(), read(cell(row, Some(column)), row)) {
            drop(twice);
            let message = format!("{} has {} twice", path.display(), name(&key));
            return Err(Failure::usage(message, "say one thing of each"));
        }
    }
    Ok(all)
}

/// A file, or a kernel of it.
pub fn name((file, kernel): &(String, Option<String>)) -> String {
    match kernel {
        Some(kernel) => format!("{file}:{kernel}"),
        None => file.clone(),
    }
}

/// The lines of which something is said, by what that is said of. A file's name in a table may be the end of its name
/// here, at a `/`.
pub fn answers<'l, T>(
    lines: &'l [Line],
    said: &Said<T>,
) -> BTreeMap<(String, Option<String>), Vec<&'l Line>> {
    let mut all: BTreeMap<_, Vec<&Line>> = BTreeMap::new();
    for line in lines {
        let cuts = line.file.match_indices('/').map(|(at, _)| &line.file[at + 1..]);
        let key = std::iter::once(line.file.as_str()).chain(cuts).find_map(|file| {
            let keys = [(file.to_owned(), line.kernel.clone()), (file.to_owned(), None)];
            keys.into_iter().find(|key| said.contains_key(key))
        });
        if let Some(key) = key {
            all.entry(key).or_default().push(line);
        }
    }
    all
}

/// What is said of a kernel whose threads diverge at a barrier.
pub const DIVERGENT: &str = "divergence";

/// The answer of a line, in one word.
pub fn of_line(line: &Line) -> &'static str {
    if line.divergences > 0 { DIVERGENT } else { line.verdict.text() }
}

/// The answer of a file: the first of these that one of its kernels has.
pub fn fold(lines: &[&Line]) -> &'static str {
    let [racy, potential, unknown] = [Word::Racy, Word::Potential, Word::Unknown].map(Word::text);
    let [unsupported, timeout, crash] = [Word::Unsupported, Word::Timeout, Word::Crash].map(Word::text);
    let order =
        [DIVERGENT, racy, potential, unknown, timeout, crash, unsupported, Word::Drf.text()];
    let has = |word: &&str| lines.iter().any(|line| of_line(line) == *word);
    order.into_iter().find(has).unwrap_or(Word::None.text())
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::line;
    use super::*;

    fn labels(text: &str) -> Labels {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.csv");
        std::fs::write(&path, text).unwrap();
        Labels::read(&path, None).unwrap_or_else(|failure| panic!("{failure:?}"))
    }

    #[test]
    fn answers_are_counted_against_labels() {
        let labels = labels(
            "path,oracle_expect,other_flags\nCUDA/a.cu,race-free,\nCUDA/b.cu,racy,\nCUDA/c.cu,skip,\n\
             CUDA/d.cu,racy-without-lockstep,--warp-sync=32\nCUDA/e.cu,divergence,\nCUDA/f.cu,racy,\n",
        );
        let mut lines = vec![
            line("suite/CUDA/a.cu", "k", Word::Drf),
            line("suite/CUDA/a.cu", "l", Word::Racy),
            line("suite/CUDA/b.cu", "k", Word::Racy),
            line("suite/CUDA/c.cu", "k", Word::Unknown),
            line("suite/CUDA/d.cu", "k", Word::Drf),
            line("suite/CUDA/e.cu", "k", Word::Drf),
            line("suite/CUDA/other.cu", "k", Word::Drf),
        ];
        lines[5].divergences = 1;
        let confusion = labels.compare(&lines);
        assert_eq!((confusion.counted, confusion.right, confusion.missing), (4, 3, 1));
        let [wrong] = &confusion.disagreements[..] else { panic!("not one") };
        assert!(wrong.contradicts && wrong.name == "CUDA/a.cu" && wrong.answer == "racy");
        assert_eq!(confusion.counts[&("skip".into(), "unknown")], 1);
    }

    #[test]
    fn a_label_of_a_kernel_is_of_that_one() {
        let labels = labels("file,kernel,label\na.cu,k,drf\na.cu,l,racy\n");
        let lines = [line("x/a.cu", "k", Word::Drf), line("x/a.cu", "l", Word::Potential)];
        let confusion = labels.compare(&lines);
        assert_eq!((confusion.counted, confusion.right), (2, 1));
        assert!(!confusion.disagreements[0].contradicts);
        assert_eq!(confusion.disagreements[0].name, "a.cu:l");
    }

    #[test]
    fn a_table_without_labels_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.csv");
        for text in ["", "path,nothing\na.cu,1\n", "label\ndrf\n", "path,label\na,drf\na,drf\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(Labels::read(&path, None).is_err(), "{text}");
        }
        std::fs::write(&path, "path,nothing\na.cu,drf\n").unwrap();
        assert!(Labels::read(&path, Some("nothing")).is_ok());
    }
}
