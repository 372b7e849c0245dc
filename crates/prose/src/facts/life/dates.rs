//! The dates of a life where they stand: beside what happened, around it, or in the sentence that names it.

use super::super::{Attribute, Fact, FactReader};
use crate::calendar::CalendarDate;

/// Years that are read where they stand without a word before them.
const YEARS: std::ops::RangeInclusive<i64> = 1000..=2100;

/// Words of "Born at sea in 1804," at most.
const BORN_WORDS_MAX: usize = 12;

impl FactReader<'_, '_> {
    /// The date of what the verb at a word says to have happened, of the one that its sentence gives.
    pub(super) fn date_of_life(
        &self,
        given: Option<CalendarDate>,
        verb: usize,
    ) -> Option<CalendarDate> {
        let start = self.subject.words.start;
        // The date of "the house in which Lucy was born was built in 1797" is the house's.
        let before = self.line.word_before(start);
        // "It says in the Bible that Lucy was born in 1812" gives the date of her birth.
        let first = self.line.words.start;
        let is_stated = before == "that"
            && matches!(
                self.line.word(start.wrapping_sub(2)),
                "says"
                    | "said"
                    | "states"
                    | "stated"
                    | "records"
                    | "recorded"
                    | "shows"
                    | "showed"
                    | "proves"
            );
        let is_report = self.line.word(first) == "it" || is_stated;
        let is_inner =
            matches!(before, "which" | "where" | "when" | "whom") || before == "that" && !is_report;
        // "In 1866 he stated that Lucy was born at sea" has the date of the statement.
        let is_of_report = |it: &CalendarDate| !is_stated || it.words.start > verb;
        given
            .filter(|it| !is_inner && is_of_report(it))
            .or_else(|| self.date_around(start))
            .or_else(|| self.closing_year().filter(|_| !is_inner))
    }

    /// The date of "Since 1817, when Lucy was born", "The year in which Lucy was born was 1866".
    fn date_around(&self, start: usize) -> Option<CalendarDate> {
        let line = &self.line;
        let when = match line.word_before(start) {
            "when" => start - 1,
            "which" if line.word(start.wrapping_sub(2)) == "in" => start - 2,
            _ => return None,
        };
        let is_year = line.word_before(when) == "year" && line.word(when.wrapping_sub(2)) == "the";
        if is_year && when == line.words.start + 2 {
            return self.year_stated();
        }
        self.dates_of_line().find(|it| it.words.end == when).cloned()
    }

    /// The year of "Lucy was born the year the bridge fell, 1839".
    fn closing_year(&self) -> Option<CalendarDate> {
        let line = &self.line;
        let at = line.words.end - 1;
        let year = line.word(at).parse().ok().filter(|year| YEARS.contains(year))?;
        let is_only = line.is_behind_comma(at) && self.dates_of_line().next().is_none();
        is_only.then(|| CalendarDate::of_year(line.text, at, year))
    }

    /// "Born at sea in 1804, Lucy", "Married in 1894, Lucy".
    pub(super) fn opened_with(&self, found: &mut Vec<Fact>) {
        let (line, start) = (&self.line, self.subject.words.start);
        let first = line.words.start;
        let (verb, is_having) = match (line.word(first), line.word(first + 1)) {
            ("having", "been" | "become") => (first + 2, true),
            ("having", _) => (first + 1, true),
            _ => (first, false),
        };
        // "Engaged in 1854 as a governess", "Having engaged rooms".
        let is_tied = (!is_having || verb == first + 2)
            && !(verb..start).any(|at| matches!(line.word(at), "as" | "for" | "by"));
        let (attribute, value) = match line.word(verb) {
            "born" => (Attribute::Birth, "born"),
            // "Having married his daughter to a clergyman, Hale".
            "married" if verb != first + 1 => (Attribute::Wedding, "married"),
            "engaged" if is_tied => (Attribute::Engagement, "engaged"),
            _ => return,
        };
        let is_led = !self.subject.is_possessive
            && start <= first + BORN_WORDS_MAX
            && line.is_behind_comma(start)
            && (first..start).all(|at| self.person_at(at).is_none_or(|it| it.pronoun.is_none()));
        let mut named = self.subjects_of_line().filter(|it| it.words.start > first);
        let is_next = named.next().is_some_and(|it| it.words.start == start);
        if is_led && is_next {
            let date = self.dates_of_line().find(|it| it.words.end <= start);
            let fact = self.fact(attribute, value.to_owned(), (first, start));
            let is_known = attribute == Attribute::Birth || date.is_some();
            let fact = fact.filter(|_| is_known);
            found.extend(fact.map(|it| Fact { date: date.cloned(), ..it }));
        }
    }

    /// "The death of Lucy in 1868", "the engagement of Lucy and Arthur was given out in 1883".
    pub(super) fn event_of(&self, found: &mut Vec<Fact>) {
        let (line, start, end) = (&self.line, self.subject.words.start, self.subject.words.end);
        let noun = start.wrapping_sub(2);
        let (attribute, value) = match line.word(noun) {
            _ if line.word_before(start) != "of" => return,
            "death" | "burial" | "funeral" => (Attribute::Death, "dead"),
            "birth" => (Attribute::Birth, "born"),
            "wedding" | "marriage" => (Attribute::Wedding, "married"),
            "engagement" | "betrothal" => (Attribute::Engagement, "engaged"),
            _ => return,
        };
        // "since the death of Lucy he had, in 1868, …" has the date of another event.
        let opens = line.word(line.words.start) == "the" && noun == line.words.start + 1;
        let other = (line.word(end) == "and").then(|| self.person_at(end + 1)).flatten();
        let fact = self.fact(attribute, value.to_owned(), (noun, end)).filter(|_| opens);
        let behind = other.map_or(end, |it| it.words.end);
        // "was still talked of in 1871", "was broken off in 1883" are later.
        let announced = (line.word(behind) == "was"
            && matches!(line.word(behind + 1), "given" | "announced" | "celebrated"))
            || line.word(behind) == "took" && line.word(behind + 1) == "place";
        let reach = if announced { 5 } else { 1 };
        let is_own = |it: &CalendarDate| (behind..=behind + reach).contains(&it.words.start);
        found.extend(fact.filter(|it| it.date.as_ref().is_some_and(is_own)).map(|it| {
            Fact {
                other: other
                    .filter(|_| matches!(attribute, Attribute::Wedding | Attribute::Engagement))
                    .map(|it| it.name),
                ..it
            }
        }));
    }

    /// The year of "1819 was the year of Lucy's birth", "The year of Lucy's birth was 1807".
    pub(super) fn year_named(&self) -> Option<CalendarDate> {
        let (line, start) = (&self.line, self.subject.words.start);
        if line.word_before(start) != "of" || line.word(start.wrapping_sub(2)) != "year" {
            return None;
        }
        self.year_stated()
    }

    /// The year beside "was".
    fn year_stated(&self) -> Option<CalendarDate> {
        let line = &self.line;
        let is_year = |at: usize| {
            let year = line.word(at).parse().ok().filter(|year| YEARS.contains(year))?;
            let is_stated = line.word(at + 1) == "was" || line.word_before(at) == "was";
            is_stated.then(|| CalendarDate::of_year(line.text, at, year))
        };
        line.words.clone().find_map(is_year)
    }
}
