//! Commands on the words of a language, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    languages::{
        grammar::{ANSWER_STEPS_MAX, LexiconCheck, WordForms},
        lexicon_csv::{self, LexiconTable},
        patterns::StepBudget,
        words::{
            LexiconImportResponse, Word, WordCreate, WordQuery, WordUpdate, check_capacity, merge,
        },
    },
    page::Page,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    languages::{self, words},
    project_counters::Counters,
    projects,
};

use crate::change::Change;

/// Creates a word of a language.
pub fn create(
    change: &mut Change<'_, '_>,
    language_id: &str,
    create: &WordCreate,
) -> Result<Versioned<Word>> {
    let (project, language) = languages::get_for_update(change.tx, change.principal, language_id)?;
    check_capacity(usize::try_from(language.words).unwrap_or(0), 1)?;
    let of = (project.id(), language.id.as_str());
    let word = Word::create(ids::new(change.now), of, create, change.now);
    words::create(change.tx, &project, &word)?;
    change.publish(&project, EventKind::Word, view(word), Counters::default())
}

/// A page of a language's words by their forms.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    language_id: &str,
    query: &WordQuery,
) -> Result<Page<Word>> {
    let (project, language) = languages::find(tx, principal, language_id)?;
    words::list(tx, &project, &language.id, query, language.words)
}

/// A word.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<Word>> {
    words::find(tx, principal, id).map(|(_, word)| view(word))
}

/// The forms of a word by the rules of its language, and the rules that it breaks.
pub fn forms(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<WordForms> {
    let (project, word) = words::find(tx, principal, id)?;
    let grammar = super::rules::grammar(tx, &project, &word.language_id)?;
    Ok(grammar.forms(&word, &mut StepBudget::new(ANSWER_STEPS_MAX)))
}

/// The words of a lexicon that break a rule of the language.
pub fn check(tx: &mut Tx<'_>, principal: &Principal, language_id: &str) -> Result<LexiconCheck> {
    let (project, language) = languages::find(tx, principal, language_id)?;
    let grammar = super::rules::grammar(tx, &project, &language.id)?;
    let lexicon = words::all(tx, &project, &language.id)?;
    Ok(grammar.check(&lexicon, &mut StepBudget::new(ANSWER_STEPS_MAX)))
}

/// Changes what the update names.
///
/// # Errors
/// A conflict when another word of the language has its new form and part of speech.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &WordUpdate,
) -> Result<Versioned<Word>> {
    let (project, before) = words::get_for_update(change.tx, change.principal, id)?;
    expected.check("The word", before.version)?;
    let mut word = before.clone();
    word.update(update, change.now);
    if word.key() != before.key() {
        words::check_free(change.tx, &project, &word)?;
    }
    words::save(change.tx, &project, &word)?;
    change.publish(&project, EventKind::Word, view(word), Counters::default())
}

/// Deletes a word.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, word) = words::get_for_update(change.tx, change.principal, id)?;
    words::delete(change.tx, &project, &word)?;
    change.publish_deleted(&project, EventKind::Word, &view(word).view, Counters::default())
}

/// All words of a language as a table of CSV.
pub fn export(tx: &mut Tx<'_>, principal: &Principal, language_id: &str) -> Result<String> {
    let (project, language) = languages::find(tx, principal, language_id)?;
    lexicon_csv::write(&words::all(tx, &project, &language.id)?)
}

/// Imports a table into the words of a language, as a whole or not at all. It is published as one
/// change of the language: an event for each word would push everything else out of the log.
///
/// # Errors
/// A conflict when the project's settings want no other formats than Markdown and plain text.
pub fn import(
    change: &mut Change<'_, '_>,
    language_id: &str,
    sheet: &LexiconTable,
) -> Result<LexiconImportResponse> {
    let (project, mut language) =
        languages::get_for_update(change.tx, change.principal, language_id)?;
    projects::detail(change.tx, &project)?.settings.integrations.check_foreign_format()?;
    let lexicon = words::all(change.tx, &project, &language.id)?;
    let of = (project.id(), language.id.as_str());
    let merged = merge(of, &lexicon, sheet.columns, &sheet.rows, change.now)?;
    let response = merged.response(&sheet.ignored);
    if response.made + response.updated > 0 {
        words::import(change.tx, &project, &language.id, &merged.created, &merged.updated)?;
        language.words += response.made;
        change.publish(
            &project,
            EventKind::Language,
            super::view(language),
            Counters::default(),
        )?;
    }
    Ok(response)
}

fn view(word: Word) -> Versioned<Word> {
    let version = word.version;
    Versioned { view: word, version }
}
