//! The time that an entry of a diary says has gone by since the one before: "6 August.—Another three days, and no news."

use super::{StatedDuration, compared};
use crate::calendar::{CalendarDate, Duration, TimeUnit, is_dateline};
use crate::facts::{FactBasis, on_one_line};
use crate::tokens::{SentenceKind, Text};

/// Words of an entry in front of the span of time that opens it, at most: "It is a".
const OPENING_WORDS_MAX: usize = 3;

/// The spans between the dates of two entries that stand one behind the other, where a span of time opens the later one.
/// Less may be said to have gone by, since somebody wrote, or heard, in between.
pub(super) fn since_last_entries(basis: &FactBasis<'_>) -> Vec<StatedDuration> {
    let FactBasis { text, dates, durations, .. } = basis;
    let is_entry = |date: &&CalendarDate| date.is_day() && is_dateline(text, &date.words);
    let entries: Vec<&CalendarDate> = dates.iter().filter(is_entry).collect();
    let stated = |[from, to]: [&CalendarDate; 2]| {
        let first = to.words.end;
        let gap = text.gap_after(first - 1);
        let opens = gap.contains(['—', '–', ':', '\n']) && !is_otherwise(text, first);
        if !opens {
            return None;
        }
        let duration = another(text, first).or_else(|| gone(text, durations, first))?;
        // Behind a heading somebody else may write.
        let between = text.words()[from.words.end].sentence..text.words()[to.words.start].sentence;
        if text.sentences().get(between)?.iter().any(|it| it.kind == SentenceKind::Heading) {
            return None;
        }
        let stated = compared(text, &duration, from.clone(), to.clone())?;
        let span = text.words_span(&(to.words.start..duration.words.end));
        let stated_days = (stated.stated_days.0, stated.stated_days.1.max(stated.days));
        let quote = on_one_line(span.of(text.source()));
        Some(StatedDuration { stated_days, quote, span, ..stated })
    };
    entries.windows(2).filter_map(|pair| stated([pair[0], pair[1]])).collect()
}

/// Whether the first sentence of an entry tells of what is to come, is not so, or counts from something else: "Another
/// three days and we shall be home", "It is a month gone since I saw her".
fn is_otherwise(text: &Text<'_>, first: usize) -> bool {
    const OTHERWISE: [&str; 11] = [
        "will", "shall", "must", "should", "would", "until", "till", "since", "before", "not", "if",
    ];
    text.words().get(first).is_none_or(|_| {
        let words = first..text.sentence_of(first).words.end;
        words.into_iter().any(|at| OTHERWISE.contains(&text.lower(at)))
    })
}

/// "Another fortnight".
fn another(text: &Text<'_>, first: usize) -> Option<Duration> {
    let unit = text.words().get(first + 1)?;
    let (count, of) = match text.lower(first + 1) {
        "week" => (1.0, TimeUnit::Week),
        "fortnight" => (2.0, TimeUnit::Week),
        "month" => (1.0, TimeUnit::Month),
        _ => return None,
    };
    let is_another = text.lower(first) == "another";
    is_another.then(|| Duration { count, unit: of, span: unit.span, words: first..first + 2 })
}

/// "Another three days", "A week gone".
fn gone(text: &Text<'_>, durations: &[Duration], first: usize) -> Option<Duration> {
    let nth = durations.partition_point(|it| it.words.start < first);
    let duration = durations.get(nth).filter(|it| it.words.start <= first + OPENING_WORDS_MAX)?;
    let (start, end) = (duration.words.start, duration.words.end);
    let is_another = text.lower(start - 1) == "another";
    let mut behind = end..text.words().len().min(end + 2);
    let is_gone = behind.any(|at| matches!(text.lower(at), "gone" | "past" | "passed"));
    let is_read = duration.unit != TimeUnit::Hour && (is_another || is_gone);
    is_read.then(|| duration.clone())
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::tokens::Text;

    #[test]
    fn an_entry_says_what_has_gone_by_since_the_one_before() {
        for (opening, wanted) in [
            ("Another fortnight, and no news.", Some((3, (12, 16)))),
            ("Another three days, and no news.", Some((3, (2, 4)))),
            ("Two weeks gone, and no news.", Some((3, (12, 16)))),
            ("Another day, and no news.", None),
            ("I slept. Another fortnight, and I go.", None),
            ("A fortnight of rain awaits us.", None),
            ("Another three weeks and we shall be home.", None),
            ("Not a week gone, and I repent it.", None),
            ("It is a month gone since I saw her.", None),
        ] {
            let source = format!("3 August.—It rained all day.\n\n6 August.—{opening}");
            let found = Extract::of(&Text::new(&source)).facts.durations;
            let found = found.first().map(|it| (it.days, it.stated_days));
            assert_eq!(found, wanted, "{opening}");
        }
        let narrated = "On the 8th of May she wrote.\n\nOn the 10th of May he fell. Two weeks passed before he rose.";
        assert!(Extract::of(&Text::new(narrated)).facts.durations.is_empty());
    }
}
