//! What a consistency sweep looks for: rules that a program can hold a text to, each with the words
//! it rests on. The same text and the same lore give the same findings, byte for byte. A check
//! brings few findings and the weightiest of them; that something is not found says only that these
//! rules do not see it. What is done with findings is the business of [`crate::findings`].

mod dialogue;
mod names;
mod patterns;
mod prohibited;
mod style;
mod synthesis;

use domain::{
    Error, Principal, Result,
    findings::{Check, Found, Reading, Severity, Source},
    lore::Quoted,
    projects::settings::LorekeeperProjectConfig,
};
use prose::{Names, Span, Text};
use serde_json::{Value, json};
use store::{
    Tx, documents,
    lore::{self, Bearer},
    projects::{self, Seen},
};

use crate::{Studio, skills::subject::Subject};
use patterns::Pattern;
use prohibited::Element;

pub use synthesis::synthesis;

/// All checks, in the order in which a sweep runs them.
pub const CHECKS: [Check; 5] =
    [Check::Prose, Check::Names, Check::NamingPatterns, Check::ProhibitedElements, Check::Dialogue];

/// Places that a finding lists beside the one it quotes.
const PLACES_MAX: usize = 5;

/// What a project's author laid down, as the checks need it: who bears which names, how names are to
/// be, what must not appear.
pub struct Canon {
    entries: Vec<Bearer>,
    /// All names of all entries, each owned by the place of its entry.
    names: Names,
    patterns: Vec<Pattern>,
    elements: Vec<Element>,
    /// Whether names that break the conventions are grave, and unknown names are looked at too.
    is_strict: bool,
}

impl Canon {
    /// What these entries and rules lay down.
    pub(crate) fn new(entries: Vec<Bearer>, rules: &LorekeeperProjectConfig) -> Self {
        let owned = entries.iter().enumerate();
        let names = owned.flat_map(|(at, it)| it.names.iter().map(move |name| (at, name.as_str())));
        Self {
            names: Names::new(names),
            patterns: rules.naming_patterns.iter().map(|text| Pattern::read(text)).collect(),
            elements: rules.prohibited_elements.iter().map(|text| Element::read(text)).collect(),
            is_strict: rules.strict_naming,
            entries,
        }
    }

    /// What is laid down in a project now.
    ///
    /// # Errors
    /// When the memory fails.
    pub fn of(tx: &mut Tx<'_>, project: &Seen) -> Result<Self> {
        let settings = projects::settings(tx, project)?;
        let rules = settings.lorekeeper.unwrap_or_default();
        Ok(Self::new(lore::bearers(tx, project)?, &rules))
    }
}

/// Has checks read a document as it is now, as far as the asker may see it; a reading for each, in
/// their order.
///
/// # Errors
/// Not found when the project or the document is not there for the asker.
pub async fn read(
    studio: &Studio,
    asker: &Principal,
    (project_id, document_id): (&str, &str),
    checks: &[Check],
) -> Result<Vec<Reading>> {
    let (asker, checks) = (asker.clone(), checks.to_vec());
    let (project_id, document_id) = (project_id.to_owned(), document_id.to_owned());
    let (canon, document, content) = studio
        .memory
        .scan(move |tx| {
            let project = projects::check(tx, &asker, &project_id)?;
            let document = documents::get(tx, &project, &document_id)?;
            let content = documents::content(tx, &project, &document_id)?;
            Ok((Canon::of(tx, &project)?, document, content))
        })
        .await?;
    let reading = move || {
        let source = Source { document_id: document.id.clone(), version: document.version };
        let subject = Subject::new(Some((document.id, document.title)), content);
        let read = |check| Reading {
            check,
            source: Some(source.clone()),
            found: run(check, &subject, &canon),
        };
        checks.into_iter().map(read).collect()
    };
    tokio::task::spawn_blocking(reading)
        .await
        .map_err(|broken| Error::internal("reading a document", broken))
}

/// Has checks look at what a project lays down itself, its lore and its rules, as far as the asker
/// may see it: a reading for each check that has something to say there, found or not.
///
/// # Errors
/// Not found when the project is not there for the asker.
pub async fn read_project(
    studio: &Studio,
    asker: &Principal,
    project_id: &str,
) -> Result<Vec<Reading>> {
    let (asker, project_id) = (asker.clone(), project_id.to_owned());
    let canon = studio
        .memory
        .scan(move |tx| {
            let project = projects::check(tx, &asker, &project_id)?;
            Canon::of(tx, &project)
        })
        .await?;
    tokio::task::spawn_blocking(move || run_project(&canon))
        .await
        .map_err(|broken| Error::internal("reading a project's lore", broken))
}

/// What a check finds in a text, the weightiest first.
pub(crate) fn run(check: Check, subject: &Subject, canon: &Canon) -> Vec<Found> {
    let text = Text::new(&subject.plain.text);
    let read = Read { subject, text: &text };
    match check {
        Check::Prose => style::run(&read),
        Check::Names => names::run(&read, canon),
        Check::NamingPatterns => patterns::run(&read, canon),
        Check::ProhibitedElements => prohibited::run(&read, canon),
        Check::Dialogue => dialogue::run(&read),
    }
}

/// What checks find in the lore and the rules of a project, which are in no text.
pub(crate) fn run_project(canon: &Canon) -> Vec<Reading> {
    let reading = |check, found| Reading { check, source: None, found };
    vec![
        reading(Check::Names, names::run_project(canon)),
        reading(Check::NamingPatterns, patterns::run_project(canon)),
        reading(Check::ProhibitedElements, prohibited::run_project(canon)),
    ]
}

/// A text on its way through a check.
struct Read<'r> {
    subject: &'r Subject,
    text: &'r Text<'r>,
}

impl Read<'_> {
    /// A finding about the words of a span.
    fn found(&self, rule: &str, severity: Severity, span: Span, message: String) -> Found {
        Found { quoted: Some(self.quoted(span)), ..found(rule, severity, message) }
    }

    fn quoted(&self, span: Span) -> Quoted {
        let quote = self.subject.quote(span);
        let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
        Quoted { quote: quote.quote, start: place(quote.start), end: place(quote.end) }
    }

    /// Places for a detail: the first [`PLACES_MAX`] of them.
    fn places(&self, spans: impl IntoIterator<Item = Span>) -> Value {
        let spans = spans.into_iter().take(PLACES_MAX);
        json!(spans.map(|span| self.quoted(span)).collect::<Vec<_>>())
    }

    /// The sentence around a place, for a detail.
    fn around(&self, span: Span) -> String {
        let sentences = self.text.sentences();
        let behind = sentences.partition_point(|sentence| sentence.span.start <= span.start);
        let sentence = behind.checked_sub(1).map_or(span, |at| sentences[at].span);
        let whole = Span { start: sentence.start.min(span.start), end: sentence.end.max(span.end) };
        self.subject.around(span, whole)
    }
}

/// A finding about no words in particular.
fn found(rule: &str, severity: Severity, message: String) -> Found {
    Found { rule: rule.to_owned(), severity, message, quoted: None, known_by: None, detail: None }
}

/// The weightiest first, then in the order of the text; at most `most`.
fn weightiest(mut all: Vec<Found>, most: usize) -> Vec<Found> {
    let start = |found: &Found| found.quoted.as_ref().map_or(0, |quoted| quoted.start);
    all.sort_by_key(|found| (found.severity, start(found)));
    all.truncate(most);
    all
}

/// A number with its noun.
fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("{number} {noun}") } else { format!("{number} {noun}s") }
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
