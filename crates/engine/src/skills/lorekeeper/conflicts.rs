//! What goes against the lore and the rules of a project for it, as the checks of a consistency sweep
//! find it: nothing is stored here.

use domain::{
    Result,
    findings::{Check, Observation},
    messages::Answer,
};
use serde_json::json;

use crate::{
    Studio,
    checks::{self, Canon},
    skills::{
        answers::{AnswerText, counted, listed},
        reading::{Asked, access},
        subject::{Subject, quoted},
    },
};

/// The checks that read for the lore.
const CHECKS: [Check; 3] = [Check::ProhibitedElements, Check::NamingPatterns, Check::Names];

/// Rules about names that the lore lacks, which go against nothing in it.
const UNKNOWN: [&str; 2] = ["unknown_name", "missing_alias"];

/// What the checks find in what is asked about.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let request = asked.request.clone();
    let read = move |tx: &mut store::Tx<'_>| {
        let project = access(tx, &request)?;
        Canon::of(tx, &project)
    };
    let canon = studio.database.scan(read).await?;
    asked.look(studio, move |asked, subjects| found(asked, &subjects, &canon)).await
}

fn found(asked: &Asked, subjects: &[Subject], canon: &Canon) -> Result<Answer> {
    let mut all: Vec<(&Subject, Check, Observation)> = Vec::new();
    for subject in subjects {
        let of_text = checks::observations(&CHECKS, subject, canon);
        all.extend(of_text.into_iter().map(|(check, found)| (subject, check, found)));
    }
    // The gravest first; among equals in the order of reading.
    all.sort_by_key(|(_, _, found)| found.severity);
    let mut out = AnswerText::default();
    out.line(format!(
        "Read: {}, for what must not appear, conventions of names, and names that are nearly those of \
         entries. What an entry says in sentences is not compared: that takes a language model.",
        counted(subjects.len(), "document", "documents")
    ));
    let is_unknown = |found: &Observation| UNKNOWN.contains(&found.rule.as_str());
    let (unknown, against): (Vec<_>, Vec<_>) =
        all.iter().partition(|(.., found)| is_unknown(found));
    if against.is_empty() {
        out.line("Nothing there goes against the lore by these rules.");
    }
    let line = |(subject, check, found): &&(&Subject, Check, Observation)| {
        let quote = found.quoted.as_ref().map(|it| format!(": {}", quoted(&it.quote)));
        format!(
            "{} ({check}, {}): {}{}",
            subject.name(),
            found.severity,
            found.message,
            quote.unwrap_or_default()
        )
    };
    out.list("Against the lore or its rules", &against, line);
    out.list("Frequent names that the lore does not have", &unknown, line);
    let report = json!({
        "kind": "conflicts",
        "projectId": asked.request.project_id,
        "conflicts": listed(&all, |(subject, check, found)| json!({
            "documentId": subject.document.as_ref().map(|(id, _)| id),
            "title": subject.document.as_ref().map(|(_, title)| title),
            "check": check.as_str(),
            "rule": found.rule,
            "severity": found.severity.as_str(),
            "message": found.message,
            "quote": found.quoted.as_ref().map(|it| &it.quote),
        })),
    });
    asked.answered(&out.finish(), report, subjects)
}
