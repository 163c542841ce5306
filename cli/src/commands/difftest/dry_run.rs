//! `difftest --dry-run`: how a detector is called and read, before anything is held against it.

use crate::style::{HEADING, LABEL};
use difftest::trial::given;
use difftest::{Detector, Plan};
use difftest::detector::Answer;
use generators::Language;
use semantics::{Text, say};
use serde_json::{Value, json};

/// How many kernels are shown.
const KERNELS: usize = 3;

/// What a detector did with some kernels.
pub struct DryRun {
    /// The detector.
    pub detector: Detector,
    /// The kernels.
    pub kernels: Vec<Asked>,
}

/// What it did with one.
pub struct Asked {
    id: String,
    language: Language,
    text: String,
    answer: Answer,
}

impl DryRun {
    /// Asks about the first kernels of a plan.
    pub fn of(detector: Detector, plan: &Plan) -> DryRun {
        let asked = plan.kernels().filter_map(|kernel| {
            let given = given(&detector, &kernel)?;
            let answer = detector.ask(&given.text, given.language, &given.launch)?;
            Some(Asked { id: kernel.id, language: given.language, text: given.text, answer })
        });
        let kernels = asked.take(KERNELS).collect();
        DryRun { detector, kernels }
    }

    /// As JSON, of the published form.
    pub fn json(&self) -> Value {
        let kernels = self.kernels.iter().map(|asked| {
            let answer = &asked.answer;
            json!({
                "id": asked.id,
                "language": asked.language.to_string(),
                "kernel": asked.text,
                "command": answer.command,
                "end": answer.ran.end.to_string(),
                "stdout": answer.ran.out,
                "stderr": answer.ran.err,
                "said": answer.said.to_string(),
                "rule": answer.rule.map(|rule| rule + 1),
                "why": answer.why,
            })
        });
        json!({ "detector": self.detector.name, "dry_run": kernels.collect::<Vec<_>>() })
    }

    /// In words.
    pub fn text(&self) -> Text {
        let n = self.kernels.len();
        let mut out = Text::of_line(format_args!(
            "{HEADING}{}{HEADING:#}: how it is called and read on {n} kernels; nothing is compared",
            self.detector.name
        ));
        for asked in &self.kernels {
            let answer = &asked.answer;
            out.blank();
            say!(out, "{HEADING}{}{HEADING:#}", asked.id);
            let mut lines = |name: &str, text: &str| {
                say!(out, "  {LABEL}{name}{LABEL:#}");
                for line in text.lines().take(LINES) {
                    say!(out, "    {}", line.replace('\t', "    "));
                }
                if text.lines().count() > LINES {
                    say!(out, "    …");
                }
            };
            lines("the kernel", &asked.text);
            lines("the command", &quoted(&answer.command));
            lines("what it prints on standard output", &answer.ran.out);
            lines("what it prints on standard error", &answer.ran.err);
            say!(out, "  {LABEL}how it ends{LABEL:#}: it {}", answer.ran.end);
            let why = Some(&answer.why).filter(|why| !why.is_empty());
            let read = match (answer.rule, why) {
                (Some(rule), _) => format!("by `[[answer]]` number {}", rule + 1),
                (None, Some(why)) => why.clone(),
                (None, None) => "by no rule".into(),
            };
            say!(out, "  {LABEL}how that is read{LABEL:#}: {}, {read}", answer.said);
        }
        out
    }
}

/// Lines that are shown of what is printed.
const LINES: usize = 20;

/// A command as a shell reads it.
fn quoted(command: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-=,:[]".contains(c);
    let words = command.iter().map(|word| match !word.is_empty() && word.chars().all(plain) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["a/b", "--n=[1,2]", "it's", "", "x y"].map(str::to_owned);
        assert_eq!(quoted(&words), r"a/b --n=[1,2] 'it'\''s' '' 'x y'");
    }
}
