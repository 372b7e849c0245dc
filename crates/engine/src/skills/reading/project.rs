//! What can be named in the project of a request, read in one state of it.

use std::sync::Arc;

use domain::{
    Result,
    agents::understanding::{NamedDocument, NamedRecord, Names},
    documents::book::Book,
};
use store::{
    Tx, documents, names,
    projects::{self, ProjectAccess},
};

use crate::{
    Studio,
    skills::{book, lore_notes, request::AgentRequest},
};

/// What can be named in a project.
#[derive(Debug, Default)]
pub(in crate::skills) struct ProjectNames {
    /// The manuscript in the order of reading, then notes and references.
    pub(in crate::skills) documents: Vec<NamedDocument>,
    /// Its records.
    pub(in crate::skills) records: Vec<NamedRecord>,
    /// That entries of its lore are left out of them, as a sentence.
    pub(in crate::skills) narrowed: Option<String>,
}

/// What can be named in the project of a request, and the position of the document beside it.
pub(super) async fn read_names(
    studio: &Studio,
    request: &AgentRequest,
) -> Result<(Arc<ProjectNames>, Option<usize>)> {
    let request = request.clone();
    studio
        .database
        .scan(move |tx| {
            let Some(id) = request.document_id.as_deref() else {
                let id = request.project_id.as_deref().unwrap_or_default();
                let project = projects::check(tx, &request.principal, id)?;
                return Ok((Arc::new(ProjectNames::read(tx, &project, &request.agent)?), None));
            };
            let project = documents::project_of(tx, &request.principal, id)?;
            let document = documents::get(tx, &project, id)?;
            let mut names = ProjectNames::read(tx, &project, &request.agent)?;
            let at = names.documents.iter().position(|it| it.id == id).unwrap_or_else(|| {
                // One behind the bound.
                let kind = document.kind;
                names.documents.push(NamedDocument {
                    id: document.id,
                    title: document.title,
                    kind,
                    depth: 0,
                });
                names.documents.len() - 1
            });
            Ok((Arc::new(names), Some(at)))
        })
        .await
}

/// The project of a request, for whoever asks.
///
/// # Errors
/// Not found when it, or the document beside the words, is not there for them.
pub(in crate::skills) fn access(tx: &mut Tx<'_>, request: &AgentRequest) -> Result<ProjectAccess> {
    match (&request.document_id, &request.project_id) {
        (Some(id), _) => documents::project_of(tx, &request.principal, id),
        (None, id) => projects::check(tx, &request.principal, id.as_deref().unwrap_or_default()),
    }
}

impl ProjectNames {
    /// What an agent can be asked about.
    pub(super) fn read(tx: &mut Tx<'_>, project: &ProjectAccess, agent: &str) -> Result<Self> {
        let Book { manuscript, notes, .. } = book::of_project(tx, project)?;
        let manuscript = manuscript.into_iter().map(|it| (it.document, it.depth));
        let notes = notes.into_iter().map(|document| (document, 0));
        let named = manuscript.chain(notes).map(|(document, depth)| NamedDocument {
            id: document.id,
            title: document.title,
            kind: document.kind,
            depth,
        });
        let mut records = names::of_project(tx, project)?;
        let narrowed = lore_notes::narrow(tx, project, agent, &mut records)?;
        Ok(Self { documents: named.collect(), records, narrowed })
    }

    pub(super) fn borrowed(&self) -> Names<'_> {
        Names { documents: &self.documents, records: &self.records }
    }
}
