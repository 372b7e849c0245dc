//! Descriptions of people: "the old man", "a young girl", "his mother". The same noun is the same person,
//! unless what stands before it differs.

use std::collections::HashMap;
use std::ops::Range;

use super::people::{Identity, Mention, Whom, role};
use super::{Gender, Speaker};
use crate::capitals::is_capital;
use crate::lists::{
    FUNCTION_WORDS, NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, PAST_VERBS, ROLES, SPEECH_VERBS,
};
use crate::tokens::Text;

/// Words between the article and the noun, at most.
const MODIFIERS_MAX: usize = 4;

/// Sentences within which "a man" may go on as "the young man".
const NEAR_SENTENCES: usize = 30;

/// People of one noun that are kept apart, at most: the last ones.
const NAMESAKES_MAX: usize = 8;

/// Adds the descriptions of people in the narration.
pub(super) fn add(
    text: &Text<'_>,
    spoken: &[bool],
    identities: &mut Vec<Identity>,
    found: &mut Vec<Mention>,
) {
    let mut by_noun: HashMap<String, Vec<Described>> = HashMap::new();
    let mut taken = vec![false; text.words().len()];
    found.iter().filter(|it| it.is_name).for_each(|it| taken[it.words.clone()].fill(true));
    let first = identities.len();
    let mut phrases: Vec<(usize, Range<usize>)> = Vec::new();
    let mut word = 0;
    while word < text.words().len() {
        let Some(phrase) = phrase(text, spoken, &taken, word) else {
            word += 1;
            continue;
        };
        let next = phrase.words.end;
        let whose =
            identify(text, &phrase, identities, by_noun.entry(phrase.noun.clone()).or_default());
        if whose >= first {
            phrases.push((whose, phrase.words.clone()));
        }
        // "his mother" is one mention of her, and the pronoun stays one of him.
        let words =
            if phrase.is_owned { phrase.words.start + 1..next } else { phrase.words.clone() };
        found.push(Mention {
            role: role(text, &words),
            words,
            whom: Whom::One(whose),
            is_spoken: false,
            is_name: false,
        });
        word = next;
    }
    call(text, &phrases, identities);
}

struct Phrase {
    words: Range<usize>,
    /// The noun in small letters, without a possessive.
    noun: String,
    /// The words before it that are neither article nor possessive.
    modifiers: Vec<String>,
    is_new: bool,
    is_owned: bool,
}

struct Described {
    identity: usize,
    modifiers: Vec<String>,
    /// "his" of "his cousin".
    owner: Option<String>,
    /// Where it stood last.
    sentence: usize,
}

fn phrase(text: &Text<'_>, spoken: &[bool], taken: &[bool], first: usize) -> Option<Phrase> {
    if spoken[first] {
        return None;
    }
    let opening = text.lower(first);
    if let Some(phrase) =
        one_of_many(text, spoken, first).or_else(|| spoken_of(text, spoken, taken, first))
    {
        return Some(phrase);
    }
    let is_owned =
        matches!(opening, "his" | "her" | "my" | "their" | "our") || opening.ends_with("'s");
    let is_new = matches!(opening, "a" | "an" | "another" | "one" | "some");
    if !is_owned && !is_new && !matches!(opening, "the" | "this" | "that") {
        return None;
    }
    let sentence = text.sentence_of(first).words.end;
    let mut modifiers: Vec<String> = Vec::new();
    for word in first + 1..sentence.min(first + 2 + MODIFIERS_MAX) {
        if spoken[word] || taken[word] || !matches!(text.gap_before(word), " " | "-" | ", " | "\n")
        {
            return None;
        }
        let stem = text.form(text.words()[word].stem);
        let goes_on = word + 1 < sentence
            && matches!(text.gap_before(word + 1), " " | "-" | "\n")
            && is_noun(text.form(text.words()[word + 1].stem))
            && !spoken[word + 1];
        if modifiers.iter().any(|it| is_verb(it)) {
            return None;
        }
        if is_noun(stem) && !goes_on {
            let is_bare = !is_capital(text, word) || word > first;
            return is_bare.then(|| Phrase {
                words: first..word + 1,
                noun: stem.to_owned(),
                modifiers,
                is_new,
                is_owned,
            });
        }
        if FUNCTION_WORDS.contains(stem)
            && !matches!(stem, "other" | "little" | "first" | "last" | "old")
        {
            return None;
        }
        modifiers.push(stem.to_owned());
    }
    None
}

