//! Tables of comma-separated values. [RFC 4180]

use crate::failure::Failure;
use crate::input::read_text;
use std::path::Path;

/// A table: its columns' names, and its rows.
pub struct Table {
    head: Vec<String>,
    /// Each as long as the head, or shorter.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table in a file.
    ///
    /// # Errors
    /// A file that cannot be read, or is empty.
    pub fn read(path: &Path) -> Result<Table, Failure> {
        let wrong = |why: &dyn std::fmt::Display| {
            let message = format!("cannot read {}: {why}", path.display());
            Failure::usage(message, "give a table of comma-separated values whose first row names the columns")
        };
        let text = read_text(path).map_err(|error| wrong(&error))?;
        let mut rows = parse(&text);
        if rows.is_empty() {
            return Err(wrong(&"it is empty"));
        }
        let head = rows.remove(0).into_iter().map(|name| name.trim().to_owned()).collect();
        Ok(Table { head, rows })
    }

    /// The place of the first of these columns that is there.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.head.iter().position(|column| column == name))
    }

    /// The columns' names, for a message.
    pub fn columns(&self) -> String {
        self.head.join(", ")
    }
}

/// A cell of a row; empty where it is not there.
pub fn cell(row: &[String], column: Option<usize>) -> &str {
    column.and_then(|n| row.get(n)).map_or("", |text| text.trim())
}

fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut letters) = (false, text.trim_start_matches('\u{feff}').chars().peekable());
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            _ => field.push(c),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|field| !field.is_empty()));
    rows
}

/// A row as text.
pub fn row<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let quote = |text: &str| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    cells.into_iter().map(quote).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let cells = ["a", "b,c", "say \"so\"", "", "two\nlines"];
        assert_eq!(parse(&row(cells)), [cells.map(str::to_owned).to_vec()]);
        assert_eq!(parse("a,b\r\n\r\nc"), [vec!["a".to_owned(), "b".into()], vec!["c".into()]]);
    }
}
