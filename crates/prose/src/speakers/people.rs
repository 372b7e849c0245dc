//! The people of a text: where it names, describes or points at somebody, in narration and in speech.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Cast, Gender, Speaker, descriptions, genders};
use crate::dialogue::{Quotation, spoken};
use crate::lists::{FUNCTION_WORDS, HONORIFICS, PAST_VERBS, PREPOSITIONS, SPEECH_VERBS};
use crate::mentions::{NameIndex, unambiguous_mentions};
use crate::names::{NameKind, names, words_without_address};
use crate::tokens::Text;

/// Somebody of a text.
#[derive(Debug, Clone)]
pub(super) struct Identity {
    pub(super) speaker: Speaker,
    pub(super) gender: Option<Gender>,
    /// What the forms of address in the names are in full: doctor, captain.
    pub(super) titles: Vec<String>,
}

/// Whom a mention is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    /// An identity, by its place in the list.
    One(usize),
    /// Somebody who is spoken of so.
    Pronoun(Gender),
}

/// How a mention stands in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Something is done to them, or they own something.
    Other,
    /// It cannot be told.
    Unclear,
    /// They act.
    Subject,
}

/// A place that points at somebody.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    pub(super) words: Range<usize>,
    pub(super) whom: Whom,
    pub(super) role: Role,
    pub(super) is_spoken: bool,
    /// Whether it is a name or "I", and not a description or another pronoun.
    pub(super) is_name: bool,
}

pub(super) struct People {
    pub(super) identities: Vec<Identity>,
    /// In the order of the text; they may touch but never overlap.
    pub(super) mentions: Vec<Mention>,
    pub(super) spoken: Vec<bool>,
    /// Who says "I" in the narration.
    pub(super) narrator: usize,
}

impl People {
    pub(super) fn new(text: &Text<'_>, cast: &Cast<'_>, quotations: &[Quotation]) -> Self {
        let spoken = spoken(text, quotations);
        let mut identities: Vec<Identity> = cast
            .members
            .iter()
            .enumerate()
            .map(|(at, member)| Identity {
                speaker: Speaker::Member(at),
                gender: member
                    .gender
                    .or_else(|| member.names.iter().find_map(|it| genders::named(it))),
                titles: titles(member.names.iter().copied()),
            })
            .collect();
        let narrator = cast.narrator.filter(|it| *it < identities.len()).unwrap_or_else(|| {
            identities.push(Identity {
                speaker: Speaker::Narrator,
                gender: None,
                titles: Vec::new(),
            });
            identities.len() - 1
        });
        let mut found = named(text, cast, &spoken, &mut identities);
        point(text, &spoken, narrator, &mut found);
        found.sort_by_key(|it| it.words.start);
        descriptions::add(text, &spoken, &mut identities, &mut found);
        found.sort_by_key(|it| it.words.start);
        let mut people = Self { identities, mentions: found, spoken, narrator };
        genders::infer(text, &mut people);
        people
    }

    /// The mentions that begin among these words.
    pub(super) fn within(&self, words: Range<usize>) -> Range<usize> {
        let first = self.mentions.partition_point(|it| it.words.start < words.start);
        let behind = self.mentions.partition_point(|it| it.words.start < words.end);
        first..behind.max(first)
    }

    /// The mention that begins with this word.
    pub(super) fn at(&self, word: usize) -> Option<usize> {
        self.mentions.binary_search_by_key(&word, |it| it.words.start).ok()
    }

    pub(super) fn fits(&self, identity: usize, gender: Gender) -> bool {
        self.identities[identity].gender.is_none_or(|it| it == gender)
    }
}

