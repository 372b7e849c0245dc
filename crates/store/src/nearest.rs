//! Records of a project in the order of how near they are to a request: those that it names, those that
//! concern its documents or what else it names, all others. One statement for each kind.

use db::{Row, Tx};
use domain::{
    Result,
    agents::context::Nearness,
    lore::Category,
    promises::{Level, Status},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
};

/// What a request is about.
#[derive(Debug, Clone, Copy)]
pub struct Focus<'r> {
    /// The records that it names.
    pub named: &'r [&'r str],
    /// The documents that it asks about.
    pub documents: &'r [&'r str],
}

/// An entry of the lore with its text.
#[derive(Debug, Clone)]
pub struct NearEntry {
    /// Its identifier.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its category.
    pub category: Category,
    /// Its attributes, as JSON.
    pub attributes: String,
    /// Its text.
    pub content: String,
    /// How near it is.
    pub nearness: Nearness,
}

/// A promise to the reader.
#[derive(Debug, Clone)]
pub struct NearPromise {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// How much rests on it.
    pub level: Level,
    /// Its state.
    pub status: Status,
    /// What is promised.
    pub description: String,
    /// How near it is.
    pub nearness: Nearness,
}

/// An event of a timeline.
#[derive(Debug, Clone)]
pub struct NearEvent {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// When it happens, as it is written.
    pub date_display: String,
    /// What happens.
    pub description: String,
    /// How near it is.
    pub nearness: Nearness,
}

fn nearness(row: &mut Row) -> Result<Nearness> {
    Ok(match row.value::<i64>("nearness")? {
        0 => Nearness::Named,
        1 => Nearness::Concerned,
        _ => Nearness::Other,
    })
}

/// Entries of these categories, at most `limit`: those that are named, those that the documents mention,
/// and all others, each by name.
pub fn entries(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    about: Focus<'_>,
    categories: &[Category],
    limit: usize,
) -> Result<Vec<NearEntry>> {
    let categories: Vec<&str> = categories.iter().map(|category| category.as_str()).collect();
    let rows = tx
        .rows(
            "SELECT id, name, aliases, category, attributes, content,
                    CAST(CASE WHEN id IN (SELECT value FROM json_each(?2 /*+list*/)) THEN 0
                              WHEN id IN (SELECT entry_id
                                            FROM lore_mention
                                           WHERE document_id IN (SELECT value
                                                                   FROM json_each(?3 /*+list*/)))
                              THEN 1
                              ELSE 2 END AS BIGINT) AS nearness
               FROM lore_entry
              WHERE project_id = ?1
                AND category IN (SELECT value FROM json_each(?4 /*+list*/))
              ORDER BY nearness, folded, id
              LIMIT ?5",
            (
                project.id(),
                column::text(about.named)?,
                column::text(about.documents)?,
                column::text(&categories)?,
                limit,
            ),
        )
        .doing("reading the entries nearest to a request")?;
    let entry = |mut row: Row| {
        Ok(NearEntry {
            id: row.value("id")?,
            name: row.value("name")?,
            aliases: row.json("aliases")?,
            category: row.word("category", Category::parse)?,
            attributes: row.value("attributes")?,
            content: row.value("content")?,
            nearness: nearness(&mut row)?,
        })
    };
    rows.into_iter().map(entry).collect()
}

/// How many promises there are, and at most `limit` of them: those that are named, those made or kept in
/// what the documents tell, and all others, each in the order in which they were entered.
pub fn promises(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    about: Focus<'_>,
    limit: usize,
) -> Result<(i64, Vec<NearPromise>)> {
    let rows = tx
        .rows(
            "SELECT id, title, level, status, description,
                    CAST(CASE WHEN id IN (SELECT value FROM json_each(?2 /*+list*/)) THEN 0
                              WHEN EXISTS (SELECT 1
                                             FROM plot_node
                                            WHERE plot_node.id IN (made_at_node_id,
                                                                   fulfilled_at_node_id)
                                              AND document_id IN (SELECT value
                                                                    FROM json_each(?3 /*+list*/)))
                              THEN 1
                              ELSE 2 END AS BIGINT) AS nearness
               FROM promise
              WHERE project_id = ?1
              ORDER BY nearness, created_at, id
              LIMIT ?4",
            (project.id(), column::text(about.named)?, column::text(about.documents)?, limit),
        )
        .doing("reading the promises nearest to a request")?;
    let promise = |mut row: Row| {
        Ok(NearPromise {
            id: row.value("id")?,
            title: row.value("title")?,
            level: row.word("level", Level::parse)?,
            status: row.word("status", Status::parse)?,
            description: row.value("description")?,
            nearness: nearness(&mut row)?,
        })
    };
    let total = record_counters::get(tx, (project.id(), crate::promises::NOUN))?;
    Ok((total, rows.into_iter().map(promise).collect::<Result<_>>()?))
}

/// Events that are named, then those that are linked to anything that is named or to the documents, at
/// most `limit`, each in the order of time.
pub fn events(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    about: Focus<'_>,
    limit: usize,
) -> Result<Vec<NearEvent>> {
    let linked: Vec<&str> = about.named.iter().chain(about.documents).copied().collect();
    if linked.is_empty() {
        return Ok(Vec::new());
    }
    let rows = tx
        .rows(
            "SELECT id, title, date_display, description,
                    CAST(CASE WHEN id IN (SELECT value FROM json_each(?2 /*+list*/)) THEN 0
                              ELSE 1 END AS BIGINT) AS nearness
               FROM timeline_event
              WHERE id IN (SELECT value
                             FROM json_each(?2 /*+list*/)
                            UNION
                           SELECT event_id
                             FROM timeline_link
                            WHERE entity_id IN (SELECT value FROM json_each(?3 /*+list*/)))
                AND project_id = ?1
              ORDER BY nearness, undated, sort_key, sort_order, created_at, id
              LIMIT ?4",
            (project.id(), column::text(about.named)?, column::text(&linked)?, limit),
        )
        .doing("reading the events nearest to a request")?;
    let event = |mut row: Row| {
        Ok(NearEvent {
            id: row.value("id")?,
            title: row.value("title")?,
            date_display: row.value("date_display")?,
            description: row.value("description")?,
            nearness: nearness(&mut row)?,
        })
    };
    rows.into_iter().map(event).collect()
}

/// How many events a timeline of the project has, those without a date included.
pub fn events_total(tx: &mut Tx<'_>, project: &ProjectAccess, timeline_id: &str) -> Result<i64> {
    let row = tx
        .row(
            "SELECT events
               FROM timeline_counter
               JOIN timeline ON timeline.number = timeline_number
              WHERE timeline.id = ?1
                AND project_id = ?2",
            (timeline_id, project.id()),
        )
        .doing("reading the number of events")?;
    row.map_or(Ok(0), |mut row| row.value("events"))
}

/// The beginnings of the texts of these documents, at most so many characters of each, by their ids.
pub fn beginnings(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    documents: &[&str],
    characters: i64,
) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT substr(content, 1, CAST(?3 AS INTEGER)) AS beginning
               FROM document_text
               JOIN document ON document.id = document_id
              WHERE document_id IN (SELECT value FROM json_each(?2 /*+list*/))
                AND project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY document_id",
            (project.id(), column::text(documents)?, characters),
        )
        .doing("reading the beginnings of texts")?;
    rows.into_iter().map(|mut row| row.value("beginning")).collect()
}
