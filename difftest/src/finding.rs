//! A finding: the smallest kernel on which a detector is wrong for one cause, in a folder of its own that
//! can be handed on.

use crate::cause::Cause;
use crate::detector::{Convention, Detector};
use crate::folder::Folder;
use crate::outcome::Outcome;
use crate::template::jaminan;
use crate::trial::Trial;
use crate::truth::Verdict;
use generators::{Feature, Kernel, Language};
use jaminan::{Program, Stmt, instantiate};
use oracle::explore::{Witness, exchange};
use regex::Regex;
use semantics::markup::markdown;
use semantics::terminal::visible_lines;
use semantics::{Choices, ParseOptions, Spelling, Syntax};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use theories::Run;
use verdict::form;

/// A disagreement with one root cause.
pub struct Finding {
    /// The kind of outcome.
    pub outcome: Outcome,
    /// What tells it from others of the kind.
    pub cause: Cause,
    /// What the smallest kernel has.
    pub features: Vec<Feature>,
    /// The smallest kernel.
    pub kernel: Kernel,
    /// What comes of it.
    pub trial: Trial,
    /// Whether nothing smaller was left to try.
    pub smallest: bool,
    /// What that was made from, as it was found: its name and its text.
    pub as_found: (String, String),
    /// All kernels of this cause.
    pub from: Vec<String>,
    /// How many of them have which outcome.
    pub outcomes: BTreeMap<Outcome, usize>,
}

/// What the name of a folder begins with that is not written as a whole yet.
const NEW: &str = ".new-";

/// The folders of findings that a campaign does not have, and what was not written as a whole.
///
/// # Errors
/// The folder cannot be read.
pub fn gone(findings: &Folder, found: &[Finding]) -> std::io::Result<Vec<String>> {
    let kept: BTreeSet<String> = found.iter().map(Finding::folder).collect();
    let gone =
        |name: &String| name.starts_with(NEW) || Finding::is_folder(name) && !kept.contains(name);
    Ok(findings.folders()?.into_iter().filter(gone).collect())
}

/// What tells texts apart by name: FNV-1a, no secret.
pub fn hash(text: &str) -> u32 {
    let all = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    all as u32
}

/// The text without what does not matter to its shape: comments, numbers, which variable it is, which
/// array comes first.
pub(crate) fn shape(text: &str) -> String {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim().starts_with("//")).collect();
    let mut shape = code.join("\n");
    for (what, instead) in [(r"\b[0-9]+u?\b", "N"), (r"\b([a-z])[0-9]+\b", "$1")] {
        if let Ok(regex) = Regex::new(what) {
            shape = regex.replace_all(&shape, instead).into_owned();
        }
    }
    let Ok(name) = Regex::new(r"\b[A-Za-z_]\w*\b") else { return shape };
    let mut arrays: Vec<&str> = Vec::new();
    for found in name.find_iter(&shape) {
        if shape[found.end()..].starts_with('[') && !arrays.contains(&found.as_str()) {
            arrays.push(found.as_str());
        }
    }
    let numbered = name.replace_all(&shape, |found: &regex::Captures<'_>| {
        let known = arrays.iter().position(|array| *array == &found[0]);
        known.map_or_else(|| found[0].to_owned(), |n| format!("@{n}"))
    });
    numbered.into_owned()
}

impl Finding {
    /// In one line: the cause, or what the kernel has where that is not found.
    pub fn title(&self) -> String {
        let with = match (&self.cause, self.features.as_slice()) {
            (Cause::Feature(feature), _) => format!(" ({feature})"),
            (Cause::Shape(_), []) => String::new(),
            (Cause::Shape(_), features) => {
                let features: Vec<String> = features.iter().map(ToString::to_string).collect();
                format!(" ({})", features.join(", "))
            }
        };
        format!("{}{with}", self.outcome)
    }

    /// What is said of the cause, in a sentence.
    pub fn cause_told(&self) -> String {
        match self.cause {
            Cause::Feature(feature) => {
                format!("The detector is right once this is taken from the kernel: {feature}.")
            }
            Cause::Shape(_) => "No single edit that was tried makes the detector right.".into(),
        }
    }

    /// The name of its folder: the same for the same cause.
    pub fn folder(&self) -> String {
        let cause = match &self.cause {
            Cause::Feature(feature) => feature.to_string(),
            Cause::Shape(shape) => shape.clone(),
        };
        format!("{}-{:08x}", self.outcome.key(), hash(&cause))
    }

    /// What is true of its kernel, in words.
    pub fn truth(&self) -> String {
        match (&self.trial.verdict, &self.trial.truth.race) {
            (Verdict::Racy, Some(race)) => format!("racy: made by {}", race.by.join(", and by ")),
            (Verdict::Free, Some(_)) => {
                "race free where writes of equal values are no race".to_owned()
            }
            (Verdict::Free, None) => {
                format!("race free: shown by {}", self.trial.truth.free.join(", and by "))
            }
            (Verdict::Unknown(why), _) => format!("not known: {why}"),
            (Verdict::Racy, None) => "racy".into(),
        }
    }