/// Names of the cast, and other names that speak or bear a form of address.
fn named(
    text: &Text<'_>,
    cast: &Cast<'_>,
    spoken: &[bool],
    identities: &mut Vec<Identity>,
) -> Vec<Mention> {
    let known: Vec<(usize, &str)> = cast
        .members
        .iter()
        .enumerate()
        .flat_map(|(owner, it)| it.names.iter().map(move |name| (owner, *name)))
        .collect();
    let others = others(text, spoken, &known);
    let first = identities.len();
    let all = known.iter().copied().chain(
        others
            .iter()
            .enumerate()
            .flat_map(|(at, group)| group.iter().map(move |name| (first + at, name.as_str()))),
    );
    let index = NameIndex::new(all);
    let mut is_person = vec![false; others.len()];
    let found: Vec<Mention> = unambiguous_mentions(text, &index)
        .into_iter()
        .map(|it| Mention {
            role: role(text, &it.words),
            is_spoken: spoken[it.words.start],
            words: it.words,
            whom: Whom::One(it.owner),
            is_name: true,
        })
        .collect();
    for mention in &found {
        let Whom::One(owner) = mention.whom else { continue };
        if owner >= first && (acts(text, mention) || is_titled(&others[owner - first])) {
            is_person[owner - first] = true;
        }
    }
    identities.extend(others.iter().map(|group| Identity {
        speaker: Speaker::Other(group[0].clone()),
        gender: group.iter().find_map(|it| genders::named(it)),
        titles: titles(group.iter().map(String::as_str)),
    }));
    let is_kept = |it: &Mention| match it.whom {
        Whom::One(owner) if owner >= first => is_person[owner - first],
        _ => true,
    };
    found.into_iter().filter(is_kept).collect()
}

/// The forms of address that names begin with, in full.
fn titles<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let full = |name: &str| {
        let first = name.split_whitespace().next()?.trim_end_matches('.').to_lowercase();
        let full = match first.as_str() {
            "dr" => "doctor",
            "prof" => "professor",
            "capt" => "captain",
            "col" => "colonel",
            "gen" => "general",
            "lt" => "lieutenant",
            "sgt" => "sergeant",
            "rev" => "reverend",
            "mr" | "mrs" | "miss" | "ms" | "sir" | "st" => return None,
            other => other,
        };
        HONORIFICS.contains(full).then(|| full.to_owned())
    };
    let mut titles: Vec<String> = names.filter_map(full).collect();
    titles.sort_unstable();
    titles.dedup();
    titles
}

fn is_titled(names: &[String]) -> bool {
    names.iter().any(|name| {
        let text = Text::new(name);
        !text.words().is_empty() && HONORIFICS.contains(text.lower(0))
    })
}

/// Whether a name does what people do: a verb of speech stands beside it, or it acts.
fn acts(text: &Text<'_>, mention: &Mention) -> bool {
    let count = text.words().len();
    let is_verb = |word: usize| word < count && SPEECH_VERBS.contains(text.lower(word));
    let is_beside = |word: usize| word < count && text.gap_before(word).trim().is_empty();
    let (start, end) = (mention.words.start, mention.words.end);
    let is_said = start > 0 && is_beside(start) && is_verb(start - 1)
        || start > 1
            && is_beside(start)
            && is_beside(start - 1)
            && is_verb(start - 2)
            && !FUNCTION_WORDS.contains(text.lower(start - 1));
    let acts = mention.role == Role::Subject
        && end < count
        && text.lower(end).ends_with("ed")
        && !PREPOSITIONS.contains(text.lower(start.saturating_sub(1)));
    !mention.is_spoken && (is_verb(end) && is_beside(end) || is_said || acts)
}

/// Capitals behind the verb of a tag, which are names even where the word is a common one: ‘Ditto,’
/// remarked Good.
fn saying(text: &Text<'_>, spoken: &[bool]) -> Vec<String> {
    let mut found = Vec::new();
    for word in 2..spoken.len() {
        let is_tag = spoken[word - 2]
            && !spoken[word - 1]
            && !spoken[word]
            && SPEECH_VERBS.contains(text.lower(word - 1))
            && text.gap_before(word).trim().is_empty();
        let written = text.words()[word].span.of(text.source());
        if is_tag
            && written.starts_with(char::is_uppercase)
            && text.lower(word) != "i"
            && !text.lower(word).ends_with("'s")
        {
            found.push(written.to_owned());
        }
    }
    found
}

