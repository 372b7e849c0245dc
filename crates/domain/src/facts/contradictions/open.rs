//! What is said of a "he" or a "she" who may be several, where none of them can be meant: it excludes what is known of
//! each.

use std::collections::BTreeMap;

use super::{Contradiction, Ledger, Person, YearCount};
use crate::facts::Attribute;
use crate::findings::Severity;

/// Persons who may be meant, at most: of more, nothing is found.
const CANDIDATES_MAX: usize = 6;

/// Adds those contradictions; `by_subject` are the facts about each person, in the order of the book.
pub(super) fn contradictions(
    ledger: &Ledger,
    by_subject: &BTreeMap<usize, Vec<usize>>,
    elapsed: &YearCount,
    found: &mut Vec<Contradiction>,
) {
    let open = ledger.facts.iter().enumerate().filter(|(_, fact)| !fact.others.is_empty());
    for (at, fact) in open.filter(|(_, fact)| fact.others.len() < CANDIDATES_MAX) {
        let candidates = std::iter::once(fact.subject).chain(fact.others.iter().copied());
        let excluded: Option<Vec<Contradiction>> = candidates
            .map(|candidate| {
                let known = by_subject.get(&candidate).into_iter().flatten().copied();
                let is_compared = |it: &usize| {
                    let attribute = ledger.facts[*it].attribute;
                    attribute == fact.attribute || attribute == Attribute::Birth
                };
                let mut facts: Vec<usize> = known.filter(is_compared).collect();
                facts.push(at);
                facts.sort_by_key(|&it| (ledger.facts[it].order(), it));
                let one = Person { ledger, elapsed, facts: &facts, open: Some(at) };
                let mut own = Vec::new();
                one.values(&mut own);
                one.ages(&mut own);
                one.ages_of_birth(&mut own);
                own.into_iter().find(|it| it.facts.contains(&at))
            })
            .collect();
        let Some(nearest) = excluded.and_then(|all| all.into_iter().next()) else { continue };
        let of_others = fact.others.iter().filter_map(|it| by_subject.get(it)?.first());
        let names: Vec<&str> = of_others.map(|&it| ledger.facts[it].name.as_str()).collect();
        found.push(Contradiction {
            severity: Severity::Medium,
            message: format!(
                "{} It is said of a pronoun that may also mean {}, of whom it cannot be so either.",
                nearest.message,
                names.join(" or ")
            ),
            ..nearest
        });
    }
}
