//! Lorekeeper: the names of a text by frequency, where each is first met, and names that are close
//! to each other in spelling; and, where the project has lore, what of it the text names.

mod entries;

use std::fmt::Write as _;

use domain::{Result, messages::Answer};
use prose::{Name, NameKind, SimilarPair, Text};
use serde_json::{Value, json};
use store::lore::EntryNames;

use super::{
    answers::{counted, more},
    subject::{Quote, Subject, quoted},
};
use entries::Compared;

pub(super) use entries::of_project;

/// Names that the answer for people lists.
const TEXT_NAMES_MAX: usize = 25;

/// Names that the answer for programs lists.
const REPORT_NAMES_MAX: usize = 300;

/// The names of a text, and what the lore knows of it.
pub(super) fn answer(subject: &Subject, lore: &[EntryNames]) -> Result<Answer> {
    let text = Text::new(&subject.plain.text);
    let names = prose::names(&text);
    let near = prose::similar_names(&names);
    let mut report = report(subject, &text, &names, &near);
    let mut out = answer_text(subject, &text, &names, &near);
    if !lore.is_empty() {
        let compared = Compared::new(lore, &text, &names);
        out += &compared.answer_text(subject);
        report["lore"] = compared.report(subject);
    }
    Answer::with_report(out, &report)
}

fn answer_text(subject: &Subject, text: &Text<'_>, names: &[Name], near: &[SimilarPair]) -> String {
    // Months and days have capitals, and are nobody's name.
    let borne: Vec<&Name> = names.iter().filter(|it| it.kind != NameKind::Calendar).collect();
    if borne.is_empty() {
        return format!("{} has no names.\n", subject.name());
    }
    let count = counted(borne.len(), "name", "names");
    let mut out = format!("{} has {count}. By frequency:\n", subject.name());
    for name in borne.iter().take(TEXT_NAMES_MAX) {
        let _ = write!(out, "  {} {}", name.name, name.count);
        if name.within > 0 {
            let _ = write!(out, " (and {} in longer names)", name.within);
        }
        let _ = writeln!(out, ", first met in {}", quoted(&first_met(subject, text, name).quote));
    }
    more(&mut out, "  ", borne.len(), TEXT_NAMES_MAX);
    if !near.is_empty() {
        let _ = writeln!(out, "Close to each other in spelling:");
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
    out
}

/// The sentence in which a name is first met.
fn first_met(subject: &Subject, text: &Text<'_>, name: &Name) -> Quote {
    let sentences = text.sentences();
    let behind = sentences.partition_point(|sentence| sentence.span.start <= name.first.start);
    let sentence = behind.checked_sub(1).map_or(name.first, |at| sentences[at].span);
    subject.quote(sentence)
}

fn report(subject: &Subject, text: &Text<'_>, names: &[Name], near: &[SimilarPair]) -> Value {
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
            "first": subject.quote(name.first),
            "firstMet": first_met(subject, text, name),
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
                "first": subject.quote(names[near.name].first),
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
        "documentId": subject.document.as_ref().map(|(id, _)| id),
        "total": names.len(),
        "names": names.iter().take(REPORT_NAMES_MAX).map(name).collect::<Vec<_>>(),
        "near": near.iter().map(pair).collect::<Vec<_>>(),
    })
}
