//! What a sub-task gets of those it waits for: their results as they are stored, within bounds. A text
//! that is cut ends behind a word and says so; a text of another agent is marked as quoted wherever it
//! is written into a text.

use serde_json::Value;

use super::SubtaskState;
use crate::json::JsonText;

/// Inputs of one sub-task, the first in the order of the plan.
pub const INPUTS_MAX: usize = 8_000;

/// The text of one input, in bytes.
pub const INPUT_BYTES_MAX: usize = 64 * 1024;

/// The texts of all inputs, in bytes.
pub const INPUTS_BYTES_MAX: usize = 1024 * 1024;

/// The report of one input, in bytes; a longer one is left out.
pub const REPORT_BYTES_MAX: usize = 512 * 1024;

/// The reports of all inputs, in bytes.
pub const REPORTS_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Documents of one input that are named.
pub const INPUT_DOCUMENTS_MAX: usize = 100;

/// A result as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResult {
    /// The name of its sub-task within the swarm.
    pub sub_task: String,
    /// What the sub-task is about.
    pub title: String,
    /// The agent that worked on it.
    pub agent: String,
    /// How the sub-task ended.
    pub state: SubtaskState,
    /// Why it has no result.
    pub error: Option<String>,
    /// What was said; the first [`INPUT_BYTES_MAX`] characters may be enough.
    pub text: Option<String>,
    /// How long the text is, in bytes.
    pub text_bytes: usize,
    /// The same for programs.
    pub report: Option<JsonText>,
}

/// The result of a sub-task as another one gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// The name of its sub-task within the swarm.
    pub sub_task: String,
    /// What the sub-task is about.
    pub title: String,
    /// The agent that worked on it.
    pub agent: String,
    /// How the sub-task ended.
    pub state: SubtaskState,
    /// Why there is no result.
    pub error: Option<String>,
    /// What was said, perhaps cut; empty when nothing was.
    pub text: String,
    /// The same for programs; null when there is none, or it is too long.
    pub report: Value,
    /// The documents that were read: id and title.
    pub documents: Vec<(String, String)>,
    /// How much was found by each check.
    pub findings: Vec<(String, i64)>,
}

/// The results of those a sub-task waits for, within the bounds.
pub fn bounded(results: Vec<StoredResult>) -> Vec<Input> {
    let (mut texts_left, mut reports_left) = (INPUTS_BYTES_MAX, REPORTS_BYTES_MAX);
    let mut inputs = Vec::with_capacity(results.len().min(INPUTS_MAX));
    for result in results.into_iter().take(INPUTS_MAX) {
        let text = result.text.unwrap_or_default();
        let text = cut(&text, result.text_bytes, texts_left.min(INPUT_BYTES_MAX));
        texts_left = texts_left.saturating_sub(text.len());
        let report = result.report.map(|report| report.0).filter(|report| {
            let fits = report.len() <= reports_left.min(REPORT_BYTES_MAX);
            reports_left -= if fits { report.len() } else { 0 };
            fits
        });
        let report = report.and_then(|report| serde_json::from_str(&report).ok());
        let report = report.unwrap_or(Value::Null);
        inputs.push(Input {
            sub_task: result.sub_task,
            title: result.title,
            agent: result.agent,
            state: result.state,
            error: result.error,
            text,
            documents: documents(&report),
            findings: findings(&report),
            report,
        });
    }
    inputs
}

/// As much of a text as fits into so many bytes, up to the end of a word, and how much that is. The
/// text itself may be the beginning of one with `whole` bytes.
pub(super) fn cut(text: &str, whole: usize, bytes_max: usize) -> String {
    let whole = whole.max(text.len());
    if whole <= bytes_max {
        return text.to_owned();
    }
    let within = &text[..text.floor_char_boundary(bytes_max)];
    let end = within.rfind(char::is_whitespace).unwrap_or(0);
    let end = within[..end].trim_end().len();
    format!("{}\n[cut: {end} of {whole} bytes are quoted]", &within[..end])
}

/// The documents that a report says were read.
fn documents(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut documents: Vec<(String, String)> = Vec::new();
    let listed = report["documents"].as_array().into_iter().flatten();
    for document in listed.chain([report]) {
        let id = text(&document["documentId"]);
        if !id.is_empty() && documents.iter().all(|(known, _)| *known != id) {
            documents.push((id, text(&document["title"])));
        }
        if documents.len() == INPUT_DOCUMENTS_MAX {
            break;
        }
    }
    documents
}

/// How much a report says each check found.
fn findings(report: &Value) -> Vec<(String, i64)> {
    let mut findings = std::collections::BTreeMap::<String, i64>::new();
    let listed = report["documents"].as_array().into_iter().flatten();
    for found in listed.chain([report]).filter_map(|it| it["found"].as_object()) {
        for (check, count) in found {
            *findings.entry(check.clone()).or_default() += count.as_i64().unwrap_or(0);
        }
    }
    findings.into_iter().collect()
}

