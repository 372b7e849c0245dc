//! Publisher after the checks: the checklist and readiness of the project, and what the sub-tasks before
//! it read and found, so that a check that was left out is no check that found nothing.

use domain::{Result, json::JsonText, messages::Answer, swarms::inputs::Input};
use serde_json::{Value, json};

use super::{items, missing, of_kind, sources};
use crate::{
    Studio,
    skills::{
        self,
        answers::{AnswerText, counted},
        request::AgentRequest,
    },
};

/// The checklist, and what the inputs say of it.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let without_model = AgentRequest { steps: None, ..request.clone() };
    let answer = skills::answer(studio, &without_model).await?;
    let Some(JsonText(report)) = &answer.report else { return Ok(answer) };
    let mut report: Value = serde_json::from_str(report).unwrap_or_default();
    let checked: Vec<&Input> = of_kind(&request.inputs, "checks").collect();
    let documents: usize =
        checked.iter().map(|input| items(&input.report["documents"]).len()).sum();
    let found: i64 = checked.iter().flat_map(|it| &it.findings).map(|(_, count)| count).sum();
    let mut out = AnswerText::default();
    out.line(format!(
        "Checked for this: {} of documents by {}, with {}.",
        counted(documents, "reading", "readings"),
        counted(checked.len(), "sub-task", "sub-tasks"),
        counted(found, "finding", "findings")
    ));
    for promises in of_kind(&request.inputs, "promises") {
        let source = promises.source();
        match promises.report["open"]["total"].as_i64() {
            Some(open) => {
                let open = counted(open, "promise is", "promises are");
                out.line(format!("{open} still open ({source})."));
            }
            None => out
                .line(format!("Of promises, those of single documents were looked at ({source}).")),
        }
    }
    missing(&mut out, &request.inputs);
    report["checked"] = json!({
        "readings": documents, "subTasks": checked.len(), "found": found,
    });
    report["sources"] = sources(&request.inputs);
    let text = answer.text.clone() + &out.finish();
    answer.replaced(text, &report)
}
