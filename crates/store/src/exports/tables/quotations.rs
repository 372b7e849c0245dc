//! Corrections of speakers, in an export.

use domain::exports::{Column, ColumnKind};

use super::Table;

/// Who speaks a quotation, as users have said.
pub(super) const CORRECTION: Table = Table {
    name: "quotation_correction",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("document_id", ColumnKind::Reference("document")),
        Column::new("words", ColumnKind::Text),
        Column::new("words_before", ColumnKind::Text),
        Column::new("words_after", ColumnKind::Text),
        Column::new("words_start", ColumnKind::Count),
        Column::new("speaker", ColumnKind::Text),
        Column::new("modified_at", ColumnKind::Time),
    ],
    select:
        "SELECT id, project_id, document_id, words, words_before, words_after, words_start, speaker,
                    modified_at, id, CAST(?3 AS BIGINT)
               FROM quotation_correction
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO quotation_correction (
             id, project_id, document_id, words, words_before, words_after, words_start, speaker,
             modified_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
    )],
    ..Table::PLAIN
};
