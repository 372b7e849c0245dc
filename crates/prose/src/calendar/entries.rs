//! Days of which a diary or a letter says the weekday and not the month: "the morning of Monday the 12th", in an
//! entry of 15 October, or not the date: "This being Friday".

use std::ops::Range;

use super::{COMMON_YEAR, CalendarDate, DateReader, day_number, days_in_month};
use crate::lists::is_past_verb;
use crate::tokens::{SentenceKind, Text};

/// Words of a paragraph before the date of its entry, at most: "the 3rd of".
const DATELINE_OPENING_WORDS: usize = 3;

/// Words behind a date of which one ends its line: "15 October, Varna.".
const CLOSING_WITHIN_WORDS: usize = 3;

/// Days between an entry and a day that it speaks of, at most: farther off the month may be another.
const DAYS_APART_MAX: i64 = 10;

/// Words behind the date of an entry in which it is still that entry.
const ENTRY_WORDS_MAX: usize = 3_000;

/// Words behind a day with its weekday, in a letter without a date, in which it is still that letter.
const DAY_WORDS_MAX: usize = 1_000;

/// Those days, with the month in which they are near the date of their entry, or near a weekday with its date before them;
/// and days of entries that say their own weekday: "This being Friday". `dates` are those of the text.
pub(crate) fn days_of_entries(text: &Text<'_>, dates: &[CalendarDate]) -> Vec<CalendarDate> {
    let reader = DateReader { text };
    let starts: Vec<(&CalendarDate, bool)> = dates
        .iter()
        .filter(|it| it.is_day())
        .map(|it| (it, is_dateline(text, &it.words)))
        .filter(|(it, is_entry)| *is_entry || it.weekday.is_some())
        .collect();
    let mut found = Vec::new();
    for (nth, &(start, is_entry)) in starts.iter().enumerate() {
        let next = starts.get(nth + 1).map_or(text.words().len(), |it| it.0.words.start);
        let words_max = if is_entry { ENTRY_WORDS_MAX } else { DAY_WORDS_MAX };
        let last = next.min(start.words.end + words_max);
        let own = text.sentence_of(start.words.start).paragraph;
        let is_of_start = |at: &usize| {
            let paragraph = text.sentence_of(*at).paragraph;
            let is_other_month = !is_entry && reader.month(*at).is_some();
            !is_other_month && (paragraph <= own + 1 || !text.paragraphs()[paragraph].opens_scene)
        };
        let is_opening = |at: usize| is_entry && text.sentence_of(at).paragraph <= own + 1;
        found.extend((start.words.end..last).take_while(is_of_start).filter_map(|at| {
            let own = || reader.weekday_of_entry(at, start).filter(|_| is_opening(at));
            reader.day_of_entry(at, start).or_else(own)
        }));
    }
    found
}

/// Whether the words of a date stand above what is told, as in a diary or a letter: in a heading, or in front of a full
/// stop, a colon or a dash at the beginning of a paragraph.
pub(crate) fn is_dateline(text: &Text<'_>, date: &Range<usize>) -> bool {
    let sentence = text.sentence_of(date.start);
    let paragraph = &text.paragraphs()[sentence.paragraph];
    let last = text.words().len().min(date.end + CLOSING_WITHIN_WORDS);
    // The full stop of a month that is cut short closes nothing: "On 7 Sept. he left."
    let is_short = |at: usize| DateReader { text }.short_month(at).is_some();
    let closing = (date.end - 1..last).find(|&at| {
        let gap = text.gap_after(at).trim_start();
        let gap = if is_short(at) { gap.trim_start_matches('.').trim_start() } else { gap };
        gap.starts_with(['.', ':', '—', '–']) || at + 1 == paragraph.words.end
    });
    // "On 7 May Hale left." is a sentence of its own.
    let relates = |at: usize| is_past_verb(text.lower(at));
    let is_closed = closing.is_some_and(|closing| !(date.end..=closing).any(relates));
    sentence.kind == SentenceKind::Heading
        || is_closed && date.start <= paragraph.words.start + DATELINE_OPENING_WORDS
}

