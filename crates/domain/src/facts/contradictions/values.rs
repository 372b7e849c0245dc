//! Contradictions of what has one value: the colour of eyes and hair, rank, profession, age, kinship, and
//! whether somebody still has a thing.

use std::collections::{BTreeMap, BTreeSet};

use super::{COMPARED_MAX, Contradiction, Ledger, Person, ages, contradiction, where_stated};
use crate::facts::{
    Attribute, Fact, FactSource,
    alike::{is_same_thing, professions_differ, ranks_differ},
    colours::{eyes_differ, hair_differs, is_grey, is_light_eye_colour},
    kinship::{Seniority, are_of_one_sex, exclude, exclude_inversely, is_sibling, is_unique},
};

/// From so many statements of each on, two values are a change that the book means.
const MEANT_MIN: usize = 3;

/// Years that may go by without the text counting them.
const YEARS_UNSAID: i64 = 1;

/// Years between the bounds of an age that says nothing of how somebody grows up, at least.
const YEARS_OF_BOUND: i64 = 20;

/// Years in which somebody's hair may turn grey.
const GREYING_YEARS: i64 = 5;

/// Words from "still" to the role that may change, at most.
const SO_FAR_WITHIN_WORDS: usize = 3;

/// Words of a change of rank or profession.
const CHANGING: [&str; 18] = [
    "succeeded",
    "created",
    "inherited",
    "became",
    "promoted",
    "appointed",
    "made",
    "commissioned",
    "gazetted",
    "remained",
    "raised",
    "consecrated",
    "ordained",
    "elected",
    "installed",
    "enthroned",
    "instituted",
    "preferred",
];

fn is_change(fact: &Fact) -> bool {
    let quote = fact.passage.quote.to_lowercase();
    let words: Vec<&str> =
        quote.split(|it: char| !it.is_alphabetic()).filter(|it| !it.is_empty()).collect();
    // "was still only a midshipman", "not yet a captain"
    let role = fact.value.rsplit(|it: char| !it.is_alphabetic()).next();
    let is_so_far = |nth: usize| {
        let mut behind = words[nth + 1..].iter().take(SO_FAR_WITHIN_WORDS);
        matches!(words[nth], "still" | "yet") && behind.any(|it| Some(*it) == role)
    };
    words.iter().any(|word| CHANGING.contains(word)) || (0..words.len()).any(is_so_far)
}

