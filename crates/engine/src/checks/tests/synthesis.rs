//! The report of a sweep: what it counts, in which order, and what it says of a finding.

use domain::{
    Time,
    findings::{Finding, Source, State},
};

use super::*;

/// A finding in a state.
fn finding(
    id: &str,
    document: Option<&str>,
    severity: Severity,
    rule: &str,
    state: State,
) -> Finding {
    let now = Time::from_millis(1);
    Finding {
        id: id.to_owned(),
        project_id: "p".to_owned(),
        source: document.map(|id| Source { document_id: id.to_owned(), version: 1 }),
        check: Check::Prose.into(),
        rule: rule.to_owned(),
        fingerprint: id.to_owned(),
        severity,
        message: format!("{rule} {id}."),
        quoted: None,
        detail: None,
        swarm_id: None,
        agent: "proseguard".to_owned(),
        state,
        reason: None,
        created_at: now,
        modified_at: now,
        version: 1,
    }
}

#[test]
fn a_synthesis_counts_and_orders() {
    let documents =
        ["d1", "d2", "d3"].map(|id| (id.to_owned(), format!("Chapter | {id}"))).to_vec();
    let mut findings = vec![
        finding("a", Some("d2"), Severity::Low, "long_sentence", State::Open),
        finding("b", Some("d1"), Severity::Low, "long_sentence", State::Accepted),
        finding("c", Some("d3"), Severity::Low, "long_sentence", State::Open),
        finding("d", Some("d3"), Severity::High, "other_rule", State::Open),
        finding("e", None, Severity::Info, "other_rule", State::Open),
        finding("f", Some("d1"), Severity::High, "other_rule", State::Dismissed),
        finding("g", Some("d1"), Severity::High, "other_rule", State::Waived),
        finding("h", Some("d1"), Severity::High, "other_rule", State::Stale),
    ];

    let answer = synthesis(&documents, &findings).unwrap();
    findings.reverse();
    let again = synthesis(&documents, &findings).unwrap();

    assert_eq!((&answer.text, &answer.report), (&again.text, &again.report));
    let wanted = "\
# Consistency sweep

3 documents, 5 findings: 1 high, 3 low, 1 info.
Left aside, as you said: 1 dismissed, 1 waived.

## First

- **high**, Chapter | d3: other_rule d.

## Taste and offers

- **low**, Chapter | d1: long_sentence b.
- **low**, Chapter | d2: long_sentence a.
- **low**, Chapter | d3: long_sentence c.
- **info**: other_rule e.

## What recurs

- long sentence: 3 findings in 3 documents

## By check

| check | critical | high | medium | low | info |
|---|---|---|---|---|---|
| prose | 0 | 1 | 0 | 3 | 1 |
| names | 0 | 0 | 0 | 0 | 0 |
| naming patterns | 0 | 0 | 0 | 0 | 0 |
| prohibited elements | 0 | 0 | 0 | 0 | 0 |
| dialogue | 0 | 0 | 0 | 0 | 0 |
| facts | 0 | 0 | 0 | 0 | 0 |
| wording | 0 | 0 | 0 | 0 | 0 |
| narration | 0 | 0 | 0 | 0 | 0 |

## By document

| document | critical | high | medium | low | info |
|---|---|---|---|---|---|
| (the project as a whole) | 0 | 0 | 0 | 0 | 1 |
| Chapter \\| d1 | 0 | 0 | 0 | 1 | 0 |
| Chapter \\| d2 | 0 | 0 | 0 | 1 | 0 |
| Chapter \\| d3 | 0 | 1 | 0 | 1 | 0 |
";
    assert_eq!(answer.text, wanted);
    let report: Value = serde_json::from_str(&answer.report.unwrap().0).unwrap();
    assert_eq!(report["first"], json!(["d"]));
    assert_eq!(report["ofTaste"], json!(["b", "a", "c", "e"]));
    assert_eq!(report["bySeverity"]["low"], 3);
    assert_eq!(
        report["recurring"],
        json!([{ "check": "prose", "rule": "long_sentence", "count": 3, "documents": 3 }])
    );
}

#[test]
fn a_synthesis_gives_advice_once_and_shows_what_it_is_about() {
    let open = |id: &str, message: &str, quote: Option<&str>| Finding {
        message: message.to_owned(),
        quoted: quote.map(|quote| Quoted { quote: quote.to_owned(), start: 0, end: 9 }),
        ..finding(id, Some("d"), Severity::Low, "rule", State::Open)
    };
    let findings = [
        open("a", "“A” cannot be read. What can be: this. And that.", None),
        open("b", "“B” cannot be read. What can be: this. And that.", None),
        open("c", "“C” cannot be read. Neither can D.", Some("C")),
        open("d", "This is long.", Some("“One two three,” he said, “four five six seven eight.”")),
    ];

    let answer = synthesis(&[("d".to_owned(), "I".to_owned())], &findings).unwrap();

    let first: Vec<&str> = answer.text.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        first,
        [
            "- **low**, I, “‘One two three,’ he said, ‘four five six …”: This is long.",
            "- **low**, I: “A” cannot be read. What can be: this. And that.",
            "- **low**, I: “B” cannot be read.",
            "- **low**, I: “C” cannot be read. Neither can D.",
        ]
    );
}

#[test]
fn a_name_with_a_full_stop_is_not_taken_for_advice() {
    let message = "“Sewart” is spelt almost like “Seward” of “Dr. Seward”.";
    let misspelt = |id: &str, document: &str| Finding {
        message: message.to_owned(),
        ..finding(id, Some(document), Severity::Low, "rule", State::Open)
    };
    let documents = [("d".to_owned(), "I".to_owned()), ("e".to_owned(), "II".to_owned())];

    let answer = synthesis(&documents, &[misspelt("a", "d"), misspelt("b", "e")]).unwrap();

    let first: Vec<&str> = answer.text.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(first, ["I", "II"].map(|title| format!("- **low**, {title}: {message}")));
}

#[test]
fn a_project_without_findings_has_a_synthesis_too() {
    let answer = synthesis(&[], &[]).unwrap();

    assert_eq!(answer.text, "# Consistency sweep\n\n0 documents, no findings.\n");
}
