//! The checks of a consistency sweep: rules that a program can apply to a text, each finding with the
//! words it is about. The same text and the same lore give the same findings, byte for byte. A check
//! returns all its findings, the weightiest first, and how many of them may be listed. Findings are
//! stored and published by [`crate::findings`].

mod book;
mod dialogue;
pub(crate) mod facts;
mod names;
mod narration;
mod near_misses;
mod patterns;
mod prohibited;
mod style;
mod synthesis;
mod wording;

use std::{cell::OnceCell, collections::HashMap};

use domain::{
    Result, digest,
    findings::{Check, CheckFound, CheckResult, FOUND_MAX, Observation, ProseMeasures, Severity},
    lore::{Category, Quoted},
    phrases::counted,
    projects::settings::LorekeeperProjectConfig,
};
use prose::{Language, Measures, NameIndex, Span, Text};
use serde_json::{Value, json};
use store::{
    Tx,
    lore::{self, EntryNames},
    projects::{self, ProjectAccess},
};

use crate::{
    ledger::ProjectLedger,
    skills::subject::{Subject, on_one_line},
};
use patterns::Pattern;
use prohibited::Element;

pub(crate) use book::{CheckedDocument, facts_of_book, of_book, of_document};
pub(crate) use names::unknown as unknown_names;
pub use synthesis::synthesis;

/// Places that a finding lists beside the one it quotes.
const QUOTES_MAX: usize = 5;

/// Positions that a finding lists, at most.
const POSITIONS_MAX: usize = 20;

/// What a project defines, as the checks need it: the names of entries, the conventions of names, what
/// must not appear.
pub struct Canon {
    entries: Vec<EntryNames>,
    /// All names of all entries, each owned by the place of its entry.
    names: NameIndex,
    patterns: Vec<Pattern>,
    elements: Vec<Element>,
    /// A digest of all that checks of a text know of the project.
    basis: String,
    /// Whether names that break the conventions are grave, and unknown names are looked at too.
    is_strict: bool,
}

impl Canon {
    /// From these entries and rules.
    pub(crate) fn new(entries: Vec<EntryNames>, rules: &LorekeeperProjectConfig) -> Self {
        let owned = entries.iter().enumerate();
        let names = owned.flat_map(|(at, it)| it.names.iter().map(move |name| (at, name.as_str())));
        Self {
            names: NameIndex::new(names),
            patterns: rules.naming_patterns.iter().map(|text| Pattern::read(text)).collect(),
            elements: rules.prohibited_elements.iter().map(|text| Element::read(text)).collect(),
            is_strict: rules.strict_naming,
            basis: basis(&entries, rules),
            entries,
        }
    }

    /// A digest of all that checks of a text know of the project: with the same, they find the same.
    pub(crate) fn basis(&self) -> &str {
        &self.basis
    }

    /// As the project is now.
    pub fn of(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Self> {
        Self::of_lore(tx, project, |_| true)
    }

    /// As the project is now, without the lore of categories that are not looked at.
    pub(crate) fn of_lore(
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        is_looked_at: impl Fn(Category) -> bool,
    ) -> Result<Self> {
        let settings = projects::detail(tx, project)?.settings;
        let rules = settings.lorekeeper.unwrap_or_default();
        let mut entries = lore::entry_names(tx, project)?;
        entries.retain(|it| is_looked_at(it.category));
        Ok(Self::new(entries, &rules))
    }
}

/// A digest of these entries and rules.
fn basis(entries: &[EntryNames], rules: &LorekeeperProjectConfig) -> String {
    let entries: Vec<Value> =
        entries.iter().map(|it| json!([it.entry_id, it.category.as_str(), it.names])).collect();
    let known =
        json!([entries, rules.naming_patterns, rules.prohibited_elements, rules.strict_naming]);
    digest::hex(known.to_string().as_bytes())
}

/// What checks of a text find in it. Of names, [`of_document`] makes what a finding is: some of it depends on
/// the rest of the book.
pub(crate) fn read(checks: &[Check], content: String, canon: &Canon) -> Vec<CheckFound> {
    let subject = Subject::new(None, content);
    let text = Text::new(&subject.plain.text);
    let read = CheckedText::new(&subject, &text);
    let found = |check: &Check| {
        let (found, measures) = found_in(*check, &read, canon);
        CheckFound { check: *check, found, measures }
    };
    checks.iter().map(found).collect()
}

/// What checks find in a text, of each the weightiest first.
pub(crate) fn observations(
    checks: &[Check],
    subject: &Subject,
    canon: &Canon,
) -> Vec<(Check, Observation)> {
    let of = |check: &Check| {
        let check = *check;
        run(check, subject, canon).0.into_iter().map(move |it| (check, it))
    };
    checks.iter().flat_map(of).collect()
}

/// What a check finds in a text that is looked at alone, the weightiest first, and what the check of the
/// prose counts in it.
fn run(
    check: Check,
    subject: &Subject,
    canon: &Canon,
) -> (Vec<Observation>, Option<ProseMeasures>) {
    let text = Text::new(&subject.plain.text);
    let (found, measures) = found_in(check, &CheckedText::new(subject, &text), canon);
    if check == Check::Names { (names::alone(found, canon), measures) } else { (found, measures) }
}

/// What a check finds in a text, and what the check of the prose counts in it.
fn found_in(
    check: Check,
    read: &CheckedText<'_>,
    canon: &Canon,
) -> (Vec<Observation>, Option<ProseMeasures>) {
    if let Some(other) = other_language(check, read) {
        return (vec![not_english(other)], None);
    }
    let found = match check {
        Check::Prose => {
            let measures = read.measures();
            return (style::run(read, measures), Some(style::counted_in(measures)));
        }
        Check::Names => names::run(read, canon),
        Check::NamingPatterns => patterns::run(read, canon),
        Check::ProhibitedElements => prohibited::run(read, canon),
        Check::Dialogue => dialogue::run(read),
        // They read the whole book.
        Check::Facts | Check::Wording | Check::Narration => Vec::new(),
    };
    (found, None)
}

/// The language of a text that is not English, if this check is for English.
fn other_language(check: Check, read: &CheckedText<'_>) -> Option<Language> {
    match check {
        Check::Prose | Check::Names | Check::Dialogue => read.other_language(),
        // The author's own words and patterns are of any language; of a text in another language nothing is
        // read for the checks of the whole book.
        Check::NamingPatterns
        | Check::ProhibitedElements
        | Check::Facts
        | Check::Wording
        | Check::Narration => None,
    }
}

fn not_english(language: Language) -> Observation {
    let message = format!(
        "The text is {}, as far as its words show; this check is for English and was not run on it.",
        language.name()
    );
    found("not_english", Severity::Info, message)
}

/// What these checks find in the lore and the rules of a project, which are in no text.
pub(crate) fn run_project(wanted: &[Check], canon: &Canon) -> Vec<CheckResult> {
    let of = |check: &Check| {
        let found = match check {
            Check::Names => names::run_project(canon),
            Check::NamingPatterns => patterns::run_project(canon),
            Check::ProhibitedElements => prohibited::run_project(canon),
            Check::Prose | Check::Dialogue | Check::Facts | Check::Wording | Check::Narration => {
                return None;
            }
        };
        Some(CheckResult { check: *check, source: None, found, measures: None })
    };
    wanted.iter().filter_map(of).collect()
}

/// A text that is being checked.
struct CheckedText<'r> {
    subject: &'r Subject,
    text: &'r Text<'r>,
    measures: OnceCell<Measures>,
    other_language: OnceCell<Option<Language>>,
}

