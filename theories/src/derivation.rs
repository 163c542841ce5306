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
            Found::Program(d) => latex::latex(&d),
            Found::Protocol(d) => latex::latex(&d),
            Found::Written { latex: Some(document), .. } => Ok(document),
            Found::Written { text, latex: None } => return (String::new(), lines(&text)),
            Found::Nothing => return (String::new(), lines(NOTHING)),
        };
        let document = written.as_deref().ok().and_then(|document| {
            let (before, rest) = document.split_once(BEGIN)?;
            Some((before.to_string(), rest.split_once(END)?.0.to_string()))
        });
        document.unwrap_or_else(|| (String::new(), lines(&TooLarge.to_string())))
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
/// The preamble where no derivation brings its own.
const PLAIN: &str = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n";
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

/// A document of LaTeX: lines of text and, under them, the derivations of the counterexample where there is one, each
/// from a new page on.
pub fn document(parts: &[(Vec<String>, Option<&Counterexample>)]) -> String {
    let mut preamble = PLAIN.to_string();
    let mut out = String::from(BEGIN);
    for (n, (above, counterexample)) in parts.iter().enumerate() {
        if n > 0 && counterexample.is_some() {
            out.push_str("\\clearpage\n");
        }
        for line in above {
            out.push_str(&lines(line));
        }
        for run in counterexample.iter().flat_map(|counterexample| &counterexample.runs) {
            let (before, body) = run.latex();
            // Those that bring one bring the same.
            if !before.is_empty() {
                preamble = before;
            }
            out.push_str(&format!("\\medskip\\noindent {}:\\par\\medskip\n", escape(run.title())));
            out.push_str(&body);
        }
    }
    format!("{preamble}{out}{END}\n")
}

/// Lines as they stand. Spaces at which a line may be broken are single ones within it.
fn lines(text: &str) -> String {
    let line = |line: &str| {
        let kept = line.len() - line.trim_start().len();
        let text = escape(line.trim_start()).replace("  ", "~~");
        format!("\\noindent\\texttt{{{}{text}}}\\par\n", "~".repeat(kept))
    };
    format!("{{\\raggedright\n{}}}\n", text.lines().map(line).collect::<String>())
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
            '“' => "``".into(),
            '”' => "''".into(),
            ' '..='~' => c.to_string(),
            _ => match symbol(c) {
                Some(symbol) => format!("\\ensuremath{{{symbol}}}"),
                None => format!("U+{:04X}", u32::from(c)),
            },
        })
        .collect()
}

/// A sign of the papers, or of a derivation in text, as LaTeX has it in formulas.
fn symbol(c: char) -> Option<String> {
    let subscript = |base: u32| u32::from(c).checked_sub(base).map(|digit| format!("_{{{digit}}}"));
    let named = match c {
        '₀'..='₉' => return subscript(u32::from('₀')),
        'ᵢ' => "_{i}",
        'ₙ' => "_{n}",
        'α' => "\\alpha",
        'δ' => "\\delta",
        'τ' => "\\tau",
        'Λ' => "\\Lambda",
        'Φ' => "\\Phi",
        'Ψ' => "\\Psi",
        '𝒟' => "\\mathcal{D}",
        '⇓' => "\\Downarrow",
        '→' => "\\to",
        '⟹' => "\\Longrightarrow",
        '↦' => "\\mapsto",
        '⊢' => "\\vdash",
        '▶' => "\\blacktriangleright",
        '▷' => "\\triangleright",
        '∅' => "\\emptyset",
        '∈' => "\\in",
        '∉' => "\\notin",
        '∪' => "\\cup",
        '∩' => "\\cap",
        '⊆' => "\\subseteq",
        '≡' => "\\equiv",
        '≠' => "\\neq",
        '≤' => "\\leq",
        '≥' => "\\geq",
        '∧' => "\\wedge",
        '∨' => "\\vee",
        '¬' => "\\neg",
        '⊤' => "\\top",
        '⊥' => "\\bot",
        '◇' => "\\diamond",
        '⋆' => "\\star",
        '×' => "\\times",
        '÷' => "\\div",
        '·' => "\\cdot",
        '…' => "\\ldots",
        '≔' => ":=",
        '−' | '─' => "-",
        '│' | '├' | '└' => "|",
        '§' => "\\S",
        _ => return None,
    };
    Some(named.into())
}