    /// The race that is shown, a line for each thing that it takes; nothing where there is none.
    pub fn race_told(&self) -> Option<String> {
        let race = self.trial.truth.race.as_ref()?;
        let made = race.witness.as_deref().map(told);
        made.or_else(|| race.alarm.as_ref().map(told_of_check))
    }

    /// Everything about the finding, as JSON.
    pub fn json(&self) -> Value {
        let truth = &self.trial.truth;
        let race = truth.race.as_ref();
        let outcomes: BTreeMap<&str, usize> =
            self.outcomes.iter().map(|(o, n)| (o.key(), *n)).collect();
        json!({
            "outcome": self.outcome.key(),
            "title": self.title(),
            "folder": self.folder(),
            "kernel": self.trial.text,
            "language": self.trial.language.to_string(),
            "truth": self.truth(),
            "said": self.trial.said.to_string(),
            "expected": self.expected(),
            "why": self.trial.why,
            "smallest": self.smallest,
            "cause": match self.cause {
                Cause::Feature(feature) => Some(feature.to_string()),
                Cause::Shape(_) => None,
            },
            "as_found": { "id": self.as_found.0, "kernel": self.as_found.1 },
            "from": self.from,
            "outcomes": outcomes,
            "witness": race.and_then(|race| race.witness.as_ref()).map(|w| exchange::json(w)),
            "alarm": race.and_then(|race| race.alarm.clone()),
        })
    }

    /// What is true under each of the detector's conventions, and were one of them otherwise.
    fn expected(&self) -> Value {
        let mut own = self.trial.conventions;
        let all = own.named().map(|(name, convention)| {
            let under = |other: Convention| {
                let mut conventions = self.trial.conventions;
                conventions
                    .named()
                    .into_iter()
                    .filter(|(n, _)| *n == name)
                    .for_each(|(_, c)| *c = other);
                match self.trial.truth.under(&conventions) {
                    Verdict::Racy => "racy".to_owned(),
                    Verdict::Free => "race free".to_owned(),
                    Verdict::Unknown(why) => why,
                }
            };
            let of = [Convention::Counts, Convention::Passes, Convention::Open];
            let expected: BTreeMap<String, String> =
                of.map(|other| (other.to_string(), under(other))).into();
            (name, json!({ "is": convention.to_string(), "expected-where": expected }))
        });
        all.into_iter().collect()
    }

    /// Whether this is a name that [`Finding::folder`] gives.
    pub fn is_folder(name: &str) -> bool {
        let hex = |rest: &str| rest.len() == 8 && rest.bytes().all(|b| b.is_ascii_hexdigit());
        let of = |outcome: Outcome| {
            name.strip_prefix(outcome.key())
                .and_then(|rest| rest.strip_prefix('-'))
                .is_some_and(hex)
        };
        Outcome::ALL.into_iter().any(of)
    }

    /// The file of its kernel.
    pub fn file(&self) -> String {
        format!("kernel.{}", self.trial.language)
    }

    /// The file of what it was made from.
    pub fn file_as_found(&self) -> String {
        format!("found.{}", self.trial.language)
    }

