//! Facts that say the same again.

use std::collections::{HashMap, HashSet};

use super::{Attribute, Fact};

/// Facts of one kind about one person that are kept of a text; the first of those that are alike.
const ALIKE_MAX: usize = 3;

/// The first few of facts that are alike; of what somebody does ([`Attribute::Act`]), the first, the last and those
/// with a year of each name.
pub(super) fn without_repeats(all: Vec<Fact>) -> Vec<Fact> {
    let mut counts = HashMap::new();
    let mut kept: Vec<Fact> = Vec::new();
    let mut last_acts: HashMap<String, Fact> = HashMap::new();
    let mut said = HashSet::new();
    for fact in all {
        // Two readers may read the same words.
        let about = (fact.owner, fact.relative.clone(), fact.attribute);
        let of = (about, fact.value.clone(), fact.other, fact.sentence);
        if !said.insert(of) {
            continue;
        }
        // Aunt March and Mrs. March may go by one number here.
        let is_act = fact.attribute == Attribute::Act;
        let value = if is_act { fact.name_text.clone() } else { fact.value.clone() };
        let about = (fact.owner, fact.relative.clone(), fact.attribute);
        let key = (about, value, fact.is_spoken, fact.is_past);
        let count = counts.entry(key).or_insert(0_usize);
        *count += 1;
        if is_act {
            if *count == 1 || fact.date.as_ref().is_some_and(|date| date.year.is_some()) {
                kept.push(fact);
            } else {
                last_acts.insert(fact.name_text.clone(), fact);
            }
        } else if *count <= ALIKE_MAX || fact.date.is_some() {
            kept.push(fact);
        }
    }
    kept.extend(last_acts.into_values());
    kept.sort_by_key(|fact| (fact.span, fact.attribute, fact.owner));
    kept.dedup();
    kept
}
