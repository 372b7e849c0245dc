//! The records that the arguments of a tool, the address of a resource or a model name: by id, or as people
//! call them, in any case and with any spaces between the words.

use domain::{
    Error, OrNone as _, Principal, Result,
    documents::Document,
    fold::fold_name,
    lore::{Category, Entry, KnowledgeFilter},
    page::LIMIT_MAX,
    phrases::alternatives,
    projects::{Project, ProjectQuery},
    tools::{
        DATA_NOTICE, NAME_CHARS_MAX,
        answers::Named,
        excerpt::{in_marks, short},
    },
};
use store::{
    Tx, documents,
    lore::{self, EntryNames},
    projects::{self, ProjectAccess},
};

use crate::skills::book;

/// Projects that are looked through for a name, the newest.
const PROJECTS_MAX: usize = 1_000;

/// Records that a refusal names to choose from.
const CHOICES_MAX: usize = 20;

/// The project that a tool is about: the one that is named, or else that of the token, the one that is
/// open, or the only one.
///
/// # Errors
/// Not found where the principal sees none of this id or name; rejected where it is not clear which one
/// is meant, with those there are.
pub(crate) fn project(
    tx: &mut Tx<'_>,
    principal: &Principal,
    wanted: Option<&str>,
) -> Result<(ProjectAccess, Named)> {
    if let Some(wanted) = wanted {
        if let Some((access, project, _)) = projects::get(tx, principal, wanted).or_none()? {
            return Ok((access, named(&project)));
        }
        let folded = fold_name(wanted);
        let all = visible(tx, principal)?;
        let called: Vec<&Project> = all.iter().filter(|it| fold_name(&it.name) == folded).collect();
        return match called[..] {
            [one] => opened(tx, principal, &one.id),
            [] => Err(Error::not_found("Project", wanted)),
            _ => Err(unclear("project", called.into_iter().map(named).collect())),
        };
    }
    if let Some(only) = &principal.project {
        return opened(tx, principal, only);
    }
    if let Some(open) = projects::open(tx, principal)? {
        return opened(tx, principal, open.id());
    }
    let all = visible(tx, principal)?;
    match &all[..] {
        [one] => opened(tx, principal, &one.id),
        [] => Err(Error::Rejected("There is no project yet that you may see".to_owned())),
        all => Err(unclear("project", all.iter().map(named).collect())),
    }
}

fn opened(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Named)> {
    let (access, project, _) = projects::get(tx, principal, id)?;
    Ok((access, named(&project)))
}

pub(crate) fn named(project: &Project) -> Named {
    Named::new(&project.id, &project.name)
}

/// The projects that the principal may see, the newest first.
pub(crate) fn visible(tx: &mut Tx<'_>, principal: &Principal) -> Result<Vec<Project>> {
    if let Some(only) = &principal.project {
        let found = projects::get(tx, principal, only).or_none()?;
        return Ok(found.into_iter().map(|(_, project, _)| project).collect());
    }
    let mut all = Vec::new();
    let mut query = ProjectQuery { status: None, q: None, limit: LIMIT_MAX, cursor: None };
    loop {
        let page = projects::list(tx, principal, &query)?;
        all.extend(page.items.into_iter().map(|(project, _)| project));
        query.cursor = page.next_cursor.as_deref().and_then(domain::page::Cursor::parse);
        if query.cursor.is_none() || all.len() >= PROJECTS_MAX {
            return Ok(all);
        }
    }
}

/// The document of this id or title.
///
/// # Errors
/// Not found where there is none; rejected where several have the title, with their ids.
pub(crate) fn document(tx: &mut Tx<'_>, project: &ProjectAccess, wanted: &str) -> Result<Document> {
    if let Some(document) = documents::get(tx, project, wanted).or_none()? {
        return Ok(document);
    }
    titled(&book::documents(tx, project)?.0, wanted).cloned()
}

/// The ids of the documents of these ids or titles. The list of documents is read one time for all of them.
///
/// # Errors
/// As [`document`].
pub(super) fn document_ids(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    wanted: &[String],
) -> Result<Vec<String>> {
    let mut all = None;
    let mut ids = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        if let Some(document) = documents::get(tx, project, wanted).or_none()? {
            ids.push(document.id);
            continue;
        }
        let all = match &mut all {
            Some(all) => all,
            none => none.insert(book::documents(tx, project)?.0),
        };
        ids.push(titled(all, wanted)?.id.clone());
    }
    Ok(ids)
}

/// The only document of this title.
fn titled<'d>(all: &'d [Document], wanted: &str) -> Result<&'d Document> {
    let folded = fold_name(wanted);
    let called: Vec<&Document> = all.iter().filter(|it| fold_name(&it.title) == folded).collect();
    match called[..] {
        [one] => Ok(one),
        [] => Err(Error::not_found("Document", wanted)),
        _ => Err(unclear("document", called.into_iter().map(Named::from).collect())),
    }
}

/// That several records could be meant.
pub(crate) fn unclear(noun: &str, choices: Vec<Named>) -> Error {
    let listed = choices.iter().take(CHOICES_MAX);
    let listed: Vec<String> = listed.map(in_words).collect();
    let more = match choices.len().saturating_sub(CHOICES_MAX) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    Error::Rejected(format!(
        "Which {noun} is meant? Name the id of {}{more}. {DATA_NOTICE}",
        alternatives(&listed)
    ))
}

/// The name of a record in a sentence of an answer.
pub(crate) fn in_words(record: &Named) -> String {
    format!("{} ({})", in_marks(&short(&record.title, NAME_CHARS_MAX)), record.id)
}

/// For the middle of a sentence: about which project; nothing where there is none.
pub(super) fn about(project: Option<&Named>) -> String {
    project.map_or(String::new(), |it| format!(" about project {}", in_words(it)))
}

/// What of the lore is looked at in a project; none for all of it.
pub(crate) fn filter(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Option<KnowledgeFilter>> {
    Ok(KnowledgeFilter::of(&projects::detail(tx, project)?.settings))
}

/// Whether a filter has nothing against a category.
pub(crate) fn includes(filter: Option<&KnowledgeFilter>, category: Category) -> bool {
    filter.is_none_or(|filter| filter.includes(category))
}

/// The names of the entries that the project's `knowledgeFilter` does not leave out.
pub(crate) fn entries(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<EntryNames>> {
    let filter = filter(tx, project)?;
    let mut all = lore::entry_names(tx, project)?;
    all.retain(|it| includes(filter.as_ref(), it.category));
    Ok(all)
}

/// What a name of the lore means.
pub(crate) enum MeantEntry {
    /// One entry, and its text.
    One(Box<Entry>, String),
    /// Several entries, or none.
    Several(Vec<EntryNames>),
}

/// The entry of this id, or else those with this name or other name, among the categories that are looked
/// at: what is left out is answered as what there is not.
pub(crate) fn entry(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    is_looked_at: &dyn Fn(Category) -> bool,
    wanted: &str,
) -> Result<MeantEntry> {
    if let Some((entry, content)) = lore::get(tx, project, wanted.trim()).or_none()?
        && is_looked_at(entry.category)
    {
        return Ok(MeantEntry::One(Box::new(entry), content));
    }
    let folded = fold_name(wanted);
    let mut all = lore::entry_names(tx, project)?;
    all.retain(|it| is_looked_at(it.category) && it.names.iter().any(|it| fold_name(it) == folded));
    match &all[..] {
        [one] => {
            let (entry, content) = lore::get(tx, project, &one.entry_id)?;
            Ok(MeantEntry::One(Box::new(entry), content))
        }
        _ => Ok(MeantEntry::Several(all)),
    }
}
