//! The list of the resources that a principal may read, in pages: of each project, the newest first, what
//! it has one of, then its documents by position, then the entries of its lore by name.

use domain::{
    Error, Principal, Result,
    phrases::alternatives,
    projects::Project,
    resources::{ResourceKind, ResourceUri, TEMPLATES},
    tools::{NAME_CHARS_MAX, excerpt::short},
};
use store::{Tx, projects};

use crate::{Studio, skills::book, tools::naming};

/// Resources on a page.
pub const LISTED_MAX: usize = 100;

/// A resource that can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedResource {
    /// Its address.
    pub uri: String,
    /// What people call it.
    pub name: String,
    /// What it is, as a sentence.
    pub description: String,
}

/// The resources behind a cursor, [`LISTED_MAX`] at the most, and the cursor of those that follow.
///
/// # Errors
/// A conflict where what the cursor stands behind is no longer there.
pub async fn list(
    studio: &Studio,
    principal: &Principal,
    cursor: Option<String>,
) -> Result<(Vec<ListedResource>, Option<String>)> {
    let principal = principal.clone();
    let cursor = cursor.map(|it| ResourceUri::parse(&it).map_err(|_| lost())).transpose()?;
    studio.database.read(move |tx| page(tx, &principal, cursor.as_ref())).await
}

/// A cursor is the address of the last resource of its page.
fn page(
    tx: &mut Tx<'_>,
    principal: &Principal,
    cursor: Option<&ResourceUri>,
) -> Result<(Vec<ListedResource>, Option<String>)> {
    let all = naming::visible(tx, principal)?;
    let first = match cursor {
        Some(cursor) => all.iter().position(|it| it.id == cursor.project).ok_or_else(lost)?,
        None => 0,
    };
    let mut listed: Vec<ListedResource> = Vec::new();
    for (at, project) in all.iter().enumerate().skip(first) {
        let mut of_project = of_project(tx, principal, project)?;
        if let Some(cursor) = cursor.filter(|_| at == first) {
            let cursor = cursor.text();
            let last = of_project.iter().position(|it| it.uri == cursor).ok_or_else(lost)?;
            of_project.drain(..=last);
        }
        let free = LISTED_MAX - listed.len();
        let more = of_project.len() > free || at + 1 < all.len();
        of_project.truncate(free);
        listed.append(&mut of_project);
        if listed.len() == LISTED_MAX && more {
            let cursor = listed.last().map(|it| it.uri.clone());
            return Ok((listed, cursor));
        }
    }
    Ok((listed, None))
}

fn lost() -> Error {
    let reason = "The cursor is not one of this list, or the list has changed since: list it from its \
                  beginning";
    Error::Conflict(reason.to_owned())
}

fn of_project(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project: &Project,
) -> Result<Vec<ListedResource>> {
    let (access, ..) = projects::get(tx, principal, &project.id)?;
    let of = short(&project.name, NAME_CHARS_MAX);
    let one = TEMPLATES
        .iter()
        .filter(|it| !matches!(it.kind, ResourceKind::Lore | ResourceKind::Document));
    let mut listed: Vec<ListedResource> = one
        .map(|it| ListedResource {
            uri: ResourceUri::of_project(&project.id, it.kind).text(),
            name: format!("{} ({of})", it.title),
            description: it.description.to_owned(),
        })
        .collect();
    let (documents, _) = book::documents(tx, &access)?;
    listed.extend(documents.iter().map(|document| ListedResource {
        uri: ResourceUri::of_record(&project.id, ResourceKind::Document, &document.id).text(),
        name: format!("{} ({of})", short(&document.title, NAME_CHARS_MAX)),
        description: format!("The text of this {}.", document.kind),
    }));
    listed.extend(naming::entries(tx, &access)?.into_iter().map(|entry| ListedResource {
        uri: ResourceUri::of_record(&project.id, ResourceKind::Lore, &entry.entry_id).text(),
        name: format!("{} ({of})", short(entry.name(), NAME_CHARS_MAX)),
        description: also_called(entry.category.as_str(), entry.names.get(1..).unwrap_or_default()),
    }));
    Ok(listed)
}

/// Other names of an entry that its description names.
const ALIASES_MAX: usize = 5;

fn also_called(category: &str, aliases: &[String]) -> String {
    let named =
        aliases.iter().take(ALIASES_MAX).map(|it| format!("“{}”", short(it, NAME_CHARS_MAX)));
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        return format!("What the lore records of this {category}.");
    }
    format!("What the lore records of this {category}, also called {}.", alternatives(&named))
}
