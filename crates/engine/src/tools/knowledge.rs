//! `who_knows_when`: who is seen with something by a point of the book.

use domain::{
    Result,
    tools::{
        DATA_NOTICE,
        answers::{
            Named, Quotation,
            story::{Acquaintance, KnowledgePage, PersonKnowledge, SharedEvent, Sighting},
        },
        excerpt::{in_marks, quoted},
        requests::story::WhoKnowsWhen,
    },
};

use super::{ToolAnswer, ToolCall, ToolDefinition, naming, paging, reading, tool};
use crate::{blocking, skills::story::knowledge};

const NAME: &str = "who_knows_when";

pub(super) fn who() -> ToolDefinition {
    let about = reading(
        NAME,
        "Who knows what, and when",
        "Shows which characters are seen with something by a point of the story: the places of the text \
         where it is named while they speak or are named, and the events of the timelines that both are \
         linked to, with quotations. Characters who are not seen with it by then are listed too. It shows \
         evidence and never claims that somebody knows or does not know something: read the quotations and \
         `limits` before you conclude. Use it before you let a character speak of something, or to find out \
         where a secret may have been let out.",
    );
    tool::<WhoKnowsWhen, KnowledgePage, _>(about, run)
}

async fn run(call: ToolCall, arguments: WhoKnowsWhen) -> Result<ToolAnswer> {
    let (principal, wanted) = (call.principal.clone(), arguments.project.clone());
    let database = &call.studio.database;
    let (project, read) = database
        .scan(move |tx| {
            let (access, named) = naming::project(tx, &principal, wanted.as_deref())?;
            Ok((named, knowledge::read(tx, &access)?))
        })
        .await?;
    let answer = blocking::run("looking who knows something", move || {
        let mut page = read.answer(project, &arguments)?;
        let persons = std::mem::take(&mut page.persons);
        let head = head(&page);
        let persons: Vec<(PersonKnowledge, String)> =
            persons.into_iter().map(|it| (it.clone(), lines(&it))).collect();
        let visible = paging::page(arguments.cursor.as_ref(), (&page, &head), &persons)?;
        let items: Vec<&str> =
            persons[visible.items.clone()].iter().map(|(_, text)| text.as_str()).collect();
        let more = paging::more(NAME, visible.next_cursor.as_deref());
        let text = format!("{head}\n{}{more}", items.join("\n"));
        let persons = persons.into_iter().map(|(person, _)| person);
        page.persons = persons.skip(visible.items.start).take(visible.items.len()).collect();
        page.next_cursor = visible.next_cursor;
        Ok((page, text))
    });
    let (page, text) = answer.await??;
    ToolAnswer::about(&page.project, &page, text)
}

/// What stands before the persons.
fn head(page: &KnowledgePage) -> String {
    let subject = &page.subject;
    let title = match &subject.id {
        Some(id) => format!("{} {} ({id})", subject.kind, in_marks(&subject.title)),
        None => in_marks(&subject.title),
    };
    let by = match &page.by {
        Some(by) => format!("up to the end of {}", naming::in_words(by)),
        None => "before any text of the manuscript".to_owned(),
    };
    let mut lines = vec![
        format!("Who is seen with {title}, {by}, in project {}.", naming::in_words(&page.project)),
        DATA_NOTICE.to_owned(),
        page.basis.clone(),
    ];
    lines.extend(page.limits.iter().map(|limit| format!("Limit: {limit}")));
    if let Some(first) = &subject.first {
        lines.push(format!(
            "The text has it at {}. The first, {}:\n{}",
            counted(subject.total),
            position(&first.document, &first.quotation),
            quoted(&first.quotation.text)
        ));
    }
    lines.push(format!(
        "Persons: {} seen with it, {} only named beside it, {} named by then and never near it, {} not \
         named by then.",
        page.seen, page.named_with, page.not_seen, page.not_named_yet
    ));
    lines.join("\n")
}

/// Somebody as lines of the text.
fn lines(person: &PersonKnowledge) -> String {
    let id = person.id.as_ref().map_or("no lore entry".to_owned(), Clone::clone);
    let name = format!("- {} ({id})", in_marks(&person.name));
    let mut lines = vec![match person.acquaintance {
        Acquaintance::Together if person.total == 0 => {
            format!("{name}: seen with it by a timeline alone")
        }
        Acquaintance::Together => format!("{name}: seen with it at {}", counted(person.total)),
        Acquaintance::NamedWith => format!(
            "{name}: named beside it at {}, and nothing shows that they are there",
            counted(person.total)
        ),
        Acquaintance::Apart => format!("{name}: named by then, and never near it"),
        Acquaintance::NotNamedYet => format!("{name}: not named by then"),
    }];
    lines.extend(person.sightings.iter().map(seen));
    lines.extend(person.events.iter().map(event));
    let relations = person.relations.iter();
    lines.extend(relations.map(|it| format!("  the lore, without a time:\n{}", quoted(it))));
    lines.join("\n")
}

fn counted(sentences: i64) -> String {
    format!("{sentences} {}", if sentences == 1 { "sentence" } else { "sentences" })
}

fn seen(found: &Sighting) -> String {
    let position = position(&found.document, &found.quotation);
    format!("  {}, {position}:\n{}", found.evidence, quoted(&found.quotation.text))
}

fn event(event: &SharedEvent) -> String {
    let happened = match event.has_happened {
        Some(true) => "has happened by then",
        Some(false) => "has not happened by then",
        None => "whether it has happened by then is not known",
    };
    let linked = event.document.as_ref();
    let linked = linked.map_or(String::new(), |it| format!(", told in {}", naming::in_words(it)));
    let label = event.label.as_ref().map_or(String::new(), |it| format!(" as {}", in_marks(it)));
    let SharedEvent { id, title, date, .. } = event;
    let (title, date) = (in_marks(title), in_marks(date));
    format!("  a timeline links both{label}: {title} ({id}), {date}{linked}; it {happened}")
}

fn position(document: &Named, quotation: &Quotation) -> String {
    let line = quotation.line.map_or(String::new(), |line| format!(", line {line}"));
    let Quotation { start, end, .. } = quotation;
    format!("in {}, characters {start} to {end}{line}", naming::in_words(document))
}
