//! Explicit attribution: who stands beside the verb of speech next to a quotation.

use std::ops::Range;

use super::people::{People, Role, is_past};
use crate::dialogue::Quotation;
use crate::lists::{ANNOUNCING_VERBS, FUNCTION_WORDS, SPEECH_VERBS};
use crate::sentences::is_quote;
use crate::tokens::{Text, is_invisible};

/// Words behind a quotation in which its tag has its verb.
const BEHIND_WORDS_MAX: usize = 14;

/// Words before a quotation in which a verb announces it.
const BEFORE_WORDS_MAX: usize = 16;

/// Words between the speaker and the verb behind a quotation: "the old man, with a smile, said".
const VERB_WITHIN_WORDS: usize = 6;

/// Who attributes a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag {
    /// The mention that speaks, by its place in the list; none where somebody speaks of whom nothing is
    /// known.
    pub(super) mention: Option<usize>,
    /// The mention that is spoken to: "said Mina to the old man".
    pub(super) to: Option<usize>,
    /// Whether a verb of speech says so, and not only how the quotation ends.
    pub(super) is_explicit: bool,
}

/// How the words behind a quotation may attribute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// A comma: something is sure to follow.
    Open,
    /// A mark that may end a sentence or not.
    Loud,
    /// A full stop.
    Closed,
}

pub(super) fn tag(text: &Text<'_>, people: &People, piece: &[Quotation]) -> Option<Tag> {
    let (first, last) = (piece.first()?, piece.last()?);
    behind(text, people, last).or_else(|| before(text, people, first))
}

/// The tag behind: “Come,” said Mina. “Come,” she said.
fn behind(text: &Text<'_>, people: &People, quotation: &Quotation) -> Option<Tag> {
    let from = quotation.words.end;
    if quotation.words.is_empty() || !quotation.is_closed || from >= text.words().len() {
        return None;
    }
    let paragraph = &text.paragraphs()[text.sentence_of(from - 1).paragraph];
    let end = paragraph.words.end.min(from + BEHIND_WORDS_MAX);
    let end = (from..end).find(|word| people.spoken[*word]).unwrap_or(end);
    if from >= end {
        return None;
    }
    // What a conjunction or a relative begins tells something else: “Come,” and she went.
    if matches!(
        text.lower(from),
        "and" | "but" | "which" | "for" | "so" | "or" | "who" | "when" | "while" | "as" | "that"
    ) {
        return None;
    }
    let ending = ending(text, quotation);
    let is_small = text.words()[from].span.of(text.source()).starts_with(char::is_lowercase);
    let verb = |word: usize| SPEECH_VERBS.contains(text.lower(word));
    let speaker = |word: usize| people.at(word).filter(|it| is_speaker(text, people, *it));
    let may_be_verb = |word: usize| {
        verb(word) || ending != Ending::Closed && is_small && is_past(text.lower(word))
    };
    // Inverted: said Mina, cried out the old man, said poor Lucy.
    if may_be_verb(from) && is_small {
        let subject = (from + 1..end.min(from + 4))
            .take_while(|word| is_plain(text, *word) && is_between(text, *word))
            .find_map(speaker)
            .or_else(|| {
                // interposed, more softly, a young wife
                (from + 1..end.min(from + 6))
                    .find(|word| text.lower(*word).ends_with("ly") && *word < from + 4)
                    .and_then(|adverb| speaker(adverb + 1).filter(|_| adverb + 1 < end))
            });
        let is_named = |word: usize| {
            word < end && matches!(text.lower(word), "the" | "a" | "an" | "another" | "one")
        };
        if subject.is_some() || verb(from) && is_named(from + 1) {
            let to = spoken_to(text, people, from + 1..end);
            return Some(Tag { mention: subject, to, is_explicit: verb(from) });
        }
    }
    // In order: Mina said, he gravely said, the old man, with a smile, said.
    let subject = (from..end.min(from + 3))
        .take_while(|word| *word == from || is_plain(text, *word))
        .find_map(speaker)?;
    let mention = &people.mentions[subject];
    let start = mention.words.end;
    if start < end && matches!(text.lower(start), "heard" | "saw" | "listened" | "overheard") {
        return None;
    }
    let sentence = text.sentence_of(mention.words.start).words.end;
    let limit = end.min(start + VERB_WITHIN_WORDS).min(sentence);
    let spoken = (start..limit)
        .take_while(|word| !is_clause(text, *word))
        .find(|word| verb(*word) && !text.lower(*word).ends_with("ing"));
    let is_explicit = match (ending, spoken) {
        (Ending::Closed, _) => return None,
        (_, Some(_)) => true,
        (Ending::Open, None) => false,
        (Ending::Loud, None) if is_small => false,
        (Ending::Loud, None) => return None,
    };
    let to = spoken_to(text, people, spoken.unwrap_or(start)..end);
    Some(Tag { mention: Some(subject), to, is_explicit })
}

/// Who stands behind "to" in these words of one sentence.
fn spoken_to(text: &Text<'_>, people: &People, words: Range<usize>) -> Option<usize> {
    let sentence = text.words().get(words.start)?.sentence;
    let to = words
        .clone()
        .take_while(|word| text.words()[*word].sentence == sentence)
        .find(|word| text.lower(*word) == "to")?;
    [to + 1, to + 2]
        .into_iter()
        .filter(|it| *it < words.end)
        .filter_map(|it| people.at(it))
        .find(|it| people.mentions[*it].words.len() > 1 || !is_owner(text, people, *it))
}

