//! The chapters: documents, and parts of documents; and where a link from one to another leads.

use crate::{CUT, made, piece};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A chapter.
pub struct Page {
    /// Where it stands in the book.
    pub path: PathBuf,
    /// What the table of contents calls it.
    pub title: String,
    /// The document that it is of.
    pub document: PathBuf,
    /// Its text, as the document has it.
    text: String,
    /// The names of its headings.
    anchors: BTreeSet<String>,
}

/// All chapters, in order.
pub struct Pages {
    /// Lines of the table of contents, and the chapters that each stands for: itself, and its parts.
    lines: Vec<(String, Vec<Page>)>,
}

impl Pages {
    /// Reads the documents that a table of contents names.
    ///
    /// # Errors
    /// A document that is not there.
    pub fn read(root: &Path, summary: &str) -> Result<Pages> {
        let mut lines = Vec::new();
        for line in summary.lines() {
            let link = line.split_once("](").and_then(|(before, rest)| {
                Some((before.rsplit_once('[')?.1, rest.strip_suffix(')')?))
            });
            let pages = match link {
                None => Vec::new(),
                Some((title, path)) => chapters(root, title, path)?,
            };
            lines.push((line.to_owned(), pages));
        }
        Ok(Pages { lines })
    }

    /// Every chapter.
    pub fn all(&self) -> impl Iterator<Item = &Page> {
        self.lines.iter().flat_map(|(_, pages)| pages)
    }

    /// The table of contents, parts below their documents.
    pub fn summary(&self) -> String {
        let mut out = String::new();
        for (line, pages) in &self.lines {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{line}");
            for part in pages.iter().skip(1) {
                let _ = writeln!(out, "  - [{}]({})", part.title, part.path.display());
            }
        }
        out
    }

    /// A chapter as the book has it. Sources that it links to are copied below `sources`.
    ///
    /// # Errors
    /// A link that leads nowhere.
    pub fn text(&self, page: &Page, root: &Path, sources: &Path) -> Result<String> {
        if let Some(text) = made(page, root)? {
            return Ok(text);
        }
        let depth = page.path.components().count() - 1;
        let mut out = String::new();
        let mut fenced = false;
        for line in page.text.lines() {
            fenced ^= line.starts_with("```");
            if !fenced && let Some(asked) = piece::asked(line) {
                out.push_str(&piece::html(&asked, root, depth)?);
            } else if fenced || line.starts_with("    ") {
                out.push_str(line);
            } else {
                out.push_str(&self.linked(line, page, root, sources)?);
            }
            out.push('\n');
        }
        Ok(out)
    }

    /// A line, its links leading to chapters and copies.
    fn linked(&self, line: &str, page: &Page, root: &Path, sources: &Path) -> Result<String> {
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](") {
            let Some((target, after)) = after.split_once(')') else { break };
            let leads = self
                .leads(target, page, root, sources)
                .with_context(|| format!("{}: {target}", page.document.display()))?;
            let _ = write!(out, "{before}]({leads})");
            rest = after;
        }
        out.push_str(rest);
        Ok(out)
    }

    fn leads(&self, target: &str, page: &Page, root: &Path, sources: &Path) -> Result<String> {
        if target.contains("://") {
            return Ok(target.to_owned());
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let folder = page.document.parent().unwrap_or(Path::new(""));
        let file = if file.is_empty() { page.document.clone() } else { plain(&folder.join(file)) };
        let up = "../".repeat(page.path.components().count() - 1);
        let same = |other: &&Page| other.document == file;
        let wanted = match anchor {
            "" => self.all().find(same),
            _ => self.all().filter(same).find(|other| other.anchors.contains(anchor)),
        };
        if let Some(found) = wanted {
            let hash = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
            return Ok(format!("{up}{}{hash}", found.path.display()));
        }
        let source = root.join(&file);
        if !anchor.is_empty() || !source.is_file() {
            bail!("leads nowhere");
        }
        if file.extension().is_some_and(|end| end == "md") {
            bail!("leads to a document that is no chapter: book/SUMMARY.md does not name it");
        }
        let copy = Path::new("files").join(&file);
        let place = sources.join(&copy);
        fs::create_dir_all(place.parent().unwrap_or(sources))?;
        fs::copy(&source, &place)?;
        Ok(format!("{up}{}", copy.display()))
    }
}

/// A document's chapters: itself, and after it those that it is cut into.
fn chapters(root: &Path, title: &str, path: &str) -> Result<Vec<Page>> {
    let own = |text: String, path: PathBuf, title: &str| Page {
        anchors: anchors(&text),
        title: title.to_owned(),
        document: PathBuf::new(),
        path,
        text,
    };
    let source = root.join(path);
    if !source.exists() {
        // Made of data.
        return Ok(vec![own(String::new(), path.into(), title)]);
    }
    let text = fs::read_to_string(&source).with_context(|| path.to_owned())?;
    let mut pages = Vec::new();
    if CUT.contains(&path) {
        let mut parts = cut(&text).into_iter();
        let first = parts.next().unwrap_or_default();
        pages.push(own(first, path.into(), title));
        for part in parts {
            let heading = part.lines().next().unwrap_or_default().trim_start_matches('#').trim();
            let name = anchor(heading);
            let folder = Path::new(path).with_extension("");
            let (title, place) = (heading.to_owned(), folder.join(format!("{name}.md")));
            pages.push(own(part, place, &title));
        }
    } else {
        pages.push(own(text, path.into(), title));
    }
    pages.iter_mut().for_each(|page| page.document = path.into());
    Ok(pages)
}

/// The text before the first heading of the second level, then each part, a level higher.
fn cut(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced && line.starts_with("## ") {
            parts.push(String::new());
        }
        let higher = !fenced && line.starts_with("##");
        if let Some(last) = parts.last_mut() {
            last.push_str(if higher { &line[1..] } else { line });
            last.push('\n');
        }
    }
    parts
}

/// What headings are called in links.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let headings = text.lines().filter_map(|line| {
        fenced ^= line.starts_with("```");
        line.strip_prefix('#').filter(|_| !fenced)
    });
    headings.map(|heading| anchor(heading.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().replace(' ', "-")
}

/// A path without `..`.
pub fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}
