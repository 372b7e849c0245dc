//! Titles that are another than the one that a book has for somebody: "Major March" once, and "Mr. March" in all
//! other places.

use std::collections::HashMap;

use super::{EntityKind, NamedEntity};
use crate::lists::PEERAGE;

/// A name with another title stands no more often than this.
const OTHER_COUNT_MAX: usize = 1;

/// The usual title stands so often, at least; before a name of its own rank fewer are enough.
const USUAL_COUNT_MIN: usize = 8;
const USUAL_RANK_COUNT_MIN: usize = 3;

/// Ranks of armies and navies, the lowest first.
const RANKS: [&str; 14] = [
    "private",
    "corporal",
    "sergeant",
    "ensign",
    "midshipman",
    "lieutenant",
    "captain",
    "commander",
    "major",
    "colonel",
    "commodore",
    "brigadier",
    "general",
    "admiral",
];

/// Ranks of those who are called "Mr." as well.
const CIVIL: [&str; 4] = ["midshipman", "ensign", "lieutenant", "commander"];

/// A name with a title that the book or its lore has otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherTitle {
    /// The name as it stands there.
    pub name: String,
    /// The name with the usual title.
    pub usual: String,
    /// How often that stands in the book; none where the lore says it.
    pub usual_count: Option<usize>,
    /// Whether somebody may have risen from the usual rank to this one.
    pub is_higher: bool,
}

/// A name with its title and the rest of it, in lower case.
struct TitledName<'n> {
    text: &'n str,
    count: usize,
    title: String,
    rest: String,
    /// Whose, by the place of the entity.
    of: usize,
}

/// The title of a name and the rest of it, in lower case.
fn parts(name: &str) -> Option<(String, String)> {
    let (title, rest) = name.split_once(' ')?;
    Some((title.trim_end_matches('.').to_lowercase(), rest.to_lowercase()))
}

/// Whether nobody has both titles at once: an admiral may be a lord, and a lieutenant of the navy is "Mr.".
fn exclude(one: &str, other: &str) -> bool {
    let is_rank = |title: &str| RANKS.contains(&title);
    let is_mister = |title: &str| title == "mr";
    one != other
        && (is_rank(one) && is_rank(other)
            || PEERAGE.contains(&one) && PEERAGE.contains(&other)
            || is_rank(one) && is_mister(other) && !CIVIL.contains(&one))
}

/// Whether a rank of an army or a navy is higher than another; of what is no such rank, no.
pub fn is_higher_rank(one: &str, other: &str) -> bool {
    let step = |title: &str| RANKS.iter().position(|it| *it == title);
    step(one).zip(step(other)).is_some_and(|(one, other)| one > other)
}

