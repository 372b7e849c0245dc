//! Lorekeeper: who and what somebody or something is ([`profile`]); the names of a text by frequency, where each is first met, and names that are close
//! to each other in spelling; and, where the project has lore, what of it the text names.

mod conflicts;
mod entries;
mod profile;

use std::fmt::Write as _;

use domain::{Result, agents::understanding::Topic, messages::Answer};
use prose::{Name, NameKind, SimilarPair, Span, Text};
use serde_json::{Value, json};
use store::lore::EntryNames;

use super::{
    answers::{counted, more},
    corpus::Corpus,
    lore_notes::LoreNotes,
    reading::{Asked, Target},
    researcher,
    subject::{Subject, shortened},
};
use crate::Studio;
use entries::{Compared, of_project};

/// Entries whose names are compared with each other, the first: each with each.
const COMPARED_MAX: usize = 300;

/// Names that the answer for people lists.
const TEXT_NAMES_MAX: usize = 25;

/// Names that the answer for programs lists.
const REPORT_NAMES_MAX: usize = 300;

/// What is answered about the names of a text, a chapter or the book; and about somebody.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    if !asked.names_nothing() {
        return profile::answer(studio, asked).await;
    }
    let is_of_the_book = asked.target == Target::Book;
    if is_of_the_book && matches!(asked.topic, Topic::Profile | Topic::Mentions) {
        return researcher::without_a_name(studio, asked).await;
    }
    let is_of_project = asked.request.project_id.is_some() || asked.request.document_id.is_some();
    if asked.topic == Topic::Conflicts && is_of_project {
        return conflicts::answer(studio, asked).await;
    }
    let (lore, notes) = of_project(studio, &asked.request).await?;
    asked.look(studio, move |asked, subjects| of_names(asked, subjects, &lore, &notes)).await
}

/// The names of some texts, and what the lore knows of them.
fn of_names(
    asked: &Asked,
    subjects: Vec<Subject>,
    lore: &[EntryNames],
    notes: &LoreNotes,
) -> Result<Answer> {
    let corpus = Corpus::new(subjects, &asked.scope_name());
    let text = Text::new(corpus.text());
    let names = prose::names(&text);
    let near = prose::similar_names(&names);
    let mut report = report(&corpus, &text, &names, &near);
    let compared = (!lore.is_empty()).then(|| Compared::new(lore, notes, &text, &names));
    if let Some(compared) = &compared {
        report["lore"] = compared.report(&corpus);
    }
    notes.add_to(&mut report);
    let out = match asked.topic {
        Topic::SimilarNames => {
            let looked_at = lore.iter().filter(|entry| notes.includes(entry.category));
            similar_text(&corpus, &names, &near, looked_at)
        }
        Topic::UnknownNames => compared.map_or_else(
            || "The project has no lore: no name has an entry.\n".to_owned(),
            |compared| compared.lacking_text(&corpus),
        ),
        _ => {
            let mut out = answer_text(&corpus, &text, &names, &near);
            out += &compared.map(|it| it.answer_text(&corpus)).unwrap_or_default();
            out
        }
    };
    let mut out = out + &notes.answer_text();
    if let (None, Some(narrowed)) = (&asked.names.narrowed, notes.narrowed()) {
        let _ = writeln!(out, "{narrowed}");
    }
    asked.answered(&out, report, &corpus.subjects)
}

