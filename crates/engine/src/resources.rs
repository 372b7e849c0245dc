//! Resources: what of a project an assistant takes in by its address, with the rights of the principal and
//! no more. Reading one is in the event log as a call of a tool is. The addresses and the bounds are in
//! `domain::resources`; no protocol.

mod listing;
mod texts;
mod watch;

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    resources::{RESOURCE_CHARS_MAX, ResourceKind, ResourceUri},
    tools::{Effect, ToolCallItem, answers::Named},
};
use store::{Tx, projects::ProjectAccess};

pub use listing::{LISTED_MAX, ListedResource, list};
pub use watch::{Beginning, Changed, ResourceWatch, SUBSCRIPTIONS_MAX};

use crate::{Studio, tools::naming};

/// What the event log calls the reading of a resource.
const READ: &str = "resources/read";

/// A resource that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceText {
    /// The address with which it was asked for.
    pub uri: String,
    /// What it says, in Markdown.
    pub text: String,
}

/// Reads a resource. That it was read is in the event log within a second, whether it was answered or
/// refused.
///
/// # Errors
/// Not found where the address is none, or names what the principal may not see or the project's
/// `knowledgeFilter` leaves out; rejected where a name is that of several records.
pub async fn read(studio: &Studio, principal: &Principal, uri: &str) -> Result<ResourceText> {
    let id = ids::new(studio.clock.now());
    let found = match ResourceUri::parse(uri) {
        Ok(wanted) => {
            let caller = principal.clone();
            let text = move |tx: &mut Tx<'_>| {
                let (access, project) = naming::project(tx, &caller, Some(&wanted.project))?;
                let text = text(tx, (&access, &project), &wanted, RESOURCE_CHARS_MAX)?;
                Ok((project, text))
            };
            studio.database.scan(text).await
        }
        Err(error) => Err(error),
    };
    let mut item = ToolCallItem::new(id, READ, principal, studio.clock.now());
    match &found {
        Ok((project, _)) => item.project_id = Some(project.id.clone()),
        Err(error) => item.refusal = Some(domain::tools::refusal(error)),
    }
    studio.tool_calls.add(studio, Effect::Reads, item).await?;
    found.map(|(_, text)| ResourceText { uri: uri.to_owned(), text })
}

/// The text of a resource, of at most so many characters.
pub(crate) fn text(
    tx: &mut Tx<'_>,
    (access, project): (&ProjectAccess, &Named),
    uri: &ResourceUri,
    chars_max: usize,
) -> Result<String> {
    let (named, draft) = texts::draft(tx, access, project, uri)?;
    Ok(draft.text_within(&named, chars_max))
}

/// The address that names the records by their ids.
///
/// # Errors
/// As [`read`].
pub(crate) fn by_ids(
    tx: &mut Tx<'_>,
    principal: &Principal,
    uri: &ResourceUri,
) -> Result<ResourceUri> {
    let (access, project) = naming::project(tx, principal, Some(&uri.project))?;
    let record = match uri.kind {
        ResourceKind::Document => naming::document(tx, &access, &uri.record)?.id,
        ResourceKind::Lore => texts::entry_named(tx, &access, &uri.record)?.0.id,
        _ => String::new(),
    };
    Ok(ResourceUri { project: project.id, record, ..uri.clone() })
}

/// The kinds of resources that an event may change besides that of its own record.
fn touched(kind: EventKind) -> &'static [ResourceKind] {
    match kind {
        // The outline shows the documents.
        EventKind::Document => &[ResourceKind::Outline],
        // Promises name nodes and plotlines.
        EventKind::Node => &[ResourceKind::Outline, ResourceKind::Promises],
        EventKind::Promise | EventKind::Plotline => &[ResourceKind::Promises],
        // With a timeline its plotlines go.
        EventKind::Timeline => &[ResourceKind::Timeline, ResourceKind::Promises],
        EventKind::TimelineEvent => &[ResourceKind::Timeline],
        // Settings, and what came with an import or went into the trash.
        EventKind::Project => &ResourceKind::ALL,
        _ => &[],
    }
}
