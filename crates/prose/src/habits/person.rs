//! The person of the narration: paragraphs in which the teller says "I" and acts, in a book that is told in
//! the third person; and paragraphs about a "he" whom nobody has named, in a book that is told by an "I".

mod people;

use super::{
    ClauseReader, ClauseSubject, ClauseTense, HabitExtract, NarratedParagraph, NarratedSentence,
    SLIPS_MAX, SLIPS_OF_DOCUMENT_MAX, Slip,
};
use crate::capitals::{is_capital, is_inside};
use crate::lists::{PAST_STATES, UNCHANGED_ACTS, is_act_past};

/// Paragraphs of a book that must be there for it to have a habit.
const PARAGRAPHS_MIN: usize = 10;

/// The share of a book's paragraphs that say "I", at most, for it to be told in the third person: some
/// tellers say what they think.
const FIRST_SHARE_MAX: f64 = 0.06;

/// The same of a document, slips apart.
const FIRST_IN_DOCUMENT_MAX: f64 = 0.05;

/// Paragraphs in a row that a slip has, at most: more are a diary, or a tale within the tale.
const RUN_MAX: usize = 2;

/// The share of a document's paragraphs that say "I", at least, where one that says "he" instead is a slip.
const TELLER_SHARE_MIN: f64 = 0.5;

/// Pronouns of one kind in a paragraph that make such a slip, at least.
const PRONOUNS_MIN: usize = 3;

/// Paragraphs before it in which nobody may be whom they mean.
const PARAGRAPHS_BEFORE: usize = 3;

/// Words of the first person that make a slip.
const FIRST_WORDS_MIN: usize = 2;

/// Paragraphs of a book in which one "I" of what is past is a slip, at least.
const PARAGRAPHS_OF_NOBODY_MIN: usize = 100;

/// The share of its paragraphs that say "I", at most. Of *Little Women* it is 1.5 %, all of them what its teller thinks
/// in the present.
const FIRST_OF_NOBODY_MAX: f64 = 0.03;

/// Such slips of a book, at most: more are how it is told. The published third-person novels and excerpts have none.
const FAINT_MAX: usize = 3;

/// Words behind an "I" in which it is said that it tells: "I had almost forgotten".
const NARRATOR_WITHIN_WORDS: usize = 3;

/// Words of the first person that make one where the teller does nothing that can be seen.
const FIRST_WORDS_THROUGHOUT_MIN: usize = 3;

/// Counts the paragraphs of a document that say "I", and keeps those in which "I" acts.
pub(super) fn read(
    reader: &ClauseReader<'_, '_>,
    paragraphs: &[NarratedParagraph],
    extract: &mut HabitExtract,
) {
    let narrated: Vec<&NarratedParagraph> =
        paragraphs.iter().filter(|it| !it.is_left_out).collect();
    extract.paragraphs = narrated.len();
    extract.first = narrated.iter().filter(|it| says_i(it)).count();
    for run in narrated.chunk_by(|one, next| says_i(one) == says_i(next)) {
        if !says_i(run[0]) || run.len() > RUN_MAX {
            continue;
        }
        for paragraph in run {
            if let Some((slip, is_sure)) = slip(reader, paragraph) {
                if is_sure { &mut extract.person } else { &mut extract.faint }.push(slip);
            }
        }
    }
    extract.nobodies = nobodies(reader, paragraphs);
    for slips in [&mut extract.person, &mut extract.faint, &mut extract.nobodies] {
        if slips.len() > SLIPS_MAX {
            slips.clear();
        }
    }
}

