//! Statements about age: "Lucy was nineteen", "Lucy, aged 19", "nineteen-year-old Lucy".

use super::numbers::number;
use super::{Aspect, Extract, StatementReader};

/// The greatest age that is read.
const AGE_MAX: u32 = 10_000;

/// Ages that are read behind a bare name ("Lucy, nineteen, …") or a bare "was".
const BARE_AGE: std::ops::RangeInclusive<u32> = 5..=110;

impl StatementReader<'_, '_> {
    pub(super) fn age(&self) -> Option<Extract> {
        let (start, end) = (self.mention.words.start, self.mention.words.end);
        let extract = |age: u32, first: usize, end: usize| Extract {
            about: Aspect::Age,
            value: age.to_string(),
            first,
            end,
        };
        // Nineteen-year-old Lucy.
        if self.follows(start)
            && start >= 3
            && self.is(start - 1, &["old"])
            && self.is(start - 2, &["year"])
        {
            let first = start - 3;
            let first = if first > 0
                && number(self.text, first - 1).is_some_and(|(_, to)| to == first + 1)
            {
                first - 1
            } else {
                first
            };
            if let Some((age, _)) = number(self.text, first) {
                return Some(extract(age, first, end));
            }
        }
        if self.is_possessive() {
            return None;
        }
        // Lucy, aged nineteen; Lucy, nineteen.
        if self.behind_comma(end) {
            let is_aged = self.is(end, &["aged"]);
            let from = end + usize::from(is_aged);
            let (age, behind) = number(self.text, from)?;
            let fits = if is_aged {
                age <= AGE_MAX
            } else {
                BARE_AGE.contains(&age)
                    && self.text.gap_after(behind - 1).starts_with(',')
                    && !self.goes_on_counting(behind)
            };
            return (self.word(behind - 1).is_some() && fits).then(|| extract(age, start, behind));
        }
        // Lucy was nineteen.
        if !(self.follows(end) && self.is(end, &["is", "was", "turned"])) {
            return None;
        }
        let from = self.behind_adverbs(end + 1);
        let (age, behind) = number(self.text, from).filter(|_| self.follows(from))?;
        let is_years = self.is(behind, &["years", "year"])
            && (self.is(behind + 1, &["old"])
                || self.is(behind + 1, &["of"]) && self.is(behind + 2, &["age"]));
        if is_years && age <= AGE_MAX {
            let more = if self.is(behind + 1, &["old"]) { 2 } else { 3 };
            return Some(extract(age, start, behind + more));
        }
        let is_bare =
            BARE_AGE.contains(&age) && self.ends_part(behind - 1) && !self.goes_on_counting(behind);
        (is_bare && self.word(behind - 1).is_some()).then(|| extract(age, start, behind))
    }

    /// Whether another number stands behind a comma: "ten, twelve yards".
    fn goes_on_counting(&self, behind: usize) -> bool {
        self.behind_comma(behind) && number(self.text, behind).is_some()
    }
}
