//! Tables as Markdown: the first row is the head, as Markdown has no table without one.

use crate::inline::Written;

/// A table of these rows of cells. Rows that are shorter than the longest are filled.
pub(crate) fn write(rows: Vec<Vec<Written>>) -> Written {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = Written::default();
    for (at, row) in rows.into_iter().enumerate() {
        let missing = columns - row.len();
        out.text.push('|');
        for cell in row {
            out.text.push(' ');
            let start = out.text.len();
            out.positions
                .extend(cell.positions.into_iter().map(|(number, byte)| (number, start + byte)));
            out.text.push_str(&cell.text);
            out.text.push_str(" |");
        }
        out.text.push_str(&"  |".repeat(missing));
        if at == 0 {
            out.text.push_str("\n|");
            out.text.push_str(&"---|".repeat(columns));
        }
        out.text.push('\n');
    }
    out.text.truncate(out.text.trim_end().len());
    out
}
