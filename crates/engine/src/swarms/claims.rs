//! What the reports of sub-tasks claim, so that results can be compared: figures and names whose meaning
//! is the same in the reports of several agents. Answers that only put together what others found claim
//! nothing, or they would agree with their own sources.

use std::{collections::BTreeMap, fmt::Write as _};

use domain::{
    findings::Finding,
    swarms::{
        Subtask,
        claims::{Claim, Compared, Comparison, LISTED_MAX, Said, compare},
    },
};
use serde_json::{Value, json};

use crate::skills::{
    inputs::{items, text},
    subject::{quoted, shortened},
};

/// Figures about a document: what they are, and where the reports of the critic and the proseguard have
/// them.
const FIGURES: [(&str, &str, &str); 6] = [
    ("words of a sentence", "sentenceWords", "/rhythm/meanWords"),
    ("variation of sentences", "variation", "/rhythm/variation"),
    ("share of dialogue", "dialogueShare", "/dialogue/share"),
    ("adverbs in 1,000 words", "adverbs", "/adverbs/perThousand"),
    ("passives in 1,000 words", "passives", "/passives/perThousand"),
    ("filter verbs in 1,000 words of narration", "filters", "/filters/perThousand"),
];

/// Where these results agree, and where not.
pub(super) fn compared(said: &[Subtask], found: &[Finding]) -> Comparison {
    let reports: Vec<(&Subtask, Value)> = said
        .iter()
        .filter_map(|subtask| {
            let report = subtask.report.as_ref()?;
            Some((subtask, serde_json::from_str(&report.0).ok()?))
        })
        .collect();
    let mut claims = Vec::new();
    for (subtask, report) in &reports {
        ClaimsOf { subtask, claims: &mut claims }.read(report);
    }
    passages(&mut claims, &reports, found);
    let mut comparison = compare(&claims);
    debated(&mut comparison, &reports);
    comparison
}

/// Adds what the sides of a debate conceded, and the last position of each side that another one argued
/// against.
fn debated(comparison: &mut Comparison, reports: &[(&Subtask, Value)]) {
    let turns: Vec<(&Subtask, &Value)> = reports
        .iter()
        .filter(|(_, report)| report["answer"]["kind"] == "argument")
        .map(|(subtask, report)| (*subtask, &report["answer"]["result"]))
        .filter(|(_, argument)| argument.is_object())
        .collect();
    let said = |topic, words: &str, by: &[&Subtask]| {
        let claim = |subtask: &&Subtask| Claim {
            topic,
            subject: words.to_owned(),
            name: shortened(words),
            value: Said::Named,
            sub_task: subtask.key.clone(),
            agent: subtask.agent.clone(),
        };
        let claims = by.iter().map(claim).collect();
        Compared { topic, subject: words.to_owned(), name: shortened(words), claims }
    };
    for (at, (subtask, argument)) in turns.iter().enumerate() {
        let before = turns[..at].iter().rev().find(|(it, _)| it.agent != subtask.agent);
        let Some((other, _)) = before else { continue };
        for words in items(&argument["concessions"]).iter().filter_map(Value::as_str) {
            comparison.agreements.push(said("conceded", words, &[*subtask, *other]));
        }
    }
    let is_last = |at: usize| turns[at + 1..].iter().all(|(it, _)| it.agent != turns[at].0.agent);
    let is_opposed = turns.iter().any(|(it, _)| it.agent != turns[0].0.agent);
    for (at, (subtask, argument)) in turns.iter().enumerate() {
        if is_opposed && is_last(at) {
            let position = text(argument, "position");
            comparison.disagreements.push(said("a position of one side", position, &[*subtask]));
        }
    }
}

/// The claims of one sub-task.
struct ClaimsOf<'c> {
    subtask: &'c Subtask,
    claims: &'c mut Vec<Claim>,
}

