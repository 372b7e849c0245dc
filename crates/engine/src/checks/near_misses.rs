//! The finding about a misspelt name: by all of a manuscript, where it was read, else by the text alone.

use domain::findings::{Observation, Severity};
use prose::{Misspelt, Name, Span, Text};
use serde_json::{Value, json};

use super::names::Known;
use super::{Canon, CheckedText, times};
use crate::names::{BookSlips, Slip};

/// A word that stands more often than this beside a known one that is spelt almost alike is a name of
/// its own rather than a slip.
const SLIP_COUNT_MAX: usize = 3;

/// The most entries with the word that a slip names.
const OWNERS_MAX: usize = 5;

/// The most positions of a slip that its finding lists.
const POSITIONS_MAX: usize = 20;

/// What a manuscript has in a document that is the first with it: one finding for each word, with its
/// positions in all documents.
pub(super) fn of_book(
    read: &CheckedText<'_>,
    canon: &Canon,
    known: &Known<'_>,
    (book, document_id): (&BookSlips, &str),
) -> Vec<Observation> {
    let finding = |slip: &Slip| {
        let span = first_word(read, &slip.word)?;
        let here = slip.positions.iter().filter(|it| it.document_id == document_id).count();
        let mut others: Vec<&str> =
            slip.positions.iter().map(|it| it.document_id.as_str()).collect();
        others.dedup();
        let elsewhere = match (slip.positions.len() - here, others.len().saturating_sub(1)) {
            (0, _) => String::new(),
            (count, 1) => format!(", and {} in another document", times(count)),
            (count, documents) => format!(", and {} in {documents} other documents", times(count)),
        };
        let positions = slip.positions.iter().take(POSITIONS_MAX).map(|it| {
            json!({
                "documentId": it.document_id, "documentVersion": it.version,
                "start": it.start, "end": it.end,
            })
        });
        let positions = Value::Array(positions.collect());
        let meant = Meant::of(canon, known, (&slip.meant, slip.is_known), slip.meant_count);
        let count = (slip.positions.len(), format!("{}{elsewhere}", times(here)));
        Some(observation(read, span, (&slip.word, slip.distance), &meant, count, Some(positions)))
    };
    book.first_in(document_id).filter_map(finding).collect()
}

/// A word that is nearly one of the lore, in a text that is looked at alone.
pub(super) fn of_text(
    read: &CheckedText<'_>,
    canon: &Canon,
    known: &Known<'_>,
    names: &[Name],
    slip: &Misspelt,
) -> Option<Observation> {
    if slip.count > SLIP_COUNT_MAX {
        return None;
    }
    let name = &names[slip.name];
    // The word alone, where it stands in a longer name.
    let words = read.text.words().iter().enumerate();
    let span = words
        .skip_while(|(_, word)| word.span.end <= name.first.start)
        .take_while(|(_, word)| word.span.start < name.first.end)
        .find(|(at, _)| is_form(read.text.lower(*at), &slip.word))
        .map_or(name.first, |(_, word)| word.span);
    let meant = Meant::of(canon, known, (&slip.meant, true), 0);
    let count = (slip.count, times(slip.count));
    Some(observation(read, span, (&slip.word, slip.distance), &meant, count, None))
}

/// What a misspelt word should be.
struct Meant {
    /// The word as it is written there.
    word: String,
    /// Whose it is, for a sentence.
    whose: String,
    /// The entries that have it.
    entries: Vec<String>,
}

impl Meant {
    fn of(canon: &Canon, known: &Known<'_>, (lower, is_known): (&str, bool), count: usize) -> Self {
        let entries: Vec<String> =
            known.entries_named(canon, lower).into_iter().map(str::to_owned).collect();
        let written = known.names.iter().find_map(|name| word_of(name, lower));
        let word = written.map_or_else(|| capitalised(lower), str::to_owned);
        let whose = match entries.as_slice() {
            _ if !is_known => format!(", which stands {} and has no entry", times(count)),
            [] => String::new(),
            [entry] if *entry == word => " of the lore".to_owned(),
            [entry] => format!(" of “{entry}” in the lore"),
            [one, other] => format!(" of “{one}” and “{other}” in the lore"),
            _ => format!(" of {} entries of the lore", entries.len()),
        };
        Self { word, whose, entries }
    }
}

/// The finding: of the word that is misspelt, and not of the whole name that contains it.
fn observation(
    read: &CheckedText<'_>,
    span: Span,
    (lower, distance): (&str, usize),
    meant: &Meant,
    (count, said): (usize, String),
    positions: Option<Value>,
) -> Observation {
    let word = span.of(read.text.source());
    let message = format!(
        "“{word}” is spelt almost like “{}”{}, and stands here {said}.",
        meant.word, meant.whose
    );
    let mut detail = json!({
        "word": word,
        "count": count,
        "meant": meant.word,
        "entry": meant.entries.first(),
        "entries": meant.entries.iter().take(OWNERS_MAX).collect::<Vec<_>>(),
        "changes": distance,
        "passage": read.around(span),
    });
    if let (Some(positions), Some(object)) = (positions, detail.as_object_mut()) {
        object.insert("positions".to_owned(), positions);
    }
    Observation {
        identity: Some(lower.to_owned()),
        detail: Some(detail),
        ..read.found("near_miss", Severity::Medium, span, message)
    }
}

/// Where a word in lower case first stands with its capital, without a possessive.
fn first_word(read: &CheckedText<'_>, lower: &str) -> Option<Span> {
    let mut words = read.text.words().iter().enumerate();
    let is_it = |(at, word): &(usize, &prose::Word)| {
        let written = word.span.of(read.text.source());
        written.starts_with(char::is_uppercase) && is_form(read.text.lower(*at), lower)
    };
    words.find(is_it).map(|(_, word)| word.span)
}

/// The word of a name that is this one in lower case, as it is written there.
pub(super) fn word_of<'n>(name: &'n str, lower: &str) -> Option<&'n str> {
    let text = Text::new(name);
    let mut words = text.words().iter().enumerate();
    let (_, word) = words.find(|(at, _)| is_form(text.lower(*at), lower))?;
    Some(word.span.of(name))
}

/// Whether a word in lower case is this one, or its possessive.
fn is_form(lower: &str, word: &str) -> bool {
    lower.strip_prefix(word).is_some_and(|ending| matches!(ending, "" | "'" | "'s"))
}

fn capitalised(lower: &str) -> String {
    let mut letters = lower.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
