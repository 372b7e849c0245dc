//! The list of the resources that a principal may read, in pages: of each project, the newest first, what
//! it has one of, then its documents by position, then the entries of its lore by name.

use std::collections::VecDeque;

use domain::{
    Error, OrNone as _, Principal, Result,
    page::Cursor,
    phrases::alternatives,
    projects::{Project, ProjectQuery},
    resources::{ResourceKind, ResourceUri, TEMPLATES},
    tools::{
        NAME_CHARS_MAX,
        excerpt::{in_marks, short},
    },
};
use store::{Tx, projects};

use crate::{Studio, skills::book, tools::naming};

/// Resources on a page.
pub const LISTED_MAX: usize = 100;

/// Projects that are read at once: each has three resources at least.
const PROJECTS_AT_ONCE: i64 = 34;

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
    studio.database.scan(move |tx| page(tx, &principal, cursor.as_ref())).await
}

/// A cursor is the address of the last resource of its page.
fn page(
    tx: &mut Tx<'_>,
    principal: &Principal,
    cursor: Option<&ResourceUri>,
) -> Result<(Vec<ListedResource>, Option<String>)> {
    let mut projects = ProjectList::from(tx, principal, cursor)?;
    let mut listed: Vec<ListedResource> = Vec::new();
    let mut cursor = cursor.map(ResourceUri::text);
    while let Some(project) = projects.next(tx)? {
        let mut of_project = of_project(tx, principal, &project)?;
        if let Some(cursor) = cursor.take() {
            let last = of_project.iter().position(|it| it.uri == cursor).ok_or_else(lost)?;
            of_project.drain(..=last);
        }
        let free = LISTED_MAX - listed.len();
        let is_full = of_project.len() >= free;
        let more = of_project.len() > free || (is_full && projects.has_more(tx)?);
        of_project.truncate(free);
        listed.append(&mut of_project);
        if is_full {
            let cursor = listed.last().filter(|_| more).map(|it| it.uri.clone());
            return Ok((listed, cursor));
        }
    }
    Ok((listed, None))
}

/// The projects of a list from one on, read as far as they are asked for.
struct ProjectList<'p> {
    principal: &'p Principal,
    /// Those that were read and not taken.
    read: VecDeque<Project>,
    /// Where the others are read on; none where there are none.
    next: Option<Cursor<i64>>,
    is_begun: bool,
}

impl<'p> ProjectList<'p> {
    /// From the project of a cursor on, or from the newest.
    fn from(
        tx: &mut Tx<'_>,
        principal: &'p Principal,
        cursor: Option<&ResourceUri>,
    ) -> Result<Self> {
        let mut all = Self { principal, read: VecDeque::new(), next: None, is_begun: false };
        let only = principal.project.as_deref();
        if let Some(id) = cursor.map(|it| it.project.as_str()).or(only) {
            match projects::get(tx, principal, id).or_none()? {
                Some((_, project, _)) => {
                    let key = project.created_at.millis();
                    all.next = only.is_none().then(|| Cursor { key, id: project.id.clone() });
                    all.read.push_back(project);
                }
                None if cursor.is_some() => return Err(lost()),
                None => {}
            }
            all.is_begun = true;
        }
        Ok(all)
    }

    fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<Project>> {
        self.has_more(tx)?;
        Ok(self.read.pop_front())
    }

    fn has_more(&mut self, tx: &mut Tx<'_>) -> Result<bool> {
        if self.read.is_empty() && (!self.is_begun || self.next.is_some()) {
            let (limit, cursor) = (PROJECTS_AT_ONCE, self.next.take());
            let query = ProjectQuery { status: None, q: None, limit, cursor };
            let page = projects::list(tx, self.principal, &query)?;
            self.next = page.next_cursor.as_deref().and_then(Cursor::parse);
            self.read.extend(page.items.into_iter().map(|(project, _)| project));
            self.is_begun = true;
        }
        Ok(!self.read.is_empty())
    }
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
    let named = aliases.iter().take(ALIASES_MAX).map(|it| in_marks(&short(it, NAME_CHARS_MAX)));
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        return format!("What the lore records of this {category}.");
    }
    format!("What the lore records of this {category}, also called {}.", alternatives(&named))
}
