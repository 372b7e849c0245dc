//! A project as a writer has it, with chapters, lore and rules; a consistency sweep over it; and what it
//! leaves in the list of findings.

use std::collections::BTreeMap;
use std::time::Duration;

use planting::{Chapter, LoreDraft, Novel, PlantedNovel, Reported, TextSpan};
use serde_json::{Value, json};
use xtask::failure::{Failure, Outcome};
use xtask::wait;

use crate::service::Service;

/// How long a sweep may take: whole novels with a debug build need a minute.
const SWEEP_LIMIT: Duration = Duration::from_secs(600);
const SWEEP_INTERVAL: Duration = Duration::from_millis(50);

/// Findings of a page.
const PAGE: usize = 100;

/// Findings of a book that are read, at most.
const FINDINGS_MAX: usize = 10_000;

/// What a sweep found.
pub(crate) struct Swept {
    pub(crate) findings: Vec<Reported>,
    /// How many there are of each severity.
    pub(crate) by_severity: BTreeMap<String, usize>,
}

/// Sweeps a novel, as it is or with what was planted.
pub(crate) fn sweep(
    service: &Service,
    novel: &Novel,
    planted: Option<&PlantedNovel>,
) -> Outcome<Swept> {
    let chapters = planted.map_or(&novel.chapters, |it| &it.chapters);
    let project = project(service, novel, planted)?;
    let documents = documents(service, &project, chapters)?;
    run(service, &project)?;
    findings(service, &project, &documents)
}

fn project(service: &Service, novel: &Novel, planted: Option<&PlantedNovel>) -> Outcome<String> {
    let facts = &novel.facts;
    let prohibited = planted.map(|it| it.prohibited.clone()).unwrap_or_default();
    let body = json!({
        "name": facts.title,
        "description": facts.setting,
        "lorekeeperConfig": {
            "culturalContext": facts.setting,
            "namingPatterns": [],
            "prohibitedElements": prohibited,
            "strictNaming": false,
        },
    });
    let project = text(&service.client.post("/api/projects", &body)?, "id")?;
    for person in &facts.persons {
        entry(
            service,
            &project,
            &LoreDraft {
                name: person.name.clone(),
                aliases: person.aliases.clone(),
                category: "character".to_owned(),
                attributes: person.attributes.clone(),
                content: String::new(),
            },
        )?;
    }
    for location in &facts.locations {
        entry(
            service,
            &project,
            &LoreDraft {
                name: location.clone(),
                aliases: Vec::new(),
                category: "location".to_owned(),
                attributes: BTreeMap::new(),
                content: String::new(),
            },
        )?;
    }
    for draft in planted.map(|it| it.lore.as_slice()).unwrap_or_default() {
        entry(service, &project, draft)?;
    }
    if let Some(year) = facts.year {
        let body = json!({ "name": "The story", "projectId": project });
        let timeline = service.client.post("/api/creative/timelines", &body)?;
        let timeline = text(&timeline["data"], "id")?;
        let body = json!({ "title": "The story begins", "dateDisplay": format!("{year}") });
        service.client.post(&format!("/api/creative/timelines/{timeline}/events"), &body)?;
    }
    Ok(project)
}

fn entry(service: &Service, project: &str, draft: &LoreDraft) -> Outcome {
    let body = json!({
        "name": draft.name,
        "aliases": draft.aliases,
        "category": draft.category,
        "attributes": draft.attributes,
        "content": draft.content,
    });
    service.client.post(&format!("/api/projects/{project}/lore"), &body).map(drop)
}

/// Makes the chapters; their ids in their order.
fn documents(service: &Service, project: &str, chapters: &[Chapter]) -> Outcome<Vec<String>> {
    let path = format!("/api/projects/{project}/documents");
    let make = |chapter: &Chapter| {
        let body = json!({ "title": chapter.title, "kind": "chapter", "content": chapter.text });
        text(&service.client.post(&path, &body)?, "id")
    };
    chapters.iter().map(make).collect()
}

