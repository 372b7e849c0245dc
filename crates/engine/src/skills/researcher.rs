//! Researcher: passages of what is stored that are like the question, each with its source. It finds
//! and does not conclude: to sum up, or to say what the passages prove, takes a model.

use domain::{
    Principal, Result,
    messages::{Answer, Message},
    research::{Collection, Found, QUERY_CHARS_MAX},
};
use serde_json::{Value, json};

use super::{
    letter::{Letter, counted, listed},
    subject::shortened,
};
use crate::{Studio, research};

/// Passages that an answer quotes.
const PASSAGES_MAX: usize = 8;

/// Passages that are asked for: some are the question itself and what was answered to it.
const ASKED_FOR: i64 = 24;

/// What is like the text of the message, in the project it is about or in all its sender may see.
pub(super) async fn answer(studio: &Studio, message: &Message) -> Result<Answer> {
    let asker = Principal::of_account(&message.account);
    let named = message.context.as_ref().and_then(|context| context.about("projectId"));
    let project = named.or(message.project_id.as_deref());
    let question: String = message.content.chars().take(QUERY_CHARS_MAX).collect();
    let mut found = research::search(studio, &asker, project, &question, ASKED_FOR).await?;
    // What was said in a conversation is no source about its subject.
    found.retain(|it| it.about.collection != Collection::Messages);
    found.truncate(PASSAGES_MAX);
    Answer::measured(letter(&found, project), &report(&found, project))
}

fn letter(found: &[Found], project: Option<&str>) -> String {
    let mut letter = Letter::default();
    let place = if project.is_some() { "the project" } else { "all that you may see" };
    if found.is_empty() {
        letter.line(format!("Nothing in {place} is like the question."));
    } else {
        letter.line(format!(
            "Of {place}, {} most like the question; whether one answers it takes a reader, or a \
             language model, and none is configured.",
            counted(found.len(), "passage is", "passages are")
        ));
    }
    letter.list("Passages", found, |it| {
        format!(
            "“{}” ({}, similarity {:.2}): “{}”",
            shortened(&it.about.title),
            it.about.collection,
            it.similarity,
            shortened(&it.text)
        )
    });
    letter.finish()
}

fn report(found: &[Found], project: Option<&str>) -> Value {
    json!({
        "kind": "passages",
        "projectId": project,
        "passages": listed(found, |it| json!({
            "documentId": it.document_id,
            "title": shortened(&it.about.title),
            "collection": it.about.collection.as_str(),
            "similarity": it.similarity,
            "text": it.text,
            "start": it.about.start,
            "end": it.about.end,
            "label": it.about.label,
        })),
    })
}
