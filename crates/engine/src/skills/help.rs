//! What is answered to a request that was not understood, or that names what is not there: what the
//! agent can do, with questions that work for the project, and what the project has.

use domain::{
    Result,
    agents::understanding::{self, Missing, NamedDocument, NamedRecord, RecordKind},
    documents::{DocumentKind, numbering},
    lore::Category,
    messages::Answer,
};
use serde_json::{Value, json};

use super::{
    answers::{AnswerText, counted},
    reading::{Asked, ProjectNames},
    request::AgentRequest,
    sightings::Sightings,
    subject::{self, quoted, shortened},
};

/// Documents that an answer lists for those who asked for one that is not there.
const LISTED_MAX: usize = 40;

/// What an agent can do: to who asks that, and to who asked what it did not understand.
pub(super) fn what_it_can(
    request: &AgentRequest,
    names: &ProjectNames,
    is_help: bool,
) -> Result<Answer> {
    let mut out = AnswerText::default();
    let agent = &request.agent;
    if !is_help {
        out.line(format!("{agent} did not understand what is asked."));
    }
    let skills: Vec<(&str, Option<String>)> = understanding::skills(agent)
        .iter()
        .map(|skill| (skill.answers, example(skill.example, names)))
        .collect();
    if skills.is_empty() {
        return Ok(Answer::of_text(out.finish()));
    }
    out.line(format!("{agent} can say, of the book or of a part of it that you name:"));
    for (answers, example) in &skills {
        let example = example.as_ref().map_or(String::new(), |it| format!(": {it}"));
        out.line(format!("  {answers}{example}"));
    }
    let report = json!({
        "kind": "help",
        "isUnderstood": is_help,
        "skills": skills.iter().map(|(answers, example)| json!({
            "answers": answers, "example": example,
        })).collect::<Vec<_>>(),
    });
    Answer::with_report(out.finish(), &report).map(|it| it.empty_if(true))
}

/// An example with names of the project; none when it has none for it.
fn example(example: &str, names: &ProjectNames) -> Option<String> {
    let mut example = example.to_owned();
    if example.contains("{chapter}") {
        let chapter = names.documents.iter().find(|it| it.kind == DocumentKind::Chapter);
        let chapter = chapter.or_else(|| names.documents.iter().find(|it| it.kind.is_manuscript()));
        example = example.replace("{chapter}", &called(chapter?));
    }
    if example.contains("{person}") {
        let is_person = |kind| kind == RecordKind::Entry(Category::Character);
        let person = names.records.iter().find(|it| is_person(it.kind));
        example = example.replace("{person}", &shortened(person?.name()));
    }
    if example.contains("{promise}") {
        let promise = names.records.iter().find(|it| it.kind == RecordKind::Promise);
        example = example.replace("{promise}", &format!("“{}”", shortened(promise?.name())));
    }
    Some(example)
}

/// What a document is called in a request: by its title, or by its number when that is all of it.
fn called(document: &NamedDocument) -> String {
    let title = understanding::bare_title(document);
    match numbering::number(title) {
        Some(number) => format!("{} {number}", document.kind),
        None => format!("“{}”", shortened(title)),
    }
}

/// What is not there, and what is.
pub(super) fn missing(missing: &[Missing], names: &ProjectNames) -> Result<Answer> {
    let mut out = AnswerText::default();
    let mut kinds: Vec<DocumentKind> = Vec::new();
    for it in missing {
        let (sentence, kind) = match it {
            Missing::Numbered(kind, number) => {
                (format!("There is no {kind} {number}"), Some(*kind))
            }
            Missing::Titled(title) => {
                (format!("No document is called “{}”", shortened(title)), None)
            }
            Missing::ThisOne(kind) => {
                (format!("The message names no document that “this {kind}” could be"), Some(*kind))
            }
            Missing::Beside(kind) => (format!("There is no {kind} there"), Some(*kind)),
            Missing::Promise(words) => {
                write_titles(&mut out, "promise", RecordKind::Promise, words, names);
                continue;
            }
            Missing::Event(words) => {
                write_titles(&mut out, "event", RecordKind::Event, words, names);
                continue;
            }
        };
        out.line(format!("{sentence}; {}.", what_there_is(kind, names)));
        kinds.extend(kind);
    }
    let is_of_record = |it: &Missing| matches!(it, Missing::Promise(_) | Missing::Event(_));
    let wanted = match kinds.first() {
        Some(kind) => Some(*kind),
        None => (!missing.iter().all(is_of_record)).then_some(DocumentKind::Chapter),
    };
    let there: Vec<&NamedDocument> =
        names.documents.iter().filter(|it| Some(it.kind) == wanted).collect();
    for (at, document) in there.iter().enumerate().take(LISTED_MAX) {
        out.line(format!("  {}: “{}”", at + 1, shortened(&document.title)));
    }
    if there.len() > LISTED_MAX {
        out.line(format!("  and {} more", there.len() - LISTED_MAX));
    }
    let report = json!({
        "kind": "missing",
        "missing": missing.iter().map(view).collect::<Vec<_>>(),
        "documents": there.iter().take(LISTED_MAX).map(|it| json!({
            "documentId": it.id, "title": it.title, "kind": it.kind.as_str(),
        })).collect::<Vec<_>>(),
    });
    Answer::with_report(out.finish(), &report).map(|it| it.empty_if(true))
}

