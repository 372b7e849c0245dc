//! The habits of a book in telling its story: the tense and the person of its narration, whose thoughts a scene
//! knows, and that no passage stands twice. A document's extract has what was read of it; what departs from
//! the habit of the whole book is found over all extracts. What stands in quotation marks, in letters, in
//! verse and in headings is left out throughout.

mod clauses;
mod mixed;
mod passages;
mod person;
mod present;
mod tense;
#[cfg(test)]
mod tests;
mod viewpoint;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::capitals::{Lexicon, is_capital, is_inside};
use crate::dialogue::{quotations, spoken};
use crate::facts::on_one_line;
use crate::language::{Language, language};
use crate::lists::is_act_present;
use crate::span::Span;
use crate::tokens::{SentenceKind, Text};
use clauses::{Clause, ClauseReader, ClauseSubject, ClauseTense};

pub use passages::{
    PASSAGE_WORDS_MIN, PASSAGES_FOUND_MAX, RepeatedPassage, repeated_passages, shared_documents,
};
pub use person::{is_first_person, person_slips};
use present::PresentExtract;
pub use tense::{is_past_tense, tense_slips};
use viewpoint::SceneViews;
pub use viewpoint::view_slips;

/// Characters of a slip that are quoted, at most.
const QUOTE_CHARS_MAX: usize = 200;

/// Slips of a kind that an extract holds, at most: of more, none is one.
const SLIPS_MAX: usize = 20;

/// Slips of one kind that a document has, at most: more are meant.
const SLIPS_OF_DOCUMENT_MAX: usize = 2;

/// Paragraphs that a letter without quotation marks has, at most.
const LETTER_PARAGRAPHS_MAX: usize = 40;

/// Words of the paragraph that signs a letter, at most.
const SIGNATURE_WORDS_MAX: usize = 8;

/// What was read of how a document is narrated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HabitExtract {
    /// Digests of the sentences of the narration.
    pub(crate) sentences: Vec<u32>,
    /// Clauses of the narration in the past, and in the present.
    pub(crate) past: usize,
    pub(crate) present: usize,
    /// Paragraphs of the narration, those that say "I", and those that say "he" or "she".
    pub(crate) paragraphs: usize,
    pub(crate) first: usize,
    /// Paragraphs in the tense that the document has less of.
    pub(crate) tense: Vec<Slip>,
    /// Those of them in the present in which persons act, one after the other, beside what is past.
    pub(crate) acted: Vec<Slip>,
    /// Paragraphs that say "I" and relate what the teller did.
    pub(crate) person: Vec<Slip>,
    /// Paragraphs that say "I" of what is past in a word or two, where a teller may only say what they think.
    pub(crate) faint: Vec<Slip>,
    /// Paragraphs without "I" about a "he" or a "she" whom nothing before them names.
    pub(crate) nobodies: Vec<Slip>,
    /// Whose thoughts its scenes know.
    pub(crate) views: Vec<SceneViews>,
    pub(crate) in_present: PresentExtract,
}

/// A part of a paragraph that departs from what stands around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    /// The sentences.
    pub span: Span,
    /// Their words on one line, shortened.
    pub quote: String,
    /// The clauses that show it.
    pub clauses: usize,
}

impl HabitExtract {
    pub(crate) fn of(text: &Text<'_>) -> Self {
        if language(text).is_some_and(|language| language != Language::English) {
            return Self::default();
        }
        let spoken = spoken(text, &quotations(text));
        let lexicon = Lexicon::new(text);
        let reader = ClauseReader { text, spoken: &spoken, lexicon: &lexicon };
        let paragraphs = NarratedParagraph::read(&reader);
        let mut extract =
            Self { sentences: passages::sentence_digests(text, &spoken), ..Self::default() };
        tense::read(&reader, &paragraphs, &mut extract);
        extract.in_present = present::read(&reader, &paragraphs);
        person::read(&reader, &paragraphs, &mut extract);
        viewpoint::read(&reader, &paragraphs, &mut extract);
        extract
    }

