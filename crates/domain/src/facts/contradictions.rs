//! Which facts of a ledger cannot both be true. A claim of somebody in the book contradicts nothing, and
//! what was once so is not so now. Each contradiction is shown by a smallest set of facts: two, and none of
//! them can be left out.

mod lives;
mod open;
#[cfg(test)]
mod tests;
mod values;

use std::collections::BTreeMap;

use super::{Attribute, Fact, FactSource};
use crate::findings::Severity;

/// Contradictions that are listed, at most.
const CONTRADICTIONS_MAX: usize = 500;

/// Facts about one attribute of one person that are compared with each other, at most: the first ones.
const COMPARED_MAX: usize = 200;

/// The facts of a project, with what is known of its time.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// All facts that nobody rejected.
    pub facts: Vec<Fact>,
    /// Years that go by in the narration: the place of the document, the position in it, and how many.
    pub elapsed: Vec<(usize, i64, i64)>,
    /// The first and the last year of the story, where the timeline says them.
    pub years: Option<(i64, i64)>,
}

/// Facts that cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The rule that they break.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The facts, by their places in the ledger; the one that is quoted first.
    pub facts: Vec<usize>,
}

/// All contradictions of a ledger, in the order of the book.
pub fn contradictions(ledger: &Ledger) -> Vec<Contradiction> {
    let mut by_subject: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, fact) in ledger.facts.iter().enumerate().filter(|(_, it)| it.others.is_empty()) {
        by_subject.entry(fact.subject).or_default().push(at);
    }
    let elapsed = YearCount::of(ledger);
    let mut found = Vec::new();
    for of_one in by_subject.values_mut() {
        of_one.sort_by_key(|&at| (ledger.facts[at].order(), at));
        let one = Person { ledger, elapsed: &elapsed, facts: of_one, open: None };
        one.values(&mut found);
        one.ages(&mut found);
        one.belongings(&mut found);
        one.after_death(&mut found);
        one.dates(&mut found);
        one.locations(&mut found);
        one.durations(&mut found);
    }
    open::contradictions(ledger, &by_subject, &elapsed, &mut found);
    lives::weddings(ledger, &mut found);
    values::kinship(ledger, &mut found);
    values::relatives(ledger, &mut found);
    found.sort_by_key(|it| (ledger.facts[it.facts[0]].order(), it.facts.clone()));
    found.dedup();
    found.truncate(CONTRADICTIONS_MAX);
    found
}

/// The years that go by in the book, counted up to each of the positions that say so.
struct YearCount(Vec<((usize, i64), i64)>);

impl YearCount {
    fn of(ledger: &Ledger) -> Self {
        let mut all: Vec<_> = ledger
            .elapsed
            .iter()
            .map(|(document, at, years)| ((document + 1, *at), *years))
            .collect();
        all.sort_unstable();
        let mut sum = 0;
        for (_, years) in &mut all {
            sum += *years;
            *years = sum;
        }
        Self(all)
    }

    /// Those from one place to another.
    fn between(&self, first: (usize, i64), last: (usize, i64)) -> i64 {
        let up_to = |count: usize| count.checked_sub(1).map_or(0, |nth| self.0[nth].1);
        let before = self.0.partition_point(|(at, _)| *at < first);
        up_to(self.0.partition_point(|(at, _)| *at <= last).max(before)) - up_to(before)
    }

    fn all(&self) -> i64 {
        self.0.last().map_or(0, |(_, years)| *years)
    }
}

/// The facts about one person, in the order of the book.
struct Person<'l> {
    ledger: &'l Ledger,
    elapsed: &'l YearCount,
    facts: &'l [usize],
    /// The fact that may be about them, where a pronoun does not say.
    open: Option<usize>,
}

impl Person<'_> {
    /// What the book itself or the lore states about an attribute as being so now.
    fn stated(&self, attribute: Attribute) -> Vec<(usize, &Fact)> {
        let all = self.facts.iter().map(|&at| (at, &self.ledger.facts[at]));
        let is_stated = |at: usize, fact: &Fact| fact.is_stated() || self.open == Some(at);
        all.filter(|(at, fact)| fact.attribute == attribute && is_stated(*at, fact))
            .take(COMPARED_MAX)
            .collect()
    }

    /// The years that go by between two facts, one of which may stand in the lore.
    fn years_between(&self, one: &Fact, other: &Fact) -> i64 {
        let (first, last) = (one.order().min(other.order()), one.order().max(other.order()));
        let of_timeline = self.ledger.years.map_or(0, |(from, to)| to - from);
        self.elapsed.between(first, last).max(of_timeline)
    }
}

/// Two facts that cannot both be true, the later one quoted.
fn contradiction(
    ledger: &Ledger,
    rule: &'static str,
    (one, other): (usize, usize),
    say: impl Fn(&Fact, &Fact) -> String,
) -> Contradiction {
    let (earlier, later) = if ledger.facts[one].order() <= ledger.facts[other].order() {
        (one, other)
    } else {
        (other, one)
    };
    let (first, last) = (&ledger.facts[earlier], &ledger.facts[later]);
    let are_in_text = first.source == FactSource::Text && last.source == FactSource::Text;
    Contradiction {
        rule,
        severity: if are_in_text { Severity::Critical } else { Severity::High },
        message: say(first, last),
        facts: vec![later, earlier],
    }
}

/// The lowest and the highest age of a value: `40`, or `50-59`.
pub(super) fn ages(value: &str) -> Option<(i64, i64)> {
    let (least, most) = value.split_once('-').unwrap_or((value, value));
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// Where a fact stands, for a sentence.
fn where_stated(fact: &Fact) -> String {
    match fact.source {
        FactSource::Text => format!("in “{}”", fact.passage.title),
        FactSource::Lore => format!("in the lore of “{}”", fact.passage.title),
        FactSource::Timeline => format!("in the event “{}”", fact.passage.title),
    }
}