/// "said another", "the other answered", "one of the girls cried".
fn one_of_many(text: &Text<'_>, spoken: &[bool], first: usize) -> Option<Phrase> {
    let count = text.words().len();
    let is_open = |word: usize| word < count && !spoken[word];
    let (end, noun) = match text.lower(first) {
        "another" => (first + 1, "another"),
        // "one of the colts"
        "one"
            if first + 4 <= count
                && text.lower(first + 1) == "of"
                && text.lower(first + 2) == "the" =>
        {
            (first + 4, "one")
        }
        "one" => (first + 1, "one"),
        "someone" | "somebody" => (first + 1, "somebody"),
        "the" | "a" if is_open(first + 1) => match text.lower(first + 1) {
            "other" => (first + 2, "other"),
            "first" => (first + 2, "first"),
            "second" => (first + 2, "second"),
            "third" => (first + 2, "third"),
            _ => return None,
        },
        _ => return None,
    };
    let is_said = |word: usize| SPEECH_VERBS.contains(text.lower(word));
    let is_before = first > 1 && is_said(first - 1) && spoken[first - 2];
    let is_alone = end > first + 2
        || !is_open(end)
        || !text.gap_before(end).trim().is_empty()
        || FUNCTION_WORDS.contains(text.lower(end));
    let is_behind = first > 0 && spoken[first - 1] && is_open(end) && is_said(end);
    (is_before && is_alone || is_behind).then(|| Phrase {
        words: first..end,
        noun: noun.to_owned(),
        modifiers: Vec::new(),
        is_new: matches!(text.lower(first), "another" | "a" | "one"),
        is_owned: false,
    })
}

/// Whatever speaks between a quotation and the end of its tag: "said the oldest of the colts", "the girls
/// whispered".
fn spoken_of(text: &Text<'_>, spoken: &[bool], taken: &[bool], first: usize) -> Option<Phrase> {
    const OPENINGS: [&str; 12] =
        ["the", "a", "an", "another", "one", "some", "this", "his", "her", "my", "their", "our"];
    let is_of_name = taken[first] && text.lower(first).ends_with("'s");
    if !OPENINGS.contains(&text.lower(first)) && !is_of_name {
        return None;
    }
    let is_said = |word: usize| SPEECH_VERBS.contains(text.lower(word));
    let is_inverted = first > 1 && is_said(first - 1) && spoken[first - 2];
    let is_opening = first > 0 && spoken[first - 1];
    if !is_inverted && !is_opening {
        return None;
    }
    let sentence = text.sentence_of(first).words.end;
    let mut end = first + 1;
    while end < sentence.min(first + 2 + MODIFIERS_MAX)
        && !spoken[end]
        && !taken[end]
        && (text.gap_before(end).trim().is_empty() || text.gap_before(end) == "-")
        && !FUNCTION_WORDS.contains(text.lower(end))
        && !is_said(end)
        && !text.lower(end).ends_with("ly")
    {
        end += 1;
    }
    let is_tag =
        is_inverted || end < sentence && is_said(end) && text.gap_before(end).trim().is_empty();
    if end == first + 1 || !is_tag || taken[end - 1] {
        return None;
    }
    let noun = text.form(text.words()[end - 1].stem);
    // A voice is somebody's, and does not say whose.
    if noun == "voice"
        || !noun.starts_with(char::is_alphabetic)
        || is_capital(text, end - 1)
        || text.words()[end - 1].form != text.words()[end - 1].stem
    {
        return None;
    }
    let stems = (first + 1..end - 1).map(|it| text.form(text.words()[it].stem).to_owned());
    Some(Phrase {
        words: first..end,
        noun: noun.to_owned(),
        modifiers: stems.collect(),
        is_new: matches!(text.lower(first), "a" | "an" | "another" | "one" | "some"),
        is_owned: is_of_name || matches!(text.lower(first), "his" | "her" | "my" | "their" | "our"),
    })
}

