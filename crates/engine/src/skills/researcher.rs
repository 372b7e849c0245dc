//! Researcher: passages of what is stored that are like the question, each with its source. It finds
//! and does not conclude: to sum up, or to say what the passages prove, takes a model.

mod narrowed;
mod occurrences;

use std::{cmp::Reverse, collections::BTreeSet};

use domain::{
    Result,
    agents::understanding,
    messages::Answer,
    research::{Collection, FoundPassage, QUERY_CHARS_MAX},
};
use prose::{Sentence, Text};
use search::CHANCE;
use serde_json::{Value, json};

use super::{
    answers::{AnswerText, counted, listed},
    reading::{Asked, Target},
    records,
    sightings::is_form,
    subject::{Subject, quoted, shortened},
};
use crate::{
    Studio,
    research::{self, WORDS},
};
use occurrences::Occurrences;

/// Passages that an answer quotes where the project asks for no number.
const PASSAGES_MAX: i64 = 8;

/// The share of the best passage's score by words from which on another is worth quoting, whatever
/// it is like.
const WORD_SHARE_MIN: f64 = 1.0 / 3.0;

/// Letters of a word of the question that a sentence is chosen by, at least.
const TERM_LETTERS_MIN: usize = 3;

/// Where is looked. What was said in a conversation is no source about its subject.
const SOURCES: [Collection; 4] =
    [Collection::Documents, Collection::Lore, Collection::Notes, Collection::References];

/// A passage, and the sentence of it that answers best.
struct Source {
    found: FoundPassage,
    sentence: String,
}

/// What is like the question: in the project it is about or in all its sender may see; in the
/// documents and about those it names.
pub(super) async fn answer(studio: &Studio, mut asked: Asked) -> Result<Answer> {
    let is_narrowed = !asked.names_nothing() || asked.target != Target::Book;
    if is_narrowed && asked.request.project_id.is_some() {
        let described = records::described(studio, &asked).await?;
        return asked
            .look(studio, move |asked, subjects| narrowed::answer(asked, &subjects, &described))
            .await;
    }
    if asked.request.project_id.is_none() {
        return answered(studio, &asked, "").await;
    }
    let (sources, narrowed) = search(studio, &asked).await?;
    let texts = asked.texts(studio).await?;
    asked.is_whole = texts.is_whole;
    super::run_blocking(move || {
        let subjects = texts.subjects();
        Found { sources, narrowed }.answer(&asked, &subjects, &occurrences::of(&asked, &subjects))
    })
    .await
}

/// What lorekeeper answers to a question about somebody whom it does not name.
pub(super) async fn without_a_name(studio: &Studio, asked: Asked) -> Result<Answer> {
    answered(studio, &asked, "The question has no name of the lore or the manuscript in it.\n")
        .await
}

/// The passages that are most like the words of a request, behind a beginning.
async fn answered(studio: &Studio, asked: &Asked, beginning: &str) -> Result<Answer> {
    let (sources, narrowed) = search(studio, asked).await?;
    let mut answer = Found { sources, narrowed }.answer(asked, &[], &[])?;
    answer.text.insert_str(0, beginning);
    Ok(answer)
}

/// What a search found, and that lore was left out of it.
struct Found {
    sources: Vec<Source>,
    narrowed: Option<String>,
}

impl Found {
    fn answer(
        &self,
        asked: &Asked,
        subjects: &[Subject],
        occurrences: &[Occurrences],
    ) -> Result<Answer> {
        let project = asked.request.project_id.as_deref();
        let mut out = answer_text(&self.sources, project);
        for it in occurrences {
            out += &format!("{}\n", it.line(subjects));
        }
        let mut report = report(&self.sources, project);
        report["occurrences"] = occurrences.iter().map(|it| it.report(subjects)).collect();
        if let (None, Some(narrowed)) = (&asked.names.narrowed, &self.narrowed) {
            out = format!("{out}{narrowed}\n");
            report["narrowed"] = narrowed.as_str().into();
        }
        let is_empty = self.sources.is_empty() && occurrences.is_empty();
        Ok(asked.answered(&out, report, subjects)?.empty_if(is_empty))
    }
}

