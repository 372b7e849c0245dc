//! What commands print: tables, lines with colours on a terminal, JSON for programs.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets::NOTHING};
use serde_json::Value;

/// Where and how a command prints.
pub struct Output<'w> {
    /// Whether the service's answer is printed as it is.
    pub json: bool,
    /// Whether what reads it shows colours.
    pub is_coloured: bool,
    /// The terminal.
    pub to: &'w mut dyn Write,
}

/// What stands in headings of chapters and tables.
pub(super) const HEADING: Style = Style::new().bold();

/// What is of less weight.
pub(super) const ASIDE: Style = Style::new().dimmed();

impl Output<'_> {
    /// Prints a line.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{line}")
    }

    /// Prints a value as JSON, over several lines.
    pub(super) fn json(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.to, "{value:#}")
    }

    /// A text in a style, where colours are shown.
    pub(super) fn styled(&self, style: Style, text: &str) -> String {
        if self.is_coloured { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Prints a table. Columns whose index is in `numbers` are aligned to the right.
    pub(crate) fn table(
        &mut self,
        heads: &[&str],
        numbers: &[usize],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> io::Result<()> {
        let mut table = Table::new();
        table.load_preset(NOTHING).set_header(heads.to_vec());
        for row in rows {
            table.add_row(row);
        }
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if numbers.contains(&index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for (index, line) in table.lines().enumerate() {
            let line = line.trim_end();
            if index == 0 {
                let head = self.styled(HEADING, line);
                self.line(&head)?;
            } else {
                self.line(line)?;
            }
        }
        Ok(())
    }
}

/// The style of a severity.
pub(super) fn severity_style(severity: &str) -> Style {
    let colour = match severity {
        "critical" | "high" => AnsiColor::Red,
        "medium" => AnsiColor::Yellow,
        _ => return ASIDE,
    };
    colour.on_default()
}

/// A whole number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// How many of something, in words: `one` for one, else `many`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", grouped(number as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, wanted) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (161_019, "161,019"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), wanted);
        }
        assert_eq!(counted(1, "finding", "findings"), "1 finding");
        assert_eq!(counted(0, "finding", "findings"), "0 findings");
    }

    #[test]
    fn a_table_has_no_colours_where_none_are_shown() {
        let print = |is_coloured| {
            let mut to = Vec::new();
            let mut output = Output { json: false, is_coloured, to: &mut to };
            let rows = [vec!["Étude".to_owned(), "7".to_owned()], vec!["A".into(), "1,200".into()]];
            output.table(&["NAME", "WORDS"], &[1], rows).unwrap();
            String::from_utf8(to).unwrap()
        };
        assert_eq!(print(false), "NAME   WORDS\nÉtude      7\nA      1,200\n");
        assert!(print(true).starts_with("\u{1b}[1mNAME"));
    }
}
