//! Derivations as LaTeX, drawn by the `bussproofs` package.

use super::pieces::{Limits, Met, Pieces, Room, cut};
use super::wrap::wrap;
use super::{Derivation, LARGEST_TEXT, Part, Shown, Step, TooLarge, conclusions};
use crate::printer::Spelling;

/// What a page in landscape format takes, in characters and lines of its small print. A tree that
/// is a little wider is scaled down.
const PAGE: Room = Room { width: 210, height: 44 };

/// A conclusion is broken into lines of this length.
const LINE: usize = 90;

/// A conclusion of more lines than fit a page would be too small to read.
const MOST_LINES: usize = 200;

/// The derivation as a complete document, for any LaTeX with the packages `bussproofs`,
/// `graphicx`, `geometry`, `amsmath` and `amssymb`. A derivation that does not fit a page is cut into pieces,
/// which the tree names D₁, D₂, ….
///
/// # Errors
/// More text than [`LARGEST_TEXT`], or a conclusion past all that a page can show.
pub fn latex<J: Shown>(d: &Derivation<J>) -> Result<String, TooLarge> {
    document(&[Part::of(d)])
}

/// Several derivations as a complete document, each under its heading.
///
/// # Errors
/// More text than [`LARGEST_TEXT`], or a conclusion past all that a page can show.
pub fn document<J: Shown>(parts: &[Part<'_, J>]) -> Result<String, TooLarge> {
    let mut out = String::from(PREAMBLE);
    for part in parts {
        if !part.heading.is_empty() {
            let heading = plain(&part.heading);
            out.push_str(&format!("\\par\\bigskip\\textbf{{{heading}}}\\par\\medskip\n"));
        }
        derivation(&mut out, part.derivation)?;
    }
    out.push_str("\\end{document}\n");
    Ok(out)
}

fn derivation<J: Shown>(out: &mut String, d: &Derivation<J>) -> Result<(), TooLarge> {
    let steps = d.steps();
    let conclusions: Vec<Vec<String>> =
        conclusions(&steps, Spelling::Latex)?.iter().map(|text| lines(text)).collect();
    if conclusions.iter().any(|lines| lines.len() > MOST_LINES) {
        return Err(TooLarge);
    }
    let room = |(step, lines): (&Step<'_, J>, &Vec<String>)| Room {
        // The rule's name stands at the end of the line, with some air.
        width: lines.iter().map(|line| visible(line)).max().unwrap_or_default()
            + if bare(step) { 4 } else { step.rule.len() + 6 },
        height: lines.len() + 1,
    };
    let own: Vec<Room> = steps.iter().zip(&conclusions).map(room).collect();
    let name = Room { width: 8, height: 1 };
    let pieces = cut(&steps, &own, Limits { room: PAGE, premises: 5, name, margin: 6 });
    for piece in 0..pieces.roots.len() {
        out.push_str(r"\begin{lrbox}{\derivation}");
        out.push('\n');
        tree(out, piece, &pieces, &steps, &conclusions);
        out.push_str("\\DisplayProof\n\\end{lrbox}\n");
        out.push_str(&format!(
            "\\derivationnamed{{{}}}\n",
            if piece > 0 { called(piece) } else { String::new() }
        ));
        if out.len() > LARGEST_TEXT {
            return Err(TooLarge);
        }
    }
    Ok(())
}

/// Text outside of formulas.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '_' | '%' | '&' | '#' | '$' | '{' | '}' => format!(r"\{c}"),
            '\\' => r"\textbackslash{}".into(),
            '^' => r"\textasciicircum{}".into(),
            '~' => r"\textasciitilde{}".into(),
            '<' | '>' | '|' => format!("${c}$"),
            _ => c.to_string(),
        })
        .collect()
}