impl Person<'_> {
    /// Colours, ranks and professions.
    pub(super) fn values(&self, found: &mut Vec<Contradiction>) {
        // In a text eyes may be dark with anger; in the lore that is what they are.
        let is_like_lore = |colour: &str| {
            let of_lore = self.stated(Attribute::Eyes).into_iter();
            let mut of_lore = of_lore.filter(|(_, it)| it.source == FactSource::Lore);
            of_lore.any(|(_, it)| it.value != "dark" && !eyes_differ(&it.value, colour))
        };
        let is_dark = |one: &Fact, other: &Fact| {
            let quote = other.passage.quote.to_lowercase();
            let is_deep = |word: &str| matches!(word, "dark" | "deep" | "black");
            one.source == FactSource::Lore
                && one.value == "dark"
                && is_light_eye_colour(&other.value)
                && !quote.split(|it: char| !it.is_alphabetic()).any(is_deep)
                && !is_like_lore(&other.value)
        };
        let eyes = |one: &Fact, other: &Fact| {
            eyes_differ(&one.value, &other.value) || is_dark(one, other) || is_dark(other, one)
        };
        // Hair turns grey with the years, and not back.
        let hair = |one: &Fact, other: &Fact| {
            hair_differs(&one.value, &other.value)
                && !(is_grey(&other.value) && self.years_between(one, other) >= GREYING_YEARS)
        };
        let ranks = |one: &Fact, other: &Fact| ranks_differ(&one.value, &other.value);
        let trades = |one: &Fact, other: &Fact| professions_differ(&one.value, &other.value);
        self.one_value((Attribute::Eyes, "contradicted_eyes"), eyes, found);
        self.one_value((Attribute::Hair, "contradicted_hair"), hair, found);
        for (attribute, rule, differ) in [
            (Attribute::Rank, "contradicted_rank", &ranks as &dyn Fn(&Fact, &Fact) -> bool),
            (Attribute::Profession, "contradicted_profession", &trades),
        ] {
            if !self.stated(attribute).iter().any(|(_, fact)| is_change(fact)) {
                self.one_value((attribute, rule), differ, found);
            }
        }
    }

    /// Every value that excludes the one that the lore states, else the most frequent one, once.
    fn one_value(
        &self,
        (attribute, rule): (Attribute, &'static str),
        differ: impl Fn(&Fact, &Fact) -> bool,
        found: &mut Vec<Contradiction>,
    ) {
        let stated = self.stated(attribute);
        let count = |value: &str| stated.iter().filter(|(_, fact)| fact.value == value).count();
        // An earl is a lord, and whoever is called one may be an earl.
        let is_address = |fact: &Fact| matches!(fact.value.as_str(), "lord" | "sir");
        let base = stated.iter().min_by_key(|(at, fact)| {
            let is_address = is_address(fact);
            (fact.source == FactSource::Text, is_address, usize::MAX - count(&fact.value), *at)
        });
        let Some(&(base_at, base)) = base else { return };
        let mut met: Vec<&str> = Vec::new();
        for &(at, fact) in &stated {
            let (earlier, later) =
                if base.order() <= fact.order() { (base, fact) } else { (fact, base) };
            let is_meant = matches!(attribute, Attribute::Rank | Attribute::Profession)
                && count(&fact.value) >= MEANT_MIN
                && count(&base.value) >= MEANT_MIN;
            // The lore may say of somebody that they are several things: "minister, chaplain in the war".
            let is_one_of_several = matches!(attribute, Attribute::Rank | Attribute::Profession)
                && base.source == FactSource::Lore
                && stated.iter().any(|&(of_lore_at, of_lore)| {
                    let is_same_entry = of_lore_at == at && of_lore.passage.id == base.passage.id;
                    of_lore.source == FactSource::Lore
                        && !is_address(of_lore)
                        && (is_same_entry || of_lore_at != at && !differ(of_lore, fact))
                });
            let is_known = met.contains(&fact.value.as_str());
            if is_known || is_meant || is_one_of_several || !differ(earlier, later) {
                continue;
            }
            met.push(&fact.value);
            found.push(contradiction(self.ledger, rule, (base_at, at), |first, last| {
                let what = match attribute {
                    Attribute::Eyes => format!("The eyes of {}", last.name),
                    Attribute::Hair => format!("The hair of {}", last.name),
                    Attribute::Rank => format!("The rank of {}", last.name),
                    _ => format!("The profession of {}", last.name),
                };
                let verb = if attribute == Attribute::Eyes { "are" } else { "is" };
                format!(
                    "{what} {verb} stated as “{}” {}, and as “{}” {}.",
                    first.value,
                    where_stated(first),
                    last.value,
                    where_stated(last)
                )
            }));
        }
    }

    /// Ages that grow less, or more than the years that go by.
    pub(super) fn ages(&self, found: &mut Vec<Contradiction>) {
        let stated = self.stated(Attribute::Age);
        let mut all: Vec<(i64, i64)> =
            stated.iter().filter_map(|(_, fact)| ages_of(fact)).collect();
        all.retain(|(least, most)| most - least < YEARS_OF_BOUND);
        all.dedup();
        // Somebody whose age is stated again and again grows up in the book.
        let grows_up = all.len() >= 3 && all.is_sorted();
        for (nth, &(later_at, later)) in stated.iter().enumerate() {
            let odd = stated[..nth].iter().find(|(_, earlier)| {
                let (Some(then), Some(now)) = (ages_of(earlier), ages_of(later)) else {
                    return false;
                };
                // The fewest and the most years that they lie apart.
                let (fewest, most_apart) = (now.0 - then.1, now.1 - then.0);
                if let (Some(first), Some(last)) = (year(earlier), year(later)) {
                    return most_apart < last - first - 1 || fewest > last - first + 1;
                }
                // An event may lie any number of years before or after all else.
                if [earlier, later].iter().any(|it| it.source == FactSource::Timeline) {
                    return false;
                }
                let is_lore = earlier.source != FactSource::Text;
                let most = self.years_between(earlier, later) + YEARS_UNSAID;
                let least = if is_lore { -most } else { 0 };
                most_apart < least || fewest > most && !grows_up
            });
            if let Some(&(earlier_at, _)) = odd {
                let pair = (earlier_at, later_at);
                found.push(contradiction(self.ledger, "contradicted_age", pair, |first, last| {
                    format!(
                        "{} is {} years old {}, and {} {}; the text lets no such time go by.",
                        last.name,
                        said_age(first),
                        where_stated(first),
                        said_age(last),
                        where_stated(last)
                    )
                }));
                return;
            }
        }
    }

    /// What somebody parted with and has again, though nothing says how it came back.
    pub(super) fn belongings(&self, found: &mut Vec<Contradiction>) {
        let gained = self.stated(Attribute::Gain);
        let kept = self.stated(Attribute::Possession);
        for (lost_at, lost) in self.stated(Attribute::Loss) {
            if lost.source != FactSource::Text {
                continue;
            }
            let again = kept.iter().find(|(_, later)| {
                let is_apart = later.passage.position != lost.passage.position
                    || later.passage.start >= lost.passage.end;
                is_apart
                    && later.order() > lost.order()
                    && is_same_thing(&lost.value, &later.value)
                    && !gained.iter().any(|(_, gain)| {
                        gain.order() > lost.order()
                            && gain.order() <= later.order()
                            && is_same_thing(&gain.value, &later.value)
                    })
            });
            if let Some(&(again_at, _)) = again {
                let pair = (lost_at, again_at);
                found.push(contradiction(self.ledger, "lost_thing", pair, |first, last| {
                    format!(
                        "{} parted with the {} {}, and has the {} {}; nothing says how it came back.",
                        last.name,
                        first.value,
                        where_stated(first),
                        last.value,
                        where_stated(last)
                    )
                }));
            }
        }
    }
}