/// Paragraphs without "I" about a "he" or a "she" whom nothing before them names.
fn nobodies(reader: &ClauseReader<'_, '_>, paragraphs: &[NarratedParagraph]) -> Vec<Slip> {
    let words = |nth: usize| reader.text.paragraphs()[nth].words.clone();
    let mut found = Vec::new();
    for (nth, paragraph) in paragraphs.iter().enumerate() {
        // Where somebody speaks, a conversation goes on with who is there.
        let is_other = paragraph.sentences.iter().any(|it| it.has_second || it.has_we)
            || words(nth).any(|at| reader.spoken[at]);
        if paragraph.is_left_out || nth == 0 || is_other || says_i(paragraph) {
            continue;
        }
        for kind in people::KINDS {
            let count = people::pronouns(reader, words(nth), kind);
            let is_unnamed = || {
                people::opens_unnamed(reader, words(nth), kind)
                    && (nth.saturating_sub(PARAGRAPHS_BEFORE)..nth)
                        .all(|before| !people::has_met(reader, words(before), kind))
            };
            let sentences = &paragraph.sentences;
            if let (Some(first), Some(last)) = (sentences.first(), sentences.last())
                && count >= PRONOUNS_MIN
                && is_unnamed()
            {
                found.push(Slip::of(reader.text, first.index..last.index + 1, count));
            }
        }
    }
    found
}

fn says_i(paragraph: &NarratedParagraph) -> bool {
    paragraph.sentences.iter().any(|it| it.first > 0)
}

/// A paragraph in which "I" tells what is past, and neither thinks in the present nor turns to anybody; and whether
/// "I" does in it what can be seen to happen.
fn slip(reader: &ClauseReader<'_, '_>, paragraph: &NarratedParagraph) -> Option<(Slip, bool)> {
    let sentences = &paragraph.sentences;
    let first: usize = sentences.iter().map(|it| it.first).sum();
    let of_teller = |it: &&super::Clause| {
        it.who == ClauseSubject::First && reader.text.lower(it.subject) == "i"
    };
    let clauses = || sentences.iter().flat_map(|it| &it.clauses).filter(of_teller);
    let is_comment = sentences.iter().any(|it| it.has_second)
        || clauses().any(|it| it.tense == ClauseTense::Present);
    let put = sentences.iter().filter(|it| puts(reader, it)).count();
    let acts = clauses().filter(|it| it.is_act).count() + put;
    // Without an act the first person has to stand throughout.
    let is_past = sentences.iter().all(|it| says_past_of_i(reader, it));
    let is_sure =
        first >= FIRST_WORDS_THROUGHOUT_MIN && is_past || acts > 0 && first >= FIRST_WORDS_MIN;
    let is_faint = is_past && sentences.iter().any(|it| says_i_alone(reader, it));
    if is_comment || !(is_sure || is_faint) {
        return None;
    }
    let from = sentences.iter().find(|it| it.first > 0)?.index;
    let to = sentences.iter().rfind(|it| it.first > 0)?.index;
    Some((Slip::of(reader.text, from..to + 1, clauses().count()), is_sure))
}

/// What a teller says that they did in telling: "Hester, as I said, had no sister", "I had almost forgotten the parrot".
const NARRATOR_VERBS: [&str; 16] = [
    "said",
    "told",
    "mentioned",
    "spoke",
    "spoken",
    "wrote",
    "written",
    "described",
    "began",
    "promised",
    "forgot",
    "forgotten",
    "noted",
    "remarked",
    "observed",
    "related",
];

/// Whether a sentence has an "I" that only a person of the story can be: none that hangs on its verb ("I'm not sure that
/// he would"), no number of a king, and nothing of the telling or of a thought ("I was a fool, thought Hester").
fn says_i_alone(reader: &ClauseReader<'_, '_>, sentence: &NarratedSentence) -> bool {
    let text = reader.text;
    let words = text.sentences()[sentence.index].words.clone();
    let own = || words.clone().filter(|&at| !reader.spoken[at]);
    let is_number = |at: usize| {
        at > words.start
            && text.gap_before(at) == " "
            && is_capital(text, at - 1)
            && is_inside(text, at - 1)
    };
    let is_aside = |at: usize| {
        (at + 1..(at + 1 + NARRATOR_WITHIN_WORDS).min(words.end))
            .any(|it| NARRATOR_VERBS.contains(&text.lower(it)))
    };
    let is_thought = own().any(|at| {
        matches!(text.lower(at), "thought" | "wondered" | "reflected" | "mused")
            && at > words.start
            && text.lower(at - 1) != "i"
    });
    own().any(|at| text.lower(at) == "i")
        && !is_thought
        && own().all(|at| match text.lower(at) {
            "i" => !is_number(at) && !is_aside(at),
            word => !word.starts_with("i'"),
        })
}