impl ClaimsOf<'_> {
    fn add(&mut self, topic: &'static str, (subject, name): (&str, &str), value: Said) {
        if subject.is_empty() {
            return;
        }
        self.claims.push(Claim {
            topic,
            subject: subject.to_owned(),
            name: shortened(name),
            value,
            sub_task: self.subtask.key.clone(),
            agent: self.subtask.agent.clone(),
        });
    }

    fn figure(&mut self, topic: &'static str, about: (&str, &str), value: &Value) {
        if let Some(value) = value.as_f64() {
            self.add(topic, about, Said::Figure(value));
        }
    }

    fn read(&mut self, report: &Value) {
        let title = self.subtask.title.clone();
        let document = (text(report, "documentId"), title.as_str());
        let project = (text(report, "projectId"), "the manuscript");
        match text(report, "kind") {
            "reading" => {
                self.figure("words", document, &report["words"]);
                for measure in items(&report["beside"]["measures"]) {
                    let key = text(measure, "measure");
                    if let Some((topic, ..)) = FIGURES.iter().find(|(_, known, _)| *known == key) {
                        self.figure(topic, document, &measure["value"]);
                    }
                }
            }
            "prose" => {
                self.figure("words", document, &report["words"]);
                for (topic, _, pointer) in FIGURES {
                    self.figure(topic, document, report.pointer(pointer).unwrap_or(&Value::Null));
                }
            }
            "names" => {
                for entry in report["lore"]["named"].as_array().into_iter().flatten() {
                    self.named_in(document, (text(entry, "id"), text(entry, "name")));
                }
            }
            "cast" if report["documents"] == 1 => {
                for member in items(&report["members"]) {
                    let document = (text(&member["first"], "documentId"), title.as_str());
                    self.named_in(document, (text(member, "entryId"), text(member, "name")));
                }
                self.figure("documents read", project, &report["documents"]);
            }
            "cast" | "facts" => self.figure("documents read", project, &report["documents"]),
            "structure" | "draft" => self.figure("words", project, &report["words"]),
            "promises" => {
                for promise in report["open"]["promises"].as_array().into_iter().flatten() {
                    let about = (text(promise, "id"), text(promise, "title"));
                    self.add("open promise", about, Said::Named);
                }
            }
            "publishing" => {
                let points = items(&report["checklist"]).iter();
                for point in points.filter(|point| text(point, "rule") == "promises") {
                    for promise in items(&point["broken"]) {
                        let about = (text(promise, "promiseId"), text(promise, "title"));
                        self.add("open promise", about, Said::Named);
                    }
                }
            }
            "passages" => {
                let passages = items(&report["passages"]).iter();
                for entry in passages.filter(|it| text(it, "collection") == "lore") {
                    let about = (text(entry, "documentId"), text(entry, "title"));
                    self.add("entry of the lore", about, Said::Named);
                }
            }
            "canon" => {
                for entry in items(&report["entries"]).iter().filter(|it| it["namedByTask"] == true)
                {
                    let about = (text(entry, "entryId"), text(entry, "name"));
                    self.add("entry of the lore", about, Said::Named);
                }
            }
            "checks" => {
                for document in items(&report["documents"]) {
                    let found = document["found"].as_object().into_iter().flatten();
                    if found.clone().any(|(_, count)| count.as_i64().unwrap_or(0) > 0) {
                        let about = (text(document, "documentId"), text(document, "title"));
                        self.add("has findings", about, Said::Named);
                    }
                }
            }
            _ => {}
        }
    }

    /// That an entry of the lore is named in a document.
    fn named_in(&mut self, (document, title): (&str, &str), (entry, name): (&str, &str)) {
        if document.is_empty() || entry.is_empty() {
            return;
        }
        let (subject, name) = (format!("{document} {entry}"), format!("{name} in {title}"));
        self.add("named in the text", (&subject, &name), Said::Named);
    }
}

