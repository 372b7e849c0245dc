//! Who and what a project's manuscript names: put together from the extracts of its documents and from its
//! lore each time somebody asks.

mod slips;

use domain::{
    Principal, Result,
    lore::{Category, is_of_several},
    names::{NameForm, NameItem, NameKind, NamePosition, NameQuery, Pronouns},
    page::Page,
};
use prose::{EntityKind, KnownEntity, NamedEntity, Roster};
use store::{
    lore::{self, EntryNames},
    projects,
};

pub(crate) use slips::{BookSlips, Slip, slips};

use crate::{
    Studio, blocking,
    extracts::{self, DocumentExtract},
};

/// A book with all that it names.
pub(crate) struct NamedBook {
    /// Its documents in reading order.
    pub(crate) documents: Vec<DocumentExtract>,
    /// The lore, in the order of the known entities.
    pub(crate) entries: Vec<EntryNames>,
    /// Who and what is named in the documents.
    pub(crate) roster: Roster,
}

/// Reads a project's manuscript and puts its names together.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_project(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<NamedBook> {
    let documents = extracts::of_project(studio, principal, project_id).await?;
    of_extracts(studio, principal, project_id, documents).await
}

/// Puts the names of a project's manuscript together from the extracts of its texts.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_extracts(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    documents: Vec<DocumentExtract>,
) -> Result<NamedBook> {
    let entries = entries(studio, principal, project_id).await?;
    blocking::run("putting names together", move || NamedBook::new(documents, entries)).await
}

/// The names of a project's lore.
async fn entries(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
) -> Result<Vec<EntryNames>> {
    let (known, id) = (principal.clone(), project_id.to_owned());
    let read = move |tx: &mut store::Tx<'_>| {
        let project = projects::check(tx, &known, &id)?;
        lore::entry_names(tx, &project)
    };
    studio.database.scan(read).await
}

impl NamedBook {
    /// Of documents in reading order.
    pub(crate) fn new(documents: Vec<DocumentExtract>, entries: Vec<EntryNames>) -> Self {
        let extracts: Vec<_> = documents.iter().map(|it| &it.extract.names).collect();
        let known: Vec<KnownEntity> = entries.iter().map(known).collect();
        let roster = Roster::of(&extracts, &known);
        Self { documents, entries, roster }
    }

    fn item(&self, entity: &NamedEntity) -> NameItem {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (document, span) = entity.first;
        let document = &self.documents[document].document;
        NameItem {
            name: entity.names.first().map(|it| it.text.clone()).unwrap_or_default(),
            forms: entity
                .names
                .iter()
                .map(|it| NameForm { text: it.text.clone(), mentions: number(it.count) })
                .collect(),
            kind: match entity.kind {
                EntityKind::Person => NameKind::Person,
                EntityKind::Location => NameKind::Location,
                EntityKind::Group => NameKind::Group,
                EntityKind::Work => NameKind::Work,
                EntityKind::Other => NameKind::Other,
            },
            pronouns: entity.pronouns.map(|it| match it {
                prose::Pronouns::He => Pronouns::He,
                prose::Pronouns::She => Pronouns::She,
                prose::Pronouns::They => Pronouns::They,
            }),
            mentions: number(entity.count),
            documents: number(entity.documents),
            first: NamePosition {
                document_id: document.id.clone(),
                document_title: document.title.clone(),
                document_version: document.version,
                start: number(span.start),
                end: number(span.end),
            },
            entry_id: entity.known.map(|at| self.entries[at].entry_id.clone()),
        }
    }
}

/// What the lore says of a name before the book is read.
fn known(entry: &EntryNames) -> KnownEntity {
    let kind = match entry.category {
        Category::Character | Category::Other if is_of_several(entry.name()) => EntityKind::Group,
        Category::Character => EntityKind::Person,
        Category::Location => EntityKind::Location,
        Category::Organisation | Category::Culture | Category::Species | Category::Religion => {
            EntityKind::Group
        }
        _ => EntityKind::Other,
    };
    KnownEntity { names: entry.names.clone(), kind: Some(kind), pronouns: None }
}

/// A page of the names of a project's manuscript, the most often named first.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub async fn list(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    query: NameQuery,
) -> Result<Page<NameItem>> {
    let book = of_project(studio, principal, project_id).await?;
    blocking::run("listing names", move || page(&book, &query)).await
}

fn page(book: &NamedBook, query: &NameQuery) -> Page<NameItem> {
    let mut items: Vec<NameItem> =
        book.roster.entities.iter().map(|entity| book.item(entity)).collect();
    items.retain(|item| query.kind.is_none_or(|kind| item.kind == kind));
    items.sort_by(|one, other| one.rank().cmp(&other.rank()));
    let total = i64::try_from(items.len()).ok();
    if let Some(cursor) = &query.cursor {
        let (mentions, name) = &cursor.key;
        items.retain(|item| item.rank() > (*mentions, name.as_str()));
    }
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    items.truncate(limit.saturating_add(1));
    Page::cut(items, query.limit, total, NameItem::cursor)
}
