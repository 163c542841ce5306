//! A document of headings, paragraphs and tables, as Markdown, HTML, LaTeX and text.

mod latex;
mod plain;

pub use latex::latex;
pub use plain::plain;

use semantics::markup::{escape, escape_lines};
use semantics::terminal::visible;

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading of this level, from 1.
    Heading(usize, String),
    /// Text.
    Text(String),
    /// The names of the columns, and the rows.
    Table(Vec<&'static str>, Vec<Vec<Cell>>),
    /// A picture in SVG, which stands in both forms as it is.
    Picture(String),
    /// Lines that are written as they are.
    Code(String),
    /// Files beside the document, by their paths from it.
    Files(Vec<String>),
}

impl Block {
    /// A table of text and numbers.
    pub fn of_text(head: Vec<&'static str>, rows: Vec<Vec<String>>) -> Block {
        let cell = |text: String| match text.parse() {
            Ok(n) => Cell::Number(n),
            Err(_) => Cell::Text(text),
        };
        let cells = |row: Vec<String>| row.into_iter().map(cell).collect();
        Block::Table(head, rows.into_iter().map(cells).collect())
    }
}

/// What stands in a cell of a table.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Text.
    Text(String),
    /// A program, a protocol, or what else is written as it is.
    Code(String),
    /// A count.
    Number(u64),
    /// What was hoped for.
    Good(String),
    /// What needs a look.
    Bad(String),
    /// Less important than what stands above it.
    Note(String),
    /// One below the other.
    Lines(Vec<Cell>),
}

impl Cell {
    /// Text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    fn markdown(&self) -> String {
        let plain = |text: &str| visible(text).replace('\\', "\\\\").replace('|', "\\|");
        match self {
            Cell::Text(text) | Cell::Note(text) | Cell::Good(text) => plain(text),
            Cell::Bad(text) => format!("**{}**", plain(text)),
            Cell::Code(text) if text.is_empty() => String::new(),
            // Between backquotes only the bar of a table is escaped.
            Cell::Code(text) => format!("`{}`", text.replace('|', "\\|")),
            Cell::Number(n) => grouped(*n),
            Cell::Lines(cells) => cells.iter().map(Cell::markdown).collect::<Vec<_>>().join("<br>"),
        }
    }

    fn html(&self) -> String {
        match self {
            Cell::Text(text) => prose(text),
            Cell::Code(text) if text.is_empty() => String::new(),
            Cell::Code(text) => format!("<code>{}</code>", escape(text)),
            Cell::Number(n) => grouped(*n),
            Cell::Good(text) => format!("<b class=\"good\">{}</b>", escape(text)),
            Cell::Bad(text) => format!("<b class=\"bad\">{}</b>", escape(text)),
            Cell::Note(text) => format!("<small>{}</small>", escape(text)),
            Cell::Lines(cells) => {
                cells.iter().map(|cell| format!("<div>{}</div>", cell.html())).collect()
            }
        }
    }
}

/// `1,234,567`
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Whether a column has numbers alone, which stand to the right.
fn is_numeric(rows: &[Vec<Cell>], column: usize) -> bool {
    rows.iter().all(|row| matches!(row.get(column), Some(Cell::Number(_))))
}

/// The document as Markdown.
pub fn markdown(blocks: &[Block]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Heading(level, text) => {
                out.push_str(&format!("{} {text}\n", "#".repeat(*level)))
            }
            Block::Text(text) => out.push_str(&format!("{text}\n")),
            // A line that begins with a tag, and no empty line up to its end, is HTML in Markdown.
            Block::Picture(svg) => out.push_str(&format!("<div>\n{svg}</div>\n")),
            Block::Code(text) => out.push_str(&format!("```text\n{}\n```\n", text.trim_end())),
            Block::Files(paths) => {
                let links = paths.iter().map(|path| format!("[{}]({path})", name(path)));
                out.push_str(&format!("{}\n", links.collect::<Vec<_>>().join(" · ")));
            }
            Block::Table(head, rows) => {
                out.push_str(&line(head.iter().map(|name| (*name).to_string()).collect()));
                let rule = |n| if is_numeric(rows, n) { "---:" } else { "---" };
                out.push_str(&line((0..head.len()).map(|n| rule(n).to_string()).collect()));
                for row in rows {
                    out.push_str(&line(row.iter().map(Cell::markdown).collect()));
                }
            }
        }
        out.push('\n');
    }
    out
}

