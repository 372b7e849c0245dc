//! Years of which only the century is written: "December 11th, 17—".

use super::DateReader;
use crate::tokens::Text;

/// Centuries that two digits are taken for, by their first two digits.
const CENTURIES: std::ops::RangeInclusive<i64> = 14..=19;

/// Words before the digits in which a month stands, at most: "December 11th".
const MONTH_WITHIN_WORDS: usize = 3;

/// The last years of the centuries that a text writes so, in order, each once: 1799 of "17—".
pub(crate) fn century_ends(text: &Text<'_>) -> Vec<i64> {
    let mut found: Vec<i64> = text
        .words()
        .iter()
        .enumerate()
        .filter(|(_, word)| word.span.end - word.span.start == 2)
        .filter_map(|(at, word)| {
            let century: i64 = word.span.of(text.source()).parse().ok()?;
            (CENTURIES.contains(&century) && is_year(text, at)).then_some(century * 100 + 99)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether two digits stand for a year: in front of a dash, behind a month, "in" or "year".
fn is_year(text: &Text<'_>, at: usize) -> bool {
    // A word joiner may keep the dash on the line of the digits.
    let gap = text.gap_after(at).trim_start_matches('\u{2060}');
    let is_cut = gap.starts_with('—') || gap.starts_with("--");
    // "16—17" is a span.
    let goes_on = gap.trim_end_matches(['—', '-', '\u{2060}']).is_empty()
        && text.words().get(at + 1).is_some_and(|_| {
            text.lower(at + 1).starts_with(|letter: char| letter.is_ascii_digit())
        });
    let reader = DateReader { text };
    let first = text.sentence_of(at).words.start;
    let is_led = at > first && matches!(text.lower(at - 1), "in" | "year");
    let mut before = at.saturating_sub(MONTH_WITHIN_WORDS).max(first)..at;
    is_cut && !goes_on && (is_led || before.any(|it| reader.month(it).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_century_is_read_of_a_year_that_is_cut_short() {
        for (source, wanted) in [
            ("St. Petersburgh, Dec. 11th, 17—.", &[1799][..]),
            ("It was in the year 18--, and in May, 17\u{2060}—.", &[1799, 1899]),
            ("In 17—, he left.", &[1799]),
            ("He was in May 17—18 miles away.", &[]),
            ("He was 17—no more.", &[]),
            ("On 17 May—a Monday—he left.", &[]),
            ("17—", &[]),
        ] {
            assert_eq!(century_ends(&Text::new(source)), wanted, "{source}");
        }
    }
}
