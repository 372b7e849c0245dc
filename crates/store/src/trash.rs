//! Lists of what lies in the trash, the latest first.

use db::{Row, Tx};
use domain::{
    Principal, Result,
    documents::DocumentKind,
    page::{Cursor, Page, PageQuery, TOTAL_EXACT_MAX},
    trash::{TrashedDocument, TrashedProject, purged_at},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    sql::project_is_of,
};

/// A page of the projects in the trash that the principal may see again once they are restored.
pub fn projects(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &PageQuery,
) -> Result<Page<TrashedProject>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let who = (principal.owns_everything, &principal.user);
    let rows = tx
        .rows(
            concat!(
                "SELECT id, name, version, deleted_at
                   FROM project
                  WHERE deleted_at IS NOT NULL
                    AND import_token IS NULL
                    AND (deleted_at < ?1 OR deleted_at = ?1 AND id < ?2)
                    AND ",
                project_is_of!("?3", "?4"),
                "
                  ORDER BY deleted_at DESC, id DESC
                  LIMIT ?5"
            ),
            (before, before_id, who.0, who.1, query.limit + 1),
        )
        .doing("listing projects in the trash")?;
    let total = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM project
                          WHERE deleted_at IS NOT NULL
                            AND import_token IS NULL
                            AND ",
                project_is_of!("?1", "?2"),
                "
                          LIMIT ?3) AS found"
            ),
            (who.0, who.1, TOTAL_EXACT_MAX + 1),
        )
        .doing("counting projects in the trash")?;
    let (all, total) = (column::read_all(rows, read_project)?, column::read_total(total)?);
    Ok(Page::cut(all, query.limit, total, |project| Cursor {
        key: project.deleted_at.millis(),
        id: project.id.clone(),
    }))
}

/// The documents of the project ?1 in the trash, at most ?4, behind the time ?2 and the id ?3.
macro_rules! page_of_documents {
    () => {
        "SELECT id, title, kind, words, version, deleted_at
               FROM document
              WHERE project_id = ?1
                AND deleted_at IS NOT NULL
                AND (deleted_at < ?2 OR deleted_at = ?2 AND id < ?3)
              ORDER BY deleted_at DESC, id DESC
              LIMIT ?4"
    };
}

/// A page of the documents of a project that are in the trash.
pub fn documents(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &PageQuery,
) -> Result<Page<TrashedDocument>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let rows = tx
        .rows(page_of_documents!(), (project.id(), before, before_id, query.limit + 1))
        .doing("listing documents in the trash")?;
    let total = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM document
                      WHERE project_id = ?1
                        AND deleted_at IS NOT NULL
                      LIMIT ?2) AS found",
            (project.id(), TOTAL_EXACT_MAX + 1),
        )
        .doing("counting documents in the trash")?;
    let (all, total) = (column::read_all(rows, read_document)?, column::read_total(total)?);
    Ok(Page::cut(all, query.limit, total, |document| Cursor {
        key: document.deleted_at.millis(),
        id: document.id.clone(),
    }))
}

fn read_project(row: &mut Row) -> Result<TrashedProject> {
    let deleted_at = row.time("deleted_at")?;
    Ok(TrashedProject {
        id: row.value("id")?,
        name: row.value("name")?,
        version: row.value("version")?,
        deleted_at,
        purged_at: purged_at(deleted_at),
    })
}

fn read_document(row: &mut Row) -> Result<TrashedDocument> {
    let deleted_at = row.time("deleted_at")?;
    Ok(TrashedDocument {
        id: row.value("id")?,
        title: row.value("title")?,
        kind: row.word("kind", DocumentKind::parse)?,
        words: row.value("words")?,
        version: row.value("version")?,
        deleted_at,
        purged_at: purged_at(deleted_at),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Database, Settings};

    #[test]
    fn a_page_of_the_trash_is_read_by_its_index_alone() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::Sqlite {
            file: folder.path().join("studio.db"),
            backups: folder.path().join("backups"),
            checkpoint_kib: 4_000,
        };
        let (database, _) = Database::open(&settings).unwrap();

        let plan = database.read_blocking(|tx| {
            let statement = concat!("EXPLAIN QUERY PLAN ", page_of_documents!());
            let rows = tx.rows(statement, ("project", 0, "id", 50)).doing("reading a plan")?;
            rows.into_iter()
                .map(|mut row| row.value::<String>("detail"))
                .collect::<Result<Vec<_>>>()
        });

        let wanted = "SEARCH document USING INDEX document_trashed (project_id=? AND deleted_at";
        let plan = plan.unwrap();
        assert!(plan.iter().any(|step| step.starts_with(wanted)), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
    }
}
