//! What the answers of several agents share: lists that are cut and say so, numbers with their nouns,
//! shares in percent.

use std::fmt::{Display, Write as _};

use serde_json::{Value, json};

/// Items of one list that an answer for people names.
pub(super) const TEXT_ITEMS_MAX: usize = 20;

/// Items of one list that an answer for programs names.
pub(super) const REPORT_ITEMS_MAX: usize = 100;

/// An answer for people, line by line.
#[derive(Debug, Default)]
pub(super) struct AnswerText(String);

impl AnswerText {
    /// A line.
    pub(super) fn line(&mut self, line: impl Display) {
        let _ = writeln!(self.0, "{line}");
    }

    /// A heading with the number of items, and a line for each of the first of them; nothing where
    /// there is no item.
    pub(super) fn list<T>(&mut self, heading: &str, items: &[T], line: impl Fn(&T) -> String) {
        if items.is_empty() {
            return;
        }
        let _ = writeln!(self.0, "{heading} ({}):", items.len());
        for item in items.iter().take(TEXT_ITEMS_MAX) {
            let _ = writeln!(self.0, "  {}", line(item));
        }
        more(&mut self.0, "  ", items.len(), TEXT_ITEMS_MAX);
    }

    /// What was written.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Says how many of a list are left out.
pub(super) fn more(out: &mut String, indent: &str, total: impl TryInto<usize>, listed: usize) {
    let left = total.try_into().unwrap_or(usize::MAX).saturating_sub(listed);
    if left > 0 {
        let _ = writeln!(out, "{indent}and {left} more");
    }
}

/// A list for programs: how many there are, and the first of them.
pub(super) fn listed<T>(items: &[T], of: impl Fn(&T) -> Value) -> Value {
    json!({
        "total": items.len(),
        "items": items.iter().take(REPORT_ITEMS_MAX).map(of).collect::<Vec<_>>(),
    })
}

/// A number with its noun: `1 chapter`, `27 chapters`.
pub(super) fn counted(number: impl TryInto<i64>, one: &str, several: &str) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    format!("{} {}", grouped(number), if number == 1 { one } else { several })
}

/// A number with a comma between its thousands.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut grouped = if number < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A share in percent with one decimal.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_with_commas_and_the_right_noun() {
        for (number, wanted) in [
            (0, "0 words"),
            (1, "1 word"),
            (999, "999 words"),
            (1_000, "1,000 words"),
            (-1_234_567, "-1,234,567 words"),
        ] {
            assert_eq!(counted(number, "word", "words"), wanted);
        }
    }

    #[test]
    fn a_list_is_cut_and_says_so() {
        let mut out = AnswerText::default();

        out.list("Nothing", &[] as &[i32], ToString::to_string);
        out.list("Numbers", &(0..22).collect::<Vec<_>>(), ToString::to_string);

        let text = out.finish();
        assert!(text.starts_with("Numbers (22):\n  0\n  1\n"), "{text}");
        assert!(text.ends_with("  19\n  and 2 more\n"), "{text}");
    }
}
