//! Spans of time that are said to lie between two dates of their sentence, behind both of them or between years.

use super::{StatedDuration, is_later};
use crate::calendar::{CalendarDate, Duration};
use crate::facts::line::Line;
use crate::facts::on_one_line;
use crate::tokens::Text;

/// Words between the second of two dates and a span of time that is said to lie between them, at most.
const TOTAL_WITHIN_WORDS: usize = 12;

/// Days of a year, where only years are compared.
const DAYS_OF_YEAR: i64 = 365;

/// "was buried in 1771, and two years after, in 1773": a span between two years, as far as years say it.
pub(super) fn between_years(
    text: &Text<'_>,
    line: &Line<'_, '_>,
    duration: &Duration,
    own: &[CalendarDate],
) -> Option<StatedDuration> {
    let [from, to] = own else { return None };
    let is_year = |it: &CalendarDate| it.day.is_none();
    let (first, last) = (from.year?, to.year?);
    // "two years after her death" counts from another time.
    let end = duration.words.end;
    let is_own = match line.word(end) {
        "later" | "afterwards" | "afterward" => true,
        "after" => matches!(line.word(end + 1), "this" | "that") || line.ends_part(end),
        _ => false,
    };
    if !is_year(from) || !is_year(to) || !is_own || !is_later(line, duration, to) {
        return None;
    }
    let years = duration.count as i64;
    let span = from.words.start.min(duration.words.start)..to.words.end.max(duration.words.end);
    Some(StatedDuration {
        days: (last - first) * DAYS_OF_YEAR,
        stated_days: ((years - 1) * DAYS_OF_YEAR, (years + 2) * DAYS_OF_YEAR),
        duration: duration.span,
        quote: on_one_line(text.words_span(&span).of(text.source())),
        span: text.words_span(&span),
        from: from.clone(),
        to: to.clone(),
    })
}

/// "sailed on 6 July and arrived on 8 August, having thus been eleven weeks at sea": whether a span of time behind two dates
/// is said to be the one between them.
pub(super) fn is_total(line: &Line<'_, '_>, duration: &Duration, to: &CalendarDate) -> bool {
    let (start, end) = (duration.words.start, duration.words.end);
    let is_led = (to.words.end..start).any(|at| matches!(line.word(at), "been" | "gone"));
    let is_in_all = line.word(end) == "in" && line.word(end + 1) == "all";
    let is_near = start > to.words.end && start - to.words.end <= TOTAL_WITHIN_WORDS;
    is_near && (is_led || is_in_all || line.word(end) == "altogether")
}
