//! A view of the playground in a chapter.

use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What a line asks for: `<!-- playground: Run examples/s_a.jam -->`.
pub struct Asked<'a> {
    view: &'a str,
    file: &'a str,
}

/// What a line asks for, if it is one that does.
pub fn asked(line: &str) -> Option<Asked<'_>> {
    let inside = line.trim().strip_prefix("<!-- playground: ")?.strip_suffix(" -->")?;
    let (view, file) = inside.split_once(' ')?;
    Some(Asked { view, file })
}

/// The view, and a link to it for who wants the whole page. `depth` is how deep the chapter stands.
///
/// # Errors
/// A file that is not there.
pub fn html(asked: &Asked<'_>, root: &Path, depth: usize) -> Result<String> {
    let Asked { view, file } = asked;
    let text = fs::read_to_string(root.join(file)).with_context(|| (*file).to_owned())?;
    let name = file.rsplit('/').next().unwrap_or(file);
    let address = format!(
        "{}playground/index.html#{}/{}/{}",
        "../".repeat(depth),
        encoded(view),
        encoded(name),
        encoded(&text)
    );
    Ok(format!(
        "<figure class=\"piece\"><iframe title=\"{view} of {name} in the playground\" loading=\"lazy\" \
         src=\"{address}\"></iframe><figcaption><a href=\"{address}\">{view} of {name}, in the \
         playground</a></figcaption></figure>\n"
    ))
}

/// As an address holds it.
pub fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
