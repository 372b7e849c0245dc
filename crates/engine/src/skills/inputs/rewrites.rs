//! Scribe on what others found in the chapters: what to write anew, chapter by chapter, with the gravest
//! findings in the author's words and the measures by which a chapter stands out. It writes nothing.

use std::collections::BTreeMap;

use domain::{
    Result,
    findings::{Finding, FindingQuery, Severity, Source},
    lore::Quoted,
    messages::Answer,
    swarms::inputs::Input,
};
use serde_json::{Value, json};
use store::findings;

use super::{items, missing, of_kind, sources, text};
use crate::{
    Studio,
    skills::{
        answers::{AnswerText, REPORT_ITEMS_MAX, counted},
        request::AgentRequest,
        subject::{self, quoted, shortened},
    },
};

/// Findings of the swarm that are read, the gravest.
const FINDINGS_MAX: i64 = 10_000;

/// Findings that are quoted of one chapter, the gravest.
const QUOTED_MAX: usize = 3;

/// Deviations from the others by which a measure stands out.
const STANDS_OUT: f64 = 2.0;

/// A chapter, and what was found in it.
#[derive(Default)]
struct Chapter<'i> {
    title: &'i str,
    /// How much the checks found, and who did.
    found: Vec<(&'i str, i64, &'i Input)>,
    /// The measures by which it stands out, as the critic says.
    outliers: Vec<(&'i Value, &'i Input)>,
    /// The gravest findings.
    gravest: Vec<&'i Finding>,
}

impl Chapter<'_> {
    fn total(&self) -> i64 {
        self.found.iter().map(|(_, count, _)| count).sum()
    }

    /// What is worth looking at first: the gravest finding, then how much there is.
    fn rank(&self) -> (Severity, i64) {
        let gravest = self.gravest.first().map_or(Severity::Info, |finding| finding.severity);
        (gravest, -self.total() - self.outliers.len() as i64)
    }
}

/// What to write anew, of the documents that the inputs are about.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let swarm_id = request.swarm_id.clone().unwrap_or_default();
    let found = subject::read_project(studio, request, move |tx, project| {
        let query = FindingQuery::of_swarm(&swarm_id, FINDINGS_MAX);
        let page = findings::list(tx, project, &query)?;
        Ok(page.items.into_iter().map(|(finding, _)| finding).collect::<Vec<_>>())
    });
    let found = found.await?.unwrap_or_default();
    let found: Vec<Finding> = found.into_iter().flat_map(in_documents).collect();
    let chapters = chapters(&request.inputs, &found);
    let read = chapters.len();
    let mut wanted: Vec<(&str, Chapter<'_>)> =
        chapters.into_iter().filter(|(_, it)| it.total() > 0 || !it.outliers.is_empty()).collect();
    wanted.sort_by_key(|(_, chapter)| chapter.rank());
    if read == 0 {
        return Ok(Answer::of_text("No document was read that could be written anew.\n"));
    }
    let mut out = AnswerText::default();
    out.line(format!(
        "Of {} read, {} to look at again. To write anew takes a writer, or a language model, and none \
         is configured.",
        counted(read, "document", "documents"),
        counted(wanted.len(), "is", "are")
    ));
    for (_, chapter) in wanted.iter().take(REPORT_ITEMS_MAX) {
        chapter.write_to(&mut out);
    }
    missing(&mut out, &request.inputs);
    let report = json!({
        "kind": "rewrites",
        "projectId": request.project_id,
        "total": read,
        "documents": wanted.iter().take(REPORT_ITEMS_MAX)
            .map(|(id, chapter)| chapter.report(id)).collect::<Vec<_>>(),
        "sources": sources(&request.inputs),
    });
    Answer::with_report(out.finish(), &report)
}

/// A finding as it concerns documents: a habit of the book in each of the documents that it lists.
fn in_documents(finding: Finding) -> Vec<Finding> {
    if finding.source.is_some() {
        return vec![finding];
    }
    let detail = finding.detail.as_ref().and_then(|detail| serde_json::from_str(&detail.0).ok());
    let detail: Value = detail.unwrap_or_default();
    let listed = items(&detail["places"]).iter().filter_map(|it| {
        let document_id = it["documentId"].as_str()?.to_owned();
        let quoted = it["quote"].as_str().map(|quote| Quoted {
            quote: quote.to_owned(),
            start: it["start"].as_i64().unwrap_or(0),
            end: it["end"].as_i64().unwrap_or(0),
        });
        Some(Finding {
            source: Some(Source { document_id, version: it["documentVersion"].as_i64()? }),
            message: text(it, "message").to_owned(),
            quoted,
            ..finding.clone()
        })
    });
    listed.collect()
}

