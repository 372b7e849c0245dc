//! Dates a text writes out: a day and a month, with or without a year. Only English months by their
//! names are read; what "the next morning" means is not known here.

use crate::calendar::MONTHS;
use crate::span::{Passage, Span};
use crate::tokens::Text;

/// A date where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenDate {
    /// The day of the month, from 1.
    pub day: u32,
    /// The month, from 1.
    pub month: u32,
    /// The year, where it is written beside them.
    pub year: Option<u32>,
    /// Its words, and the sentence around them.
    pub passage: Passage,
}

/// Finds the dates of a text in their order: "3 May", "3rd of May", "May 3rd", "12 September, 1890".
pub fn dates(text: &Text<'_>) -> Vec<WrittenDate> {
    let mut found = Vec::new();
    let mut free = 0;
    for at in 0..text.words().len() {
        let Some(month) = MONTHS.iter().position(|it| *it == text.lower(at)) else { continue };
        let written = text.words()[at].span.of(text.source());
        if !written.starts_with(char::is_uppercase) {
            continue;
        }
        let before = if at > 0 && text.gap_before(at) == " " { day(text, at - 1) } else { None };
        let of = (at > 1 && text.lower(at - 1) == "of").then(|| day(text, at - 2)).flatten();
        let behind = if at + 1 < text.words().len() && text.gap_before(at + 1) == " " {
            day(text, at + 1)
        } else {
            None
        };
        let (day, first, last) = match (before, of, behind) {
            (Some(day), ..) => (day, at - 1, at),
            (_, Some(day), _) => (day, at - 2, at),
            (.., Some(day)) => (day, at, at + 1),
            _ => continue,
        };
        if first < free {
            continue;
        }
        let year = year(text, last + 1);
        let last = last + usize::from(year.is_some());
        free = last + 1;
        let span = text.words_span(&(first..last + 1));
        let (one, other) = (text.sentence_of(first).span, text.sentence_of(last).span);
        let sentence_span = Span::new(one.start, one.end.max(other.end));
        let month = u32::try_from(month).unwrap_or(0) + 1;
        found.push(WrittenDate { day, month, year, passage: Passage { span, sentence_span } });
    }
    found
}

/// The day of a month that a word writes: "3", "3rd".
fn day(text: &Text<'_>, at: usize) -> Option<u32> {
    let word = text.lower(at);
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let is_ordinal = matches!(&word[digits.len()..], "" | "st" | "nd" | "rd" | "th");
    digits.parse().ok().filter(|day| is_ordinal && (1..=31).contains(day))
}

/// The year that a word writes, right behind a date.
fn year(text: &Text<'_>, at: usize) -> Option<u32> {
    let is_next = at < text.words().len() && matches!(text.gap_before(at), " " | ", ");
    let word = is_next.then(|| text.lower(at))?;
    (3..=4).contains(&word.len()).then(|| word.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_with_and_without_their_year() {
        type Written = (u32, u32, Option<u32>, &'static str);
        let table: [(&str, &[Written]); 8] = [
            ("3 May. Bistritz.", &[(3, 5, None, "3 May")]),
            ("On the 3rd of May he left.", &[(3, 5, None, "3rd of May")]),
            ("It was May 3rd, a Monday.", &[(3, 5, None, "May 3rd")]),
            ("Letter, 12 September, 1890.", &[(12, 9, Some(1890), "12 September, 1890")]),
            (
                "5 November and 6 November 1893",
                &[(5, 11, None, "5 November"), (6, 11, Some(1893), "6 November 1893")],
            ),
            ("May 3 June", &[(3, 5, None, "May 3")]),
            ("He may 3 times. May I? In May.", &[]),
            ("32 May, 99th of June", &[]),
        ];

        for (source, wanted) in table {
            let text = Text::new(source);
            let found: Vec<_> = dates(&text)
                .iter()
                .map(|it| (it.day, it.month, it.year, it.passage.span.of(source)))
                .collect();
            assert_eq!(found, wanted, "{source}");
        }
    }
}