/// The lowest and the highest age that a fact states.
pub(super) fn ages_of(fact: &Fact) -> Option<(i64, i64)> {
    ages(&fact.value)
}

/// How the value of an age ends that has no upper bound.
const OR_OLDER: &str = "-110";

/// An age in a sentence.
pub(super) fn said_age(fact: &Fact) -> String {
    match fact.value.strip_suffix(OR_OLDER) {
        Some(age) => format!("at least {age}"),
        None => fact.value.replace('-', " to "),
    }
}

fn year(fact: &Fact) -> Option<i64> {
    fact.date.and_then(|date| date.year)
}

/// Two relationships of the same two persons, and two fathers or mothers of one.
pub(super) fn kinship(ledger: &Ledger, found: &mut Vec<Contradiction>) {
    let all: Vec<(usize, &Fact, usize)> = ledger
        .facts
        .iter()
        .enumerate()
        .filter(|(_, fact)| fact.attribute == Attribute::Kinship && fact.is_stated())
        .filter_map(|(at, fact)| Some((at, fact, fact.other.as_ref()?.0)))
        .collect();
    let mut by_pair: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for &(at, fact, other) in &all {
        by_pair.entry((fact.subject.min(other), fact.subject.max(other))).or_default().push(at);
    }
    let differ = |one: &Fact, other: &Fact| {
        let excludes = if one.subject == other.subject { exclude } else { exclude_inversely };
        let elders = (elder_of(one), elder_of(other));
        excludes(&one.value, &other.value)
            || matches!(elders, (Some(elder), Some(other)) if elder != other)
    };
    let mut push = |one: usize, other: usize| {
        found.push(contradiction(ledger, "contradicted_kinship", (one, other), |first, last| {
            format!(
                "{} {}, and {} {}.",
                said(first),
                where_stated(first),
                said(last),
                where_stated(last)
            )
        }));
    };
    for pair in by_pair.values() {
        let first = pair.iter().enumerate().find_map(|(nth, &later)| {
            let (one, facts) = (&ledger.facts[later], &pair[..nth.min(COMPARED_MAX)]);
            facts
                .iter()
                .find(|&&earlier| differ(&ledger.facts[earlier], one))
                .map(|&it| (it, later))
        });
        if let Some((one, other)) = first {
            push(one, other);
        }
    }
    for (at, fact) in ledger.facts.iter().enumerate().filter(|(_, fact)| is_of_two(fact)) {
        let is_elder = seniority(fact) == Some(Seniority::Elder);
        let of_them = |(_, kin, other): &&(usize, &Fact, usize)| {
            is_sibling(&kin.value) && (kin.subject == fact.subject || *other == fact.subject)
        };
        let siblings: BTreeSet<usize> = all
            .iter()
            .filter(of_them)
            .map(|(_, kin, other)| if kin.subject == fact.subject { *other } else { kin.subject })
            .collect();
        // "Mary was the elder of two sisters" says nothing of Tom.
        let is_of_kin = |sibling: usize| {
            all.iter().any(|(_, kin, _)| {
                kin.subject == sibling && are_of_one_sex(&kin.value, &fact.value)
            })
        };
        let mut known = all.iter().filter(of_them);
        let odd = known.find(|(_, kin, _)| {
            elder_of(kin).is_some_and(|elder| (elder == fact.subject) != is_elder)
        });
        let is_meant = siblings.len() == 1 && siblings.iter().all(|it| is_of_kin(*it));
        if let Some(&(known, ..)) = odd.filter(|_| is_meant) {
            push(known, at);
        }
    }
    let mut parents: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for &(at, fact, child) in all.iter().filter(|(_, fact, _)| is_unique(&fact.value)) {
        let known = *parents.entry((child, fact.value.as_str())).or_insert(at);
        if ledger.facts[known].subject != fact.subject {
            push(known, at);
        }
    }
}

