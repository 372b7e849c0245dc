//! Words: rows of `word`, each with its folded form, by which a lexicon is sorted and searched.

use std::collections::BTreeSet;

use db::{Row, Tx};
use domain::{
    Principal, Result,
    fold::fold_name,
    languages::words::{LEXICON_MAX, Word, WordCursor, WordQuery},
    page::Page,
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::{self, ProjectAccess},
    record_counters,
};

const WHAT: &str = "Word";

/// The noun of a language's total; statements of languages name it too.
const NOUN: &str = "words";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "word.id, project_id, language_id, form, part_of_speech, meaning, ipa, etymology, notes,
         tags, word.created_at, word.modified_at, word.version"
    };
}

fn read(row: &mut Row) -> Result<Word> {
    Ok(Word {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        language_id: row.value("language_id")?,
        form: row.value("form")?,
        part_of_speech: row.value("part_of_speech")?,
        meaning: row.value("meaning")?,
        ipa: row.value("ipa")?,
        etymology: row.value("etymology")?,
        notes: row.value("notes")?,
        tags: row.json("tags")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// Inserts a new word of a language that is locked.
///
/// # Errors
/// A conflict when the language has one of its form and part of speech.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, word: &Word) -> Result<()> {
    insert(tx, project, word)?;
    record_counters::add(tx, project, (&word.language_id, NOUN), 1)
}

/// Inserts new words of a language that is locked, and saves changed ones.
pub fn import(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
    created: &[Word],
    updated: &[Word],
) -> Result<()> {
    for word in created {
        insert(tx, project, word)?;
    }
    for word in updated {
        save(tx, project, word)?;
    }
    record_counters::add(tx, project, (language_id, NOUN), column::count(created.len()))
}

fn insert(tx: &mut Tx<'_>, project: &ProjectAccess, word: &Word) -> Result<()> {
    let inserted = tx
        .run(
            "INSERT INTO word (
                 id, project_id, language_id, form, part_of_speech, folded, searched, meaning, ipa,
                 etymology, notes, tags, created_at, modified_at, version)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
             ON CONFLICT DO NOTHING",
            (
                &word.id,
                project.id(),
                &word.language_id,
                &word.form,
                &word.part_of_speech,
                word.folded(),
                word.searched(),
                &word.meaning,
                &word.ipa,
                &word.etymology,
                &word.notes,
                column::text(&word.tags)?,
                word.created_at.millis(),
                word.modified_at.millis(),
                word.version,
            ),
        )
        .doing("creating a word")?;
    if inserted == 0 { Err(word.duplicate_error()) } else { Ok(()) }
}

/// A word, and the proof that its project may be worked on.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Word)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", owner
                   FROM word
                   JOIN project ON project.id = project_id
                  WHERE word.id = ?1
                    AND deleted_at IS NULL"
            ),
            (id,),
        )
        .doing("reading a word")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |word| &word.project_id)
}

/// As [`find`], and locks the language, so that no other word comes to have the same form and part of
/// speech.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Word)> {
    tx.row(
        "SELECT id
           FROM language
          WHERE id = (SELECT language_id
                        FROM word
                       WHERE id = ?1) /*+for_update*/",
        (id,),
    )
    .doing("locking a lexicon")?;
    find(tx, principal, id)
}

/// That no other word of the lexicon, which is locked, has this one's form and part of speech.
///
/// # Errors
/// A conflict when one has.
pub fn check_free(tx: &mut Tx<'_>, project: &ProjectAccess, word: &Word) -> Result<()> {
    let other = tx
        .row(
            "SELECT id
               FROM word
              WHERE language_id = ?1
                AND project_id = ?2
                AND form = ?3
                AND part_of_speech = ?4
                AND id <> ?5",
            (&word.language_id, project.id(), &word.form, &word.part_of_speech, &word.id),
        )
        .doing("looking for a word")?;
    if other.is_some() { Err(word.duplicate_error()) } else { Ok(()) }
}