/// Names that are close to each other, in the text and among the entries.
fn similar_text<'e>(
    corpus: &Corpus,
    names: &[Name],
    near: &[SimilarPair],
    lore: impl Iterator<Item = &'e EntryNames>,
) -> String {
    let mut out = String::new();
    if near.is_empty() {
        let _ = writeln!(
            out,
            "{} has no names that are close to each other in spelling.",
            corpus.name()
        );
    }
    write_near(&mut out, names, near);
    let known: Vec<&str> = lore.take(COMPARED_MAX).map(EntryNames::name).collect();
    let alike = prose::similar_known_names(&known);
    if !alike.is_empty() {
        let _ = writeln!(out, "Close to each other among the entries of the lore:");
        for it in alike.iter().take(TEXT_NAMES_MAX) {
            let [one, other] = &it.words;
            let (named, beside) = (shortened(known[it.one]), shortened(known[it.other]));
            let _ = writeln!(out, "  {one} (in “{named}”) and {other} (in “{beside}”)");
        }
        more(&mut out, "  ", alike.len(), TEXT_NAMES_MAX);
    }
    out
}

fn answer_text(corpus: &Corpus, text: &Text<'_>, names: &[Name], near: &[SimilarPair]) -> String {
    // Months and days have capitals, and are nobody's name.
    let borne: Vec<&Name> = names.iter().filter(|it| it.kind != NameKind::Calendar).collect();
    if borne.is_empty() {
        return format!("{} has no names.\n", corpus.name());
    }
    let count = counted(borne.len(), "name", "names");
    let mut out = format!("{} has {count}. By frequency:\n", corpus.name());
    for name in borne.iter().take(TEXT_NAMES_MAX) {
        let _ = write!(out, "  {} {}", name.name, name.count);
        if name.within > 0 {
            let _ = write!(out, " (and {} in longer names)", name.within);
        }
        let _ = writeln!(out, ", first met in {}", corpus.cited(first_met(text, name)));
    }
    more(&mut out, "  ", borne.len(), TEXT_NAMES_MAX);
    write_near(&mut out, names, near);
    out
}

/// The pairs of names that are close to each other.
fn write_near(out: &mut String, names: &[Name], near: &[SimilarPair]) {
    if !near.is_empty() {
        let _ = writeln!(out, "Close to each other in spelling:");
    }
    for SimilarPair { one, other, .. } in near.iter().take(TEXT_NAMES_MAX) {
        let _ = writeln!(
            out,
            "  {} ({}, in “{}”) and {} ({}, in “{}”)",
            one.word,
            counted(one.count, "time", "times"),
            names[one.name].name,
            other.word,
            counted(other.count, "time", "times"),
            names[other.name].name
        );
    }
}

/// The sentence in which a name is first met.
fn first_met(text: &Text<'_>, name: &Name) -> Span {
    let sentences = text.sentences();
    let behind = sentences.partition_point(|sentence| sentence.span.start <= name.first.start);
    behind.checked_sub(1).map_or(name.first, |at| sentences[at].span)
}

fn report(corpus: &Corpus, text: &Text<'_>, names: &[Name], near: &[SimilarPair]) -> Value {
    let name = |name: &Name| {
        json!({
            "name": name.name,
            "kind": match name.kind {
                NameKind::Name => "name",
                NameKind::Title => "title",
                NameKind::Calendar => "calendar",
                NameKind::Demonym => "demonym",
            },
            "count": name.count,
            "within": name.within,
            "first": corpus.passage(name.first),
            "firstMet": corpus.passage(first_met(text, name)),
            "variants": name.variants.iter().map(|variant| json!({
                "name": variant.name, "count": variant.count,
            })).collect::<Vec<_>>(),
        })
    };
    let pair = |pair: &SimilarPair| {
        let side = |near: &prose::SimilarWord| {
            json!({
                "word": near.word,
                "count": near.count,
                "name": names[near.name].name,
                "first": corpus.passage(names[near.name].first),
            })
        };
        json!({
            "distance": pair.distance,
            "one": side(&pair.one),
            "other": side(&pair.other),
        })
    };
    json!({
        "kind": "names",
        "documentId": corpus.document_id(),
        "total": names.len(),
        "names": names.iter().take(REPORT_NAMES_MAX).map(name).collect::<Vec<_>>(),
        "near": near.iter().map(pair).collect::<Vec<_>>(),
    })
}