/// A relative whom somebody is said not to have, and has.
pub(super) fn relatives(ledger: &Ledger, found: &mut Vec<Contradiction>) {
    let stated = || ledger.facts.iter().enumerate().filter(|(_, fact)| fact.is_stated());
    let mut has: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for (at, fact) in stated() {
        let whose = match (fact.attribute, &fact.other) {
            (Attribute::Relative, _) if !fact.value.starts_with("no ") => fact.subject,
            (Attribute::Kinship, Some((whose, _))) => *whose,
            _ => continue,
        };
        let relation = relation(&fact.value);
        for word in [Some(fact.value.as_str()), relation].into_iter().flatten() {
            has.entry((whose, word)).or_insert(at);
        }
        // Whoever is somebody's sister has a sibling herself.
        if let Some(word) = relation.filter(|it| matches!(*it, "sibling" | "spouse"))
            && fact.attribute == Attribute::Kinship
        {
            has.entry((fact.subject, word)).or_insert(at);
        }
    }
    for (at, fact) in stated().filter(|(_, fact)| fact.attribute == Attribute::Relative) {
        let word = fact.value.strip_prefix("no ");
        let Some(&known) = word.and_then(|word| has.get(&(fact.subject, word))) else { continue };
        // Whoever has never been married may marry later.
        if word == Some("spouse") && ledger.facts[known].order() > fact.order() {
            continue;
        }
        let (name, word) = (fact.name.clone(), word.unwrap_or_default().to_owned());
        found.push(contradiction(ledger, "contradicted_kinship", (known, at), |first, last| {
            let (with, without) =
                if first.value.starts_with("no ") { (last, first) } else { (first, last) };
            format!(
                "{name} has no {word} {}, and has one {}.",
                where_stated(without),
                where_stated(with)
            )
        }));
    }
}

/// The relation that a word is one of, where both are said of somebody without any.
fn relation(word: &str) -> Option<&'static str> {
    Some(match word {
        "sister" | "brother" | "twin" => "sibling",
        "wife" | "husband" => "spouse",
        "son" | "daughter" => "child",
        _ => return None,
    })
}

fn said(fact: &Fact) -> String {
    let seniority = seniority(fact).map_or(String::new(), |it| format!("{} ", it.word()));
    match &fact.other {
        Some((_, other)) => format!("{} is the {seniority}{} of {other}", fact.name, fact.value),
        None => format!("{} is the {seniority}of two {}s", fact.name, fact.value),
    }
}

fn seniority(fact: &Fact) -> Option<Seniority> {
    Seniority::read(&fact.passage.quote, &fact.value).filter(|_| is_sibling(&fact.value))
}

/// Whether somebody is said to be one of two: "the elder of the two brothers".
fn is_of_two(fact: &Fact) -> bool {
    let names_two = || fact.passage.quote.to_lowercase().contains(&format!("two {}s", fact.value));
    fact.attribute == Attribute::Relative
        && fact.is_stated()
        && names_two()
        && seniority(fact).is_some()
}

/// Who of the two siblings of a relationship is the elder, where its words say so.
fn elder_of(fact: &Fact) -> Option<usize> {
    let (other, _) = fact.other.as_ref()?;
    Some(match seniority(fact)? {
        Seniority::Elder => fact.subject,
        Seniority::Younger => *other,
    })
}