/// That agents found something in overlapping words of one version of a document.
fn passages(claims: &mut Vec<Claim>, reports: &[(&Subtask, Value)], found: &[Finding]) {
    let mut keys: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for (subtask, report) in reports.iter().filter(|(_, report)| text(report, "kind") == "checks") {
        for document in items(&report["documents"]) {
            let key = (subtask.agent.as_str(), text(document, "documentId"));
            keys.entry(key).or_insert(&subtask.key);
        }
    }
    let mut quotes: Vec<_> = found
        .iter()
        .filter_map(|finding| {
            let (source, quote) = (finding.source.as_ref()?, finding.quoted.as_ref()?);
            Some(((source.document_id.as_str(), source.version, quote.start), quote, finding))
        })
        .collect();
    quotes.sort_by_key(|(at, quote, finding)| (*at, quote.end, finding.fingerprint.as_str()));
    // A passage is what overlaps with the first words found there.
    let mut first: Option<((&str, i64, i64), i64, &str)> = None;
    for ((document, version, start), quote, finding) in quotes {
        let overlaps = |it: &((&str, i64, i64), i64, &str)| {
            let ((of, at_version, _), end, _) = *it;
            (of, at_version) == (document, version) && start < end
        };
        let new = ((document, version, start), quote.end, quote.quote.as_str());
        let (at, _, name) = first.filter(overlaps).unwrap_or(new);
        first = first.filter(overlaps).or(Some(new));
        claims.push(Claim {
            topic: "passage",
            subject: format!("{} {} {}", at.0, at.1, at.2),
            name: shortened(name),
            value: Said::Named,
            sub_task: keys
                .get(&(finding.agent.as_str(), document))
                .copied()
                .unwrap_or("")
                .to_owned(),
            agent: finding.agent.clone(),
        });
    }
}

/// Writes where results agree and where not, and says when they do neither.
pub(super) fn write(text: &mut String, compared: &Comparison) {
    let none = [
        "None: no two agents found anything about the same document, name, finding or passage.",
        "None: where two agents measured or named the same, they say the same of it.",
    ];
    let lists = [("Agreements", &compared.agreements), ("Disagreements", &compared.disagreements)];
    for ((heading, list), none) in lists.into_iter().zip(none) {
        let _ = write!(text, "\n## {heading}\n\n");
        if list.is_empty() {
            let _ = writeln!(text, "{none}");
        }
        for it in list.iter().take(LISTED_MAX) {
            let _ = writeln!(text, "- {}", line(it));
        }
        if list.len() > LISTED_MAX {
            let _ = writeln!(text, "\nAnd {} more.", list.len() - LISTED_MAX);
        }
    }
}

/// One line: `“I”, words: 1240 (critic in critic-1, proseguard in prose-reader-1)`.
fn line(compared: &Compared) -> String {
    let source = |claim: &Claim| match claim.sub_task.as_str() {
        "" => claim.agent.clone(),
        key => format!("{} in {key}", claim.agent),
    };
    let same = compared.claims.windows(2).all(|pair| pair[0].value == pair[1].value);
    let (name, topic) = (quoted(&compared.name), compared.topic);
    let sources: Vec<String> = compared
        .claims
        .iter()
        .map(|claim| match &claim.value {
            Said::Figure(value) if !same => format!("{} ({})", figure(*value), source(claim)),
            _ => source(claim),
        })
        .collect();
    match compared.claims.first().map(|claim| &claim.value) {
        Some(Said::Figure(_)) if !same => format!("{name}, {topic}: {}", sources.join("; ")),
        Some(Said::Figure(value)) => {
            format!("{name}, {topic}: {} ({})", figure(*value), sources.join(", "))
        }
        _ => format!("{name}, {topic} ({})", sources.join(", ")),
    }
}

fn figure(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// The same for programs: how many there are, and the first of them with their sources.
pub(super) fn report(list: &[Compared]) -> Value {
    let claim = |claim: &Claim| {
        let value = match claim.value {
            Said::Named => Value::Null,
            Said::Figure(value) => json!(value),
        };
        json!({ "subTask": claim.sub_task, "agent": claim.agent, "value": value })
    };
    let item = |it: &Compared| {
        json!({
            "topic": it.topic,
            "subject": it.subject,
            "name": it.name,
            "sources": it.claims.iter().map(claim).collect::<Vec<_>>(),
        })
    };
    json!({
        "total": list.len(),
        "items": list.iter().take(LISTED_MAX).map(item).collect::<Vec<_>>(),
    })
}