    pub(crate) fn map_spans(&mut self, map: &mut impl FnMut(Span) -> Span) {
        let views = self.views.iter_mut().flat_map(|it| &mut it.others).map(|it| &mut it.slip);
        let present = self.in_present.slips_mut();
        let of_tense = self.tense.iter_mut().chain(&mut self.acted);
        let of_person = self.person.iter_mut().chain(&mut self.faint);
        let all = of_tense.chain(of_person).chain(&mut self.nobodies);
        for slip in all.chain(views).chain(present) {
            slip.span = map(slip.span);
        }
    }
}

impl Slip {
    fn of(text: &Text<'_>, sentences: Range<usize>, clauses: usize) -> Self {
        let all = &text.sentences()[sentences];
        let (first, last) = (all.first(), all.last());
        let start = first.map_or(0, |it| it.span.start);
        let end = last.map_or(start, |it| it.span.end);
        let span = shortened(text.source(), Span::new(start, end));
        Self { span, quote: on_one_line(span.of(text.source())), clauses }
    }

    /// The same from the clause of a word on, where a quotation from the first sentence on has no room for it.
    fn of_clause(text: &Text<'_>, sentences: Range<usize>, word: usize, clauses: usize) -> Self {
        let end = text.sentences()[..sentences.end].last().map_or(0, |it| it.span.end);
        let whole = Self::of(text, sentences, clauses);
        let start = text.sentence_of(word).words.start;
        let opens = |at: &usize| !text.gap_before(*at).trim().is_empty();
        let first = (start + 1..=word).rev().find(opens).unwrap_or(start);
        let start = text.words()[first].span.start;
        if text.words()[word].span.end <= whole.span.end {
            return whole;
        }
        let span = shortened(text.source(), Span::new(start, end));
        Self { span, quote: on_one_line(span.of(text.source())), clauses }
    }
}

/// The span, up to the last word that a quotation has room for.
pub(crate) fn shortened(source: &str, span: Span) -> Span {
    let words = span.of(source);
    let Some((most, _)) = words.char_indices().nth(QUOTE_CHARS_MAX) else { return span };
    let end = words[..most].rfind(char::is_whitespace).unwrap_or(most);
    Span::new(span.start, span.start + end)
}

/// A paragraph with what is read of its narration.
struct NarratedParagraph {
    sentences: Vec<NarratedSentence>,
    /// Whether it is a letter, a heading, a line of a play or the like, or speech alone.
    is_left_out: bool,
    opens_scene: bool,
}

/// A sentence with what is read of its narration.
struct NarratedSentence {
    /// Its place in the text.
    index: usize,
    clauses: Vec<Clause>,
    /// Words outside of speech.
    words: usize,
    /// I, me, my, mine, myself.
    first: usize,
    has_we: bool,
    /// Whether it turns to a reader: you, your.
    has_second: bool,
    has_past: bool,
    /// Whether it speaks of what is so at all times.
    is_general: bool,
}

impl NarratedParagraph {
    fn read(reader: &ClauseReader<'_, '_>) -> Vec<Self> {
        let text = reader.text;
        let letters = letters(text);
        let all = text.paragraphs().iter().enumerate();
        all.map(|(nth, paragraph)| {
            let sentences: Vec<NarratedSentence> = paragraph
                .sentences
                .clone()
                .filter(|&at| text.sentences()[at].kind == SentenceKind::Prose)
                .map(|at| NarratedSentence::read(reader, at))
                .collect();
            let is_narrated = sentences.iter().any(|it| it.words > 0);
            Self {
                is_left_out: !is_narrated || letters[nth] || is_set_apart(text, nth),
                opens_scene: paragraph.opens_scene,
                sentences,
            }
        })
        .collect()
    }
}