/// The document as one HTML file that needs nothing else.
pub fn html(blocks: &[Block], title: &str) -> String {
    let title = escape(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    for block in blocks {
        match block {
            Block::Heading(level, text) => {
                out.push_str(&format!("<h{level}>{}</h{level}>\n", prose(text)));
            }
            Block::Text(text) => out.push_str(&format!("<p>{}</p>\n", prose(text))),
            Block::Picture(svg) => out.push_str(&format!("<figure>\n{svg}</figure>\n")),
            Block::Code(text) => out.push_str(&format!("<pre>{}</pre>\n", escape_lines(text))),
            Block::Files(paths) => {
                let links = paths
                    .iter()
                    .map(|path| format!("<a href=\"{}\">{}</a>", escape(path), escape(name(path))));
                out.push_str(&format!("<p>{}</p>\n", links.collect::<Vec<_>>().join(" · ")));
            }
            Block::Table(head, rows) => out.push_str(&table(head, rows)),
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The last part of a path.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Text in which what stands between backquotes is code.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(n, part)| match n % 2 {
        0 => escape(part),
        _ => format!("<code>{}</code>", escape(part)),
    });
    parts.collect()
}

fn table(head: &[&'static str], rows: &[Vec<Cell>]) -> String {
    let right: Vec<&str> = (0..head.len())
        .map(|n| if is_numeric(rows, n) { " class=\"number\"" } else { "" })
        .collect();
    let mut out = String::from("<table>\n<thead><tr>");
    for (name, class) in head.iter().zip(&right) {
        out.push_str(&format!("<th{class}>{}</th>", escape(name)));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (cell, class) in row.iter().zip(&right) {
            out.push_str(&format!("<td{class}>{}</td>", cell.html()));
        }
        out.push_str("</tr>\n");
    }
    out + "</tbody>\n</table>\n"
}

const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 80rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .3rem; }
h2 { font-size: 1.25rem; margin-top: 2.2rem; }
p { max-width: 50rem; }
table { border-collapse: collapse; font-size: .93em; margin: .6rem 0 1.4rem; }
th, td { padding: .35rem .7rem; text-align: left; vertical-align: top;
         border-bottom: 1px solid #ddd; }
th { position: sticky; top: 0; background: #fff; border-bottom: 2px solid #888; }
td:first-child { white-space: nowrap; }
tbody tr:hover { background: #f6f6f6; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { background: #f6f6f6; padding: .6rem; overflow-x: auto; }
figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; }
code, pre { font: .93em ui-monospace, Menlo, Consolas, monospace; }
small { color: #666; white-space: nowrap; }
.good { color: #19692c; }
.bad { color: #a11; }
@media (max-width: 60rem) {
  table { display: block; overflow-x: auto; }
  figure { overflow-x: auto; }
  svg { max-width: none; }
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let blocks = [Block::Table(vec!["a"], vec![vec![Cell::text("x < 1 || y")]])];
        assert!(markdown(&blocks).contains(r"x < 1 \|\| y"));
        assert!(html(&blocks, "t").contains("x &lt; 1 || y"));
        let code = Cell::Code("a | b".into());
        assert_eq!(code.markdown(), r"`a \| b`");
        assert_eq!(code.html(), "<code>a | b</code>");
        assert_eq!(prose("by `a < b`, so"), "by <code>a &lt; b</code>, so");
    }

    #[test]
    fn files_are_links() {
        let blocks = [Block::Files(vec!["a/b.md".into(), "c.txt".into()])];
        assert_eq!(markdown(&blocks), "[b.md](a/b.md) · [c.txt](c.txt)\n\n");
        let page = html(&blocks, "t");
        assert!(page.contains("<p><a href=\"a/b.md\">b.md</a> · <a href=\"c.txt\">c.txt</a></p>"));
    }

    #[test]
    fn counts_are_grouped_and_stand_to_the_right() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        let rows = vec![vec![Cell::text("a"), Cell::Number(1000)]];
        let blocks = [Block::Table(vec!["x", "y"], rows)];
        assert_eq!(markdown(&blocks), "| x | y |\n| --- | ---: |\n| a | 1,000 |\n\n");
        assert!(html(&blocks, "t").contains("<td class=\"number\">1,000</td>"));
    }
}
