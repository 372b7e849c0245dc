//! Titles that are another than the one that a book has for somebody: "Major March" once, and "Mr. March" in all
//! other places.

use super::{EntityKind, NamedEntity};

/// A name with another title stands no more often than this.
const OTHER_COUNT_MAX: usize = 1;

/// The usual title stands so often, at least; before a name of its own rank fewer are enough.
const USUAL_COUNT_MIN: usize = 8;
const USUAL_RANK_COUNT_MIN: usize = 3;

/// Ranks that somebody may be called by.
const RANKS: [&str; 16] = [
    "sir",
    "lord",
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

/// A name with a title that the book or its lore has otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherTitle {
    /// The name as it stands there.
    pub name: String,
    /// The name with the usual title.
    pub usual: String,
    /// How often that stands in the book; none where the lore says it.
    pub usual_count: Option<usize>,
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

/// The names of a book whose rank is another than the title that it has otherwise for the one man of that name, or than
/// the one that a name of the lore has.
pub fn other_titles(entities: &[NamedEntity], lore: &[&str]) -> Vec<OtherTitle> {
    let persons = entities.iter().enumerate().filter(|(_, it)| it.kind == EntityKind::Person);
    let names = persons.flat_map(|(of, it)| it.names.iter().map(move |name| (of, name)));
    let all: Vec<TitledName<'_>> = names
        .filter_map(|(of, it)| {
            let (title, rest) = parts(&it.text)?;
            Some(TitledName { text: &it.text, count: it.count, title, rest, of })
        })
        .collect();
    let is_rank = |title: &str| RANKS.contains(&title);
    let is_title = |title: &str| is_rank(title) || matches!(title, "mr" | "dr");
    let known: Vec<(&str, String, String)> = lore
        .iter()
        .filter_map(|name| parts(name).map(|(title, rest)| (*name, title, rest)))
        .filter(|(_, title, _)| is_title(title))
        .collect();
    let mut found = Vec::new();
    for one in all.iter().filter(|it| is_rank(&it.title)) {
        if !(1..=OTHER_COUNT_MAX).contains(&one.count) {
            continue;
        }
        // Whom the lore has with this title and another one is somebody else.
        let of_lore = |it: &&(&str, String, String)| {
            it.2 == one.rest || it.2.split(' ').next_back() == Some(one.rest.as_str())
        };
        let mut in_lore = known.iter().filter(of_lore);
        if let Some((name, title, _)) = in_lore.next() {
            if *title != one.title && is_rank(title) && in_lore.all(|it| it.1 == *title) {
                let (name, usual) = (one.text.to_owned(), (*name).to_owned());
                found.push(OtherTitle { name, usual, usual_count: None });
                continue;
            }
        }
        let mut same = all.iter().filter(|it| {
            it.rest == one.rest
                && it.title != one.title
                && is_title(&it.title)
                && it.count > OTHER_COUNT_MAX
        });
        let usual = match (same.next(), same.next()) {
            (Some(usual), None) => Some(usual),
            (None, _) => by_given_name(entities, &one.rest).and_then(|of| {
                all.iter()
                    .filter(|it| it.of == of && it.title != one.title && is_title(&it.title))
                    .max_by_key(|it| it.count)
            }),
            _ => None,
        };
        let Some(usual) = usual else { continue };
        let least = if is_rank(&usual.title) { USUAL_RANK_COUNT_MIN } else { USUAL_COUNT_MIN };
        if usual.count >= least {
            found.push(OtherTitle {
                name: one.text.to_owned(),
                usual: usual.text.to_owned(),
                usual_count: Some(usual.count),
            });
        }
    }
    found
}

/// The one person who often goes by this name alone.
fn by_given_name(entities: &[NamedEntity], name: &str) -> Option<usize> {
    let bears = |it: &NamedEntity| {
        it.names.iter().any(|own| own.count >= USUAL_COUNT_MIN && own.text.to_lowercase() == name)
    };
    let mut found = (0..entities.len()).filter(|&at| bears(&entities[at]));
    found.next().filter(|_| found.next().is_none())
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
        // Father and son, somebody who was promoted, and one of whom nothing else is known.
        assert!(found(&[&[("Captain Hale", 4)], &[("General Hale", 3)]]).is_empty());
        assert!(found(&[&[("Mr. Hale", 20), ("Dr. Hale", 9), ("Major Hale", 1)]]).is_empty());
        assert!(found(&[&[("Mrs. Hale", 20), ("Major Hale", 1)]]).is_empty());
        assert!(found(&[&[("Mr. Hale", 2), ("Major Hale", 1)]]).is_empty());
    }
}