impl DateReader<'_, '_> {
    /// The day whose weekday stands at a word.
    fn day_of_entry(&self, at: usize, entry: &CalendarDate) -> Option<CalendarDate> {
        let weekday = self.weekday(at).filter(|_| self.is_beside(at + 1))?;
        let from = at + 1 + usize::from(self.word(at + 1) == "the");
        let (day, end) = super::ordinal(self.text, from).filter(|_| self.is_beside(from))?;
        let of = usize::from(self.word(end) == "of");
        // "Monday the 12th of May" is read as it is, and "Monday the third time" is no day.
        let closes = !self.text.gap_after(end - 1).starts_with(' ')
            || matches!(self.word(end), "i" | "we" | "he" | "she" | "the" | "at" | "in");
        let is_alone = from > at + 1 && closes && self.month(end + of).is_none();
        let (year, month) = self.nearest(day, entry).filter(|_| is_alone)?;
        Some(CalendarDate {
            year: entry.year.map(|_| year),
            month: Some(month),
            day: Some(day),
            weekday: Some(weekday),
            is_of_entry: false,
            span: self.text.words_span(&(at..end)),
            text: self.written(at..end),
            words: at..end,
        })
    }

    /// The day of the entry itself, with the weekday that it says it is: "This being Friday", "This afternoon, it being
    /// Monday", "Today is Monday".
    fn weekday_of_entry(&self, at: usize, entry: &CalendarDate) -> Option<CalendarDate> {
        let weekday = self.weekday(at).filter(|_| self.is_beside(at))?;
        let verb = at.checked_sub(1)?;
        let subject = verb.checked_sub(1).filter(|_| self.is_beside(verb))?;
        let sentence = self.text.sentence_of(subject).words.start;
        let is_of_today = (sentence..subject).any(|it| matches!(self.word(it), "this" | "today"));
        let is_now = match (self.word(subject), self.word(verb)) {
            ("this" | "today", "being") | ("today", "is") => true,
            ("it", "being") => is_of_today,
            _ => false,
        };
        let words = subject..at + 1;
        (is_now && entry.weekday.is_none()).then(|| CalendarDate {
            year: entry.year,
            month: entry.month,
            day: entry.day,
            weekday: Some(weekday),
            is_of_entry: true,
            span: self.text.words_span(&words),
            text: self.written(words.clone()),
            words,
        })
    }

    /// The year and the month in which a day is near a date; none where none is.
    fn nearest(&self, day: u32, entry: &CalendarDate) -> Option<(i64, u32)> {
        let (year, month) = (entry.year.unwrap_or(COMMON_YEAR), entry.month?);
        let of_entry = day_number(year, month, entry.day?);
        let before = if month == 1 { (year - 1, 12) } else { (year, month - 1) };
        let behind = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
        let all = [before, (year, month), behind].into_iter();
        let apart = |year: i64, month: u32| (day_number(year, month, day) - of_entry).abs();
        all.filter(|(year, month)| day <= days_in_month(*year, *month))
            .find(|(year, month)| apart(*year, *month) <= DAYS_APART_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_the_month_in_which_it_is_near_its_entry() {
        let table: [(&str, &[(u32, u32)]); 15] = [
            (
                "15 Oct.—We left on the morning of Monday the 2d, and on Tuesday the 13th.",
                &[(10, 13)],
            ),
            ("On 7 Sept. he left London.\n\nThis being Friday, we rested.", &[]),
            (
                "On Thursday, 7 May, we met. They came back in Sept. for a week. On Monday the 10th we left.",
                &[],
            ),
            ("15 October.—We left on the morning of Monday the 12th, and slept.", &[(10, 12)]),
            ("2 October.—We left on Monday, the 29th, and slept.", &[(9, 29)]),
            ("30 December.—On Friday the 2nd we ride.", &[(1, 2)]),
            ("15 October.—We left on Monday the 12th of September.", &[]),
            ("15 October.—On Monday the third train was late.", &[]),
            ("We left on Monday the 12th, and slept.", &[]),
            ("On Thursday (May 7th) we met. We left on Monday the 10th.", &[(5, 10)]),
            ("11 September.—This afternoon, it being Monday, I went there.", &[(9, 11)]),
            ("11 September.—He came, his name being Friday.", &[]),
            ("11 September.—The shops were shut, it being Sunday.", &[]),
            (
                "On Thursday, 7 May, we met. They came back in June. On Monday the 10th we left.",
                &[],
            ),
            ("28 October.—We sail on Monday the 12th, I hear.", &[]),
        ];
        for (source, wanted) in table {
            let text = Text::new(source);
            let found = days_of_entries(&text, &super::super::calendar_dates(&text));
            for it in &found {
                assert_eq!(it.is_of_entry, it.text.starts_with("it"), "{source}");
            }
            let found: Vec<_> = found.iter().filter_map(|it| Some((it.month?, it.day?))).collect();
            assert_eq!(found, wanted, "{source}");
        }
    }
}