impl NarratedSentence {
    fn read(reader: &ClauseReader<'_, '_>, index: usize) -> Self {
        let text = reader.text;
        let words = text.sentences()[index].words.clone();
        let mut it = Self {
            index,
            clauses: reader.clauses(words.clone()),
            words: 0,
            first: 0,
            has_we: false,
            has_second: false,
            has_past: reader.has_past(words.clone()),
            is_general: false,
        };
        for word in words.filter(|&word| !reader.spoken[word]) {
            it.words += 1;
            let lower = text.lower(word);
            // "forget-me-nots".
            if text.gap_before(word) == "-" && word > 0 {
                continue;
            }
            match lower.split_once('\'').map_or(lower, |(word, _)| word) {
                "i" | "me" | "my" | "mine" | "myself" => it.first += 1,
                "we" | "us" | "our" | "ours" | "ourselves" => it.has_we = true,
                "you" | "your" | "yours" | "reader" | "readers" | "thou" | "thy" | "thee" => {
                    it.has_second = true;
                }
                _ if GENERAL.contains(&lower) => it.is_general = true,
                _ => {}
            }
        }
        it.is_general |= speaks_of_any(text, index) || speaks_of_one(text, index);
        it
    }
}

/// Words of what is so of everybody.
const GENERAL: [&str; 14] = [
    "whenever",
    "whoever",
    "anyone",
    "anybody",
    "everyone",
    "everybody",
    "people",
    "mankind",
    "seldom",
    "rarely",
    "whosoever",
    "mortals",
    "nowadays",
    "one's",
];

/// Nouns that with "a" or "any" mean all of their kind.
const KINDS: [&str; 15] = [
    "man",
    "woman",
    "person",
    "child",
    "girl",
    "boy",
    "lady",
    "gentleman",
    "creature",
    "mother",
    "father",
    "husband",
    "wife",
    "author",
    "poet",
];

/// Whether a sentence speaks of any of a kind: "when a man goes …", "a traveller's life".
fn speaks_of_any(text: &Text<'_>, sentence: usize) -> bool {
    let words = text.sentences()[sentence].words.clone();
    words.clone().skip(1).any(|at| {
        let is_article =
            |before: &str| matches!(before, "a" | "an" | "any" | "each" | "no" | "every");
        (KINDS.contains(&text.lower(at)) || text.lower(at).ends_with("'s"))
            && (is_article(text.lower(at - 1))
                || at - 1 > words.start && is_article(text.lower(at - 2)))
    })
}

/// Whether "one" is a subject in a sentence: "one knows".
fn speaks_of_one(text: &Text<'_>, sentence: usize) -> bool {
    let words = text.sentences()[sentence].words.clone();
    words.clone().any(|at| {
        text.lower(at) == "one"
            && at + 1 < words.end
            && (matches!(
                text.lower(at + 1),
                "is" | "has" | "can" | "may" | "must" | "does" | "never"
            ) || is_act_present(text.lower(at + 1))
                || matches!(text.lower(at + 1), "knows" | "feels" | "thinks" | "wants" | "likes"))
    })
}

/// Which paragraphs belong to a letter that stands without quotation marks: from "Dear …" to its signature,
/// to a heading or a break.
fn letters(text: &Text<'_>) -> Vec<bool> {
    let mut found = Vec::with_capacity(text.paragraphs().len());
    let (mut left, mut is_quoted) = (0_usize, false);
    for (nth, paragraph) in text.paragraphs().iter().enumerate() {
        let is_heading = paragraph
            .sentences
            .clone()
            .all(|at| text.sentences()[at].kind == SentenceKind::Heading);
        if paragraph.opens_scene || is_heading && paragraph.words.len() > SIGNATURE_WORDS_MAX {
            left = 0;
        }
        if opens_letter(text, nth) {
            left = LETTER_PARAGRAPHS_MAX;
            is_quoted = paragraph.span.of(text.source()).starts_with(['“', '"']);
        }
        found.push(left > 0);
        // A letter in quotation marks ends with the mark that closes it.
        let source = paragraph.span.of(text.source()).trim_end();
        let is_closed = is_quoted && source.ends_with(['”', '"']);
        let is_signed = is_closed
            || paragraph.words.len() <= SIGNATURE_WORDS_MAX
                && (is_heading
                    || paragraph.words.clone().any(|at| SIGNING.contains(&text.lower(at))));
        left = if is_signed && !opens_letter(text, nth) { 0 } else { left.saturating_sub(1) };
    }
    found
}

/// Words of those who sign.
const SIGNING: [&str; 8] = [
    "yours",
    "affectionate",
    "affectionately",
    "sincerely",
    "faithfully",
    "truly",
    "obedient",
    "loving",
];

