//! What of a project a request can name beside its documents: lore, promises, events, the outline and
//! languages, with their names or titles alone.

use domain::{
    Result,
    agents::understanding::{NamedRecord, RecordKind},
};

use crate::{Doing as _, Tx, column::ReadColumns as _, lore, projects::ProjectAccess};

/// Promises, events, nodes and languages of a project that are read, of each kind the first by id.
const EACH_MAX: i64 = 2_000;

/// All that a request can name in a project, of each kind but lore at most [`EACH_MAX`].
pub fn of_project(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<NamedRecord>> {
    let entries = lore::entry_names(tx, project)?.into_iter();
    let mut records: Vec<NamedRecord> = entries
        .map(|it| NamedRecord {
            id: it.entry_id,
            kind: RecordKind::Entry(it.category),
            names: it.names,
        })
        .collect();
    let promises = "SELECT id, title
                      FROM promise
                     WHERE project_id = ?1
                     ORDER BY id
                     LIMIT ?2";
    let events = "SELECT timeline_event.id, timeline_event.title
                    FROM timeline
                    JOIN timeline_event ON timeline_event.timeline_number = timeline.number
                   WHERE timeline.project_id = ?1
                   ORDER BY timeline_event.id
                   LIMIT ?2";
    let nodes = "SELECT id, title
                   FROM plot_node
                  WHERE project_id = ?1
                  ORDER BY id
                  LIMIT ?2";
    let languages = "SELECT id, name AS title
                       FROM language
                      WHERE project_id = ?1
                      ORDER BY id
                      LIMIT ?2";
    for (kind, statement) in [
        (RecordKind::Promise, promises),
        (RecordKind::Event, events),
        (RecordKind::Node, nodes),
        (RecordKind::Language, languages),
    ] {
        let rows =
            tx.rows(statement, (project.id(), EACH_MAX)).doing("reading names of records")?;
        for mut row in rows {
            records.push(NamedRecord {
                id: row.value("id")?,
                kind,
                names: vec![row.value("title")?],
            });
        }
    }
    Ok(records)
}