/// The names of a book whose rank is another than the title that it has otherwise for the one man of that name, or than
/// the one that a name of the lore has.
pub fn other_titles(entities: &[NamedEntity], lore: &[&str]) -> Vec<OtherTitle> {
    let persons = || entities.iter().enumerate().filter(|(_, it)| it.kind == EntityKind::Person);
    let names = || persons().flat_map(|(of, it)| it.names.iter().map(move |name| (of, name)));
    let all: Vec<TitledName<'_>> = names()
        .filter_map(|(of, it)| {
            let (title, rest) = parts(&it.text)?;
            Some(TitledName { text: &it.text, count: it.count, title, rest, of })
        })
        .collect();
    let known: Vec<(&str, String, String)> = lore
        .iter()
        .filter_map(|name| parts(name).map(|(title, rest)| (*name, title, rest)))
        .collect();
    // Who often goes by a name alone; nobody where two do.
    let mut alone: HashMap<String, Option<usize>> = HashMap::new();
    for (of, it) in names().filter(|(_, it)| it.count >= USUAL_COUNT_MIN) {
        let known = alone.entry(it.text.to_lowercase()).or_insert(Some(of));
        if *known != Some(of) {
            *known = None;
        }
    }
    let mut found = Vec::new();
    let is_rare = |it: &&TitledName<'_>| (1..=OTHER_COUNT_MAX).contains(&it.count);
    for one in all.iter().filter(is_rare) {
        let mut push = |usual: &str, title: &str, usual_count| {
            found.push(OtherTitle {
                name: one.text.to_owned(),
                usual: usual.to_owned(),
                usual_count,
                is_higher: is_higher_rank(&one.title, title),
            });
        };
        // Whom the lore has with this title is somebody else.
        let of_lore: Vec<_> = known
            .iter()
            .filter(|it| it.2 == one.rest || it.2.split(' ').next_back() == Some(&one.rest))
            .collect();
        let is_known = of_lore.iter().any(|it| it.1 == one.title);
        if let Some((name, title, _)) =
            of_lore.iter().find(|it| exclude(&one.title, &it.1) && it.1 != "mr")
        {
            if !is_known && of_lore.iter().all(|it| it.1 == *title) {
                push(name, title, None);
            }
            continue;
        }
        if is_known {
            continue;
        }
        // Mr. Hale and Dr. Hale are two, and either may be the major.
        let is_title = |title: &str| {
            RANKS.contains(&title) || PEERAGE.contains(&title) || matches!(title, "mr" | "dr")
        };
        let mut same = all.iter().filter(|it| {
            it.rest == one.rest
                && it.title != one.title
                && is_title(&it.title)
                && it.count > OTHER_COUNT_MAX
        });
        let of_given = || {
            let of = (*alone.get(&one.rest)?)?;
            let own = all.iter().filter(|it| it.of == of && exclude(&one.title, &it.title));
            own.max_by_key(|it| it.count)
        };
        let usual = match (same.next(), same.next()) {
            (Some(usual), None) => Some(usual),
            (None, _) => of_given(),
            _ => None,
        };
        let least = |it: &TitledName<'_>| {
            if it.title == "mr" { USUAL_COUNT_MIN } else { USUAL_RANK_COUNT_MIN }
        };
        let is_usual =
            |it: &&TitledName<'_>| it.count >= least(it) && exclude(&one.title, &it.title);
        if let Some(usual) = usual.filter(is_usual) {
            push(usual.text, &usual.title, Some(usual.count));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::EntityName;

    fn entity(names: &[(&str, usize)]) -> NamedEntity {
        let names =
            names.iter().map(|(text, count)| EntityName { text: (*text).into(), count: *count });
        let names: Vec<EntityName> = names.collect();
        NamedEntity {
            count: names.iter().map(|it| it.count).sum(),
            names,
            kind: EntityKind::Person,
            pronouns: None,
            first: (0, crate::span::Span { start: 0, end: 0 }),
            documents: 1,
            known: None,
        }
    }

    #[test]
    fn a_title_that_stands_once_is_another_than_the_usual_one() {
        let found = |all: &[&[(&str, usize)]]| -> Vec<String> {
            let entities: Vec<NamedEntity> = all.iter().map(|it| entity(it)).collect();
            let all = other_titles(&entities, &["Captain Josiah Rudd", "Major Orme", "Mr. Orme"])
                .into_iter();
            all.map(|it| format!("{} for {}", it.name, it.usual)).collect()
        };
        assert_eq!(found(&[&[("Mr. Hale", 20), ("Major Hale", 1)]]), ["Major Hale for Mr. Hale"]);
        assert_eq!(
            found(&[&[("Captain Hale", 4)], &[("General Hale", 1)]]),
            ["General Hale for Captain Hale"]
        );
        assert_eq!(
            found(&[
                &[("Arthur", 90), ("Lord Godalming", 30)],
                &[("Sir Arthur", 1)],
                &[("Lord Arthur", 1)],
            ]),
            ["Sir Arthur for Lord Godalming"]
        );
        assert_eq!(found(&[&[("Major Rudd", 1)]]), ["Major Rudd for Captain Josiah Rudd"]);
        assert!(found(&[&[("Captain Orme", 1), ("Captain Rudd", 1)]]).is_empty());
        assert!(found(&[&[("Arthur", 90)], &[("Sir Arthur", 1)]]).is_empty());
        // An admiral may be a lord, and a lieutenant of the navy is "Mr.".
        assert!(found(&[&[("Lord Nelson", 12), ("Admiral Nelson", 1)]]).is_empty());
        assert!(found(&[&[("Mr. Bush", 90), ("Lieutenant Bush", 1)]]).is_empty());
        // Father and son, somebody who was promoted, and one of whom nothing else is known.
        assert!(found(&[&[("Captain Hale", 4)], &[("General Hale", 3)]]).is_empty());
        assert!(found(&[&[("Mr. Hale", 20), ("Dr. Hale", 9), ("Major Hale", 1)]]).is_empty());
        assert!(found(&[&[("Mrs. Hale", 20), ("Major Hale", 1)]]).is_empty());
        assert!(found(&[&[("Mr. Hale", 2), ("Major Hale", 1)]]).is_empty());
    }
}