fn opens_letter(text: &Text<'_>, paragraph: usize) -> bool {
    let words = text.paragraphs()[paragraph].words.clone();
    let first: Vec<&str> = words.clone().take(3).map(|at| text.lower(at)).collect();
    let is_greeting = matches!(
        first.as_slice(),
        ["dear" | "dearest" | "sir" | "madam" | "sirs" | "gentlemen", ..]
            | ["my", "dear" | "dearest" | "darling" | "own", ..]
    );
    let source = text.paragraphs()[paragraph].span.of(text.source());
    let head: String = source.chars().take(60).collect();
    // "“My dear Lucy, you are mistaken.”" is said to her.
    let is_said = source.starts_with(['“', '"'])
        && source.chars().skip(1).any(|mark| matches!(mark, '”' | '"'));
    is_greeting && !is_said && head.contains([',', ':', '—', '.', '!', '-'])
}

/// Whether a paragraph is no narration by how it is set: a line of a play, a stage direction, the contents of
/// a chapter, verse, a list, what is announced by a colon, or a date.
fn is_set_apart(text: &Text<'_>, nth: usize) -> bool {
    let paragraph = &text.paragraphs()[nth];
    let source = paragraph.span.of(text.source()).trim();
    let is_announced = nth.checked_sub(1).is_some_and(|before| {
        text.paragraphs()[before].span.of(text.source()).trim_end().ends_with([':', '—'])
    });
    let first = text.words()[paragraph.words.start].span.of(text.source());
    let is_in_capitals =
        first.chars().count() > 1 && first.chars().all(|letter| letter.is_uppercase());
    let behind = text.gap_after(paragraph.words.start);
    // "Mrs. March" begins a sentence, and "Part." is one.
    let is_alone = text.sentences()[paragraph.sentences.start].words.len() == 1;
    let is_part = (behind.starts_with(':') || behind.starts_with('.') && is_alone)
        && paragraph.words.len() > 2
        || is_in_capitals
            && !matches!(text.lower(paragraph.words.start), "he" | "she" | "it" | "they");
    let second = paragraph.words.clone().nth(1).map_or("", |at| text.lower(at));
    let is_summary = text.lower(paragraph.words.start) == "in" && second == "which";
    source.starts_with(['(', '[', '*', '#', '|', '>', '…', '—'])
        || is_announced
        || is_part
        || is_summary
        || is_in_lines(source)
        || is_joined_verse(text, paragraph.words.clone())
}

/// Whether lines of verse are joined to one: "My first doth affliction denote, Which my second And my whole". A function
/// word has no capital inside a sentence elsewhere.
fn is_joined_verse(text: &Text<'_>, words: Range<usize>) -> bool {
    const LEADS: [&str; 18] = [
        "and", "but", "or", "which", "that", "with", "to", "for", "from", "as", "when", "where",
        "who", "while", "my", "his", "her", "if",
    ];
    // "His Majesty", "My Lord"
    let is_of_title = |at: usize| {
        matches!(text.lower(at), "my" | "his" | "her")
            && text.words().get(at + 1).is_some_and(|_| is_capital(text, at + 1))
    };
    let is_lead = |at: &usize| {
        !is_of_title(*at)
            && LEADS.contains(&text.lower(*at))
            && is_capital(text, *at)
            && is_inside(text, *at)
            && matches!(text.gap_before(*at).trim(), "" | "," | ";")
    };
    words.filter(is_lead).count() >= VERSE_LINES_MIN
}

/// Lines of verse behind the first, at least.
const VERSE_LINES_MIN: usize = 2;

/// Whether a paragraph is set in short lines, each with a capital: verse, an address, an inscription.
pub(crate) fn is_in_lines(source: &str) -> bool {
    let (mut lines, mut chars, mut capitals) = (0_usize, 0_usize, 0_usize);
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty()) {
        lines += 1;
        chars += line.chars().count();
        let opens = line.chars().find(|letter| letter.is_alphabetic());
        capitals += usize::from(opens.is_some_and(char::is_uppercase));
    }
    lines >= 2 && chars <= VERSE_CHARS_MAX * lines && capitals == lines
}

/// Characters of a line of verse, on average, at most.
const VERSE_CHARS_MAX: usize = 56;
