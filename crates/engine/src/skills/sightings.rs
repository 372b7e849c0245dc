//! Where texts name somebody or something that a request names, and what they say there. A record with
//! a title of several words, such as a promise, is looked for by the words of its title.

use std::collections::{BTreeMap, BTreeSet};

use domain::agents::understanding::{self, NamedRecord, RecordKind};
use prose::{NameIndex, Passage, Span, Text};
use serde_json::{Value, json};

use super::{
    answers::{AnswerText, counted},
    subject::{Subject, quoted, shortened},
};

/// Passages that are quoted of one record.
const QUOTED_MAX: usize = 5;

/// Documents that one line lists.
const LINE_DOCUMENTS_MAX: usize = 60;

/// Words of a title that a sentence has, at least, to speak of it.
const TITLE_WORDS_MIN: usize = 2;

/// Letters that forms of a word share, at least.
const STEM_LETTERS_MIN: usize = 3;

/// Somebody or something that a request names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sought {
    /// The record, if there is one.
    pub(super) id: Option<String>,
    /// What the record is.
    pub(super) kind: Option<RecordKind>,
    /// Its name or title, then its aliases.
    pub(super) names: Vec<String>,
}

impl Sought {
    /// What it is called.
    pub(super) fn name(&self) -> String {
        shortened(self.names.first().map_or("", String::as_str))
    }

    /// Whether it is looked for by the words of its title.
    pub(super) fn has_title(&self) -> bool {
        matches!(self.kind, Some(RecordKind::Promise | RecordKind::Event | RecordKind::Node))
    }

    /// The words of its title that it is looked for by.
    fn terms(&self) -> Vec<String> {
        understanding::content_words(self.names.first().map_or("", String::as_str))
    }
}

impl Sought {
    /// The words of its title that are in no name of the lore.
    fn single_terms(&self, records: &[NamedRecord]) -> Vec<String> {
        let entries = records.iter().filter(|it| matches!(it.kind, RecordKind::Entry(_)));
        let named: BTreeSet<String> = entries
            .flat_map(|it| &it.names)
            .flat_map(|name| understanding::content_words(name))
            .collect();
        let mut terms = self.terms();
        terms.retain(|term| !named.contains(term));
        terms
    }
}

/// Where some texts name somebody or something.
#[derive(Debug, Clone)]
pub(super) struct Sightings {
    /// Whom.
    pub(super) sought: Sought,
    /// The passages of each text, in its order.
    pub(super) by_document: Vec<Vec<Passage>>,
    /// Whether sentences were taken that have one word of its title alone.
    has_single_words: bool,
}

