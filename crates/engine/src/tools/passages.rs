//! `find_passages`: passages of the manuscript, the lore and the notes about something, the best first.

use std::collections::HashMap;

use domain::{
    OrNone as _, Result,
    research::{Collection, FoundPassage, Search},
    tools::{
        DATA_NOTICE, NAME_CHARS_MAX,
        answers::{DataNotice, ListedPassage, Named, PassagePage, Quotation},
        excerpt::{line_of, quoted, short},
        requests::{FindPassages, NumberCursor, PASSAGES_MAX},
    },
};
use store::{documents, lore, projects};

use super::{
    ToolAnswer, ToolCall, ToolDefinition, documents::whole, naming, paging, reading, tool,
};
use crate::research;

/// What is searched when nobody names a collection.
const COLLECTIONS: [Collection; 4] =
    [Collection::Documents, Collection::Lore, Collection::Notes, Collection::References];

pub(super) fn find() -> ToolDefinition {
    let profile = reading(
        "find_passages",
        "Find passages",
        "Finds passages of the manuscript, the lore, the author's notes and the references about \
         something, by meaning and by words, the best first, each with its source and its place. Use it \
         to find out where the book says something, before you claim that it does.",
    );
    tool::<FindPassages, PassagePage, _>(profile, run)
}

async fn run(call: ToolCall, arguments: FindPassages) -> Result<ToolAnswer> {
    let (principal, wanted) = (call.principal.clone(), arguments.clone());
    let database = &call.studio.database;
    let (project, document_id) = database
        .read(move |tx| {
            let (access, named) = naming::project(tx, &principal, wanted.project.as_deref())?;
            let document = match &wanted.document {
                Some(wanted) => Some(naming::document(tx, &access, wanted)?.id),
                None => None,
            };
            Ok((named, document))
        })
        .await?;
    let first = arguments.cursor.map_or(0, |cursor| cursor.0);
    // One more than is wanted shows whether more follow.
    let limit = (first + arguments.limit + 1).min(PASSAGES_MAX);
    let collections = arguments.collections.clone().filter(|some| !some.is_empty());
    let search = Search {
        query: arguments.query.clone(),
        collections: collections.unwrap_or_else(|| COLLECTIONS.to_vec()),
        project_id: Some(project.id.clone()),
        limit: Some(limit),
        document_id,
        ..Search::default()
    };
    let now = call.studio.clock.now();
    let found = research::ask(&call.studio, &call.principal, &search, now).await?;
    let skipped = usize::try_from(first).unwrap_or(usize::MAX);
    let mut rest: Vec<FoundPassage> = found.results.into_iter().skip(skipped).collect();
    let more_follow = rest.len() > usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    rest.truncate(usize::try_from(arguments.limit).unwrap_or(usize::MAX));
    let lines = lines(&call, &project, &rest).await?;
    let listed = rest.into_iter().zip(lines).map(|(passage, line)| {
        let item = item(passage, line);
        let text = text_of(&item);
        (item, text)
    });
    let mut listed: Vec<(ListedPassage, String)> = listed.collect();
    let mut page = PassagePage {
        notice: DataNotice,
        project,
        query: short(&arguments.query, NAME_CHARS_MAX),
        passages: Vec::new(),
        narrowed: found.narrowed.map(|sentence| short(&sentence, NAME_CHARS_MAX)),
        note: found
            .meaning
            .and_then(|meaning| meaning.note)
            .map(|sentence| short(&sentence, NAME_CHARS_MAX)),
        next_cursor: None,
    };
    let fits = paging::fitting((&page, &head(&page)), &listed)?;
    page.next_cursor =
        (more_follow || fits < listed.len()).then(|| NumberCursor(first + whole(fits)).text());
    listed.truncate(fits);
    let text = whole_text(&page, &listed);
    page.passages = listed.into_iter().map(|(item, _)| item).collect();
    ToolAnswer::about(&page.project, &page, text)
}

/// The lines that passages begin in; none for messages, and where the text is no longer there.
async fn lines(
    call: &ToolCall,
    project: &Named,
    passages: &[FoundPassage],
) -> Result<Vec<Option<i64>>> {
    let position =
        |it: &FoundPassage| (it.metadata.collection, it.document_id.clone(), it.metadata.start);
    let positions: Vec<_> = passages.iter().map(position).collect();
    let (principal, project_id) = (call.principal.clone(), project.id.clone());
    call.studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            let mut texts: HashMap<&str, Option<String>> = HashMap::new();
            let mut lines = Vec::with_capacity(positions.len());
            for (collection, id, start) in &positions {
                if !texts.contains_key(id.as_str()) {
                    let text = match collection {
                        Collection::Messages => None,
                        Collection::Lore => {
                            lore::get(tx, &project, id).or_none()?.map(|(_, content)| content)
                        }
                        _ => documents::content(tx, &project, id).or_none()?,
                    };
                    texts.insert(id, text);
                }
                let text = texts.get(id.as_str()).and_then(Option::as_ref);
                lines.push(text.map(|text| line_of(text, *start)));
            }
            Ok(lines)
        })
        .await
}

fn item(passage: FoundPassage, line: Option<i64>) -> ListedPassage {
    let FoundPassage { document_id, text, similarity, metadata, .. } = passage;
    ListedPassage {
        source: Named::new(&document_id, &metadata.title),
        collection: metadata.collection,
        quotation: Quotation { text, start: metadata.start, end: metadata.end, line },
        similarity,
        is_foreign: metadata.label.is_some(),
    }
}

fn text_of(passage: &ListedPassage) -> String {
    let Quotation { text, start, end, line } = &passage.quotation;
    let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
    let foreign = if passage.is_foreign { ", words of somebody else" } else { "" };
    let (source, collection) = (naming::in_words(&passage.source), passage.collection);
    format!(
        "- {collection} {source}, characters {start} to {end}{line}{foreign}:\n{}",
        quoted(text)
    )
}

/// What stands before the passages.
fn head(page: &PassagePage) -> String {
    let project = naming::in_words(&page.project);
    format!("Passages of project {project}, the best first:{}\n{DATA_NOTICE}", remarks(page))
}

/// The lines that say that lore was left out, and that passages were searched by their words only.
fn remarks(page: &PassagePage) -> String {
    let remarks = [&page.narrowed, &page.note].into_iter().flatten();
    remarks.map(|sentence| format!("\n{sentence}")).collect()
}

fn whole_text(page: &PassagePage, listed: &[(ListedPassage, String)]) -> String {
    if listed.is_empty() {
        let project = naming::in_words(&page.project);
        let remarks = remarks(page);
        return format!("Nothing was found in project {project}.{remarks}\n{DATA_NOTICE}");
    }
    let passages: Vec<&str> = listed.iter().map(|(_, text)| text.as_str()).collect();
    let more = paging::more("find_passages", page.next_cursor.as_deref());
    format!("{}\n{}{more}", head(page), passages.join("\n"))
}
