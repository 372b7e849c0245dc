//! What of a message is asked, and what is a text to look at: a block quote, a fenced block, a passage
//! below its question or behind a colon, a long quotation, or a message that is nothing but prose. A
//! question and an instruction are never such a text.

use std::ops::Range;

use super::words::{Word, words};

/// Words of a quotation that is a text to look at, and not a title or a few words to find, at least.
const QUOTATION_WORDS_MIN: usize = 12;

/// Words behind a colon that are a text to look at, at least.
const BEHIND_COLON_WORDS_MIN: usize = 8;

/// Words of a message without a final mark that may be a phrase and not a sentence, at most.
const PHRASE_WORDS_MAX: usize = 8;

/// Words from which on a paragraph is a request only by its first sentence: scenes ask questions too.
const LONG_WORDS_MIN: usize = 60;

/// Bytes of a message in which a request is looked for, at each end of it.
pub(super) const REQUEST_BYTES_MAX: usize = 4 * 1024;

/// A message in two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MessageParts {
    /// The bytes that ask, in order.
    pub asks: Vec<Range<usize>>,
    /// The bytes of a text to look at.
    pub passage: Option<Range<usize>>,
    /// Whether the passage was marked as one: quoted, fenced, or parted from a request. Prose that is
    /// all of a message is not.
    pub is_marked: bool,
}

impl MessageParts {
    fn whole_request(text: &str) -> Self {
        Self { asks: std::iter::once(0..text.len()).collect(), ..Self::default() }
    }

    fn marked(text: &str, passage: Range<usize>, around: Range<usize>) -> Self {
        let asks = [0..around.start, around.end..text.len()];
        let asks = asks.into_iter().filter(|it| !text[it.clone()].trim().is_empty()).collect();
        Self { asks, passage: Some(passage), is_marked: true }
    }

    /// The words that ask, as one text.
    pub fn request(&self, text: &str) -> String {
        let mut request = String::new();
        for range in &self.asks {
            let part = &text[range.clone()];
            let end = part.floor_char_boundary(REQUEST_BYTES_MAX);
            if !request.is_empty() {
                request.push_str("\n\n");
            }
            request.push_str(part[..end].trim());
        }
        request
    }
}

/// Parts a message into what it asks and the text it brings.
pub fn parts(text: &str) -> MessageParts {
    if let Some((inside, around)) = fenced(text).or_else(|| block_quote(text)) {
        return MessageParts::marked(text, inside, around);
    }
    let paragraphs = paragraphs(text);
    if let [first, .., last] = paragraphs.as_slice() {
        let rest = paragraphs[1].start..last.end;
        let announces = text[first.clone()].trim_end().ends_with(':');
        let begins = announces || asks(&text[first.clone()]);
        if announces || begins && !paragraphs[1..].iter().all(|it| asks(&text[it.clone()])) {
            let end = if asks_of_a_text(&text[last.clone()]) && paragraphs.len() > 2 {
                last.start
            } else {
                rest.end
            };
            return MessageParts::marked(text, rest.start..end, rest.start..end);
        }
        if !begins && asks_of_a_text(&text[last.clone()]) {
            return MessageParts::marked(text, 0..last.start, 0..last.start);
        }
        return if begins { MessageParts::whole_request(text) } else { whole(text) };
    }
    if let Some(found) = behind_colon(text).or_else(|| quotation(text)) {
        return found;
    }
    if asks(text) { MessageParts::whole_request(text) } else { whole(text) }
}

fn whole(text: &str) -> MessageParts {
    MessageParts { passage: Some(0..text.len()), ..MessageParts::default() }
}

/// The lines of a fenced block, and the block.
fn fenced(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let mut opened: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            match opened {
                None => opened = Some((at, at + line.len())),
                Some((outer, inner)) => return Some((inner..at, outer..at + line.len())),
            }
        }
        at += line.len();
    }
    None
}

/// The first block quote.
fn block_quote(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let mut found: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if line.starts_with('>') {
            found = Some(found.map_or(at..end, |range| range.start..end));
        } else if found.is_some() {
            break;
        }
        at = end;
    }
    found.map(|range| (range.clone(), range))
}

/// What blank lines part; paragraphs between the first and the last are not told apart when there are
/// many.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if line.trim().is_empty() {
            is_open = false;
        } else if let (true, Some(last)) = (is_open, found.last_mut()) {
            last.end = end;
        } else {
            found.push(at..end);
            is_open = true;
        }
        at = end;
    }
    found
}