/// The passages that are most like the words of a request, and that lore is left out of them.
async fn search(studio: &Studio, asked: &Asked) -> Result<(Vec<Source>, Option<String>)> {
    let request = &asked.request;
    let question: String = asked.words.chars().take(QUERY_CHARS_MAX).collect();
    let project = request.project_id.as_deref();
    let principal = &request.principal;
    let searched =
        research::search(studio, principal, project, &SOURCES, &question, PASSAGES_MAX).await?;
    let (mut found, narrowed) = (searched.results, searched.narrowed);
    let best = found.iter().map(|it| it.metadata.word_score).fold(0.0, f64::max);
    // What was found by vectors is like the question in meaning, and need not have its words.
    let is_meant =
        |it: &FoundPassage| it.metadata.embedder != WORDS && it.similarity >= f64::from(CHANCE);
    let wanted = understanding::content_words(&question);
    found.retain(|it| {
        let has_words = it.metadata.word_score >= WORD_SHARE_MIN * best
            && (wanted.is_empty() || has_one_of(&it.text, &wanted));
        has_words || is_meant(it)
    });
    let terms = terms(&question);
    let source =
        |found: FoundPassage| Source { sentence: best_sentence(&found.text, &terms), found };
    Ok((found.into_iter().map(source).collect(), narrowed))
}

/// The words of a question that are worth looking for.
fn terms(question: &str) -> BTreeSet<String> {
    let text = Text::new(question);
    let words = text.words().iter().map(|word| word.span.of(question).to_lowercase());
    words.filter(|word| word.chars().count() >= TERM_LETTERS_MIN).collect()
}

/// Whether a text has a form of one of these words.
fn has_one_of(text: &str, wanted: &[String]) -> bool {
    let text = Text::new(text);
    (0..text.words().len()).any(|word| wanted.iter().any(|one| is_form(text.lower(word), one)))
}

/// The sentence of a passage with most of these words in any of their forms, the first among equals;
/// long words count for more than those that stand in every sentence.
fn best_sentence(passage: &str, terms: &BTreeSet<String>) -> String {
    let text = Text::new(passage);
    let weight = |sentence: &Sentence| -> usize {
        let words: Vec<String> = text.words()[sentence.words.clone()]
            .iter()
            .map(|word| word.span.of(passage).to_lowercase())
            .collect();
        let is_there = |term: &&String| words.iter().any(|word| is_form(word, term));
        terms.iter().filter(is_there).map(|term| term.chars().count()).sum()
    };
    let best =
        text.sentences().iter().enumerate().max_by_key(|(at, it)| (weight(it), Reverse(*at)));
    shortened(best.map_or(passage, |(_, sentence)| sentence.span.of(passage)))
}

fn answer_text(found: &[Source], project: Option<&str>) -> String {
    let mut out = AnswerText::default();
    let scope = if project.is_some() { "the project" } else { "all that you may see" };
    if found.is_empty() {
        out.line(format!("Nothing in {scope} is like the question."));
    } else {
        out.line(format!(
            "Of {scope}, {} most like the question; whether one answers it takes a reader, or a \
             language model, and none is configured.",
            counted(found.len(), "passage is", "passages are")
        ));
    }
    out.list("Passages", found, |it| {
        format!(
            "“{}” ({}, similarity {:.2}): {}",
            shortened(&it.found.metadata.title),
            it.found.metadata.collection,
            it.found.similarity,
            quoted(&it.sentence)
        )
    });
    out.finish()
}

fn report(found: &[Source], project: Option<&str>) -> Value {
    json!({
        "kind": "passages",
        "projectId": project,
        "passages": listed(found, |it| json!({
            "documentId": it.found.document_id,
            "title": shortened(&it.found.metadata.title),
            "collection": it.found.metadata.collection.as_str(),
            "similarity": it.found.similarity,
            "text": it.found.text,
            "sentence": it.sentence,
            "start": it.found.metadata.start,
            "end": it.found.metadata.end,
            "label": it.found.metadata.label,
        })),
    })
}
