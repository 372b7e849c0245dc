//! Findings of a text that becomes a part of another document: they go with their words, so that what the
//! author said to them stays said.

use std::collections::HashSet;

use db::Tx;
use domain::{
    Result, Time,
    documents::Document,
    findings::{Finding, Source, reconcile::Reconciled, view::Current},
    ids,
    lore::Quoted,
};

use super::{CurrentFinding, columns, read, update, write};
use crate::{Doing as _, column, column::ReadColumns as _, projects::ProjectAccess};

/// Moves the findings of this version of a document whose words begin at the character `start` or behind it to
/// another one, where the text from there on is now; those findings. Findings of earlier versions stay: where
/// their words stand now is not known.
pub fn move_behind(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (from, to): (&Document, &Document),
    start: i64,
    now: Time,
) -> Result<Vec<CurrentFinding>> {
    let found = of_version(tx, project, from, start)?;
    let mut moved = Vec::with_capacity(found.len());
    for finding in found {
        let finding = at(finding, to, -start, now);
        tx.run(
            "UPDATE finding
                SET document_id = ?3
              WHERE id = ?1
                AND project_id = ?2",
            (&finding.id, project.id(), &to.id),
        )
        .doing("moving a finding")?;
        update(tx, project, &finding)?;
        moved.push((finding, Some(current(to))));
    }
    Ok(moved)
}

/// Copies the findings of this version of a document to another one, in which its text stands `shift`
/// characters further on; the copies. What is known there already is not copied.
pub fn copy(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (from, to): (&Document, &Document),
    shift: i64,
    now: Time,
) -> Result<Vec<CurrentFinding>> {
    let rows = tx
        .rows(
            "SELECT check_name, fingerprint
               FROM finding
              WHERE project_id = ?1
                AND coalesce(document_id, '') = ?2",
            (project.id(), &to.id),
        )
        .doing("reading what was found before")?;
    let known: HashSet<(String, String)> = rows
        .into_iter()
        .map(|mut row| Ok((row.value("check_name")?, row.value("fingerprint")?)))
        .collect::<Result<_>>()?;
    let mut copied = Reconciled::default();
    for finding in of_version(tx, project, from, 0)? {
        if known.contains(&(finding.check.as_str().to_owned(), finding.fingerprint.clone())) {
            continue;
        }
        let copy = Finding { id: ids::new(now), version: 0, ..finding };
        copied.new.push(at(copy, to, shift, now));
    }
    write(tx, project, &copied)?;
    Ok(copied.new.into_iter().map(|finding| (finding, Some(current(to)))).collect())
}

fn current(document: &Document) -> Current {
    Current { title: document.title.clone(), version: document.version }
}

/// A finding where its words stand in another document.
fn at(mut finding: Finding, document: &Document, shift: i64, now: Time) -> Finding {
    finding.source = Some(Source { document_id: document.id.clone(), version: document.version });
    finding.quoted = finding.quoted.map(|Quoted { quote, start, end }| Quoted {
        quote,
        start: start + shift,
        end: end + shift,
    });
    finding.touch(now);
    finding
}

/// The findings of this version of a document whose words begin at this character or behind it.
fn of_version(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
    start: i64,
) -> Result<Vec<Finding>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM finding
              WHERE project_id = ?1
                AND coalesce(document_id, '') = ?2
                AND document_version = ?3
                AND quote_start >= ?4
              ORDER BY id /*+for_update*/"
            ),
            (project.id(), &document.id, document.version, start),
        )
        .doing("reading the findings of a text")?;
    column::read_all(rows, read)
}
