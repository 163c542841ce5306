//! `book REPOSITORY PLAYGROUND SITE`: makes a book of the texts in `docs/`, as `book/SUMMARY.md` orders them.
//!
//! No text is kept twice: each chapter is a document of the repository, cut into one chapter for each of its parts
//! where that is asked for. Links between documents become links between chapters, links to sources lead to copies
//! of them, and `<!-- playground: VIEW FILE -->` becomes that view of the playground. The card of rules and the exercises
//! are made of the same files that the playground reads.

mod card;
mod exercises;
mod links;
mod page;
mod piece;

use anyhow::{Context, Result, bail};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use page::{Page, Pages};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents that have a chapter for each of their parts.
const CUT: [&str; 2] = ["docs/calculi.md", "docs/tour.md"];

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(root), Some(playground), Some(site)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        bail!("book REPOSITORY PLAYGROUND SITE");
    };
    let staged = site.with_extension("staged");
    let sources = staged.join("src");
    if staged.exists() {
        fs::remove_dir_all(&staged)?;
    }
    fs::create_dir_all(&sources)?;
    let pages = Pages::read(&root, &summary(&root)?)?;
    nothing_is_left_out(&root, &pages)?;
    for page in pages.all() {
        write(&sources.join(&page.path), &pages.text(page, &root, &sources)?)?;
    }
    write(&sources.join("SUMMARY.md"), &pages.summary())?;
    for file in ["book.css", "book.js"] {
        fs::copy(root.join("book").join(file), staged.join(file))?;
    }
    sheet(&card::latex(&card::read(&root)?), &staged, &sources)?;
    let book = MDBook::load_with_config(&staged, config(&site)?)?;

    book.build()?;
    copy(&playground, &site.join("playground"))?;
    let counted = links::check(&site)?;
    let links::Counted { pages, links, others } = counted;
    println!("{}: {pages} pages, {links} links, and {others} to other sites", site.display());
    Ok(())
}

/// Every document is a chapter.
fn nothing_is_left_out(root: &Path, pages: &Pages) -> Result<()> {
    for entry in fs::read_dir(root.join("docs"))? {
        let path = Path::new("docs").join(entry?.file_name());
        let is_text = path.extension().is_some_and(|end| end == "md");
        if is_text && !pages.all().any(|page| page.document == path) {
            bail!("{} is in no chapter: name it in book/SUMMARY.md", path.display());
        }
    }
    Ok(())
}

/// The texts stay as they are written, and a page asks nobody for anything.
const CONFIG: &str = r#"
[book]
title = "Jaminan"
language = "en"
src = "src"
[output.html]
additional-css = ["book.css"]
additional-js = ["book.js"]
no-section-label = true
smart-punctuation = false
definition-lists = false
input-404 = ""
[output.html.playground]
runnable = false
[output.html.print]
enable = false
[output.html.fold]
enable = true
level = 1
"#;

fn config(site: &Path) -> Result<Config> {
    let mut config: Config = CONFIG.parse()?;
    config.build.build_dir = std::path::absolute(site)?;
    config.build.create_missing = false;
    Ok(config)
}

/// Sets the card of rules, and lays it beside the chapters.
fn sheet(text: &str, staged: &Path, sources: &Path) -> Result<()> {
    fs::write(staged.join("card.tex"), text)?;
    let set = Command::new("pdflatex")
        .args(["-interaction=batchmode", "-halt-on-error", "card.tex"])
        .current_dir(staged)
        .output()
        .context("pdflatex")?;
    if !set.status.success() {
        let log = fs::read_to_string(staged.join("card.log")).unwrap_or_default();
        bail!("pdflatex does not set the card of rules:\n{log}");
    }
    fs::copy(staged.join("card.pdf"), sources.join("card.pdf"))?;
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let path = entry?.path();
        let place = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &place)?;
        } else {
            fs::copy(&path, &place)?;
        }
    }
    Ok(())
}

fn summary(root: &Path) -> Result<String> {
    fs::read_to_string(root.join("book/SUMMARY.md")).context("book/SUMMARY.md")
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// The text of a chapter that is no document but made of data.
fn made(page: &Page, root: &Path) -> Result<Option<String>> {
    Ok(match page.path.to_str() {
        Some("card.md") => Some(card::markdown(&card::read(root)?)),
        Some("exercises.md") => Some(exercises::markdown(root)?),
        _ => None,
    })
}
