//! The derivations that show a counterexample.

use crate::claim::{Counterexample, Run};
use semantics::derivation::{Shown, TooLarge, latex, text};
use semantics::judgment::Judgment;
use semantics::{
    AccessValue, Choices, Derivation, Flow, Phase, Proof, Search, Spelling, Stop, Trace,
};
use std::sync::Arc;

/// No search for a derivation applies more rules.
const FUEL: u64 = 10_000_000;

/// A derivation of a run, in its calculus.
enum Found {
    Program(Arc<Derivation<jaminan::Judgment>>),
    Protocol(Arc<Derivation<maps::Judgment>>),
    Written {
        text: String,
        latex: Option<String>,
    },
    /// No run within the bounds is as wanted.
    Nothing,
}

impl Run {
    /// What the run shows.
    pub fn title(&self) -> &str {
        match self {
            Run::Program { title, .. }
            | Run::Protocol { title, .. }
            | Run::Written { title, .. } => title,
        }
    }

    /// The first derivation that is as wanted, as text.
    pub fn text(&self, spelling: Spelling) -> String {
        let options = text::Options { spelling, ..text::Options::default() };
        let written = match self.derive() {
            Found::Program(d) => text::text(&d, options),
            Found::Protocol(d) => text::text(&d, options),
            Found::Written { text, .. } => Ok(text),
            Found::Nothing => Ok(NOTHING.into()),
        };
        written.unwrap_or_else(|TooLarge| TooLarge.to_string())
    }

    /// The first derivation that is as wanted, as what stands between the begin and the end of a
    /// document of LaTeX; and what stands before that.
    fn latex(&self) -> (String, String) {
        let written = match self.derive() {
            Found::Program(d) => latex::latex(&d).ok(),
            Found::Protocol(d) => latex::latex(&d).ok(),
            Found::Written { latex, .. } => latex,
            Found::Nothing => None,
        };
        let document = written.as_deref().and_then(|document| {
            let (before, rest) = document.split_once(BEGIN)?;
            Some((before.to_string(), rest.split_once(END)?.0.to_string()))
        });
        document.unwrap_or_else(|| (String::new(), format!("{NOTHING}\n")))
    }

    fn derive(&self) -> Found {
        match self {
            Run::Program { program, thread, memory, choices, access, trace, .. } => {
                let wanted = |phase: &Phase, t: &Trace| is_wanted(phase, t, access, trace);
                first(choices, jaminan::Initial::Zero, |search, found| {
                    jaminan::runs(search, memory, program, thread, &mut |_, (_, phase, t), d| {
                        found(wanted(&phase, &t), d)
                    })
                })
                .map_or(Found::Nothing, Found::Program)
            }
            Run::Protocol { protocol, thread, choices, phase: whole, access, trace, .. } => {
                let wanted = |phase: &Phase, t: &Trace| {
                    whole.as_ref().is_none_or(|p| p == phase) && is_wanted(phase, t, access, trace)
                };
                first(choices, (), |search, found| {
                    maps::runs(search, protocol, thread, &mut |_, (phase, t), d| {
                        found(wanted(&phase, &t), d)
                    })
                })
                .map_or(Found::Nothing, Found::Protocol)
            }
            Run::Written { text, latex, .. } => {
                Found::Written { text: text.clone(), latex: latex.clone() }
            }
        }
    }
}

const NOTHING: &str = "no run within the bounds is as wanted";
const BEGIN: &str = "\\begin{document}\n";
const END: &str = "\\end{document}";

fn is_wanted(
    phase: &Phase,
    t: &Trace,
    access: &Option<AccessValue>,
    trace: &Option<Trace>,
) -> bool {
    access.as_ref().is_none_or(|access| phase.contains(access))
        && trace.as_ref().is_none_or(|trace| trace == t)
}

fn first<J: Judgment + Shown>(
    choices: &Choices,
    environment: J::Environment,
    run: impl FnOnce(&mut Search<J>, &mut dyn FnMut(bool, Proof<J>) -> Flow) -> Flow,
) -> Option<Arc<Derivation<J>>> {
    let mut search = Search::new(choices.clone(), environment, FUEL).recording();
    let mut first = None;
    let _ = run(&mut search, &mut |wanted, derivation| {
        if !wanted {
            return Flow::Continue(());
        }
        first = derivation;
        Flow::Break(Stop::Enough)
    });
    first
}

impl Counterexample {
    /// Its derivations as one document of LaTeX, under these lines of text.
    pub fn latex(&self, lines: &[String]) -> String {
        let runs: Vec<(&Run, (String, String))> =
            self.runs.iter().map(|run| (run, run.latex())).collect();
        let preamble = runs.iter().map(|(_, (before, _))| before).find(|before| !before.is_empty());
        let mut out = preamble.map_or("\\documentclass{article}\n", String::as_str).to_string();
        out.push_str(BEGIN);
        for line in lines {
            out.push_str(&format!("\\noindent\\texttt{{{}}}\\par\n", escape(line)));
        }
        for (run, (_, body)) in &runs {
            out.push_str(&format!("\\medskip\\noindent {}:\\par\\medskip\n", escape(run.title())));

            out.push_str(body);
        }
        out.push_str(END);
        out.push('\n');
        out
    }
}

/// Text as LaTeX prints it.
fn escape(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '_' | '%' | '&' | '#' | '$' | '{' | '}' => format!("\\{c}"),
            '\\' => "\\textbackslash{}".into(),
            '^' => "\\textasciicircum{}".into(),
            '~' => "\\textasciitilde{}".into(),
            '<' => "\\textless{}".into(),
            '>' => "\\textgreater{}".into(),
            '|' => "\\textbar{}".into(),
            c => c.to_string(),
        })
        .collect()
}
