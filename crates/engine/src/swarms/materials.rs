//! What a swarm is planned from: its documents, and the agents of a user's own that may take part.

use std::collections::BTreeSet;

use domain::{
    Error, Result,
    documents::book::Book,
    swarms::{
        SwarmCreate, SwarmInput,
        plan::{OwnAgent, PlanDocument, PlanInput},
    },
};
use store::{
    Tx,
    agents::{self, RegisteredAgent},
    documents,
    projects::ProjectAccess,
};

/// What a swarm works on, and who may take part beside the built-in agents.
///
/// # Errors
/// Not found when a document or an agent that the request names does not exist for the principal.
pub(super) fn ground(
    tx: &mut Tx<'_>,
    project: Option<&ProjectAccess>,
    create: &SwarmCreate,
) -> Result<PlanInput> {
    let own = own_agents(tx, create)?;
    let (documents, has_text) = materials(tx, project, create.input.as_ref())?;
    let named = create.input.as_ref().and_then(|input| input.document_ids.as_ref());
    Ok(PlanInput {
        has_project: project.is_some(),
        documents,
        is_selection: named.is_some(),
        has_text,
        own,
    })
}

/// The agents of a user's own that take part: of those that the request or its project names.
fn own_agents(tx: &mut Tx<'_>, create: &SwarmCreate) -> Result<Vec<OwnAgent>> {
    let mut named = Vec::new();
    for id in create.agents.iter().flatten() {
        named.push(agents::get(tx, id)?);
    }
    let mut known = BTreeSet::new();
    named.retain(|agent| !agent.builtin && known.insert(agent.card.id.clone()));
    let own = |agent: RegisteredAgent| OwnAgent {
        id: agent.card.id,
        capabilities: agent.card.capabilities,
    };
    Ok(named.into_iter().map(own).collect())
}

/// The documents a swarm works on, in the order in which they are read, and whether one has a text.
fn materials(
    tx: &mut Tx<'_>,
    project: Option<&ProjectAccess>,
    input: Option<&SwarmInput>,
) -> Result<(Vec<PlanDocument>, bool)> {
    let named = input.and_then(|input| input.document_ids.as_deref());
    let Some(project) = project else {
        return match named.and_then(<[String]>::first) {
            Some(id) => Err(Error::not_found("Document", id)),
            None => Ok((Vec::new(), false)),
        };
    };
    let material =
        |id: &str, title: &str| PlanDocument { id: id.to_owned(), title: title.to_owned() };
    if let Some(named) = named {
        let mut known = BTreeSet::new();
        let (mut materials, mut has_text) = (Vec::new(), false);
        for id in named {
            if known.insert(id) {
                let document = documents::get(tx, project, id)?;
                has_text |= document.words > 0;
                materials.push(material(&document.id, &document.title));
            }
        }
        return Ok((materials, has_text));
    }
    let book = Book::of(documents::manuscript(tx, project)?, true);
    let read = book.manuscript.iter().map(|placed| &placed.document);
    let materials: Vec<PlanDocument> = read
        .filter(|document| document.words > 0)
        .map(|document| material(&document.id, &document.title))
        .collect();
    let has_text = !materials.is_empty();
    Ok((materials, has_text))
}