/// A passage behind a request and a colon: “How does this read: He came in. …”
fn behind_colon(text: &str) -> Option<MessageParts> {
    let colon = text.find(':')?;
    let (before, behind) = (&text[..colon], &text[colon + 1..]);
    let is_request =
        begins_as_request(&words(head(before))) && words(before).len() < LONG_WORDS_MIN;
    let is_passage = !asks(behind)
        && behind.contains(['.', '!', '…'])
        && words(head(behind)).len() >= BEHIND_COLON_WORDS_MIN;
    (is_request && is_passage)
        .then(|| MessageParts::marked(text, colon + 1..text.len(), colon + 1..text.len()))
}

/// A long quotation in a request: “Is ‘…’ too long?”
fn quotation(text: &str) -> Option<MessageParts> {
    let (start, open) = text.char_indices().find(|(_, letter)| matches!(letter, '“' | '"'))?;
    let close = if open == '“' { '”' } else { '"' };
    let from = start + open.len_utf8();
    let end = from + text[from..].rfind(close)?;
    let inside = &text[from..end];
    let behind = end + close.len_utf8();
    let around = format!("{} {}", &text[..start], &text[behind..]);
    let is_long = words(head(inside)).len() >= QUOTATION_WORDS_MIN;
    // Of several quotations none is meant more than the others.
    (is_long && !inside.contains(open) && asks(&around))
        .then(|| MessageParts::marked(text, from..end, start..behind))
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(REQUEST_BYTES_MAX)]
}

/// Whether a paragraph asks or instructs.
pub(super) fn asks(paragraph: &str) -> bool {
    let paragraph = head(paragraph.trim());
    let bare = outside_quotations(paragraph);
    let found = words(&bare);
    if found.is_empty() {
        return bare.contains('?');
    }
    if found.len() >= LONG_WORDS_MIN {
        let first = bare.find(['.', '!', '?']).map_or(bare.as_str(), |at| &bare[..=at]);
        let found = words(first);
        return begins_as_request(&found) && (speaks_of_texts(&found) || first.ends_with('?'));
    }
    bare.contains('?')
        || begins_as_request(&found)
        || speaks_of_texts(&found)
        || is_bare_question(&bare, &found)
}

/// Whether a paragraph below or above a passage asks about it: by a question or instruction to who
/// reads it, and not by any question that somebody in a story may ask.
fn asks_of_a_text(paragraph: &str) -> bool {
    let bare = outside_quotations(head(paragraph.trim()));
    let found = words(&bare);
    found.len() < LONG_WORDS_MIN
        && (instructs(&found)
            || speaks_of_texts(&found)
            || bare.contains('?') && found.iter().any(|word| is_one_of(TO_READERS, word)))
}

/// Words of a question about a text to somebody who reads it.
const TO_READERS: &str = "better improve paragraph passage read reads sentence sound sounds text this words work \
    works wrong you your";

/// How instructions begin.
const IMPERATIVES: &str = "analyse analyze assess check compare count describe draft edit evaluate examine explain \
    find focus give help highlight identify improve judge list measure note outline plan \
    please polish prepare proofread propose quote rate read recommend record report review \
    rewrite search shorten show sketch suggest summarise summarize tell tighten track \
    translate trim update write";

/// How questions begin.
pub(super) const QUESTION_WORDS: &str = "am are can could did do does has have how is isn't may might shall should was were what \
    what's when where where's which who who's whom whose why will would";

/// How wishes begin.
const WISHES: [&[&str]; 9] = [
    &["i", "want"],
    &["i", "need"],
    &["i", "wonder"],
    &["i'd", "like"],
    &["i", "would", "like"],
    &["let's"],
    &["look", "at"],
    &["look", "for"],
    &["let", "me"],
];

/// Words that speak of a text as a text, and that scenes hardly have.
const OF_TEXTS: &str = "adverb adverbs backstory chapter chapters conlang epilogue lore manuscript novella outline \
    pacing plotline plotlines pov prologue prose protagonist subplot timeline timelines \
    worldbuilding";

/// Whether a word is one of a list.
pub(super) fn is_one_of(list: &str, word: &Word<'_>) -> bool {
    list.split(' ').any(|it| it == word.folded)
}