/// The titles of a kind of record, for who asked for one that is not there.
fn write_titles(
    out: &mut AnswerText,
    noun: &str,
    kind: RecordKind,
    words: &[String],
    names: &ProjectNames,
) {
    let there: Vec<&NamedRecord> = names.records.iter().filter(|it| it.kind == kind).collect();
    let nouns = counted(there.len(), noun, &format!("{noun}s"));
    let end = if there.is_empty() { "." } else { ":" };
    out.line(format!(
        "No {noun} of the project has {} in its title; the project has {nouns}{end}",
        quoted(&words.join("” or “"))
    ));
    for record in there.iter().take(LISTED_MAX) {
        out.line(format!("  “{}”", shortened(record.name())));
    }
    if there.len() > LISTED_MAX {
        out.line(format!("  and {} more", there.len() - LISTED_MAX));
    }
}

fn view(missing: &Missing) -> Value {
    match missing {
        Missing::Numbered(kind, number) => json!({ "kind": kind.as_str(), "number": number }),
        Missing::Titled(title) => json!({ "title": title }),
        Missing::Promise(words) => json!({ "kind": "promise", "words": words }),
        Missing::Event(words) => json!({ "kind": "event", "words": words }),
        Missing::ThisOne(kind) | Missing::Beside(kind) => json!({ "kind": kind.as_str() }),
    }
}

/// How many documents of a kind there are.
fn what_there_is(kind: Option<DocumentKind>, names: &ProjectNames) -> String {
    let kind = kind.unwrap_or(DocumentKind::Chapter);
    match names.documents.iter().filter(|it| it.kind == kind).count() {
        0 => format!("the manuscript has no {kind}"),
        1 => format!("the manuscript has one {kind}"),
        many => format!("the manuscript has {many} {kind}s"),
    }
}

/// Agents that look at a text of the message too.
const READERS: [&str; 3] = ["critic", "lorekeeper", "proseguard"];

/// What is answered to a request about no project.
pub(super) fn no_project(request: &AgentRequest) -> Answer {
    if !READERS.contains(&request.agent.as_str()) {
        return subject::no_project();
    }
    Answer::of_text(format!(
        "{}To have a text looked at, put it below the question, or send it alone.\n",
        subject::no_project().text
    ))
}

/// Letters in which a name may differ from one that was meant.
const DISTANCE_MAX: usize = 2;

/// Entries that are listed for who asked for none of them.
const ENTRIES_MAX: usize = 20;

/// What the lore has, when one of the names that were looked for is nobody’s and nowhere.
pub(super) fn write_missed(out: &mut AnswerText, asked: &Asked, found: &[Sightings]) {
    if found.iter().any(|it| it.sought.id.is_none() && it.total() == 0) {
        write_nearest(out, asked);
    }
}

/// What the lore has in the place of what it has not.
pub(super) fn write_nearest(out: &mut AnswerText, asked: &Asked) {
    let entries: Vec<&str> = asked
        .names
        .records
        .iter()
        .filter(|it| matches!(it.kind, RecordKind::Entry(_)))
        .map(NamedRecord::name)
        .collect();
    let is_near = |name: &&&str| {
        asked.unknown.iter().any(|unknown| {
            let (one, other) = (unknown.to_lowercase(), name.to_lowercase());
            prose::spelling_distance(&one, &other).is_some_and(|it| it <= DISTANCE_MAX)
        })
    };
    let near: Vec<&&str> = entries.iter().filter(is_near).collect();
    out.list("Close to it in spelling", &near, |name| shortened(name));
    if entries.is_empty() {
        out.line("The lore of the project has no entry yet.");
    } else if near.is_empty() {
        let named: Vec<String> = entries.iter().take(ENTRIES_MAX).map(|it| shortened(it)).collect();
        let more = entries.len().saturating_sub(named.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        out.line(format!("The lore has entries on: {}{more}.", named.join(", ")));
    }
}
