//! Ranks and titles that are another than the one that the book or its lore has for somebody.

use std::collections::HashMap;

use domain::{
    facts::{Attribute, Fact, FactSource, are_next_ranks, ranks_differ},
    findings::{Observation, Severity},
};
use prose::{is_higher_rank, is_noble};
use serde_json::json;

use super::{at, finding};
use crate::ledger::{PersonsTitle, ProjectLedger};

/// A rank that stands for somebody no more often than this, and that nobody is said to have, may be a slip.
const MENTIONS_MAX: usize = 2;

/// The usual title of a family name stands so often, at least.
const USUAL_COUNT_MIN: usize = 3;

/// Ranks that stand for somebody whom the book knows by another, each with the place of its document: "the Countess" where
/// there is a viscountess, "Major and Mrs. Hale" where there is a Colonel Hale.
pub(super) fn of_nobody(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for it in read.titles.iter().filter(|it| it.mention.family.is_none()) {
        *counts.entry(it.mention.title.as_str()).or_default() += 1;
    }
    let found = |it: &PersonsTitle| {
        let message = match &it.mention.family {
            Some(family) => of_couple(read, it, family)?,
            None if counts[it.mention.title.as_str()] <= MENTIONS_MAX => of_other(read, it)?,
            None => return None,
        };
        let mention = &it.mention;
        let found = Observation {
            message,
            ..finding("other_title", Severity::Medium, at(&mention.quote, mention.span))
        };
        Some((it.position, found))
    };
    read.titles.iter().filter_map(found).collect()
}

/// What is wrong about a couple whose family name has one other title in the book; a higher one they may have got.
fn of_couple(read: &ProjectLedger, it: &PersonsTitle, family: &str) -> Option<String> {
    let title = it.mention.title.as_str();
    let mut usual: Option<(&str, usize)> = None;
    for (name, count) in &read.titled_names {
        let Some((other, _)) = name.split_once(' ').filter(|(_, rest)| *rest == family) else {
            continue;
        };
        let other = other.trim_end_matches('.').to_lowercase();
        if other == title {
            return None;
        }
        if is_higher_rank(&other, title) && *count >= USUAL_COUNT_MIN {
            usual = Some((name, *count));
        }
    }
    let (name, count) = usual?;
    // Whoever is called so only later has risen since.
    let is_before = |fact: &Fact| fact.name_text == name && fact.passage.position <= it.position;
    if !read.ledger.facts.iter().any(is_before) {
        return None;
    }
    Some(format!(
        "The book has “{name}” {count} times, and {} here: if one person is meant, one title is wrong.",
        with_article(title)
    ))
}

/// What is wrong about a rank that nobody has, where the only noble person who is named around it has another.
fn of_other(read: &ProjectLedger, it: &PersonsTitle) -> Option<String> {
    let title = &it.mention.title;
    let ranks = || read.ledger.facts.iter().filter(|fact| fact.attribute == Attribute::Rank);
    let is_known = ranks().any(|fact| fact.value == *title)
        || read.titled_names.iter().any(|(name, _)| {
            name.split_once(' ').is_some_and(|(first, _)| first.eq_ignore_ascii_case(title))
        });
    if is_known {
        return None;
    }
    let mut near = ranks().filter(|fact| {
        fact.is_stated() && is_noble(&fact.value) && it.persons.contains(&fact.subject)
    });
    // "served under the Duke" may speak of one whom nobody needs to name; a dowager is there.
    let is_meant = |rank: &str| {
        are_next_ranks(rank, title)
            || it.mention.quote.contains("dowager") && ranks_differ(rank, title)
    };
    let other = near.next().filter(|fact| is_meant(&fact.value))?;
    let is_one = near.all(|it| it.subject == other.subject);
    is_one.then(|| {
        format!(
            "Nobody in the book or its lore is {}, and {} is {}: if they are meant, one is wrong.",
            with_article(title),
            other.name,
            with_article(&other.value)
        )
    })
}

/// "an earl", "a countess".
fn with_article(rank: &str) -> String {
    let article = if rank.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {rank}")
}

/// Ranks before a name that has another title in all other places, each with the place of its document: the one whom it
/// means may be called wrongly there.
pub(super) fn of_names(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let mut found = Vec::new();
    for it in &read.other_titles {
        let ranked = read.ledger.facts.iter().find(|fact| {
            fact.attribute == Attribute::Rank
                && fact.source == FactSource::Text
                && fact.is_stated()
                && fact.name_text == it.name
        });
        let Some(fact @ Fact { passage, .. }) = ranked else { continue };
        // Whoever has a higher rank once it is the last that is heard of them has risen.
        let is_last = || {
            let usual = read.ledger.facts.iter().filter(|other| other.name_text == it.usual);
            usual.map(Fact::order).max().is_some_and(|last| last < fact.order())
        };
        // Nobody rises behind their death.
        let is_dead = || {
            read.ledger.facts.iter().any(|other| {
                other.attribute == Attribute::Death
                    && other.source == FactSource::Text
                    && other.is_stated()
                    && other.order() < fact.order()
                    && (other.subject == fact.subject || other.name_text == it.usual)
            })
        };
        if it.is_higher && is_last() && !is_dead() {
            continue;
        }
        let (name, usual) = (&it.name, &it.usual);
        let elsewhere = match it.usual_count {
            Some(count) => format!("“{usual}” {count} times"),
            None => format!("the lore has “{usual}”"),
        };
        found.push((
            passage.position,
            Observation {
                message: format!(
                    "“{name}” stands here and nowhere else, and {elsewhere}: if one person is meant, \
                     one title is wrong."
                ),
                detail: Some(json!({ "usual": usual, "usualCount": it.usual_count })),
                ..finding(
                    "other_title",
                    Severity::Medium,
                    (&passage.quote, passage.start, passage.end),
                )
            },
        ));
    }
    found
}