    /// Writes its folder: the kernel, our verdict with derivations and memory, what the detector
    /// printed, the command to replay it, and the text of an issue. It is there as a whole or not at
    /// all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(
        &self,
        findings: &Folder,
        detector: &Detector,
        description: &Path,
    ) -> std::io::Result<()> {
        let (name, new) = findings.new_inner(NEW)?;
        let written = self.fill(&new, detector, description).and_then(|()| {
            findings.remove(&self.folder())?;
            findings.rename(&name, &self.folder())
        });
        if written.is_err() {
            // What went wrong first is what is told.
            let _ = findings.remove(&name);
        }
        written
    }

    fn fill(&self, new: &Folder, detector: &Detector, description: &Path) -> std::io::Result<()> {
        let kernel = self.file();
        new.write(&kernel, &self.trial.text)?;
        new.write(&self.file_as_found(), &self.as_found.1)?;
        let mut verdict = self.json();
        let answer = self.trial.truth.answer.as_ref();
        let answer = answer.map(form::Kernel::from);
        verdict["check"] = answer.and_then(|a| serde_json::to_value(a).ok()).unwrap_or(Value::Null);
        new.write("verdict.json", &format!("{}\n", semantics::json::text(verdict)))?;
        for (n, derivation) in self.derivations().iter().enumerate() {
            new.write(&format!("derivation-{}.txt", n + 1), derivation)?;
        }
        new.write("detector.txt", &visible_lines(&self.output(detector)))?;
        let description = std::path::absolute(description)?;
        let description = description.display().to_string().replace('\'', r"'\''");
        let program = jaminan().replace('\'', r"'\''");
        // Where the command is on nobody's path, the program that has found this is.
        let script = format!(
            "#!/bin/sh\n\
             jaminan=${{JAMINAN:-jaminan}}\n\
             command -v \"$jaminan\" >/dev/null || jaminan='{program}'\n\
             cd \"$(dirname \"$0\")\" && exec \"$jaminan\" difftest --detector '{description}' {kernel}\n"
        );
        new.write_executable("replay.sh", &script)?;
        new.write("issue.md", &self.issue(detector))
    }

    /// What the detector printed, and how it ended.
    fn output(&self, detector: &Detector) -> String {
        match &self.trial.ran {
            Some(ran) => format!(
                "{} {}\n\n== standard output\n{}\n== standard error\n{}",
                detector.name, ran.end, ran.out, ran.err
            ),
            None => format!("{} says: {}\n", detector.name, self.trial.said),
        }
    }

    /// The two runs of a race, by the rules of the calculus: where the explorer has made it in a
    /// program without barriers.
    fn derivations(&self) -> Vec<String> {
        let race = self.trial.truth.race.as_ref();
        let Some(witness) = race.and_then(|race| race.witness.as_deref()) else {
            return Vec::new();
        };
        let Some(program) = program(self.trial.language, &self.trial.text) else {
            return Vec::new();
        };
        if program.body.synchronizes() {
            return Vec::new();
        }
        [0, 1].map(|n| derivation(&program, witness, n)).into()
    }

    /// The text of an issue for those who write the detector.
    pub fn issue(&self, detector: &Detector) -> String {
        let name = markdown(&detector.name);
        let mut out = format!("# {name}: {}\n\n", self.title());
        out += &format!("On this kernel {name} says *{}*.\n\n", self.trial.said);
        let fence = match self.trial.language {
            Language::Cuda => "cuda",
            Language::OpenCl => "c",
            Language::Jaminan | Language::Protocol => "text",
        };
        out += &fenced(fence, &self.trial.text);
        out += &format!("It is {}.\n\n", markdown(&self.truth()));
        let conventions = self.trial.conventions;
        out += &format!("What counts as a race, as the detector is described: {conventions}.\n\n");
        if let Some(told) = self.race_told() {
            out += &fenced("text", &told);
        }
        if let Some(ran) = &self.trial.ran {
            out += &format!("What {name} printed ({}):\n\n", markdown(&ran.end.to_string()));
            out += &fenced("text", &(excerpt(&ran.out) + &excerpt(&ran.err)));
        }
        out += &format!("{}\n\n", self.cause_told());
        let smallest = match self.smallest {
            true => "No kernel that is one step smaller has this outcome and this cause.",
            false => "The time to make it smaller was up.",
        };
        let from = counted(self.from.len(), "kernel");
        let first = markdown(self.from.first().map_or("", String::as_str));
        let own = markdown(&self.as_found.0);
        out += &format!("{smallest} Made from {own}, which `{}` has. ", self.file_as_found());
        out + &format!("{from} of this cause, the first of them {first}.\n")
    }
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A block of Markdown that nothing in the text ends.
fn fenced(language: &str, text: &str) -> String {
    let text = visible_lines(text);
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default().max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n\n")
}

/// The beginning of what was printed.
fn excerpt(text: &str) -> String {
    const LINES: usize = 40;
    let mut kept: String = text.lines().take(LINES).map(|line| format!("{line}\n")).collect();
    if text.lines().count() > LINES {
        kept.push_str("…\n");
    }
    kept
}

/// A witness in words.
fn told(witness: &Witness) -> String {
    let [a, b] = &witness.accesses;
    let mut out = format!("- {a}\n- {b}\n");
    let list = |out: &mut String, name: &str, all: Vec<String>| {
        if !all.is_empty() {
            let _ = writeln!(out, "- {name}: {}", all.join(", "));
        }
    };
    let params = witness.parameters.iter().map(|(x, k)| format!("{x} = {k}"));
    list(&mut out, "parameters", params.collect());
    let cells = witness.worlds.iter().flat_map(|world| world.memory.cells());
    let cells: Vec<String> = cells.map(|(array, j, k)| format!("{array}[{j}] = {k}")).collect();
    let none = || vec!["0 everywhere".to_owned()];
    list(&mut out, "memory", if cells.is_empty() { none() } else { cells });
    let choices = witness.choices.iter().flatten().map(|(x, k)| format!("{x} = {k}"));
    list(&mut out, "choices", choices.collect());
    if witness.phase > 0 {
        let _ = writeln!(out, "- after {}", counted(witness.phase, "barrier"));
    }
    out
}