impl<'r> CheckedText<'r> {
    const fn new(subject: &'r Subject, text: &'r Text<'r>) -> Self {
        Self { subject, text, measures: OnceCell::new(), other_language: OnceCell::new() }
    }

    /// What is counted in the text.
    fn measures(&self) -> &Measures {
        self.measures.get_or_init(|| prose::measure(self.text))
    }

    /// The language of the text, if it is not English.
    fn other_language(&self) -> Option<Language> {
        *self.other_language.get_or_init(|| {
            prose::language(self.text).filter(|language| *language != Language::English)
        })
    }

    /// A finding about the words of a span.
    fn found(&self, rule: &str, severity: Severity, span: Span, message: String) -> Observation {
        Observation { quoted: Some(self.quoted(span)), ..found(rule, severity, message) }
    }

    fn quoted(&self, span: Span) -> Quoted {
        let quote = self.subject.quote(span);
        let number = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
        Quoted { quote: quote.quote, start: number(quote.start), end: number(quote.end) }
    }

    /// The words of a span as they stand, on one line.
    fn written(&self, span: Span) -> String {
        on_one_line(span.of(self.text.source()))
    }

    /// Quotes for a detail: the first [`QUOTES_MAX`] of them.
    fn quotes(&self, spans: impl IntoIterator<Item = Span>) -> Value {
        let spans = spans.into_iter().take(QUOTES_MAX);
        json!(spans.map(|span| self.quoted(span)).collect::<Vec<_>>())
    }

    /// The sentence around a span, for a detail.
    fn around(&self, span: Span) -> String {
        let sentences = self.text.sentences();
        let behind = sentences.partition_point(|sentence| sentence.span.start <= span.start);
        let sentence = behind.checked_sub(1).map_or(span, |at| sentences[at].span);
        let whole = Span { start: sentence.start.min(span.start), end: sentence.end.max(span.end) };
        self.subject.around(span, whole)
    }
}

/// A finding about no words in particular.
fn found(rule: &str, severity: Severity, message: String) -> Observation {
    Observation {
        rule: rule.to_owned(),
        severity,
        message,
        quoted: None,
        identity: None,
        project_rule: None,
        detail: None,
        limit: FOUND_MAX,
    }
}

/// The weightiest first. Of each severity the first of every rule come before the second of any, as
/// each rule has brought them, so that none displaces another; among those, in the order of
/// the text. `limit` says how many of a rule may be listed.
fn weightiest(all: Vec<Observation>, limit: impl Fn(&str) -> usize) -> Vec<Observation> {
    let start = |found: &Observation| found.quoted.as_ref().map_or(0, |quoted| quoted.start);
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut ranked: Vec<(usize, Observation)> = all
        .into_iter()
        .map(|found| {
            let before = counts.entry(found.rule.clone()).or_default();
            *before += 1;
            (*before, Observation { limit: limit(&found.rule), ..found })
        })
        .collect();
    ranked.sort_by_key(|(nth, found)| (found.severity, *nth, start(found)));
    ranked.truncate(FOUND_MAX);
    ranked.into_iter().map(|(_, found)| found).collect()
}

/// Positions in the documents of a book, for a detail.
fn listed_positions(read: &ProjectLedger, all: &[(usize, Span)]) -> Value {
    let number = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    let position = |(document, span): &(usize, Span)| {
        let document = &read.documents[*document].document;
        json!({
            "documentId": document.id,
            "documentVersion": document.version,
            "start": number(span.start),
            "end": number(span.end),
        })
    };
    all.iter().take(POSITIONS_MAX).map(position).collect()
}

/// How often, in words.
fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}

#[cfg(test)]
mod tests;