impl Input {
    /// Whether its agent had a result.
    pub fn is_there(&self) -> bool {
        self.state == SubtaskState::Succeeded
    }

    /// What kind of report it has; empty when it has none.
    pub fn kind(&self) -> &str {
        self.report["kind"].as_str().unwrap_or_default()
    }

    /// Who says it: `architect in structure`.
    pub fn source(&self) -> String {
        format!("{} in {}", self.agent, self.sub_task)
    }

    /// The same for programs.
    pub fn source_report(&self) -> Value {
        serde_json::json!({ "subTask": self.sub_task, "agent": self.agent })
    }

    /// Its text, marked line by line as that of another.
    pub fn quotation(&self) -> String {
        let mut quoted = format!("{} on “{}”, quoted:\n", self.source(), self.title);
        let text = match &self.error {
            Some(error) if self.text.is_empty() => error,
            _ => &self.text,
        };
        for line in text.trim_end().lines() {
            quoted.push_str("> ");
            quoted.push_str(line);
            quoted.push('\n');
        }
        quoted
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn result(text: &str, report: Option<&str>) -> StoredResult {
        StoredResult {
            sub_task: "structure".to_owned(),
            title: "The structure".to_owned(),
            agent: "architect".to_owned(),
            state: SubtaskState::Succeeded,
            error: None,
            text_bytes: text.len(),
            text: Some(text.to_owned()),
            report: report.map(|report| JsonText(report.to_owned())),
        }
    }

    #[test]
    fn a_result_comes_with_its_documents_and_figures() {
        let checks = r#"{"kind":"checks","documents":[
            {"documentId":"d1","title":"I","found":{"prose":2,"names":1}},
            {"documentId":"d2","title":"II","found":{"prose":3}}]}"#;
        let lore = r#"{"kind":"checks","documents":[],"found":{"names":4}}"#;
        let reading = r#"{"kind":"reading","documentId":"d1"}"#;

        let inputs = bounded(vec![
            result("a", Some(checks)),
            result("b", Some(lore)),
            result("c", Some(reading)),
            result("d", Some("no JSON")),
        ]);

        let document = |id: &str, title: &str| (id.to_owned(), title.to_owned());
        assert_eq!(inputs[0].documents, [document("d1", "I"), document("d2", "II")]);
        let found = |check: &str, count| (check.to_owned(), count);
        assert_eq!(inputs[0].findings, [found("names", 1), found("prose", 5)]);
        assert_eq!(inputs[1].findings, [found("names", 4)]);
        assert_eq!(
            (inputs[2].kind(), &inputs[2].documents),
            ("reading", &vec![document("d1", "")])
        );
        assert_eq!((inputs[3].kind(), inputs[3].text.as_str()), ("", "d"));
    }

    #[test]
    fn a_text_is_quoted_line_by_line_and_one_that_is_missing_by_its_reason() {
        let mut results = vec![result("One.\n\nTwo.\n", None), result("", None)];
        results[1].error = Some("There is no project".to_owned());

        let inputs = bounded(results);

        assert_eq!(
            inputs[0].quotation(),
            "architect in structure on “The structure”, quoted:\n> One.\n> \n> Two.\n"
        );
        assert!(inputs[1].quotation().ends_with("\n> There is no project\n"));
    }

    #[test]
    fn what_is_too_long_is_cut_behind_a_word_and_says_so() {
        let long = "word ".repeat(INPUT_BYTES_MAX);

        let report = format!("\"{}\"", "x".repeat(REPORT_BYTES_MAX));
        let inputs = bounded(vec![result(&long, Some(&report))]);

        let (text, note) = inputs[0].text.rsplit_once('\n').unwrap();
        assert!(text.len() <= INPUT_BYTES_MAX && text.ends_with("word"), "{}", text.len());
        assert_eq!(note, format!("[cut: {} of {} bytes are quoted]", text.len(), long.len()));
        assert_eq!(inputs[0].report, Value::Null);
    }

    proptest! {
        #[test]
        fn inputs_keep_to_their_bounds(lengths in proptest::collection::vec(0..200_000_usize, 0..40)) {
            let results = lengths.iter().map(|length| result(&"é x".repeat(length / 4), None));

            let inputs = bounded(results.collect());

            // The note behind a cut text is no part of the bound.
            let note = 80;
            let bytes: usize = inputs.iter().map(|input| input.text.len()).sum();
            prop_assert!(bytes <= INPUTS_BYTES_MAX + note * lengths.len());
            prop_assert!(inputs.iter().all(|it| it.text.len() <= INPUT_BYTES_MAX + note));
        }
    }
}