/// An alarm of `check` in words.
fn told_of_check(alarm: &form::Alarm) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs = |map: &BTreeMap<String, Value>| -> Vec<String> {
        map.iter().map(|(x, k)| format!("{x} = {}", plain(k))).collect()
    };
    let index = alarm.index.iter().map(plain);
    let cell = format!("{}[{}]", alarm.array, index.collect::<Vec<_>>().join("]["));
    let mut out = String::new();
    for access in &alarm.accesses {
        let does = match access.mode {
            form::Mode::Wr => "writes",
            form::Mode::Rd => "reads",
        };
        let thread = pairs(&access.thread).join(", ");
        let _ = write!(out, "- the thread {thread} {does} {cell}, line {}", access.line);
        let variables = pairs(&access.variables);
        let with = if variables.is_empty() { "" } else { ", with " };
        let _ = writeln!(out, "{with}{}", variables.join(", "));
    }
    let memory = alarm.memory.iter().flat_map(|(array, cells)| {
        cells.iter().map(move |(j, k)| format!("{array}[{j}] = {}", plain(k)))
    });
    for (name, all) in [("parameters", pairs(&alarm.params)), ("memory", memory.collect())] {
        if !all.is_empty() {
            let _ = writeln!(out, "- {name}: {}", all.join(", "));
        }
    }
    out
}

fn program(language: Language, text: &str) -> Option<Program> {
    let source = semantics::Source::new(format!("kernel.{language}"), text);
    match language {
        Language::Jaminan => Program::parse(&source, ParseOptions::default()).ok(),
        Language::Protocol => None,
        Language::Cuda | Language::OpenCl => {
            let none: BTreeMap<String, String> = BTreeMap::new();
            let unit = cuda::load(source, &cuda::Options::default(), &none).ok()?;
            unit.kernels.into_iter().next()?.into_single()?.lowered.ok()
        }
    }
}

/// The derivation of one thread's run.
fn derivation(program: &Program, witness: &Witness, n: usize) -> String {
    let access = &witness.accesses[n];
    let thread = access.thread.clone();
    let s: Stmt = instantiate(&program.header, &program.body, &witness.parameters, &thread);
    let mut choices = Choices::default();
    for (x, k) in &witness.choices[n] {
        choices.of.entry(x.clone()).or_default().push(k.clone());
    }
    let run = Run::Program {
        title: format!("thread {thread}"),
        program: s,
        thread,
        memory: witness.worlds.first().map(|world| world.memory.clone()).unwrap_or_default(),
        choices,
        access: Some(access.clone()),
        trace: Some(witness.traces[n].clone()),
    };
    format!("{}\n\n{}", run.title(), run.text(Spelling::Ascii))
}

#[cfg(test)]
mod tests {
    use super::{fenced, shape, told_of_check};
    use serde_json::json;

    #[test]
    fn no_text_ends_its_block() {
        assert_eq!(fenced("c", "a\n"), "```c\na\n```\n\n");
        assert_eq!(fenced("c", "```\nb"), "````c\n```\nb\n````\n\n");
    }

    #[test]
    fn an_alarm_is_told_in_words() {
        let access = |mode: &str, tid: u32| {
            json!({
                "mode": mode, "file": "k.cu", "line": 3, "column": 1, "end_line": 3,
                "end_column": 2, "thread": { "tid": tid }, "variables": { "i": tid },
            })
        };
        let alarm = json!({
            "array": "A", "index": [2, 1], "accesses": [access("wr", 0), access("rd", 1)],
            "status": "open", "reachability": "exact", "location": "exact", "approximated": [],
            "replayed": false, "same_value": false,
            "params": { "n": 4 }, "memory": { "B": { "0": 7, "3": "-1" } },
        });
        assert_eq!(
            told_of_check(&serde_json::from_value(alarm).unwrap()),
            "- the thread tid = 0 writes A[2][1], line 3, with i = 0\n\
             - the thread tid = 1 reads A[2][1], line 3, with i = 1\n\
             - parameters: n = 4\n\
             - memory: B[0] = 7, B[3] = -1\n"
        );
    }

    #[test]
    fn a_shape_has_no_names_and_no_numbers() {
        let of = |body: &str| {
            let array = if body.contains("B[") { "B" } else { "A" };
            shape(&format!("// random1:8:1:0\n__global__ void k(int *{array}) {{ {body} }}"))
        };
        assert_eq!(of("int x1 = A[0]; A[t] = 7;"), of("int x2 = A[3]; A[t] = 0;"));
        assert_eq!(of("x = A[0]; A[t] = 0;"), of("x = B[0]; B[t] = 0;"));
        assert_ne!(of("x = A[0]; A[t] = 0;"), of("x = A[0]; B[t] = 0;"));
        assert_ne!(of("A[t] = 0;"), of("A[0] = 0;"));
    }
}
