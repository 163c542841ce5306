//! The card of all rules, as a chapter and as a sheet to print. Both are made of `docs/rules.json`.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Rules of one figure.
#[derive(Deserialize)]
pub struct Group {
    title: String,
    source: String,
    about: String,
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    name: String,
    premises: Vec<String>,
    conclusion: String,
    /// What the rule asks besides.
    side: Option<String>,
}

/// Reads the rules.
///
/// # Errors
/// They are not of their form.
pub fn read(root: &Path) -> Result<Vec<Group>> {
    let text = fs::read_to_string(root.join("docs/rules.json"))?;
    serde_json::from_str(&text).context("docs/rules.json")
}

/// The chapter.
pub fn markdown(groups: &[Group]) -> String {
    let mut out = String::from(
        "# A card of all rules\n\nPremises stand above the line, the conclusion below. The card is also [a sheet to \
         print](card.pdf).\n",
    );
    for Group { title, source, about, rules } in groups {
        // Writing to a string does not fail.
        let _ = write!(
            out,
            "\n## {title}\n\n{} {}\n\n<div class=\"rules\">",
            escape(source),
            escape(about)
        );
        for rule in rules {
            let side = |side: &String| format!(" <span class=\"side\">({})</span>", escape(side));
            let side = rule.side.as_ref().map(side).unwrap_or_default();
            let _ = write!(
                out,
                "<div class=\"rule\"><div class=\"text\"><span class=\"premises\">{}</span>\
                 <span class=\"conclusion\">{}</span></div><span class=\"name\">{}{}</span></div>",
                escape(&rule.premises.join("   ")),
                escape(&rule.conclusion),
                rule.name,
                side
            );
        }
        out.push_str("</div>\n");
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('[', "&#91;")
}

/// The sheet, for pdflatex.
pub fn latex(groups: &[Group]) -> String {
    let mut out = String::from(PREAMBLE);
    for Group { title, source, about, rules } in groups {
        // Writing to a string does not fail.
        let _ =
            writeln!(out, "\\group{{{}}}{{{}}}{{{}}}", words(title), words(source), words(about));
        for rule in rules {
            let side = rule.side.as_ref().map(|side| format!(" ({})", words(side)));
            let _ = writeln!(
                out,
                "\\rul{{{}}}{{{}}}{{{}}}{{{}}}",
                above(&rule.premises),
                formula(&rule.conclusion),
                rule.name,
                side.unwrap_or_default()
            );
        }
    }
    out.push_str("\\end{multicols}\n\\end{document}\n");
    out
}

const PREAMBLE: &str = r"\documentclass[a4paper,landscape]{article}
\usepackage[margin=9mm]{geometry}
\usepackage{amsmath,amssymb}
\usepackage{graphicx}
\usepackage{multicol}
\pagestyle{empty}
\setlength{\parindent}{0pt}
\setlength{\columnsep}{7mm}
\newsavebox{\onerule}
\newcommand{\group}[3]{\par\medskip{\footnotesize\textbf{#1} #2\par #3\par}\nopagebreak\smallskip}
% A rule: scaled down where it is wider than its column.
\newcommand{\rul}[4]{%
  \sbox{\onerule}{\footnotesize$\dfrac{\strut #1}{\strut #2}$\ \scriptsize\textsc{#3}#4}%
  \ifdim\wd\onerule>\linewidth
    \resizebox{\linewidth}{!}{\usebox{\onerule}}%
  \else
    \usebox{\onerule}%
  \fi\par\smallskip}
\begin{document}
\raggedright
\begin{multicols}{3}
";

/// Words that the languages and the rules write upright.
const UPRIGHT: [&str; 19] = [
    "if",
    "else",
    "for",
    "in",
    "let",
    "var",
    "skip",
    "sync",
    "true",
    "false",
    "rd",
    "wr",
    "end",
    "tid",
    "aa",
    "fv",
    "lastwrite",
    "CI",
    "DI",
];

/// Premises with more signs than these stand on two lines.
const WIDEST: usize = 56;

/// The premises, above the line.
fn above(premises: &[String]) -> String {
    let line =
        |some: &[String]| some.iter().map(|text| formula(text)).collect::<Vec<_>>().join(r"\quad ");
    let width = |some: &[String]| some.iter().map(|text| text.chars().count()).sum::<usize>();
    if width(premises) <= WIDEST {
        return line(premises);
    }
    // Cut where the longer of the two lines is shortest.
    let longer = |n: &usize| width(&premises[..*n]).max(width(&premises[*n..]));
    let cut = (1..premises.len()).min_by_key(longer).unwrap_or(premises.len());
    let (first, second) = premises.split_at(cut);
    format!(r"\begin{{array}}{{@{{}}c@{{}}}}{}\\{}\end{{array}}", line(first), line(second))
}

/// Stands on the sign before it.
const HAT: char = '\u{302}';

/// A part of a rule in math mode.
fn formula(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first.is_ascii_alphabetic() {
            true => rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        if let Some(after) = after.strip_prefix(HAT) {
            let _ = write!(out, r"\hat{{{token}}}");
            rest = after;
            continue;
        }
        match sign(first) {
            Some(sign) => out.push_str(sign),
            None if UPRIGHT.contains(&token) => {
                let _ = write!(out, r"\mathsf{{{token}}}");
            }
            None if token.len() > 1 => {
                let _ = write!(out, r"\ \text{{{token}}}\ ");
            }
            None => out.push_str(token),
        }
        rest = after;
    }
    out
}

/// How TeX writes a sign.
fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        ' ' => r"\:",
        '{' => r"\{",
        '}' => r"\}",
        '|' => r"\mid ",
        'ᵢ' => "_i",
        '₁' => "_1",
        '₂' => "_2",
        '′' => "'",
        '″' => "''",
        '⇓' => r"\Downarrow ",
        '▷' => r"\triangleright ",
        '▶' => r"\blacktriangleright ",
        '⊤' => r"\top ",
        '⊥' => r"\bot ",
        'τ' => r"\tau ",
        '∅' => r"\emptyset ",
        '∪' => r"\cup ",
        '•' => r"^{\bullet}",
        '∖' => r"\setminus ",
        '↦' => r"\mapsto ",
        '⊢' => r"\vdash ",
        '∉' => r"\notin ",
        '⟦' => r"[\![",
        '⟧' => r"]\!]",
        _ => return None,
    })
}

/// Words outside of formulas: a sign among them stands in one of its own.
fn words(text: &str) -> String {
    text.chars()
        .map(|c| match sign(c) {
            Some(_) if c == ' ' => " ".into(),
            Some(sign) if sign.starts_with(['_', '^', '\'']) => format!("${{}}{sign}$"),
            Some(sign) => format!("${sign}$"),
            None if "<>".contains(c) => format!("${c}$"),
            None => c.to_string(),
        })
        .collect()
}
