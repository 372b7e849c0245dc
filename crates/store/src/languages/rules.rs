//! Grammar rules: rows of `grammar_rule`, in the order their author gave them.

use db::{Row, Tx};
use domain::{
    Principal, Result,
    languages::{
        grammar::{RULES_MAX, RuleSource},
        rules::{Category, Rule, RuleCursor, RuleQuery},
    },
    page::Page,
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::{self, ProjectAccess},
    record_counters,
};

const WHAT: &str = "Grammar rule";

/// The noun of a language's total; statements of languages name it too.
const NOUN: &str = "grammar_rules";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "grammar_rule.id, project_id, language_id, category, grammar_rule.name, description,
         pattern, examples, sort_order, grammar_rule.created_at, grammar_rule.modified_at,
         grammar_rule.version"
    };
}

fn read(row: &mut Row) -> Result<Rule> {
    Ok(Rule {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        language_id: row.value("language_id")?,
        category: row.word("category", Category::parse)?,
        name: row.value("name")?,
        description: row.value("description")?,
        pattern: row.value("pattern")?,
        examples: row.json("examples")?,
        sort_order: row.value("sort_order")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// Inserts a new rule of a language that is locked.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, rule: &Rule) -> Result<()> {
    tx.run(
        "INSERT INTO grammar_rule (
             id, project_id, language_id, category, name, description, pattern, examples,
             sort_order, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        (
            &rule.id,
            project.id(),
            &rule.language_id,
            rule.category.as_str(),
            &rule.name,
            &rule.description,
            &rule.pattern,
            column::text(&rule.examples)?,
            rule.sort_order,
            rule.created_at.millis(),
            rule.modified_at.millis(),
            rule.version,
        ),
    )
    .doing("creating a grammar rule")?;
    record_counters::add(tx, project, (&rule.language_id, NOUN), 1)
}

/// The position after the last rule of a language.
pub fn next_position(tx: &mut Tx<'_>, project: &ProjectAccess, language_id: &str) -> Result<i64> {
    let row = tx
        .row(
            "SELECT sort_order
               FROM grammar_rule
              WHERE language_id = ?1
                AND project_id = ?2
              ORDER BY sort_order DESC
              LIMIT 1",
            (language_id, project.id()),
        )
        .doing("looking for the last grammar rule")?;
    let last: Option<i64> = row.map(|mut row| row.value("sort_order")).transpose()?;
    Ok(last.map_or(0, |last| last.saturating_add(1)))
}

/// A rule, and the proof that its project may be worked on.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Rule)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", owner
                   FROM grammar_rule
                   JOIN project ON project.id = project_id
                  WHERE grammar_rule.id = ?1
                    AND deleted_at IS NULL"
            ),
            (id,),
        )
        .doing("reading a grammar rule")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |rule| &rule.project_id)
}

/// As [`find`], and locks the row.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Rule)> {
    tx.row(
        "SELECT id
           FROM grammar_rule
          WHERE id = ?1 /*+for_update*/",
        (id,),
    )
    .doing("locking a grammar rule")?;
    find(tx, principal, id)
}

/// Writes what has changed in a rule.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, rule: &Rule) -> Result<()> {
    tx.run(
        "UPDATE grammar_rule
            SET category = ?3, name = ?4, description = ?5, pattern = ?6, examples = ?7,
                sort_order = ?8, modified_at = ?9, version = ?10
          WHERE id = ?1
            AND project_id = ?2",
        (
            &rule.id,
            project.id(),
            rule.category.as_str(),
            &rule.name,
            &rule.description,
            &rule.pattern,
            column::text(&rule.examples)?,
            rule.sort_order,
            rule.modified_at.millis(),
            rule.version,
        ),
    )
    .doing("saving a grammar rule")
    .map(drop)
}

/// Deletes a rule.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, rule: &Rule) -> Result<()> {
    tx.run(
        "DELETE FROM grammar_rule
          WHERE id = ?1
            AND project_id = ?2",
        (&rule.id, project.id()),
    )
    .doing("deleting a grammar rule")?;
    record_counters::add(tx, project, (&rule.language_id, NOUN), -1)
}

/// A page of a language's rules in their order; `unfiltered_total` is how many it has.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
    query: &RuleQuery,
    unfiltered_total: i64,
) -> Result<Page<Rule>> {
    let start = RuleCursor { key: [i64::MIN; 2], id: String::new() };
    let RuleCursor { key: [sort_order, created_at], id } = query.cursor.as_ref().unwrap_or(&start);
    let category = query.category.map(Category::as_str);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM grammar_rule
                  WHERE language_id = ?1
                    AND project_id = ?2
                    AND (sort_order > ?3 OR sort_order = ?3
                         AND (created_at > ?4 OR created_at = ?4 AND id > ?5))
                    AND (CAST(?6 AS TEXT) IS NULL OR category = ?6)
                  ORDER BY sort_order, created_at, id
                  LIMIT ?7"
            ),
            (language_id, project.id(), *sort_order, *created_at, id, category, query.limit + 1),
        )
        .doing("listing grammar rules")?;
    let rules = column::read_all(rows, read)?;
    let total = if let Some(category) = category {
        filtered_total(tx, project, language_id, category)?
    } else {
        Some(unfiltered_total)
    };
    Ok(Page::cut(rules, query.limit, total, |rule| rule.cursor()))
}

/// What the first [`RULES_MAX`] rules of a language say that have a pattern, in their order.
pub fn sources(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
) -> Result<Vec<RuleSource>> {
    let rows = tx
        .rows(
            "SELECT id, name, category, pattern
               FROM grammar_rule
              WHERE language_id = ?1
                AND project_id = ?2
                AND pattern <> ''
              ORDER BY sort_order, created_at, id
              LIMIT ?3",
            (language_id, project.id(), RULES_MAX),
        )
        .doing("reading the patterns of a language")?;
    column::read_all(rows, |row| {
        Ok(RuleSource {
            id: row.value("id")?,
            name: row.value("name")?,
            category: row.word("category", Category::parse)?,
            pattern: row.value("pattern")?,
        })
    })
}

fn filtered_total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
    category: &str,
) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM grammar_rule
                      WHERE language_id = ?1
                        AND project_id = ?2
                        AND category = ?3
                      LIMIT ?4) AS found",
            (language_id, project.id(), category, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting grammar rules")?;
    column::read_total(row)
}

/// How many rules a language has of each category; one without rules is left out.
pub fn categories(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language_id: &str,
) -> Result<Vec<(Category, i64)>> {
    let rows = tx
        .rows(
            "SELECT category, count(*) AS rules
               FROM grammar_rule
              WHERE language_id = ?1
                AND project_id = ?2
              GROUP BY category",
            (language_id, project.id()),
        )
        .doing("counting grammar rules")?;
    rows.into_iter()
        .map(|mut row| Ok((row.word("category", Category::parse)?, row.value("rules")?)))
        .collect()
}