/// Whether "I" does what has one form now and then in a sentence that is past: "I put on my coat and took my hat".
fn puts(reader: &ClauseReader<'_, '_>, sentence: &NarratedSentence) -> bool {
    let words = reader.text.sentences()[sentence.index].words.clone();
    let is_put = |at: usize| {
        at > words.start
            && reader.text.lower(at - 1) == "i"
            && UNCHANGED_ACTS.contains(reader.text.lower(at))
    };
    let own = || words.clone().filter(|&at| !reader.spoken[at]);
    own().any(is_put) && own().any(|at| is_act_past(reader.text.lower(at)))
}

/// Whether what stands behind each "I" of a sentence is past: "I fear" and "I can" are a comment.
fn says_past_of_i(reader: &ClauseReader<'_, '_>, sentence: &NarratedSentence) -> bool {
    let text = reader.text;
    let words = text.sentences()[sentence.index].words.clone();
    let is_past = |at: usize| {
        let lower = text.lower(at);
        PAST_STATES.contains(lower) || is_act_past(lower) || lower.ends_with("ed")
    };
    puts(reader, sentence)
        || words.clone().filter(|&at| !reader.spoken[at] && text.lower(at) == "i").all(|at| {
            // "Why was I to suspect myself?", and not "Were I to tell all".
            let is_asked = at > words.start + 1
                && text.gap_before(at) == " "
                && matches!(text.lower(at - 1), "was" | "did")
                && text.sentences()[sentence.index].span.of(text.source()).contains('?');
            is_asked || (at + 1..words.end).find(|&it| !reader.is_adverb(it)).is_some_and(is_past)
        })
}

/// Whether a book is told by an "I", given the extracts of its documents.
pub fn is_first_person(extracts: &[&HabitExtract]) -> bool {
    let (first, all) = paragraphs(extracts);
    is_of_teller(first, all)
}

/// The paragraphs of a book in which the narrator is an "I", and all of them.
pub(super) fn paragraphs(extracts: &[&HabitExtract]) -> (usize, usize) {
    extracts.iter().fold((0, 0), |(first, all), it| (first + it.first, all + it.paragraphs))
}

fn is_of_teller(first: usize, all: usize) -> bool {
    all >= PARAGRAPHS_MIN && share(first, all) >= TELLER_SHARE_MIN
}

fn share(part: usize, all: usize) -> f64 {
    part as f64 / all.max(1) as f64
}

/// What departs from the person of a book, given the extracts of its documents: the document, with the slip.
pub fn person_slips<'e>(extracts: &[&'e HabitExtract]) -> Vec<(usize, &'e Slip)> {
    let (first, all) = paragraphs(extracts);
    let mut found = Vec::new();
    if is_of_teller(first, all) {
        for (document, it) in extracts.iter().enumerate() {
            let is_of_teller = share(it.first, it.paragraphs) >= TELLER_SHARE_MIN;
            if is_of_teller && it.nobodies.len() <= SLIPS_OF_DOCUMENT_MAX {
                found.extend(it.nobodies.iter().map(|slip| (document, slip)));
            }
        }
        return found;
    }
    if all < PARAGRAPHS_MIN || share(first, all) > FIRST_SHARE_MAX {
        return found;
    }
    let faint: usize = extracts.iter().map(|it| it.faint.len()).sum();
    let is_of_nobody = all >= PARAGRAPHS_OF_NOBODY_MIN
        && share(first, all) <= FIRST_OF_NOBODY_MAX
        && faint <= FAINT_MAX;
    if is_of_nobody {
        let slips = extracts.iter().enumerate();
        found.extend(slips.flat_map(|(at, it)| it.faint.iter().map(move |slip| (at, slip))));
    }
    for (document, it) in extracts.iter().enumerate() {
        let others = it.first.saturating_sub(it.person.len());
        if it.person.len() <= SLIPS_OF_DOCUMENT_MAX
            && share(others, it.paragraphs) <= FIRST_IN_DOCUMENT_MAX
        {
            found.extend(it.person.iter().map(|slip| (document, slip)));
        }
    }
    found
}