/// Names of the text that the cast has not, those of one person together: a name and the only longer one
/// that it stands in.
fn others(text: &Text<'_>, spoken: &[bool], known: &[(usize, &str)]) -> Vec<Vec<String>> {
    let mut taken: HashSet<String> = known.iter().map(|(_, name)| name.to_lowercase()).collect();
    let found: Vec<String> = names(text)
        .into_iter()
        .filter(|it| matches!(it.kind, NameKind::Name | NameKind::Title))
        .map(|it| it.name)
        .chain(saying(text, spoken))
        .filter(|it| taken.insert(it.to_lowercase()))
        .collect();
    let mut longer: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, name) in found.iter().enumerate() {
        let words = words_without_address(name);
        let all: Vec<&str> = name.split_whitespace().collect();
        if words.len() > 1 {
            longer.entry(words[0].to_lowercase()).or_default().push(at);
        }
        if all.len() > 1 {
            longer.entry(words[words.len() - 1].to_lowercase()).or_default().push(at);
        }
        if all.len() > words.len() {
            longer.entry(all[0].trim_end_matches('.').to_lowercase()).or_default().push(at);
        }
    }
    let mut groups: Vec<Vec<String>> = found.iter().map(|it| vec![it.clone()]).collect();
    for (at, name) in found.iter().enumerate() {
        let words = words_without_address(name);
        let [word] = words.as_slice() else { continue };
        let Some([only]) = longer.get(&word.to_lowercase()).map(Vec::as_slice) else { continue };
        let genders = (genders::named(name), genders::named(&found[*only]));
        if *only != at && !matches!(genders, (Some(one), Some(other)) if one != other) {
            let moved = std::mem::take(&mut groups[at]);
            groups[*only].extend(moved);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Pronouns outside of speech, and "I".
fn point(text: &Text<'_>, spoken: &[bool], narrator: usize, found: &mut Vec<Mention>) {
    for (word, is_spoken) in spoken.iter().enumerate() {
        if *is_spoken {
            continue;
        }
        let (whom, role) = match text.lower(word) {
            "i" => (Whom::One(narrator), Role::Subject),
            "me" | "my" | "myself" | "mine" => (Whom::One(narrator), Role::Other),
            "he" | "he'd" | "he's" => (Whom::Pronoun(Gender::He), Role::Subject),
            "she" | "she'd" | "she's" => (Whom::Pronoun(Gender::She), Role::Subject),
            "him" | "himself" | "his" => (Whom::Pronoun(Gender::He), Role::Other),
            "her" | "herself" | "hers" => (Whom::Pronoun(Gender::She), Role::Other),
            _ => continue,
        };
        let is_name = whom == Whom::One(narrator);
        found.push(Mention { words: word..word + 1, whom, role, is_spoken: false, is_name });
    }
}

/// How a name or a description stands in its sentence, by the words beside it.
pub(super) fn role(text: &Text<'_>, words: &Range<usize>) -> Role {
    let last = text.words()[words.end - 1];
    if last.form != last.stem {
        return Role::Other;
    }
    let sentence = text.sentence_of(words.start);
    if words.start > sentence.words.start && text.gap_before(words.start).trim().is_empty() {
        let before = text.lower(words.start - 1);
        let is_verb = is_past(before) && !SPEECH_VERBS.contains(before);
        if PREPOSITIONS.contains(before) || before.ends_with("ing") || is_verb {
            return Role::Other;
        }
    }
    let next = words.end;
    if next >= sentence.words.end {
        return Role::Unclear;
    }
    let is_acting = |word: usize| {
        let lower = text.lower(word);
        is_past(lower) && text.gap_before(word).trim().is_empty()
    };
    if is_acting(next)
        || text.lower(next).ends_with("ly") && next + 1 < sentence.words.end && is_acting(next + 1)
    {
        return Role::Subject;
    }
    Role::Unclear
}

/// Whether a word may be a verb in the past.
pub(super) fn is_past(lower: &str) -> bool {
    lower.len() > 3 && lower.ends_with("ed")
        || PAST_VERBS.contains(lower)
        || SPEECH_VERBS.contains(lower)
}
