//! Derivations as one HTML file that needs nothing else: no script, no font, no network.

use super::pieces::{Limits, Met, Pieces, Room, cut};
use super::{Derivation, LARGEST_TEXT, Part, Shown, Step, TooLarge, conclusions};
use crate::markup::escape;
use crate::printer::Spelling;

/// What one tree of the page takes, in characters and in levels. Browsers give up on elements that
/// nest some 500 deep.
const TREE: Room = Room { width: 210, height: 24 };

/// A conclusion is broken into lines of about this many characters (`max-width` in the style).
const LINE: usize = 64;

/// A section scrolls sideways: it is reached by keyboard, too.
const REGION: &str = "tabindex=\"0\" aria-label=\"derivation\"";

/// The derivation as a complete page. Each rule's line is a button that folds what stands above
/// it; a subtree that does not fit is shown below the tree, as 𝒟₁, 𝒟₂, …, and linked.
///
/// # Errors
/// More text than [`LARGEST_TEXT`].
pub fn html<J: Shown>(d: &Derivation<J>, title: &str) -> Result<String, TooLarge> {
    page(&[Part::of(d)], title)
}

/// Several derivations as a complete page, each under its heading.
///
/// # Errors
/// More text than [`LARGEST_TEXT`].
pub fn page<J: Shown>(parts: &[Part<'_, J>], title: &str) -> Result<String, TooLarge> {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escape(title)
    );
    for (n, part) in parts.iter().enumerate() {
        let prefix = if n == 0 { String::new() } else { format!("p{n}-") };
        if !part.heading.is_empty() {
            out.push_str(&format!("<h2>{}</h2>\n", escape(&part.heading)));
        }
        sections(&mut out, part.derivation, &prefix)?;
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

/// One derivation, whose names begin with a prefix.
fn sections<J: Shown>(out: &mut String, d: &Derivation<J>, prefix: &str) -> Result<(), TooLarge> {
    let steps = d.steps();
    let conclusions = conclusions(&steps, Spelling::Unicode)?;
    let room = |text: &String| Room { width: text.chars().count().min(LINE) + 8, height: 1 };
    let own: Vec<Room> = conclusions.iter().map(room).collect();
    let limits =
        Limits { room: TREE, premises: 40, name: Room { width: 8, height: 1 }, margin: 10 };
    let pieces = cut(&steps, &own, limits);
    for piece in 0..pieces.roots.len() {
        match piece {
            0 => out.push_str(&format!("<section {REGION}>\n")),
            _ => out.push_str(&format!(
                "<section id=\"{prefix}d{piece}\" {REGION}>\n<h2>{}</h2>\n",
                called(piece)
            )),
        }
        tree(out, (piece, prefix), &pieces, &steps, &conclusions);
        out.push_str("</section>\n");
        if out.len() > LARGEST_TEXT {
            return Err(TooLarge);
        }
    }
    Ok(())
}

fn tree<J: Shown>(
    out: &mut String,
    (piece, prefix): (usize, &str),
    pieces: &Pieces,
    steps: &[Step<'_, J>],
    conclusions: &[String],
) {
    let bare = |n: usize| steps[n].conclusion.is_side_condition() && steps[n].premises.is_empty();
    pieces.walk(piece, steps, |met| match met {
        Met::Name(name) => out.push_str(&format!(
            "<div class=\"step\"><a class=\"name\" href=\"#{prefix}d{name}\">{}</a></div>\n",
            called(name)
        )),
        Met::Enter(n) if bare(n) => {
            out.push_str(&format!("<div class=\"step\">{}</div>\n", judgment(&conclusions[n])));
        }
        // The box to tick comes first: what follows it depends on it.
        Met::Enter(n) => out.push_str(&format!(
            "<div class=\"step\"><input type=\"checkbox\" id=\"{prefix}s{n}\" aria-label=\"fold {0}\">\
             <div class=\"premises\">\n",
            escape(steps[n].rule)
        )),
        Met::Leave(n) if bare(n) => {}
        Met::Leave(n) => out.push_str(&format!(
            "</div><label for=\"{prefix}s{n}\" title=\"fold or unfold\"><span>{}</span></label>{}</div>\n",
            escape(steps[n].rule),
            judgment(&conclusions[n])
        )),
    });
}

fn called(piece: usize) -> String {
    format!("𝒟<sub>{piece}</sub>")
}

/// A conclusion, its keywords and its arrow marked.
fn judgment(text: &str) -> String {
    const KEYWORDS: [&str; 12] =
        ["skip", "let", "in", "var", "if", "else", "for", "sync", "rd", "wr", "tid", "end"];
    let mut out = String::from("<div class=\"judgment\">");
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let arrow = |c: char| c == '⇓' || ('₀'..='₉').contains(&c);
        let end = |same: &dyn Fn(char) -> bool| rest.find(|c| !same(c)).unwrap_or(rest.len());
        let length = match first {
            '⇓' => end(&arrow),
            _ if word(first) && !arrow(first) => end(&|c| word(c) && !arrow(c)),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        match first {
            '⇓' => out.push_str(&format!("<b>{token}</b>")),
            _ if KEYWORDS.contains(&token) => out.push_str(&format!("<i>{token}</i>")),
            _ => out.push_str(&escape(token)),
        }
        rest = after;
    }
    out.push_str("</div>");
    out
}

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #444; --rule: #8a3b12; --word: #1f4e9c; --soft: #777;
  --back: #fdfdfb; --text: #1a1a1a; }
@media (prefers-color-scheme: dark) {
  :root { --line: #bbb; --rule: #f0a070; --word: #8ab4f8; --soft: #999; --back: #17181a;
    --text: #e6e6e6; } }
body { margin: 2rem; background: var(--back); color: var(--text);
  font: 14px/1.4 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
h1 { font-size: 1.15rem; } h2 { font-size: 1.15rem; margin: 0 0 .6rem; }
section { overflow-x: auto; padding: .8rem 5rem 1.6rem 0; margin-bottom: 1.2rem; width: fit-content;
  max-width: 100%; box-sizing: border-box; }
section:target h2 { color: var(--rule); }
.step { display: flex; flex-direction: column; align-items: center; justify-content: flex-end;
  width: max-content; position: relative; }
.premises { display: flex; align-items: flex-end; justify-content: center; gap: 2.2rem;
  padding: 0 .6rem; margin-right: 4.6rem; }
.premises .step { padding: 0 0 .15rem; }
.judgment { max-width: 64ch; padding: .1rem .6rem; overflow-wrap: anywhere; }
.judgment i { font-style: normal; color: var(--word); }
.judgment b { font-weight: 600; color: var(--rule); }
label { position: relative; align-self: stretch; border-top: 1.5px solid var(--line);
  cursor: pointer; height: .2rem; margin-right: 4.6rem; }
label span { position: absolute; left: 100%; top: -.75em; padding-left: .4rem; white-space: nowrap;
  font-size: .8rem; color: var(--rule); }
label:hover { border-top-color: var(--rule); }
.step > label + .judgment { margin-right: 4.6rem; }
input { position: absolute; opacity: 0; pointer-events: none; }
input:focus-visible ~ label { outline: 2px solid var(--word); outline-offset: 2px; }
input:checked ~ .premises { display: none; }
input:checked ~ label::before { content: '⋮'; position: absolute; left: 50%; bottom: .1rem;
  color: var(--soft); }
.name { color: var(--rule); padding: 0 .4rem .2rem; }
@media print { section { overflow: visible; } }
";