fn run(service: &Service, project: &str) -> Outcome {
    let body = json!({
        "swarmType": "consistency_sweep",
        "taskDescription": "Read the whole book",
        "projectId": project,
    });
    let swarm = text(&service.client.post("/api/agents/swarm", &body)?, "swarmId")?;
    let path = format!("/api/agents/swarm/{swarm}");
    let ended = wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let swarm = service.client.get(&path).ok()?;
        let status = swarm["status"].as_str()?.to_owned();
        matches!(status.as_str(), "completed" | "failed" | "cancelled").then_some(status)
    });
    match ended.as_deref() {
        Some("completed") => Ok(()),
        Some(status) => Err(Failure::new(format!("the sweep ended as {status}"))),
        None => Err(Failure::new(format!("the sweep did not end in {SWEEP_LIMIT:?}"))),
    }
}

fn findings(service: &Service, project: &str, documents: &[String]) -> Outcome<Swept> {
    let mut swept = Swept { findings: Vec::new(), by_severity: BTreeMap::new() };
    let mut cursor = String::new();
    loop {
        let path = format!("/api/projects/{project}/findings?limit={PAGE}{cursor}");
        let page = service.client.get(&path)?;
        for finding in page["findings"].as_array().into_iter().flatten() {
            let severity = text(finding, "severity")?;
            swept.findings.extend(reported(finding, &severity, documents)?);
            *swept.by_severity.entry(severity).or_default() += 1;
        }
        match page["nextCursor"].as_str() {
            Some(next) if swept.findings.len() < FINDINGS_MAX => {
                cursor = format!("&cursor={next}");
            }
            _ => break,
        }
    }
    // Their ids are random; an order of our own makes every run alike.
    swept.findings.sort_by(|one, other| {
        let key = |it: &Reported| {
            let at = it.spans.first().map_or((usize::MAX, 0), |span| (span.chapter, span.start));
            (at, it.rule.clone(), it.message.clone())
        };
        key(one).cmp(&key(other))
    });
    Ok(swept)
}

/// A finding as it is compared: a habit of the whole book as each of its places.
fn reported(finding: &Value, severity: &str, documents: &[String]) -> Outcome<Vec<Reported>> {
    let own = finding["documentId"].as_str();
    let listed = finding["detail"]["places"].as_array().filter(|_| own.is_none());
    let of_habit = |item: &Value| {
        let mut spans = Vec::new();
        gather(item, None, documents, &mut spans);
        Ok(Reported {
            rule: text(finding, "rule")?,
            is_weighty: false,
            spans,
            quote: item["quote"].as_str().unwrap_or_default().to_owned(),
            message: text(item, "message")?,
        })
    };
    if let Some(listed) = listed {
        return listed.iter().map(of_habit).collect();
    }
    let mut spans = Vec::new();
    for part in [&finding["quotation"], &finding["detail"]] {
        gather(part, own, documents, &mut spans);
    }
    Ok(vec![Reported {
        rule: text(finding, "rule")?,
        is_weighty: matches!(severity, "critical" | "high" | "medium"),
        spans,
        quote: finding["quotation"]["quote"].as_str().unwrap_or_default().to_owned(),
        message: text(finding, "message")?,
    }])
}

/// Every position that a part of a finding gives: objects with `start` and `end`, in the document of the
/// finding unless they name another.
fn gather(value: &Value, document: Option<&str>, documents: &[String], spans: &mut Vec<TextSpan>) {
    match value {
        Value::Object(members) => {
            let document = members.get("documentId").and_then(Value::as_str).or(document);
            let number = |key: &str| usize::try_from(members.get(key)?.as_u64()?).ok();
            let chapter = documents.iter().position(|it| Some(it.as_str()) == document);
            if let (Some(chapter), Some(start), Some(end)) =
                (chapter, number("start"), number("end"))
            {
                spans.push(TextSpan { chapter, start, end });
            }
            members.values().for_each(|it| gather(it, document, documents, spans));
        }
        Value::Array(items) => items.iter().for_each(|it| gather(it, document, documents, spans)),
        _ => {}
    }
}

fn text(value: &Value, key: &str) -> Outcome<String> {
    let found = value[key].as_str().map(str::to_owned);
    found.ok_or_else(|| Failure::new(format!("the program's answer has no `{key}`: {value}")))
}