const PREAMBLE: &str = r"\documentclass{article}
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{amsmath,amssymb}
\usepackage{graphicx}
\usepackage{bussproofs}
\pagestyle{empty}
\setlength{\parindent}{0pt}
\newsavebox{\derivation}
% Shows a derivation: under its name, centred, and scaled down where it is larger than the page.
\newcommand{\derivationnamed}[1]{%
  \ifdim\wd\derivation>\linewidth
    \sbox{\derivation}{\resizebox{\linewidth}{!}{\usebox{\derivation}}}%
  \fi
  \ifdim\dimexpr\ht\derivation+\dp\derivation\relax>0.9\textheight
    \sbox{\derivation}{\resizebox*{!}{0.9\textheight}{\usebox{\derivation}}}%
  \fi
  \begin{minipage}{\linewidth}
    \if\relax\detokenize{#1}\relax\else #1:\par\medskip\fi
    \centering\usebox{\derivation}\par
  \end{minipage}\par\bigskip}
\begin{document}
\footnotesize
";

fn called(piece: usize) -> String {
    format!(r"$\mathcal{{D}}_{{{piece}}}$")
}

fn bare<J: Shown>(step: &Step<'_, J>) -> bool {
    step.conclusion.is_side_condition() && step.premises.is_empty()
}

fn tree<J: Shown>(
    out: &mut String,
    piece: usize,
    pieces: &Pieces,
    steps: &[Step<'_, J>],
    conclusions: &[Vec<String>],
) {
    // `bussproofs` has inferences of at most five premises; more stand in one line of names.
    let many = |n: usize| steps[n].premises.len() > 5;
    let root = pieces.roots[piece];
    pieces.walk(piece, steps, |met| match met {
        Met::Name(name) if !many(root) => {
            out.push_str(&format!("\\AxiomC{{{}}}\n", called(name)));
        }
        Met::Leave(n) if bare(&steps[n]) && !many(root) => {
            out.push_str(&format!("\\AxiomC{{{}}}\n", formula(&conclusions[n])));
        }
        Met::Leave(n) if n == root || !many(root) => {
            let infers = match steps[n].premises.len() {
                0 => "\\AxiomC{}\n\\RightLabel",
                _ if many(n) => {
                    let premises = names(n, pieces, steps, conclusions);
                    out.push_str(&format!("\\AxiomC{{{premises}}}\n"));
                    "\\RightLabel"
                }
                _ => "\\RightLabel",
            };
            let inference = match steps[n].premises.len() {
                2 => "BinaryInfC",
                3 => "TrinaryInfC",
                4 => "QuaternaryInfC",
                5 => "QuinaryInfC",
                _ => "UnaryInfC",
            };
            out.push_str(&format!(
                "{infers}{{\\scriptsize\\textsc{{{}}}}}\n\\{inference}{{{}}}\n",
                escape(steps[n].rule),
                formula(&conclusions[n])
            ));
        }
        _ => {}
    });
}

/// The premises of a rule with many, ten to a line.
fn names<J: Shown>(
    n: usize,
    pieces: &Pieces,
    steps: &[Step<'_, J>],
    conclusions: &[Vec<String>],
) -> String {
    let shown: Vec<String> = steps[n]
        .premises
        .iter()
        .map(|p| pieces.begins[*p].map_or_else(|| formula(&conclusions[*p]), called))
        .collect();
    let lines: Vec<String> = shown.chunks(10).map(|line| line.join(r"\quad ")).collect();
    format!(r"\shortstack{{{}}}", lines.join(r"\\"))
}

fn formula(lines: &[String]) -> String {
    match lines {
        [line] => format!("${line}$"),
        _ => format!(r"$\begin{{array}}{{@{{}}l@{{}}}}{}\end{{array}}$", lines.join(r"\\")),
    }
}

/// The rule's name in small capitals: `P-Seq`.
fn escape(rule: &str) -> String {
    let mut first = true;
    rule.chars()
        .map(|c| {
            let shown = if first { c.to_string() } else { c.to_lowercase().to_string() };
            first = !c.is_alphanumeric();
            match c {
                '_' | '%' | '&' | '#' | '$' => format!(r"\{c}"),
                '\\' | '{' | '}' | '^' | '~' => String::new(),
                _ => shown,
            }
        })
        .collect()
}

fn lines(text: &str) -> Vec<String> {
    wrap(text, LINE, blanks(text).into_iter(), visible).into_iter().map(str::to_owned).collect()
}

/// Where a formula may break: outside of every `{…}`, at a blank between words, and at one after a
/// comma or semicolon or before an arrow, and between closing parentheses; not within an
/// expression.
fn blanks(text: &str) -> Vec<usize> {
    let (mut depth, mut before, mut found) = (0_u32, ' ', Vec::new());
    for (n, c) in text.char_indices() {
        let escaped = before == '\\';
        let arrow = || {
            let rest = &text[n + 1..];
            rest.starts_with(r"\Downarrow") || rest.starts_with(r"\triangleright")
        };
        match c {
            '{' if !escaped => depth += 1,
            '}' if !escaped => depth = depth.saturating_sub(1),
            // The blank `\ ` stays whole: the next line begins with it.
            ' ' if escaped && depth == 0 => found.push(n - 1),
            ' ' if depth == 0 && (matches!(before, ',' | ';') || arrow()) => found.push(n),
            ')' if depth == 0 && before == ')' => found.push(n),
            _ => {}
        }
        before = if escaped { ' ' } else { c };
    }
    found
}

/// About how many characters of a formula are seen.
fn visible(text: &str) -> usize {
    let mut seen = 0;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '{' | '}' | '_' | ' ' => {}
            '\\' => {
                let mut command = String::new();
                while let Some(letter) = rest.next_if(char::is_ascii_alphabetic) {
                    command.push(letter);
                }
                match command.as_str() {
                    "" => {
                        rest.next();
                        seen += 1;
                    }
                    "mathsf" | "mathit" | "mathbin" | "text" => {}
                    _ => seen += 3,
                }
            }
            '+' | '-' | '<' | '>' | '=' | ',' | ';' => seen += 2,
            _ => seen += 1,
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{blanks, visible};

    /// The formula with a bar wherever it may break.
    fn broken(formula: &str) -> String {
        let mut out = formula.to_owned();
        blanks(formula).into_iter().rev().for_each(|n| out.insert(n, '|'));
        out
    }

    #[test]
    fn a_formula_breaks_between_parts() {
        for formula in [
            r"(\tau;|\ ((\tau;| \tau)|)|)",
            r"\mathit{f (a))}(b",
            r"a,| b| \Downarrow_{1, 2} c;| d| \triangleright e",
            r"\mathsf{if}|\ x + y|\ \{1,| 2\}",
            r"\{ a)|) \},| {{b, c} d, e},| f",
            r"{a\}, b},| c",
            r"a},| b} ;| {c\ d}",
        ] {
            assert_eq!(broken(&formula.replace('|', "")), formula);
        }
    }

    #[test]
    fn what_is_seen_of_a_formula() {
        for (formula, characters) in [
            ("", 0),
            ("a b_{12}", 4),
            ("x+y", 4),
            ("x+y,z", 7),
            (r"\mathsf{tid}", 3),
            (r"\tau\ \triangleright{ab}", 9),
            (r"\{1\}", 3),
            (r"\mathbin{\%}(a)", 4),
        ] {
            assert_eq!(visible(formula), characters, "{formula}");
        }
    }
}
