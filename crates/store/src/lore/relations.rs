//! Relations between entries: rows of `lore_relation`, in the order of their entry.

use std::collections::{BTreeSet, HashMap};

use db::Tx;
use domain::{
    Error, Result, Time,
    lore::{Entry, Relation},
    model::OpenEnum,
};

use super::WHAT;
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// That all relations point at entries of the project.
pub(super) fn check(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    relations: &[Relation],
) -> Result<()> {
    if relations.is_empty() {
        return Ok(());
    }
    let wanted: BTreeSet<&str> = relations.iter().map(|it| it.target_id.as_str()).collect();
    let rows = tx
        .rows(
            "SELECT id
               FROM lore_entry
              WHERE project_id = ?1
                AND id IN (SELECT value FROM json_each(?2 /*+list*/))",
            (project.id(), column::text(&wanted)?),
        )
        .doing("looking for related entries")?;
    let found =
        rows.into_iter().map(|mut row| row.value("id")).collect::<Result<BTreeSet<String>>>()?;
    match relations.iter().find(|relation| !found.contains(&relation.target_id)) {
        Some(relation) => Err(Error::not_found(WHAT, &relation.target_id)),
        None => Ok(()),
    }
}

/// Inserts the relations of an entry that has none yet.
pub(super) fn create(tx: &mut Tx<'_>, project: &ProjectAccess, entry: &Entry) -> Result<()> {
    for (position, relation) in entry.relations.iter().enumerate() {
        tx.run(
            "INSERT INTO lore_relation (entry_id, position, project_id, target_id, kind, label)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (
                &entry.id,
                position,
                project.id(),
                &relation.target_id,
                &relation.kind.0,
                &relation.label,
            ),
        )
        .doing("relating entries")?;
    }
    Ok(())
}

/// Deletes the relations of an entry, not those to it.
pub(super) fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, entry: &Entry) -> Result<()> {
    tx.run(
        "DELETE FROM lore_relation
          WHERE entry_id = ?1
            AND project_id = ?2",
        (&entry.id, project.id()),
    )
    .doing("deleting relations")
    .map(drop)
}

/// Deletes the relations of an entry and those to it, which changes the entries they belong to; how
/// many there were.
pub(super) fn unlink(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str, now: Time) -> Result<i64> {
    tx.run(
        "UPDATE lore_entry
            SET version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE project_id = ?2
            AND id <> ?1
            AND id IN (SELECT entry_id
                         FROM lore_relation
                        WHERE target_id = ?1)",
        (id, project.id(), now.millis()),
    )
    .doing("changing related entries")?;
    let deleted = tx
        .run(
            "DELETE FROM lore_relation
              WHERE (entry_id = ?1 OR target_id = ?1)
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("deleting relations")?;
    Ok(column::count(deleted))
}

/// Reads the relations of these entries into them.
pub(super) fn read(tx: &mut Tx<'_>, project: &ProjectAccess, entries: &mut [Entry]) -> Result<()> {
    let indexes: HashMap<String, usize> =
        entries.iter().enumerate().map(|(index, entry)| (entry.id.clone(), index)).collect();
    if indexes.is_empty() {
        return Ok(());
    }
    let ids: Vec<&String> = indexes.keys().collect();
    let rows = tx
        .rows(
            "SELECT entry_id, target_id, kind, label
               FROM lore_relation
              WHERE project_id = ?1
                AND entry_id IN (SELECT value FROM json_each(?2 /*+list*/))
              ORDER BY entry_id, position",
            (project.id(), column::text(&ids)?),
        )
        .doing("reading relations")?;
    for mut row in rows {
        let entry_id: String = row.value("entry_id")?;
        let relation = Relation {
            target_id: row.value("target_id")?,
            kind: OpenEnum(row.value("kind")?),
            label: row.value("label")?,
        };
        if let Some(&index) = indexes.get(&entry_id) {
            entries[index].relations.push(relation);
        }
    }
    Ok(())
}