/// Looks for what is sought in some texts; `records` are all whose longer names must not be taken for
/// those of somebody else.
pub(super) fn find(
    texts: &[Text<'_>],
    sought: &[Sought],
    records: &[NamedRecord],
) -> Vec<Sightings> {
    let others = records
        .iter()
        .filter(|it| matches!(it.kind, RecordKind::Entry(_)))
        .filter(|it| !sought.iter().any(|one| one.id.as_deref() == Some(&it.id)))
        .flat_map(|it| it.names.iter().map(|name| (sought.len(), name.as_str())));
    let named = sought.iter().enumerate().filter(|(_, it)| !it.has_title());
    let names = named.flat_map(|(at, it)| it.names.iter().map(move |name| (at, name.as_str())));
    let index = NameIndex::new(names.chain(others));
    let mut found: Vec<Sightings> = sought
        .iter()
        .map(|it| Sightings {
            sought: it.clone(),
            by_document: vec![Vec::new(); texts.len()],
            has_single_words: false,
        })
        .collect();
    for (document, text) in texts.iter().enumerate() {
        for (owner, passage) in prose::named_passages(text, &index) {
            if let Some(it) = found.get_mut(owner) {
                it.by_document[document].push(passage);
            }
        }
        for it in found.iter_mut().filter(|it| it.sought.has_title()) {
            it.by_document[document] = with_terms(text, &it.sought.terms(), TITLE_WORDS_MIN);
        }
    }
    for it in found.iter_mut().filter(|it| it.sought.has_title() && it.total() == 0) {
        // Where no sentence has two of its words, one that names nobody may lead to it.
        it.has_single_words = true;
        let terms = it.sought.single_terms(records);
        for (document, text) in texts.iter().enumerate() {
            it.by_document[document] = with_terms(text, &terms, 1);
        }
    }
    found
}

/// The sentences of a text with some of these words.
fn with_terms(text: &Text<'_>, terms: &[String], least: usize) -> Vec<Passage> {
    let least = least.min(terms.len()).max(1);
    let has = |sentence: &&prose::Sentence| {
        let is_there =
            |term: &&String| sentence.words.clone().any(|word| is_form(text.lower(word), term));
        terms.iter().filter(is_there).count() >= least
    };
    let sentences = text.sentences().iter().filter(has);
    sentences.map(|it| Passage { span: it.span, sentence_span: it.span }).collect()
}

/// Whether two words are forms of one, by their beginnings and endings: "shipped" and "ships".
pub(super) fn is_form(word: &str, term: &str) -> bool {
    let shared: String = word
        .chars()
        .zip(term.chars())
        .take_while(|(one, other)| one == other)
        .map(|(letter, _)| letter)
        .collect();
    let is_ending = |word: &str| {
        let rest = &word[shared.len()..];
        // A doubled letter belongs to the ending: ship-ped.
        let doubled = shared.chars().next_back().and_then(|letter| rest.strip_prefix(letter));
        ENDINGS.contains(&rest) || doubled.is_some_and(|rest| ENDINGS.contains(&rest))
    };
    word == term || shared.chars().count() >= STEM_LETTERS_MIN && is_ending(word) && is_ending(term)
}

/// What forms of a word end in, behind what they share.
const ENDINGS: [&str; 16] =
    ["", "s", "es", "d", "ed", "e", "ing", "ings", "r", "er", "ers", "y", "ies", "ied", "n", "en"];

impl Sightings {
    /// In how many passages.
    pub(super) fn total(&self) -> usize {
        self.by_document.iter().map(Vec::len).sum()
    }

    /// In how many texts.
    pub(super) fn documents(&self) -> usize {
        self.by_document.iter().filter(|it| !it.is_empty()).count()
    }

    /// Every passage with its text.
    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = (usize, Passage)> {
        let of = |(at, passages): (usize, &Vec<Passage>)| {
            passages.iter().map(move |it| (at, *it)).collect::<Vec<_>>()
        };
        self.by_document.iter().enumerate().flat_map(of)
    }

    /// The sentences, each once.
    pub(super) fn sentences(&self) -> Vec<(usize, Span)> {
        let mut all: Vec<(usize, Span)> =
            self.all().map(|(at, passage)| (at, passage.sentence_span)).collect();
        all.dedup();
        all
    }

    /// The passages that say most of somebody, by the words behind the name, in the order of reading.
    pub(super) fn informative(&self, subjects: &[Subject], most: usize) -> Vec<(usize, Passage)> {
        let mut best: BTreeMap<(usize, usize), (usize, usize, Passage)> = BTreeMap::new();
        for (at, passage) in self.all() {
            let text = &subjects[at].plain.text;
            let score =
                score(&text[passage.span.end..passage.sentence_span.end.max(passage.span.end)]);
            let kept =
                best.entry((at, passage.sentence_span.start)).or_insert((score, at, passage));
            if kept.0 < score {
                *kept = (score, at, passage);
            }
        }
        let mut ranked: Vec<(usize, usize, Passage)> = best.into_values().collect();
        ranked.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
        ranked.truncate(most);
        ranked.sort_by_key(|(_, at, passage)| (*at, passage.span));
        ranked.into_iter().map(|(_, at, passage)| (at, passage)).collect()
    }

    /// How often and where, in a line: `Mara is named 5 times in 2 of 9 documents`.
    pub(super) fn line(&self, scope: &str) -> String {
        let name = self.sought.name();
        let (total, documents) = (self.total(), self.documents());
        let of = self.by_document.len();
        let within =
            if of > 1 { format!(" in {documents} of {of} documents") } else { String::new() };
        match (self.sought.has_title(), total) {
            (false, 0) => format!("{name} is named nowhere in {scope}."),
            (false, _) => {
                let times = counted(total, "time", "times");
                match of {
                    0 | 1 => format!("{name} is named {times} in {scope}."),
                    _ => format!("{name} is named {times}{within} of {scope}."),
                }
            }
            (true, 0) => {
                format!("No sentence in {scope} has a word of “{name}” that names nobody.")
            }
            (true, _) if self.has_single_words => format!(
                "No sentence in {scope} has two words of “{name}” together; {} one of them ({}).",
                counted(total, "sentence has", "sentences have"),
                self.sought.terms().join(", ")
            ),
            (true, _) => format!(
                "Words of “{name}” stand together in {}{within} ({}).",
                counted(total, "sentence", "sentences"),
                self.sought.terms().join(", ")
            ),
        }
    }

    /// For people: how often, where first and last, document by document, and what is said.
    pub(super) fn write_to(&self, out: &mut AnswerText, subjects: &[Subject], scope: &str) {
        out.line(self.line(scope));
        if self.total() == 0 {
            return;
        }
        if self.documents() > 1 {
            let counts = self.by_document.iter().enumerate().filter(|(_, it)| !it.is_empty());
            let counts: Vec<String> = counts
                .take(LINE_DOCUMENTS_MAX)
                .map(|(at, it)| format!("{} {}", subjects[at].name(), it.len()))
                .collect();
            let left = self.documents().saturating_sub(counts.len());
            let more = if left > 0 { format!(" and {left} more") } else { String::new() };
            out.line(format!("By document: {}{more}.", counts.join(", ")));
        }
        let ends = [("First", self.all().next()), ("Last", self.all().next_back())];
        for (end, found) in ends.into_iter().take(if self.total() > 1 { 2 } else { 1 }) {
            if let Some((at, passage)) = found {
                out.line(format!(
                    "{end} in {}: {}",
                    subjects[at].name(),
                    cited(&subjects[at], passage)
                ));
            }
        }
        let quoted_passages = self.informative(subjects, QUOTED_MAX);
        out.list("What the text says", &quoted_passages, |(at, passage)| {
            format!("{}: {}", subjects[*at].name(), cited(&subjects[*at], *passage))
        });
    }

    /// For programs.
    pub(super) fn report(&self, subjects: &[Subject]) -> Value {
        let located =
            |(at, passage): (usize, Passage)| located(&subjects[at], passage.sentence_span);
        json!({
            "id": self.sought.id,
            "name": self.sought.name(),
            "total": self.total(),
            "documents": self.by_document.iter().enumerate().filter(|(_, it)| !it.is_empty())
                .map(|(at, it)| {
                    let (id, title) = subjects[at].document.clone().unwrap_or_default();
                    json!({ "documentId": id, "title": title, "count": it.len() })
                }).collect::<Vec<_>>(),
            "first": self.all().next().map(located),
            "last": self.all().next_back().map(located),
            "passages": self.informative(subjects, QUOTED_MAX).into_iter().map(located).collect::<Vec<_>>(),
        })
    }
}

/// How much a sentence may say of a name: by what stands behind it.
fn score(behind: &str) -> usize {
    const APPOSITIONS: [&str; 9] =
        [", the ", ", a ", ", an ", ", who ", ", whose ", ", his ", ", her ", ", my ", ", our "];
    const STATES: [&str; 6] = [" was ", " is ", " had ", " has ", " were ", " would "];
    if APPOSITIONS.iter().any(|it| behind.starts_with(it)) {
        3
    } else if STATES.iter().any(|it| behind.starts_with(it)) {
        2
    } else {
        usize::from(behind.starts_with(' '))
    }
}

/// The words around a passage, in quotation marks.
pub(super) fn cited(subject: &Subject, passage: Passage) -> String {
    if passage.span == passage.sentence_span {
        return quoted(&subject.quote(passage.span).quote);
    }
    quoted(&subject.around(passage.span, passage.sentence_span))
}

/// A passage with its document, for programs.
pub(super) fn located(subject: &Subject, span: Span) -> Value {
    let mut passage = json!(subject.quote(span));
    if let Some((id, title)) = &subject.document {
        passage["documentId"] = id.as_str().into();
        passage["title"] = title.as_str().into();
    }
    passage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_share_their_beginning_and_end_as_forms_do() {
        for (word, term, wanted) in [
            ("ships", "shipped", true),
            ("lamp", "lamps", true),
            ("promise", "promising", true),
            ("carried", "carry", true),
            ("dreaded", "dream", false),
            ("cup", "cups", true),
            ("cup", "cup", true),
            ("stone", "story", false),
        ] {
            assert_eq!(is_form(word, term), wanted, "{word} {term}");
        }
    }

    #[test]
    fn a_longer_name_of_somebody_else_is_not_taken_for_a_shorter_one() {
        let entry = |id: &str, names: &[&str]| NamedRecord {
            id: id.to_owned(),
            kind: RecordKind::Entry(domain::lore::Category::Character),
            names: names.iter().map(|it| (*it).to_owned()).collect(),
        };
        let records = [entry("1", &["Jory Pask", "Pask"]), entry("2", &["Maud Pask"])];
        let sought =
            Sought { id: Some("1".to_owned()), kind: None, names: records[0].names.clone() };
        let texts = [Text::new("Pask went. Maud Pask stayed."), Text::new("Jory Pask came back.")];

        let found = find(&texts, &[sought], &records);

        assert_eq!((found[0].total(), found[0].documents()), (2, 2));
    }

    #[test]
    fn a_promise_is_found_by_two_words_of_its_title_else_by_one_that_names_nobody() {
        let promise = Sought {
            id: Some("1".to_owned()),
            kind: Some(RecordKind::Promise),
            names: vec!["Why Harro keeps an empty cup".to_owned()],
        };
        let texts = [Text::new("The cups were empty. Harro saw the cup. It was empty.")];

        let found = find(&texts, std::slice::from_ref(&promise), &[]);

        assert_eq!(found[0].total(), 2, "{:?}", found[0].by_document);
        let texts = [Text::new("A cup stood there. Harro left.")];
        let harro = NamedRecord {
            id: "2".to_owned(),
            kind: RecordKind::Entry(domain::lore::Category::Character),
            names: vec!["Harro".to_owned()],
        };
        let found = find(&texts, &[promise], &[harro]);
        assert_eq!((found[0].total(), found[0].has_single_words), (1, true));
    }
}
