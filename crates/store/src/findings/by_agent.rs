//! Findings that agents record, which no check finds again: what is new is written, and what is known
//! follows the text of its document.

use db::Tx;
use domain::{
    OrNone as _, Result, Time,
    findings::{
        FoundBy, Origin, Source,
        by_agent::{AgentFinding, Recorded, settle},
        view::Current,
    },
    ids,
    proposals::anchors::NotFound,
};

use super::{CurrentFinding, add_sighting, known, write};
use crate::{documents, projects::ProjectAccess};

/// Writes what an agent found in a document, all of `new`, and what becomes of the findings that agents
/// recorded there before; those that are new or have changed, and what became of each of `new`. The
/// document is locked.
pub fn add_of_agent(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    origin: &Origin,
    document_id: &str,
    new: &[AgentFinding],
    now: Time,
) -> Result<(Vec<CurrentFinding>, Vec<Recorded>)> {
    let Some(document) = documents::get_for_update(tx, project, document_id).or_none()? else {
        return Ok((Vec::new(), vec![Recorded::NotFound(NotFound::Gone); new.len()]));
    };
    let known = known(tx, project, Some(document_id), FoundBy::Agent)?;
    if known.is_empty() && new.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let text = documents::content(tx, project, document_id)?;
    let source = Source { document_id: document_id.to_owned(), version: document.version };
    let id = || ids::new(now);
    let (settled, recorded) = settle(project.id(), known, new, (&source, &text), origin, id, now);
    write(tx, project, &settled)?;
    if let Some(swarm_id) = &origin.swarm_id {
        for id in recorded.iter().filter_map(Recorded::id) {
            add_sighting(tx, swarm_id, id)?;
        }
    }
    let current = Current { title: document.title, version: document.version };
    let changed = settled.changed.into_iter().map(|(_, finding)| finding);
    let all = settled.new.into_iter().chain(changed);
    Ok((all.map(|finding| (finding, Some(current.clone()))).collect(), recorded))
}