/// Writes what has changed in a word.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, word: &Word) -> Result<()> {
    tx.run(
        "UPDATE word
            SET form = ?3, part_of_speech = ?4, folded = ?5, searched = ?6, meaning = ?7, ipa = ?8,
                etymology = ?9, notes = ?10, tags = ?11, modified_at = ?12, version = ?13
          WHERE id = ?1
            AND project_id = ?2",
        (
            &word.id,
            project.id(),
            &word.form,
            &word.part_of_speech,
            word.folded(),
            word.searched(),
            &word.meaning,
            &word.ipa,
            &word.etymology,
            &word.notes,
            column::text(&word.tags)?,
            word.modified_at.millis(),
            word.version,
        ),
    )
    .doing("saving a word")
    .map(drop)
}

/// Deletes a word.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, word: &Word) -> Result<()> {
    tx.run(
        "DELETE FROM word
          WHERE id = ?1
            AND project_id = ?2",
        (&word.id, project.id()),
    )
    .doing("deleting a word")?;
    record_counters::add(tx, project, (&word.language_id, NOUN), -1)
}

/// All words of a language by their folded forms; a lexicon has at most [`LEXICON_MAX`].
pub fn all(tx: &mut Tx<'_>, project: &ProjectAccess, language_id: &str) -> Result<Vec<Word>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM word
                  WHERE language_id = ?1
                    AND project_id = ?2
                  ORDER BY folded, id
                  LIMIT ?3"
            ),
            (language_id, project.id(), LEXICON_MAX),
        )
        .doing("reading a lexicon")?;
    column::read_all(rows, read)
}

/// Those of these folded forms that the lexicon of a language has.
pub fn known(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
    folded: &BTreeSet<String>,
) -> Result<BTreeSet<String>> {
    let rows = tx
        .rows(
            "SELECT folded
               FROM word
              WHERE language_id = ?1
                AND project_id = ?2
                AND folded IN (SELECT value FROM json_each(?3 /*+list*/))",
            (language_id, project.id(), column::text(folded)?),
        )
        .doing("looking for words")?;
    rows.into_iter().map(|mut row| row.value("folded")).collect()
}

/// A page of a lexicon by folded forms; `unfiltered_total` is how many words it has.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
    query: &WordQuery,
    unfiltered_total: i64,
) -> Result<Page<Word>> {
    let start = WordCursor { key: String::new(), id: String::new() };
    let after = query.cursor.as_ref().unwrap_or(&start);
    let part_of_speech = query.part_of_speech.as_deref();
    let pattern = query.q.as_deref().and_then(pattern);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM word
                  WHERE language_id = ?1
                    AND project_id = ?2
                    AND (folded > ?3 OR folded = ?3 AND id > ?4)
                    AND (CAST(?5 AS TEXT) IS NULL OR part_of_speech = ?5)
                    AND (CAST(?6 AS TEXT) IS NULL OR searched LIKE ?6 ESCAPE '\\')
                  ORDER BY folded, id
                  LIMIT ?7"
            ),
            (
                language_id,
                project.id(),
                &after.key,
                &after.id,
                part_of_speech,
                &pattern,
                query.limit + 1,
            ),
        )
        .doing("listing words")?;
    let words = column::read_all(rows, read)?;
    let total = if part_of_speech.is_none() && pattern.is_none() {
        Some(unfiltered_total)
    } else {
        filtered_total(tx, project, language_id, part_of_speech, pattern.as_deref())?
    };
    Ok(Page::cut(words, query.limit, total, |word| word.cursor()))
}

/// The pattern of every text that contains `q`; none, which means any, for a `q` of white space.
fn pattern(q: &str) -> Option<String> {
    let folded = fold_name(q);
    (!folded.is_empty()).then(|| column::containing(&folded))
}

fn filtered_total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
    part_of_speech: Option<&str>,
    pattern: Option<&str>,
) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM word
                      WHERE language_id = ?1
                        AND project_id = ?2
                        AND (CAST(?3 AS TEXT) IS NULL OR part_of_speech = ?3)
                        AND (CAST(?4 AS TEXT) IS NULL OR searched LIKE ?4 ESCAPE '\\')
                      LIMIT ?5) AS found",
            (language_id, project.id(), part_of_speech, pattern, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting words")?;
    column::read_total(row)
}
