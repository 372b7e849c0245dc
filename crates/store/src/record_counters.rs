//! Counters of records: how many records of a noun an owner has (a project, a timeline, a user),
//! counted in the transaction of each change. The counters of a project's summary are in
//! [`crate::project_counters`].

/// The counters of records that belong to projects, counted in the rows that meet a condition.
macro_rules! counted_of_projects {
    ($condition:literal) => {
        concat!(
            "SELECT project_id AS owner_id, 'timelines' AS kind, project_id, count(*) AS value
               FROM timeline
              WHERE ",
            $condition,
            "
              GROUP BY project_id
              UNION ALL
             SELECT timeline_id, 'plotlines', project_id, count(*)
               FROM plotline
              WHERE ",
            $condition,
            "
              GROUP BY timeline_id, project_id
              UNION ALL
             SELECT project_id, 'nodes', project_id, count(*)
               FROM plot_node
              WHERE ",
            $condition,
            "
              GROUP BY project_id
              UNION ALL
             SELECT project_id, 'promises', project_id, count(*)
               FROM promise
              WHERE ",
            $condition,
            "
              GROUP BY project_id
              UNION ALL
             SELECT project_id, 'languages', project_id, count(*)
               FROM language
              WHERE ",
            $condition,
            "
              GROUP BY project_id
              UNION ALL
             SELECT language_id, 'grammar_rules', project_id, count(*)
               FROM grammar_rule
              WHERE ",
            $condition,
            "
              GROUP BY language_id, project_id
              UNION ALL
             SELECT language_id, 'words', project_id, count(*)
               FROM word
              WHERE ",
            $condition,
            "
              GROUP BY language_id, project_id
              UNION ALL
             SELECT project_id, category, project_id, count(*)
               FROM lore_entry
              WHERE ",
            $condition,
            "
              GROUP BY project_id, category
              UNION ALL
             SELECT entry_id, 'mentions', project_id, CAST(sum(mentions) AS BIGINT)
               FROM lore_mention
              WHERE ",
            $condition,
            "
              GROUP BY entry_id, project_id
              UNION ALL
             SELECT entry_id, 'documents', project_id, count(*)
               FROM lore_mention
              WHERE ",
            $condition,
            "
              GROUP BY entry_id, project_id
              UNION ALL
             SELECT project_id, 'findings', project_id, count(*)
               FROM finding
              WHERE ",
            $condition,
            "
                AND (SELECT deleted_at FROM document WHERE document.id = document_id) IS NULL
              GROUP BY project_id"
        )
    };
}

pub(crate) use counted_of_projects;

use std::collections::HashMap;

use db::Tx;
use domain::Result;

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// Counts `amount` more records of `noun` of an owner in a project.
pub(crate) fn add(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (owner, noun): (&str, &'static str),
    amount: i64,
) -> Result<()> {
    count(tx, Some(project.id()), (owner, noun), amount)
}

/// Counts `amount` more records of `noun` of a user.
pub(crate) fn add_for_user(
    tx: &mut Tx<'_>,
    (account, noun): (&str, &'static str),
    amount: i64,
) -> Result<()> {
    count(tx, None, (account, noun), amount)
}

/// Counts `amount` more records of `noun` of an owner that belongs to this project, or to none.
pub(crate) fn add_for_owner(
    tx: &mut Tx<'_>,
    (project_id, owner): (Option<&str>, (&str, &'static str)),
    amount: i64,
) -> Result<()> {
    count(tx, project_id, owner, amount)
}

fn count(
    tx: &mut Tx<'_>,
    project_id: Option<&str>,
    (owner, noun): (&str, &'static str),
    amount: i64,
) -> Result<()> {
    let counted = tx
        .run(
            "UPDATE record_counter
                SET value = value + ?3
              WHERE owner_id = ?1
                AND kind = ?2",
            (owner, noun, amount),
        )
        .doing("counting")?;
    if counted > 0 {
        return Ok(());
    }
    // Somebody else may count the first one at the same time.
    tx.run(
        "INSERT INTO record_counter (owner_id, kind, project_id, value)
         VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (owner_id, kind) DO UPDATE
            SET value = record_counter.value + excluded.value",
        (owner, noun, project_id, amount),
    )
    .doing("counting")
    .map(drop)
}

/// How many records of `noun` an owner has.
pub(crate) fn get(tx: &mut Tx<'_>, (owner, noun): (&str, &'static str)) -> Result<i64> {
    let row = tx
        .row(
            "SELECT value
               FROM record_counter
              WHERE owner_id = ?1
                AND kind = ?2",
            (owner, noun),
        )
        .doing("reading a total")?;
    row.map_or(Ok(0), |mut row| row.value("value"))
}

/// An owner with more than `bound` records of `noun`, and how many, if there is one; the counter is
/// locked. Only nouns of the index `record_counter_most`.
pub(crate) fn above(
    tx: &mut Tx<'_>,
    noun: &'static str,
    bound: i64,
) -> Result<Option<(String, i64)>> {
    debug_assert!(["notifications", "swarms"].contains(&noun), "{noun} is not in the index");
    let row = tx
        .row(
            "SELECT owner_id, value
               FROM record_counter
              WHERE kind = ?1
                AND value > ?2
                AND kind IN ('notifications', 'swarms')
              LIMIT 1 /*+for_update*/",
            (noun, bound),
        )
        .doing("looking for too many of something")?;
    row.map(|mut row| Ok((row.value("owner_id")?, row.value("value")?))).transpose()
}

/// All counters of these owners, by owner and noun.
pub(crate) fn of_owners(
    tx: &mut Tx<'_>,
    owners: &[&str],
) -> Result<HashMap<(String, String), i64>> {
    let rows = tx
        .rows(
            "SELECT owner_id, kind, value
               FROM record_counter
              WHERE owner_id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (column::text(owners)?,),
        )
        .doing("reading totals")?;
    rows.into_iter()
        .map(|mut row| {
            let owner = (row.value("owner_id")?, row.value("kind")?);
            Ok((owner, row.value("value")?))
        })
        .collect()
}

/// Deletes the counters of an owner that was deleted.
pub(crate) fn delete(tx: &mut Tx<'_>, owner: &str) -> Result<()> {
    tx.run(
        "DELETE FROM record_counter
          WHERE owner_id = ?1",
        (owner,),
    )
    .doing("deleting counters")
    .map(drop)
}
