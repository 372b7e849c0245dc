//! The tables of constructed languages in an export.

use domain::{
    exports::{Cell, Column, ColumnKind, normalized_json, request_check},
    fold::fold_name,
    languages::{
        LanguageCreate,
        rules::{Category, GrammarExample, check_imported},
        words::{LEXICON_MAX, WordCreate},
    },
};

use super::Table;

/// Languages.
pub(super) const LANGUAGE: Table = Table {
    name: "language",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("name", ColumnKind::Text),
        Column::new("description", ColumnKind::Text),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, project_id, name, description, created_at, modified_at, version, id,
                    CAST(?3 AS BIGINT)
               FROM language
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO language (
             id, project_id, name, description, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        &[0, 1, 2, 3, 4, 5, 6],
    )],
    asked: Some(request_check::<LanguageCreate>),
    ..Table::PLAIN
};

/// Grammar rules.
pub(super) const RULE: Table = Table {
    name: "grammar_rule",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("language_id", ColumnKind::Reference("language")),
        Column::new("category", ColumnKind::Word(Category::WORDS)),
        Column::new("name", ColumnKind::Text),
        Column::new("description", ColumnKind::Text),
        Column::new("pattern", ColumnKind::Text),
        Column::new("examples", ColumnKind::Json(normalized_json::<Vec<GrammarExample>>)),
        Column::new("sort_order", ColumnKind::Number),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, project_id, language_id, category, name, description, pattern, examples,
                    sort_order, created_at, modified_at, version, id, CAST(?3 AS BIGINT)
               FROM grammar_rule
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO grammar_rule (
             id, project_id, language_id, category, name, description, pattern, examples,
             sort_order, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    )],
    asked: Some(check_imported),
    ..Table::PLAIN
};

/// Words of lexicons.
pub(super) const WORD: Table = Table {
    name: "word",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("language_id", ColumnKind::Reference("language")),
        Column::new("form", ColumnKind::Checked(is_trimmed)),
        Column::new("part_of_speech", ColumnKind::Checked(is_trimmed)),
        Column::new("folded", ColumnKind::Derived(|cells| Cell::Text(fold_name(cells[3].text())))),
        Column::new("searched", ColumnKind::Derived(searched)),
        Column::new("meaning", ColumnKind::Text),
        Column::new("ipa", ColumnKind::Text),
        Column::new("etymology", ColumnKind::Text),
        Column::new("notes", ColumnKind::Text),
        Column::new("tags", ColumnKind::Json(normalized_json::<Vec<String>>)),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, project_id, language_id, form, part_of_speech, folded, searched, meaning,
                    ipa, etymology, notes, tags, created_at, modified_at, version, id, CAST(?3 AS
                    BIGINT)
               FROM word
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO word (
             id, project_id, language_id, form, part_of_speech, folded, searched, meaning,
             ipa, etymology, notes, tags, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    )],
    most: Some((2, LEXICON_MAX)),
    unique: &[&[2, 3, 4]],
    asked: Some(request_check::<WordCreate>),
    ..Table::PLAIN
};

/// What a search looks at, as `languages::words` stores it.
fn searched(cells: &[Cell]) -> Cell {
    let tags: Vec<String> = serde_json::from_str(cells[11].text()).unwrap_or_default();
    let (form, meaning) = (cells[3].text(), cells[7].text());
    Cell::Text(fold_name(&format!("{form} {meaning} {}", tags.join(" "))))
}

/// Whether a text has no white space around it, as words of a lexicon are kept.
fn is_trimmed(text: &str) -> bool {
    text.trim() == text
}