/// The documents that the inputs are about, in the order in which they first come.
fn chapters<'i>(inputs: &'i [Input], findings: &'i [Finding]) -> Vec<(&'i str, Chapter<'i>)> {
    let mut order: Vec<&str> = Vec::new();
    let mut chapters: BTreeMap<&str, Chapter<'_>> = BTreeMap::new();
    let mut chapter = |id: &'i str, title: &'i str, fill: &mut dyn FnMut(&mut Chapter<'i>)| {
        let chapter = chapters.entry(id).or_insert_with(|| {
            order.push(id);
            Chapter::default()
        });
        if chapter.title.is_empty() {
            chapter.title = title;
        }
        fill(chapter);
    };
    for input in of_kind(inputs, "checks") {
        for document in items(&input.report["documents"]) {
            chapter(text(document, "documentId"), text(document, "title"), &mut |it| {
                let found = document["found"].as_object().into_iter().flatten();
                let found =
                    found.map(|(check, count)| (check.as_str(), count.as_i64().unwrap_or(0)));
                let found = found.filter(|(_, count)| *count > 0);
                it.found.extend(found.map(|(check, count)| (check, count, input)));
            });
        }
    }
    for input in of_kind(inputs, "reading") {
        chapter(text(&input.report, "documentId"), &input.title, &mut |it| {
            let measures = items(&input.report["beside"]["measures"]).iter();
            let stands_out = |measure: &&Value| {
                measure["score"].as_f64().is_some_and(|score| score.abs() >= STANDS_OUT)
            };
            it.outliers.extend(measures.filter(stands_out).map(|measure| (measure, input)));
        });
    }
    for finding in findings {
        let source = finding.source.as_ref().map_or("", |source| source.document_id.as_str());
        if let Some(chapter) = chapters.get_mut(source) {
            chapter.gravest.push(finding);
        }
    }
    for chapter in chapters.values_mut() {
        chapter.gravest.sort_by_key(|finding| finding.severity);
        chapter.gravest.truncate(QUOTED_MAX);
    }
    order.into_iter().filter_map(|id| Some((id, chapters.remove(id)?))).collect()
}

impl Chapter<'_> {
    fn write_to(&self, out: &mut AnswerText) {
        out.line(format!("“{}”:", shortened(self.title)));
        for (check, count, input) in &self.found {
            out.line(format!("  found by {check}: {count} ({})", input.source()));
        }
        for (measure, input) in &self.outliers {
            let (value, mean) = (measure["value"].as_f64(), measure["mean"].as_f64());
            out.line(format!(
                "  stands out by {}: {:.2}, in the others {:.2} ({})",
                text(measure, "measure"),
                value.unwrap_or(0.0),
                mean.unwrap_or(0.0),
                input.source()
            ));
        }
        for finding in &self.gravest {
            let message = shortened(&finding.message);
            let severity = finding.severity;
            out.line(match &finding.quoted {
                Some(quote) => {
                    let quote = quoted(&shortened(&quote.quote));
                    format!("  {severity}, {}: {quote}", message.trim_end_matches('.'))
                }
                None => format!("  {severity}, {message}"),
            });
        }
    }

    fn report(&self, id: &str) -> Value {
        json!({
            "documentId": id,
            "title": shortened(self.title),
            "total": self.total(),
            "found": self.found.iter().map(|(check, count, input)| json!({
                "check": check, "count": count, "source": input.source_report(),
            })).collect::<Vec<_>>(),
            "outliers": self.outliers.iter().map(|(measure, input)| json!({
                "measure": measure, "source": input.source_report(),
            })).collect::<Vec<_>>(),
            "findingIds": self.gravest.iter().map(|finding| &finding.id).collect::<Vec<_>>(),
        })
    }
}
