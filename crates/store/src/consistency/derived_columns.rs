//! Derived columns: computed from the other columns of their row by the same functions with which an
//! import computes them.

use db::Tx;
use domain::{
    Result,
    exports::{Cell, Column, ColumnKind},
};

use super::{Mismatch, Remedy, mismatch};
use crate::{
    Doing as _,
    column::ReadColumns as _,
    exports::{self, After, TABLES, Table},
    projects::ProjectAccess,
};

pub(super) fn check(tx: &mut Tx<'_>) -> Result<Vec<Mismatch>> {
    let mut mismatches = Vec::new();
    for table in TABLES.iter().filter(|table| has_derived(table)) {
        let mut wrong = 0;
        each_wrong(tx, table, |_, _| {
            wrong += 1;
            Ok(())
        })?;
        mismatches.extend(mismatch(
            wrong,
            |n| format!("{n} rows of {} have derived columns that do not match", table.name),
            Remedy::Rebuild,
        ));
    }
    Ok(mismatches)
}

pub(super) fn rebuild(tx: &mut Tx<'_>) -> Result<()> {
    for table in TABLES.iter().filter(|table| has_derived(table)) {
        each_wrong(tx, table, |tx, cells| save(tx, table, cells))?;
    }
    Ok(())
}

fn has_derived(table: &Table) -> bool {
    table.columns.iter().any(is_derived)
}

/// Whether a column can be made anew. A digest is what a text is compared with: made anew, it would
/// say of a text that has changed that it has not.
fn is_derived(column: &Column) -> bool {
    matches!(column.kind, ColumnKind::Derived(_)) && column.name != "digest"
}

/// Finds the rows whose derived columns are not what they should be, and hands over what their
/// columns should be.
fn each_wrong(
    tx: &mut Tx<'_>,
    table: &Table,
    mut wrong: impl FnMut(&mut Tx<'_>, &[Cell]) -> Result<()>,
) -> Result<()> {
    let rows = tx.rows("SELECT id FROM project ORDER BY id", ()).doing("listing projects")?;
    for mut row in rows {
        let project = ProjectAccess::unchecked(&row.value::<String>("id")?);
        let mut after = Some(After::start(table));
        while let Some(from) = after {
            let (records, next) = exports::page(tx, &project, table, &from)?;
            for mut record in records {
                let kept = record.cells.clone();
                for (at, column) in table.columns.iter().enumerate() {
                    if let ColumnKind::Derived(of) = column.kind
                        && is_derived(column)
                    {
                        record.cells[at] = of(&kept);
                    }
                }
                if record.cells != kept {
                    wrong(tx, &record.cells)?;
                }
            }
            after = next;
        }
    }
    Ok(())
}

/// Writes the derived columns of a row.
fn save(tx: &mut Tx<'_>, table: &Table, cells: &[Cell]) -> Result<()> {
    let cell = |name: &str| table.column(name).map_or("", |at| cells[at].text());
    let id = cell("id");
    let saving = "keeping what follows from a row";
    match table.name {
        "promise" => tx.run(
            "UPDATE promise
                SET folded = ?2
              WHERE id = ?1",
            (id, cell("folded")),
        ),
        "lore_entry" => tx.run(
            "UPDATE lore_entry
                SET folded = ?2, searched = ?3
              WHERE id = ?1",
            (id, cell("folded"), cell("searched")),
        ),
        "word" => tx.run(
            "UPDATE word
                SET folded = ?2, searched = ?3
              WHERE id = ?1",
            (id, cell("folded"), cell("searched")),
        ),
        "finding" => {
            let rank = table.column("severity_rank").map_or(0, |at| cells[at].integer());
            tx.run(
                "UPDATE finding
                    SET severity_rank = ?2
                  WHERE id = ?1",
                (id, rank),
            )
        }
        "proposal" => {
            let number = |name: &str| table.column(name).map_or(0, |at| cells[at].integer());
            tx.run(
                "UPDATE proposal
                    SET state = ?2, changes_total = ?3, changes_open = ?4, identity = ?5
                  WHERE id = ?1",
                (
                    id,
                    cell("state"),
                    number("changes_total"),
                    number("changes_open"),
                    Some(cell("identity")).filter(|identity| !identity.is_empty()),
                ),
            )
        }
        other => {
            let reason = format!("nobody knows how to keep what follows from a row of {other}");
            return Err(domain::Error::internal(saving, reason));
        }
    }
    .doing(saving)
    .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_with_something_derived_can_be_put_right() {
        let known = ["lore_entry", "promise", "word", "proposal", "finding"];

        let derived: Vec<&str> =
            TABLES.iter().filter(|table| has_derived(table)).map(|table| table.name).collect();

        assert_eq!(derived, known);
    }
}
