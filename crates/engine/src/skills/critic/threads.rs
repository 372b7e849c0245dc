//! How a person, a promise or anything else runs through a book: in which chapters, how densely, and
//! for how long it is away.

use domain::{Result, messages::Answer};
use prose::Text;
use serde_json::{Value, json};

use super::CANNOT;
use crate::skills::{
    answers::{AnswerText, counted, percent},
    help,
    reading::Asked,
    records::Described,
    sightings::{self, Sightings},
    subject::Subject,
};

/// How what a request names runs through what was read.
pub(super) fn answer(
    asked: &Asked,
    subjects: &[Subject],
    described: &[Described],
) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let found = sightings::find(&texts, &asked.sought(), &asked.names.records);
    let sentences: usize = texts.iter().map(|it| it.sentences().len()).sum();
    let mut out = AnswerText::default();
    out.line(CANNOT);
    let mut reports: Vec<Value> = Vec::new();
    for (at, it) in found.iter().enumerate() {
        if let Some(described) = described.get(at).filter(|_| it.sought.has_title()) {
            described.lines.iter().for_each(|line| out.line(line));
        }
        it.write_to(&mut out, subjects, &asked.scope_name());
        let mut report = it.report(subjects);
        if it.total() > 0 {
            let own = it.sentences().len();
            out.line(format!(
                "That is {} of {} ({}).",
                counted(own, "sentence", "sentences"),
                counted(sentences, "sentence", "sentences"),
                percent(own as f64 / sentences.max(1) as f64)
            ));
            report["sentences"] = own.into();
        }
        if let Some(away) = absence(it) {
            out.line(format!(
                "The longest absence: {}, from {}.",
                counted(away.len(), "document", "documents"),
                subjects[away.start].name()
            ));
            report["longestAbsence"] = away.len().into();
        }
        reports.push(report);
    }
    help::write_missed(&mut out, asked, &found);
    let report = json!({
        "kind": "threads",
        "records": described.iter().map(|it| &it.report).collect::<Vec<_>>(),
        "mentions": reports,
    });
    asked.answered(&out.finish(), report, subjects)
}

/// The longest row of texts between the first and the last that do not name it.
fn absence(found: &Sightings) -> Option<std::ops::Range<usize>> {
    let is_there: Vec<usize> = found
        .by_document
        .iter()
        .enumerate()
        .filter(|(_, passages)| !passages.is_empty())
        .map(|(at, _)| at)
        .collect();
    let gaps = is_there.windows(2).map(|pair| pair[0] + 1..pair[1]);
    gaps.filter(|gap| !gap.is_empty()).max_by_key(|gap| (gap.len(), std::cmp::Reverse(gap.start)))
}
