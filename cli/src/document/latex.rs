//! A document in LaTeX.

use super::{Block, Cell, grouped, is_numeric};
use semantics::terminal::visible;

const HEAD: &str = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{longtable}\n\
    \\usepackage[a4paper,landscape,margin=2cm]{geometry}\n\\setlength{\\parindent}{0pt}\n\\begin{document}\n\\small\n";

/// The document without its pictures, as a file by itself. It needs no package that is not in LaTeX's base.
pub fn latex(blocks: &[Block]) -> String {
    let mut out = String::from(HEAD);
    for block in blocks {
        match block {
            Block::Heading(1, text) => out.push_str(&format!("\\section*{{{}}}\n", escape(text))),
            Block::Heading(_, text) => {
                out.push_str(&format!("\\subsection*{{{}}}\n", escape(text)))
            }
            Block::Text(text) => out.push_str(&format!("{}\n\n", escape(&text.replace('`', "")))),
            Block::Code(text) => {
                for line in text.lines() {
                    out.push_str(&format!("\\texttt{{{}}}\\\\\n", escape(line)));
                }
            }
            Block::Table(head, rows) => out.push_str(&table(head, rows)),
            Block::Picture(_) | Block::Files(_) => {}
        }
    }
    out + "\\end{document}\n"
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Good(text) | Cell::Note(text) => escape(text),
        Cell::Bad(text) => format!("\\textbf{{{}}}", escape(text)),
        Cell::Code(text) => format!("\\texttt{{{}}}", escape(text)),
        Cell::Number(n) => grouped(*n),
        Cell::Lines(cells) => cells.iter().map(words).collect::<Vec<_>>().join("; "),
    }
}

fn table(head: &[&'static str], rows: &[Vec<Cell>]) -> String {
    // Of text that may be long, lines are broken.
    let long =
        |n: usize| rows.iter().any(|row| row.get(n).is_some_and(|cell| words(cell).len() > 40));
    let columns = (0..head.len()).map(|n| match (is_numeric(rows, n), long(n)) {
        (true, _) => "r",
        (_, true) => "p{7cm}",
        _ => "l",
    });
    let head: Vec<String> = head.iter().map(|name| escape(name)).collect();
    let mut out = format!(
        "\\begin{{longtable}}{{{}}}\n{} \\\\ \\hline\n\\endhead\n",
        columns.collect::<String>(),
        head.join(" & ")
    );
    for row in rows {
        let cells: Vec<String> = row.iter().map(words).collect();
        out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
    }
    out + "\\end{longtable}\n"
}

/// Text that says what it says, whatever is in it. Letters that LaTeX's first fonts lack are shown by their numbers.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' => out.extend(['\\', c]),
            // A long name may be broken here.
            '_' => out.push_str("\\_\\allowbreak{}"),
            '/' => out.push_str("/\\allowbreak{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' | '>' | '|' | '-' | '"' | '\'' | '`' => out.extend(['{', c, '}']),
            '§' => out.push_str("\\S{}"),
            '·' => out.push_str("\\textperiodcentered{}"),
            '±' => out.push_str("$\\pm$"),
            c if c.is_ascii() => out.push(c),
            c => out.push_str(&format!("U+{:04X}", u32::from(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_command() {
        let text = escape("a_b \\input{x} 50 % {1} é");
        assert_eq!(text, "a\\_\\allowbreak{}b \\textbackslash{}input\\{x\\} 50 \\% \\{1\\} U+00E9");
    }

    #[test]
    fn a_table_has_a_column_for_each_name() {
        let rows = vec![vec![Cell::text("x & y"), Cell::Number(1200)]];
        let out = latex(&[Block::Table(vec!["name", "n"], rows)]);
        assert!(out.contains("\\begin{longtable}{lr}\nname & n \\\\ \\hline"), "{out}");
        assert!(out.contains("x \\& y & 1,200 \\\\"), "{out}");
    }
}
