//! Passages of the documents, and about those, that a question names: sentences with its other words,
//! the best first, each with its document.

use std::collections::BTreeSet;

use domain::{Result, agents::understanding, messages::Answer};
use prose::{Span, Text};
use serde_json::json;

use crate::skills::{
    answers::{AnswerText, counted, listed},
    help,
    reading::Asked,
    records::Described,
    sightings::{self, is_form, located},
    subject::{Subject, quoted},
};

/// Sentences that an answer quotes.
const SENTENCES_MAX: usize = 8;

/// A sentence that may answer a question.
struct Candidate {
    document: usize,
    span: Span,
    /// Letters of the words of the question in it.
    weight: usize,
}

/// What the documents of a request say about what it names, or of its words.
pub(super) fn answer(
    asked: &Asked,
    subjects: &[Subject],
    described: &[Described],
) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let found = sightings::find(&texts, &asked.sought(), &asked.names.records);
    let terms = terms(asked);
    let scope = asked.scope_name();
    let mut out = AnswerText::default();
    for described in described {
        described.lines.iter().for_each(|line| out.line(line));
    }
    let among: Vec<(usize, Span)> = if found.is_empty() {
        let all = texts.iter().enumerate();
        all.flat_map(|(at, text)| text.sentences().iter().map(move |it| (at, it.span))).collect()
    } else {
        found.iter().for_each(|it| out.line(it.line(&scope)));
        let sentences: BTreeSet<(usize, Span)> =
            found.iter().flat_map(|it| it.sentences()).collect();
        sentences.into_iter().collect()
    };
    let mut candidates: Vec<Candidate> = among
        .into_iter()
        .map(|(document, span)| {
            let sentence = Text::new(span.of(texts[document].source()));
            let has = |term: &&String| {
                (0..sentence.words().len()).any(|word| is_form(sentence.lower(word), term))
            };
            let weight = terms.iter().filter(has).map(|term| term.chars().count()).sum();
            Candidate { document, span, weight }
        })
        .collect();
    candidates.sort_by_key(|it| std::cmp::Reverse(it.weight));
    candidates.retain(|it| it.weight > 0);
    candidates.truncate(SENTENCES_MAX);
    if candidates.is_empty() {
        if !terms.is_empty() {
            out.line(format!("No sentence there has {}.", quoted(&terms.join("” or “"))));
        }
        for it in &found {
            for (document, passage) in it.informative(subjects, SENTENCES_MAX) {
                candidates.push(Candidate { document, span: passage.sentence_span, weight: 0 });
            }
        }
        candidates.truncate(SENTENCES_MAX);
    } else {
        out.line(format!(
            "{} there with {}, the most of them first; whether one answers takes a reader.",
            counted(candidates.len(), "sentence", "sentences"),
            quoted(&terms.join("”, “"))
        ));
    }
    out.list("Passages", &candidates, |it| {
        let subject = &subjects[it.document];
        format!("{}: {}", subject.name(), quoted(&subject.quote(it.span).quote))
    });
    help::write_missed(&mut out, asked, &found);
    let report = json!({
        "kind": "passages",
        "projectId": asked.request.project_id,
        "terms": terms,
        "records": described.iter().map(|it| &it.report).collect::<Vec<_>>(),
        "mentions": found.iter().map(|it| it.report(subjects)).collect::<Vec<_>>(),
        "passages": listed(&candidates, |it| {
            let mut passage = located(&subjects[it.document], it.span);
            passage["sentence"] = passage["quote"].clone();
            passage
        }),
    });
    let is_empty = candidates.is_empty() && described.is_empty();
    Ok(asked.answered(&out.finish(), report, subjects)?.empty_if(is_empty))
}

/// The words of a request that are looked for: those that no request has, that name nothing, and that
/// are not of the titles it is about.
pub(super) fn terms(asked: &Asked) -> Vec<String> {
    let named = asked.sought().into_iter().flat_map(|it| it.names);
    let titles = asked.documents().into_iter().flatten().map(|it| it.title.clone());
    let known: BTreeSet<String> =
        named.chain(titles).flat_map(|name| understanding::content_words(&name)).collect();
    let mut terms = understanding::content_words(&asked.words);
    terms.retain(|term| !known.contains(term) && !term.chars().all(char::is_numeric));
    terms.sort();
    terms.dedup();
    terms
}
