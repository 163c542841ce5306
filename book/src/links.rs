//! Whether every link of the site leads somewhere: to a file of it, and to a place in it where one is named. Addresses of other
//! sites are read, and not followed: a build asks nobody for anything. (`book/links.sh` follows them.)

use crate::page::plain;
use anyhow::{Result, bail};
use http::Uri;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How much was looked at.
pub struct Counted {
    /// Pages.
    pub pages: usize,
    /// Links within the site.
    pub links: usize,
    /// Links to other sites.
    pub others: usize,
}

/// Checks every page of the book; the playground is one page, whose addresses are its own.
///
/// # Errors
/// Links that lead nowhere.
pub fn check(site: &Path) -> Result<Counted> {
    let mut pages = BTreeMap::new();
    collect(site, site, &mut pages)?;
    let places: BTreeMap<&Path, BTreeSet<&str>> = pages
        .iter()
        .map(|(path, text)| (path.as_path(), attributes(text, "id").collect()))
        .collect();
    let mut dead = Vec::new();
    let (mut links, mut others) = (0, 0);
    for (path, text) in &pages {
        for target in attributes(text, "href").chain(attributes(text, "src")) {
            if target.starts_with("data:") || target.starts_with("javascript:") {
                continue;
            }
            if target.contains("://") {
                others += 1;
                if !is_address(target) {
                    dead.push(format!("{}: {target} is no address", path.display()));
                }
                continue;
            }
            links += 1;
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let folder = path.parent().unwrap_or(Path::new(""));
            let file = if file.is_empty() { path.clone() } else { plain(&folder.join(file)) };
            let there = site.join(&file).is_file();
            let is_page = places.get(file.as_path());
            let named = place.is_empty() || is_page.is_none_or(|ids| ids.contains(place));
            if !(there && named) {
                dead.push(format!("{}: {target}", path.display()));
            }
        }
    }
    if !dead.is_empty() {
        bail!("dead links:\n{}", dead.join("\n"));
    }
    Ok(Counted { pages: pages.len(), links, others })
}

/// Whether it is an address of another site, as far as that shows without asking it.
fn is_address(target: &str) -> bool {
    target.parse::<Uri>().is_ok_and(|address| {
        address.scheme_str() == Some("https")
            && address.host().is_some_and(|name| name.contains('.'))
    })
}

fn collect(site: &Path, folder: &Path, pages: &mut BTreeMap<PathBuf, String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.strip_prefix(site)?.to_owned();
        if path.is_dir() {
            // The playground makes its page itself; the sources are no pages.
            if !["playground", "files"].iter().any(|own| name == Path::new(own)) {
                collect(site, &path, pages)?;
            }
        } else if path.extension().is_some_and(|end| end == "html") {
            pages.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// The values of an attribute.
fn attributes<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let begins = move |rest: &str| rest.ends_with(&[' ', '\n', '\t'][..]);
    let mut before = "";
    text.split("=\"").filter_map(move |part| {
        let named = before.strip_suffix(name).is_some_and(begins);
        before = part;
        named.then(|| part.split('"').next()).flatten()
    })
}