fn is_verb(lower: &str) -> bool {
    PAST_VERBS.contains(lower) || SPEECH_VERBS.contains(lower)
}

fn is_noun(stem: &str) -> bool {
    NOUNS_OF_MEN.contains(stem)
        || NOUNS_OF_WOMEN.contains(stem)
        || NOUNS_OF_PERSONS.contains(stem)
        || ROLES.contains(stem)
}

fn gender(noun: &str) -> Option<Gender> {
    if NOUNS_OF_MEN.contains(noun) {
        Some(Gender::He)
    } else if NOUNS_OF_WOMEN.contains(noun) {
        Some(Gender::She)
    } else {
        None
    }
}

/// A description as it is written, without a possessive ’s.
fn label(text: &Text<'_>, words: &Range<usize>) -> String {
    let mut span = text.words_span(words);
    span.end = text.bare_span(words.end - 1).end;
    span.of(text.source()).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Calls everybody as the text calls them most often, of equals as it does last: who comes in as "a man" is
/// "the man" from then on.
fn call(text: &Text<'_>, phrases: &[(usize, Range<usize>)], identities: &mut [Identity]) {
    let mut labels: HashMap<usize, Vec<(String, usize)>> = HashMap::new();
    for (identity, words) in phrases {
        let label = label(text, words);
        let known = labels.entry(*identity).or_default();
        let lower = label.to_lowercase();
        match known.iter_mut().find(|(known, _)| known.to_lowercase() == lower) {
            Some((_, count)) => *count += 1,
            None => known.push((label, 1)),
        }
    }
    for (identity, known) in labels {
        if let Some((label, _)) = known.into_iter().max_by_key(|(_, count)| *count) {
            identities[identity].speaker = Speaker::Other(label);
        }
    }
}

/// The only one whose name begins with the form of address that a noun stands for: "the doctor" is Dr.
/// Seward.
fn titled(noun: &str, identities: &[Identity]) -> Option<usize> {
    let mut all =
        identities.iter().enumerate().filter(|(_, it)| it.titles.iter().any(|it| it == noun));
    let (first, _) = all.next()?;
    all.next().is_none().then_some(first)
}

/// Whom a description means: the last one of this noun that nothing sets apart, else somebody new.
fn identify(
    text: &Text<'_>,
    phrase: &Phrase,
    identities: &mut Vec<Identity>,
    known: &mut Vec<Described>,
) -> usize {
    let sentence = text.words()[phrase.words.start].sentence;
    let owner = phrase.is_owned.then(|| text.lower(phrase.words.start).to_owned());
    if !phrase.is_new {
        if let (Some(titled), true) = (titled(&phrase.noun, identities), known.is_empty()) {
            return titled;
        }
        let is_same = |it: &&mut Described| {
            let is_near = sentence - it.sentence <= NEAR_SENTENCES;
            let is_owned = it.owner.is_none() || owner.is_none() || it.owner == owner;
            is_owned
                && (phrase.modifiers.is_empty()
                    || it.modifiers.is_empty() && is_near
                    || it.modifiers.iter().any(|word| phrase.modifiers.contains(word)))
        };
        if let Some(same) = known.iter_mut().rev().find(is_same) {
            same.sentence = sentence;
            if same.modifiers.is_empty() {
                same.modifiers.clone_from(&phrase.modifiers);
            }
            return same.identity;
        }
    }
    let label = label(text, &phrase.words);
    identities.push(Identity {
        speaker: Speaker::Other(label),
        gender: gender(&phrase.noun).or_else(|| phrase.modifiers.iter().find_map(|it| gender(it))),
        titles: Vec::new(),
    });
    let identity = identities.len() - 1;
    known.push(Described { identity, modifiers: phrase.modifiers.clone(), owner, sentence });
    if known.len() > NAMESAKES_MAX {
        known.remove(0);
    }
    identity
}