fn begins_as_request(words: &[Word<'_>]) -> bool {
    instructs(words) || begins_as_question(words)
}

/// Whether an instruction or a wish begins with these words.
fn instructs(words: &[Word<'_>]) -> bool {
    let begins = |wish: &&[&str]| {
        words.len() >= wish.len() && wish.iter().zip(words).all(|(one, word)| *one == word.folded)
    };
    words.first().is_some_and(|first| is_one_of(IMPERATIVES, first)) || WISHES.iter().any(begins)
}

/// Whether a question word begins a question and not a clause: “Who is …”, and not “When he came, …”.
fn begins_as_question(words: &[Word<'_>]) -> bool {
    const VERBS: &str = "are can could did do does has have is was were will would should might may shall many \
        much often";
    let [first, second, ..] = words else { return false };
    match first.folded.as_str() {
        "how" | "what" | "where" | "who" | "whom" | "whose" | "why" | "which" | "when" => {
            is_one_of(VERBS, second)
        }
        "what's" | "where's" | "who's" => true,
        _ => false,
    }
}

fn speaks_of_texts(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| is_one_of(OF_TEXTS, word))
}

/// Whether a few words without a final mark are a question: “who is mara”.
fn is_bare_question(text: &str, words: &[Word<'_>]) -> bool {
    let is_open = !text.trim_end().ends_with(['.', '!', '…', ',', ';', '-', '—', '*']);
    let first = words.first().is_some_and(|it| is_one_of(QUESTION_WORDS, it));
    is_open && first && words.len() < LONG_WORDS_MIN
}

/// Whether a message is a few words without a sentence, which may be names or a subject.
pub(super) fn is_phrase(text: &str, words: &[Word<'_>]) -> bool {
    let is_open = !text.trim_end().ends_with(['.', '!', '…', '”', '"', '*']);
    let is_name = !words.is_empty()
        && words.iter().all(|word| word.is_capital() || word.is_general() && !word.begins);
    words.len() <= PHRASE_WORDS_MAX && (is_open || is_name)
}

/// A text without what stands in quotation marks.
fn outside_quotations(text: &str) -> String {
    let mut outside = String::with_capacity(text.len());
    let (mut is_inside, mut straight) = (false, false);
    for letter in text.chars() {
        match letter {
            '“' => is_inside = true,
            '”' => is_inside = false,
            '"' => straight = !straight,
            other if !is_inside && !straight => outside.push(other),
            _ => {}
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked and what is looked at.
    fn parted(text: &str) -> (String, Option<&str>) {
        let parts = parts(text);
        (parts.request(text), parts.passage.map(|range| text[range].trim()))
    }

    #[test]
    fn a_question_or_an_instruction_is_no_text_to_look_at() {
        for text in [
            "Who is Mara?",
            "who is mara",
            "Where does the book sag?",
            "How does this read?",
            "Read me this.",
            "Tell me about the third chapter.",
            "I want to know where Mara is named.",
            "I think chapter 3 drags. It bores me.",
            "?",
            "What do you say?",
            "Make the pacing of the middle better.",
            "Is “The Red Room” too long?",
            "Where is “I never liked him” said?",
            "Compare: the first chapter and the last one, please.",
            "Is the ending rushed?\n\nWhat about the opening?",
        ] {
            assert_eq!(parted(text), (text.to_owned(), None), "{text}");
        }
    }

    #[test]
    fn prose_is_a_text_to_look_at() {
        for text in [
            "He came. He saw.",
            "Mina.",
            "mina met nobody",
            "…",
            "“Go now,” he said.",
            "“Who is there?” said Mina. “I,” he said.",
            "When he came, the door was shut.",
            "The quick brown fox was seen by the dog, and it slept.",
            "The door was opened slowly.\n\nWho would come back? Nobody knew.",
        ] {
            assert_eq!(parted(text), (String::new(), Some(text)), "{text}");
            assert!(!parts(text).is_marked, "{text}");
        }
    }

    #[test]
    fn a_text_in_a_message_is_told_apart_from_its_question() {
        let quoted = "“He came in and sat down, and nobody in the room said a word to him.”";
        for (text, request, passage) in [
            ("How is this?\n\n> He came.\n> He saw.\n", "How is this?", "> He came.\n> He saw."),
            ("Look:\n```\nHe came.\n```\nToo short?", "Look:\n\nToo short?", "He came."),
            ("How does this read?\n\nHe came. He saw.", "How does this read?", "He came. He saw."),
            ("My opening:\n\nHe came. Who saw?", "My opening:", "He came. Who saw?"),
            (
                "How does this read: He came in and he sat down by the fire.",
                "How does this read:",
                "He came in and he sat down by the fire.",
            ),
            ("He came. He saw.\n\nIs this too short?", "Is this too short?", "He came. He saw."),
            (&format!("Is {quoted} too long?"), "Is\n\ntoo long?", quoted.trim_matches(['“', '”'])),
        ] {
            assert_eq!(parted(text), (request.to_owned(), Some(passage)), "{text}");
            assert!(parts(text).is_marked, "{text}");
        }
    }
}