/// The tag before: Mina said, “Come.” He turned to her: “Come.” With a colon it may end the paragraph
/// before.
fn before(text: &Text<'_>, people: &People, quotation: &Quotation) -> Option<Tag> {
    let first = quotation.words.start;
    if quotation.words.is_empty() || first == 0 || people.spoken[first - 1] {
        return None;
    }
    let gap = text.gap_before(first);
    let lead = gap.trim_end_matches(|letter: char| {
        letter.is_whitespace() || is_quote(letter) || is_invisible(letter)
    });
    let mark = lead.chars().rev().find(|letter| !letter.is_whitespace());
    let is_announced = mark.is_some_and(|it| ":—-–".contains(it));
    let sentence = text.sentence_of(first - 1);
    let is_near = text.sentence_of(first).paragraph == sentence.paragraph;
    if !(is_announced || is_near && (mark == Some(',') || mark.is_none())) {
        return None;
    }
    let start = sentence.words.start.max(first.saturating_sub(BEFORE_WORDS_MAX));
    let start = (start..first).rev().find(|word| people.spoken[*word]).map_or(start, |it| it + 1);
    let verb = (start..first).rev().find(|word| {
        let lower = text.lower(*word);
        SPEECH_VERBS.contains(lower) || ANNOUNCING_VERBS.contains(lower)
    });
    let (verb, is_explicit) = match verb {
        Some(verb) => (verb, true),
        None if mark == Some(':') || mark.is_none() || mark == Some('-') || mark == Some('—') => {
            (first, false)
        }
        None => return None,
    };
    let mention = people
        .within(sentence.words.start..verb)
        .rev()
        .find(|at| !people.mentions[*at].is_spoken && people.mentions[*at].role != Role::Other)
        .or_else(|| {
            people.at(verb + 1).filter(|it| is_speaker(text, people, *it) && verb + 1 < first)
        });
    if mention.is_none() && !(verb < first && SPEECH_VERBS.contains(text.lower(verb))) {
        return None;
    }
    let to = spoken_to(text, people, verb..first);
    Some(Tag { mention, to, is_explicit })
}

/// What the quotation ends with.
fn ending(text: &Text<'_>, quotation: &Quotation) -> Ending {
    let inside = quotation.span.of(text.source());
    let is_mark = |letter: &char| {
        !is_quote(*letter) && !is_invisible(*letter) && *letter != '_' && !letter.is_whitespace()
    };
    match inside.chars().rev().find(is_mark) {
        Some('.') if !inside.contains("..") => Ending::Closed,
        Some(',' | ';') => Ending::Open,
        // A comma behind the closing mark.
        Some(letter) if letter.is_alphanumeric() => Ending::Open,
        _ => Ending::Loud,
    }
}

/// Whether a mention may be who speaks: no object, and no possessive.
fn is_speaker(text: &Text<'_>, people: &People, mention: usize) -> bool {
    let words = &people.mentions[mention].words;
    let last = text.words()[words.end - 1];
    let is_owner = last.form != last.stem && !matches!(text.lower(words.end - 1), "he's" | "she's");
    let lower = text.lower(words.start);
    let is_object = matches!(
        lower,
        "him" | "her" | "his" | "me" | "my" | "mine" | "himself" | "herself" | "hers" | "myself"
    );
    !is_owner && (words.len() > 1 || !is_object)
}

/// Whether a mention only owns what follows it: "her brother".
fn is_owner(text: &Text<'_>, people: &People, mention: usize) -> bool {
    let words = &people.mentions[mention].words;
    matches!(text.lower(words.start), "his" | "her" | "my") && people.at(words.end).is_some()
}

/// Whether a word may stand between a verb and its speaker: an adverb, an adjective, "out".
fn is_between(text: &Text<'_>, word: usize) -> bool {
    let lower = text.lower(word);
    matches!(
        lower,
        "the"
            | "out"
            | "back"
            | "up"
            | "again"
            | "little"
            | "a"
            | "an"
            | "another"
            | "one"
            | "this"
            | "his"
            | "her"
            | "my"
            | "their"
            | "our"
            | "then"
    ) || !FUNCTION_WORDS.contains(lower)
        || matches!(lower, "he" | "she" | "i")
}

/// Whether another clause begins with this word.
fn is_clause(text: &Text<'_>, word: usize) -> bool {
    matches!(text.lower(word), "and" | "but" | "when" | "while" | "who" | "that" | "because")
        || text.gap_before(word).contains([';', ':', '.', '!', '?'])
}

fn is_plain(text: &Text<'_>, word: usize) -> bool {
    text.gap_before(word).trim().trim_matches('.').is_empty()
}

/// The words of a paragraph outside of a turn's quotations, before and behind.
pub(super) fn beside(
    paragraph: &Range<usize>,
    piece: &[Quotation],
) -> (Range<usize>, Range<usize>) {
    let first = piece.first().map_or(paragraph.start, |it| it.words.start);
    let last = piece.last().map_or(paragraph.end, |it| it.words.end);
    (paragraph.start.min(first)..first, last..paragraph.end.max(last))
}
