//! Commands on languages, and their views; grammar rules and words have a module each.

pub mod rules;
pub mod words;

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    languages::{Language, LanguageCreate, LanguageQuery, LanguageUpdate},
    page::Page,
    versioned::{IfMatch, Versioned},
};
use store::{Tx, languages, project_counters::Counters, projects};

use crate::change::Change;

/// Creates a language in a project.
pub fn create(change: &mut Change<'_, '_>, create: &LanguageCreate) -> Result<Versioned<Language>> {
    let project = projects::check(change.tx, change.principal, &create.project_id)?;
    let language = Language::create(ids::new(change.now), create, change.now);
    languages::create(change.tx, &project, &language)?;
    change.publish(&project, EventKind::Language, view(language), Counters::default())
}

/// A page of the languages of a project, or of all projects the principal may see, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &LanguageQuery,
) -> Result<Page<Language>> {
    match query.project_id.as_ref().or(principal.project.as_ref()) {
        Some(id) => {
            let project = projects::check(tx, principal, id)?;
            languages::list(tx, &project, (query.cursor.as_ref(), query.limit))
        }
        None => languages::list_all(tx, principal, query),
    }
}

/// A language.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<Language>> {
    languages::find(tx, principal, id).map(|(_, language)| view(language))
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &LanguageUpdate,
) -> Result<Versioned<Language>> {
    let (project, mut language) = languages::get_for_update(change.tx, change.principal, id)?;
    expected.check("The language", language.version)?;
    language.update(update, change.now);
    languages::save(change.tx, &project, &language)?;
    change.publish(&project, EventKind::Language, view(language), Counters::default())
}

/// Deletes a language with its rules and words.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, language) = languages::get_for_update(change.tx, change.principal, id)?;
    languages::delete(change.tx, &project, id)?;
    let language = view(language).view;
    change.publish_deleted(&project, EventKind::Language, &language, Counters::default())
}

fn view(language: Language) -> Versioned<Language> {
    let version = language.version;
    Versioned { view: language, version }
}
