//! Languages: rows of `language`; grammar rules are in [`rules`], words in [`words`]. Each is found by
//! its id, and with it the proof that its project may be worked on. Whoever creates a rule or a word
//! locks the language, so that neither outlives it.

pub mod rules;
pub mod words;

use db::{Row, Tx};
use domain::{
    Principal, Result,
    languages::{Language, LanguageQuery},
    page::{Cursor, Page},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::{self, ProjectAccess},
    record_counters,
    sql::project_is_visible,
};

const WHAT: &str = "Language";

/// The noun of a project's total.
const NOUN: &str = "languages";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "language.id, project_id, language.name, description, language.created_at,
         language.modified_at, language.version,
         coalesce((SELECT value
                     FROM record_counter
                    WHERE owner_id = language.id
                      AND kind = 'grammar_rules'), 0) AS grammar_rules,
         coalesce((SELECT value
                     FROM record_counter
                    WHERE owner_id = language.id
                      AND kind = 'words'), 0) AS words"
    };
}

fn read(row: &mut Row) -> Result<Language> {
    Ok(Language {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        name: row.value("name")?,
        description: row.value("description")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
        grammar_rules: row.value("grammar_rules")?,
        words: row.value("words")?,
    })
}

/// Inserts a new language.
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
    .doing("creating a language")?;
    record_counters::add(tx, project, (project.id(), NOUN), 1)
}

/// A language, and the proof that its project may be worked on.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Language)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", owner
                   FROM language
                   JOIN project ON project.id = project_id
                  WHERE language.id = ?1
                    AND deleted_at IS NULL"
            ),
            (id,),
        )
        .doing("reading a language")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |language| &language.project_id)
}

/// As [`find`], and locks the row.
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
    .doing("locking a language")?;
    // Counters are read once the row is locked: another writer may have changed them.
    find(tx, principal, id)
}

/// Writes what has changed in a language.
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

/// Deletes a language with its rules and words.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM language
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("deleting a language")?;
    record_counters::delete(tx, id)?;
    record_counters::add(tx, project, (project.id(), NOUN), -1)
}

/// A page of a project's languages, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (cursor, limit): (Option<&Cursor>, i64),
) -> Result<Page<Language>> {
    let (before, before_id) = column::before_cursor(cursor);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM language
                  WHERE project_id = ?1
                    AND (created_at < ?2 OR created_at = ?2 AND id < ?3)
                  ORDER BY created_at DESC, id DESC
                  LIMIT ?4"
            ),
            (project.id(), before, before_id, limit + 1),
        )
        .doing("listing a project's languages")?;
    let total = record_counters::get(tx, (project.id(), NOUN))?;
    page(rows, limit, Some(total))
}

/// As [`list`], of all projects the principal may see.
pub fn list_all(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &LanguageQuery,
) -> Result<Page<Language>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM language
                   JOIN project ON project.id = project_id
                  WHERE (language.created_at < ?1
                         OR language.created_at = ?1 AND language.id < ?2)
                    AND ",
                project_is_visible!("?3", "?4"),
                "
                  ORDER BY language.created_at DESC, language.id DESC
                  LIMIT ?5"
            ),
            (before, before_id, principal.owns_everything, &principal.user, query.limit + 1),
        )
        .doing("listing languages")?;
    let total = total(tx, principal)?;
    page(rows, query.limit, total)
}

fn page(rows: Vec<Row>, limit: i64, total: Option<i64>) -> Result<Page<Language>> {
    let languages = column::read_all(rows, read)?;
    Ok(Page::cut(languages, limit, total, |language| Cursor {
        key: language.created_at.millis(),
        id: language.id.clone(),
    }))
}

fn total(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<i64>> {
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM language
                           JOIN project ON project.id = project_id
                          WHERE ",
                project_is_visible!("?1", "?2"),
                "
                          LIMIT ?3) AS found"
            ),
            (principal.owns_everything, &principal.user, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting languages")?;
    column::read_total(row)
}
