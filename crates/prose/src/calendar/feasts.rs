//! Feasts that are always on one day of the year. They are read as dates where a weekday is said of them.

use super::DateReader;

/// Feasts that are always on one day, with month and day; "day" may stand behind each.
const FEASTS: [(&str, u32, u32); 21] = [
    ("christmas eve", 12, 24),
    ("christmas", 12, 25),
    ("boxing day", 12, 26),
    ("new year's eve", 12, 31),
    ("new year's", 1, 1),
    ("twelfth night", 1, 5),
    ("epiphany", 1, 6),
    ("candlemas", 2, 2),
    ("st valentine's", 2, 14),
    ("valentine's", 2, 14),
    ("lady day", 3, 25),
    ("may day", 5, 1),
    ("midsummer day", 6, 24),
    ("lammas", 8, 1),
    ("michaelmas", 9, 29),
    ("all hallows eve", 10, 31),
    ("all saints", 11, 1),
    ("all souls", 11, 2),
    ("guy fawkes day", 11, 5),
    ("martinmas", 11, 11),
    ("st stephen's", 12, 26),
];

impl DateReader<'_, '_> {
    /// A feast that is always on one day: "Christmas Day", "Michaelmas".
    #[expect(clippy::type_complexity, reason = "the parts of a date, as other dates have them")]
    pub(super) fn feast(
        &self,
        at: usize,
    ) -> Option<(Option<u32>, Option<u32>, Option<i64>, usize)> {
        let at = at + usize::from(self.word(at) == "the");
        let (names, month, day) = FEASTS.iter().find(|(names, ..)| {
            names.split(' ').enumerate().all(|(nth, name)| {
                self.word(at + nth) == name && (nth == 0 || self.is_beside(at + nth))
            })
        })?;
        let end = at + names.split(' ').count();
        let is_day = self.word(end) == "day" && self.is_beside(end);
        // "Soon after Christmas, on a Sunday" and "at Christmas, on a Sunday" may be other days.
        const ELSEWHEN: [&str; 8] =
            ["at", "after", "before", "since", "by", "till", "until", "from"];
        if at > 0 && self.is_beside(at) && ELSEWHEN.contains(&self.word(at - 1)) {
            return None;
        }
        let end = end + usize::from(is_day);
        let of = usize::from(matches!(self.word(end), "of" | "in") && self.is_beside(end));
        let year = self.year(end + of).filter(|_| self.is_beside(end + of));
        let end = if year.is_some() { end + of + 1 } else { end };
        let is_name = self.starts_with_capital(at);
        is_name.then_some((Some(*day), Some(*month), year, end))
    }
}
