//! A document of headings, paragraphs and tables, as Markdown and as HTML.

/// A part of a document.
pub enum Block {
    /// A heading of this level, from 1.
    Heading(usize, String),
    /// Text.
    Text(String),
    /// The names of the columns, and the rows.
    Table(Vec<&'static str>, Vec<Vec<String>>),
    /// A picture in SVG, which stands in both forms as it is.
    Picture(String),
}

/// The document as Markdown.
pub fn markdown(blocks: &[Block]) -> String {
    let cell = |text: &String| text.replace('\\', "\\\\").replace('|', "\\|");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Heading(level, text) => out.push_str(&format!("{} {text}\n", "#".repeat(*level))),
            Block::Text(text) => out.push_str(&format!("{text}\n")),
            // A line that begins with a tag, and no empty line up to its end, is HTML in Markdown.
            Block::Picture(svg) => out.push_str(&format!("<div>\n{svg}</div>\n")),
            Block::Table(head, rows) => {
                out.push_str(&line(head.iter().map(|name| (*name).to_string()).collect()));
                out.push_str(&line(head.iter().map(|_| "---".to_string()).collect()));
                for row in rows {
                    out.push_str(&line(row.iter().map(cell).collect()));
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
    let row = |cells: Vec<String>| format!("<tr>{}</tr>\n", cells.concat());
    for block in blocks {
        match block {
            Block::Heading(level, text) => {
                out.push_str(&format!("<h{level}>{}</h{level}>\n", escape(text)));
            }
            Block::Text(text) => out.push_str(&format!("<p>{}</p>\n", escape(text))),
            Block::Picture(svg) => out.push_str(&format!("<figure>\n{svg}</figure>\n")),
            Block::Table(head, rows) => {
                out.push_str("<table>\n");
                let names = head.iter().map(|name| format!("<th>{}</th>", escape(name)));
                out.push_str(&row(names.collect()));
                for cells in rows {
                    let cells = cells.iter().map(|text| format!("<td>{}</td>", escape(text)));
                    out.push_str(&row(cells.collect()));
                }
                out.push_str("</table>\n");
            }
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

const STYLE: &str = "\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; vertical-align: top; }
th { background: #f3f3f3; }
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let blocks = [Block::Table(vec!["a"], vec![vec!["x < 1 || y".into()]])];
        assert!(markdown(&blocks).contains(r"x < 1 \|\| y"));
        assert!(html(&blocks, "t").contains("x &lt; 1 || y"));
    }
}
