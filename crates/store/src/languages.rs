//! Languages as they are kept, with their rules in [`rules`] and their words in [`words`]. Each is
//! found by its own id, and only by whoever may see its project. Whoever makes a rule or a word
//! holds the language, so that none outlives it.

pub mod rules;
pub mod words;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result,
    languages::{Language, LanguageQuery},
    page::{Cursor, Page},
};

use crate::{
    Doing as _, column,
    projects::{self, ProjectAccess},
    tallies,
};

const WHAT: &str = "Language";

/// What counts the languages of a project, in [`tallies`].
const LANGUAGES: &str = "languages";

/// Keeps a new language.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, language: &Language) -> Result<()> {
    tx.run(
        "INSERT INTO language (
             id, project_id, name, description, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (
            &language.id,
            project.id(),
            &language.name,
            &language.description,
            language.created_at.millis(),
            language.modified_at.millis(),
            language.version,
        ),
    )
    .doing("making a language")?;
    tallies::add(tx, project, (project.id(), LANGUAGES), 1)
}

/// A language, and the proof that its project may be worked on.
///
/// # Errors
/// Not found when it does not exist, or lies in a project that is in the bin or not the
/// principal's to see.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Language)> {
    let row = tx
        .row(
            "SELECT language.id, project_id, language.name, description, language.created_at,
                    language.modified_at, language.version,
                    coalesce((SELECT value
                                FROM record_counter
                               WHERE owner_id = language.id
                                 AND kind = 'grammar_rules'), 0),
                    coalesce((SELECT value
                                FROM record_counter
                               WHERE owner_id = language.id
                                 AND kind = 'words'), 0),
                    project.owner
               FROM language
               JOIN project ON project.id = project_id
              WHERE language.id = ?1
                AND project.deleted_at IS NULL",
            (id,),
        )
        .doing("reading a language")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let language = of_row(&mut row)?;
    let seen = seen(tx, principal, (WHAT, id), (&language.project_id, &mut row, 9))?;
    Ok((seen, language))
}

/// As [`find`], and nobody else changes the language until this transaction ends.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Language)> {
    tx.row(
        "SELECT id
           FROM language
          WHERE id = ?1 /*+for_update*/",
        (id,),
    )
    .doing("holding a language")?;
    // Counters are read when the row is held: another writer may have been at them.
    find(tx, principal, id)
}

/// That the principal may see the project, whose owner is in this column, of a record of this noun
/// and id. Where that is not so, it is the record that is not found.
fn seen(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (what, id): (&'static str, &str),
    (project_id, row, owner): (&str, &mut Row, usize),
) -> Result<ProjectAccess> {
    let owner: String = column::get(row, owner)?;
    projects::access_by(tx, principal, project_id, &owner)
        .map_err(|error| error.not_found_as(what, id))
}

fn of_row(row: &mut Row) -> Result<Language> {
    Ok(Language {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        name: column::get(row, 2)?,
        description: column::get(row, 3)?,
        created_at: column::time(row, 4)?,
        modified_at: column::time(row, 5)?,
        version: column::get(row, 6)?,
        grammar_rules: column::get(row, 7)?,
        words: column::get(row, 8)?,
    })
}

/// Keeps what has changed in a language.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, language: &Language) -> Result<()> {
    tx.run(
        "UPDATE language
            SET name = ?3, description = ?4, modified_at = ?5, version = ?6
          WHERE id = ?1
            AND project_id = ?2",
        (
            &language.id,
            project.id(),
            &language.name,
            &language.description,
            language.modified_at.millis(),
            language.version,
        ),
    )
    .doing("saving a language")
    .map(drop)
}

/// Deletes a language that is held, with its rules and words.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM language
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("deleting a language")?;
    tallies::forget(tx, id)?;
    tallies::add(tx, project, (project.id(), LANGUAGES), -1)
}

/// A page of a project's languages, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (cursor, limit): (Option<&Cursor>, i64),
) -> Result<Page<Language>> {
    let (before, before_id) = column::downwards(cursor);
    let rows = tx
        .rows(
            "SELECT id, project_id, name, description, created_at, modified_at, version,
                    coalesce((SELECT value
                                FROM record_counter
                               WHERE owner_id = language.id
                                 AND kind = 'grammar_rules'), 0),
                    coalesce((SELECT value
                                FROM record_counter
                               WHERE owner_id = language.id
                                 AND kind = 'words'), 0)
               FROM language
              WHERE project_id = ?1
                AND (created_at < ?2 OR created_at = ?2 AND id < ?3)
              ORDER BY created_at DESC, id DESC
              LIMIT ?4",
            (project.id(), before, before_id, limit + 1),
        )
        .doing("listing a project's languages")?;
    let total = tallies::get(tx, (project.id(), LANGUAGES))?;
    page(rows, limit, Some(total))
}

/// As [`list`], of all projects the principal may see.
pub fn list_all(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &LanguageQuery,
) -> Result<Page<Language>> {
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let rows = tx
        .rows(
            "SELECT language.id, project_id, language.name, description, language.created_at,
                    language.modified_at, language.version,
                    coalesce((SELECT value
                                FROM record_counter
                               WHERE owner_id = language.id
                                 AND kind = 'grammar_rules'), 0),
                    coalesce((SELECT value
                                FROM record_counter
                               WHERE owner_id = language.id
                                 AND kind = 'words'), 0)
               FROM language
               JOIN project ON project.id = project_id
              WHERE project.deleted_at IS NULL
                AND (language.created_at < ?1 OR language.created_at = ?1 AND language.id < ?2)
                AND (CAST(?3 AS BIGINT) = 1 OR owner = ?4
                     OR project.id IN (SELECT project_id FROM member WHERE account = ?4))
              ORDER BY language.created_at DESC, language.id DESC
              LIMIT ?5",
            (before, before_id, principal.owns_everything, &principal.user, query.limit + 1),
        )
        .doing("listing languages")?;
    let total = total(tx, principal)?;
    page(rows, query.limit, total)
}

fn page(rows: Vec<Row>, limit: i64, total: Option<i64>) -> Result<Page<Language>> {
    let languages = rows.into_iter().map(|mut row| of_row(&mut row)).collect::<Result<Vec<_>>>()?;
    Ok(Page::cut(languages, limit, total, |language| Cursor {
        key: language.created_at.millis(),
        id: language.id.clone(),
    }))
}

fn total(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM language
                       JOIN project ON project.id = project_id
                      WHERE project.deleted_at IS NULL
                        AND (CAST(?1 AS BIGINT) = 1 OR owner = ?2
                             OR project.id IN (SELECT project_id FROM member WHERE account = ?2))
                      LIMIT ?3) AS found",
            (principal.owns_everything, &principal.user, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting languages")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}
