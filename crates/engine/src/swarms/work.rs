//! The work on one sub-task: an agent answers, documents are checked, or what the others said is put
//! together. It reads with the rights of the swarm's user, writes nothing, and can be done again.

use std::{panic::AssertUnwindSafe, sync::Arc};

use domain::{
    OrNone as _, Principal, Result,
    findings::{Check, CheckResult, Finding, FindingQuery},
    json::JsonText,
    messages::Answer,
    swarms::{
        Aim, Artefact, Subtask, SubtaskResult, Swarm, SwarmType, Task,
        inputs::bounded,
        outcome::{FailureCause, Outcome},
    },
};
use futures_util::FutureExt as _;
use serde_json::json;
use store::{
    Tx, documents, findings, projects,
    swarms::{
        self,
        subtasks::{self, Claimed},
    },
};
use tokio::sync::Mutex;

use super::{lanes::trouble, outcomes, synthesis};
use crate::{
    Studio,
    agent_rules::{self, ASK_MODEL},
    blocking,
    checks::{self, Canon},
    skills::{
        self, SHORT_TEXT_BYTES,
        request::{AgentRequest, Origin},
    },
    steps::{StepContext, StepLease},
};

/// Other words give other names, so the muse gets them.
const MUSE: &str = "muse";

/// The most findings that are summed up, the gravest first.
const FINDINGS_MAX: i64 = 10_000;

/// The context of sub-tasks that were claimed together, with what several of them need.
pub(super) struct BatchContext<'s> {
    studio: &'s Studio,
    /// What was last read of a project, for the swarm it was read for.
    canon: Mutex<Option<(String, Arc<Canon>)>>,
}

impl<'s> BatchContext<'s> {
    pub(super) fn new(studio: &'s Studio) -> Self {
        Self { studio, canon: Mutex::new(None) }
    }

    /// The outcome of a sub-task. A panic is an outcome too, so that it does not affect other sub-tasks.
    pub(super) async fn outcome(&self, swarm: &Swarm, claimed: &Claimed) -> Outcome {
        let subtask = &claimed.subtask;
        let working = async {
            match &subtask.task {
                Task::Ask { document_ids, aim } => {
                    ask(self.studio, swarm, claimed, (document_ids, *aim)).await
                }
                Task::Check { document_ids, checks } => {
                    self.check(swarm, document_ids, checks).await
                }
                Task::Synthesis => synthesize(self.studio, swarm, subtask).await,
            }
        };
        match AssertUnwindSafe(working).catch_unwind().await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => trouble(error),
            Err(_) => Outcome::Failed(
                FailureCause::Broken,
                "The agent failed; the log says why".to_owned(),
            ),
        }
    }

    async fn check(&self, swarm: &Swarm, ids: &[String], wanted: &[Check]) -> Result<Outcome> {
        let Some(project_id) = swarm.project_id.clone() else {
            return Ok(Outcome::Skipped("There is no project to read".to_owned()));
        };
        let principal = swarm.principal();
        let canon = self.canon(swarm, &principal, &project_id).await?;
        if ids.is_empty() {
            let wanted = wanted.to_vec();
            let wanted_book = wanted.clone();
            let checking = move || {
                let mut readings = checks::run_project(&canon);
                readings.retain(|reading| wanted.contains(&reading.check));
                readings
            };
            let mut readings = blocking::run("checking a project's lore", checking).await?;
            readings
                .extend(checks::of_book(self.studio, &principal, &project_id, &wanted_book).await?);
            return Ok(Outcome::Done(lore_result(readings)));
        }
        let ids = ids.to_vec();
        let read = self
            .studio
            .database
            .scan(move |tx| {
                let project = projects::check(tx, &principal, &project_id)?;
                let mut read = Vec::with_capacity(ids.len());
                for id in &ids {
                    // It was there when the swarm was planned; nobody misses it now.
                    let Some(document) = documents::get(tx, &project, id).or_none()? else {
                        continue;
                    };
                    let content = documents::content(tx, &project, id)?;
                    read.push((document, content));
                }
                Ok(read)
            })
            .await?;
        if read.is_empty() {
            return Ok(Outcome::Skipped("The document is gone".to_owned()));
        }
        let wanted = wanted.to_vec();
        let bytes: usize = read.iter().map(|(_, content)| content.len()).sum();
        let checking = move || {
            let mut readings = Vec::with_capacity(read.len() * wanted.len());
            let mut titles = Vec::with_capacity(read.len());
            for (document, content) in read {
                titles.push((document.id.clone(), document.title.clone()));
                readings.extend(checks::run_all(&wanted, document, content, &canon));
            }
            checked(&titles, readings)
        };
        if bytes <= SHORT_TEXT_BYTES {
            return Ok(Outcome::Done(checking()));
        }
        blocking::run("checking a text", checking).await.map(Outcome::Done)
    }

    /// What checks have to know of a swarm's project, as it was when this batch first asked for it.
    async fn canon(
        &self,
        swarm: &Swarm,
        principal: &Principal,
        project_id: &str,
    ) -> Result<Arc<Canon>> {
        let mut known = self.canon.lock().await;
        if let Some((of_swarm, canon)) = &*known
            && *of_swarm == swarm.id
        {
            return Ok(Arc::clone(canon));
        }
        let (asking, of_project) = (principal.clone(), project_id.to_owned());
        let canon = self
            .studio
            .database
            .scan(move |tx| {
                let project = projects::check(tx, &asking, &of_project)?;
                Canon::of(tx, &project)
            })
            .await?;
        let canon = Arc::new(canon.with_book(self.studio, principal, project_id).await?);
        *known = Some((swarm.id.clone(), Arc::clone(&canon)));
        Ok(canon)
    }
}

/// What a check of documents leaves: how much was found in each, for people and for programs, and
/// the findings themselves.
fn checked(titles: &[(String, String)], readings: Vec<CheckResult>) -> SubtaskResult {
    let mut text = String::new();
    let mut report = Vec::with_capacity(titles.len());
    for (id, title) in titles {
        let of_it = readings
            .iter()
            .filter(|it| it.source.as_ref().is_some_and(|source| source.document_id == *id));
        let counts: Vec<(Check, usize)> = of_it.map(|it| (it.check, it.found.len())).collect();
        let all: usize = counts.iter().map(|(_, count)| count).sum();
        let each: Vec<String> =
            counts.iter().map(|(check, count)| format!("{check} {count}")).collect();
        text.push_str(&format!("“{title}”: {all} found ({}).\n", each.join(", ")));
        let found: serde_json::Map<String, serde_json::Value> =
            counts.iter().map(|(check, count)| (check.to_string(), (*count).into())).collect();
        report.push(json!({ "documentId": id, "title": title, "found": found }));
    }
    let report = json!({ "kind": "checks", "documents": report });
    SubtaskResult {
        text,
        report: Some(JsonText(report.to_string())),
        readings,
        ..SubtaskResult::default()
    }
}

/// What a look at the lore and the rules of a project leaves.
fn lore_result(readings: Vec<CheckResult>) -> SubtaskResult {
    let all: usize = readings.iter().map(|reading| reading.found.len()).sum();
    let found: serde_json::Map<String, serde_json::Value> = readings
        .iter()
        .map(|reading| (reading.check.to_string(), reading.found.len().into()))
        .collect();
    let report = json!({ "kind": "checks", "documents": [], "found": found });
    SubtaskResult {
        text: format!("The lore and its rules: {all} found.\n"),
        report: Some(JsonText(report.to_string())),
        readings,
        ..SubtaskResult::default()
    }
}

/// Has an agent answer with the results of the sub-tasks before. An answer that only says that there was
/// nothing to work with, or that it takes a model, is none.
async fn ask(
    studio: &Studio,
    swarm: &Swarm,
    claimed: &Claimed,
    about: (&[String], Aim),
) -> Result<Outcome> {
    let subtask = &claimed.subtask;
    let (rests_on, id) = (subtask.clone(), swarm.id.clone());
    let read =
        move |tx: &mut Tx<'_>| Ok((subtasks::inputs(tx, &rests_on)?, swarms::limit(tx, &id)?));
    let (inputs, swarm_limit) = studio.database.scan(read).await?;
    let has_model = studio.has_model(&subtask.agent);
    let denial = subtask.denial();
    let may_ask = has_model && denial.is_none();
    let steps = may_ask.then(|| StepContext {
        lease: StepLease::Subtask(Box::new(claimed.clone())),
        agent: subtask.agent.clone(),
        account: swarm.account.clone(),
        project_id: swarm.project_id.clone(),
        swarm_limit,
    });
    let request = AgentRequest { inputs: bounded(inputs), steps, ..request(swarm, subtask, about) };
    if subtask.is_undecided() && agent_rules::needs_permission(studio, &request).await? {
        return Ok(Outcome::NeedsApproval(ASK_MODEL.to_owned()));
    }
    let answer = skills::inputs::answer(studio, &request).await?;
    let Answer { text, report, needs_model, proposals, findings } = answer;
    if let (true, Some(denial)) = (needs_model, denial) {
        return Ok(Outcome::Skipped(format!("It takes a language model, and {denial}")));
    }
    if needs_model && may_ask {
        let reason = "Its agent cannot write this with the language model that is configured";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    let mut artefacts = Vec::new();
    let is_empty = match &report {
        Some(report) => {
            let report: serde_json::Value = serde_json::from_str(&report.0).unwrap_or_default();
            if let (Aim::Composition, Some(reason)) =
                (about.1, report["answer"]["failure"].as_str())
            {
                let reason = format!("The model gave no answer that holds: {reason}");
                return Ok(Outcome::Failed(FailureCause::Refused, reason));
            }
            artefacts.extend(draft(&report));
            skills::inputs::is_empty(&report)
        }
        // Who measures nothing only says why not.
        None => !may_ask,
    };
    Ok(if needs_model || is_empty {
        Outcome::Skipped(text.trim_end().to_owned())
    } else {
        Outcome::Done(SubtaskResult {
            text,
            report,
            artefacts,
            proposals,
            findings,
            ..SubtaskResult::default()
        })
    })
}

/// The text that a model wrote for the book, as an artefact.
fn draft(report: &serde_json::Value) -> Option<Artefact> {
    let answer = &report["answer"];
    let text = answer["result"]["text"].as_str().filter(|_| answer["kind"] == "draft")?;
    let (name, media_type) = ("draft.md".to_owned(), "text/markdown");
    Some(Artefact { name, media_type, content: text.to_owned() })
}

/// A sub-task as its agent is asked it: about one document, several, or the project. What is looked at
/// is the swarm's to say, so the words of its task go only to those who look for something in them.
fn request(swarm: &Swarm, subtask: &Subtask, (ids, aim): (&[String], Aim)) -> AgentRequest {
    let principal = swarm.principal();
    let (document_id, document_ids) = match ids {
        [one] => (Some(one.clone()), Vec::new()),
        several => (None, several.to_vec()),
    };
    let is_question =
        swarm.swarm_type == SwarmType::Research || matches!(aim, Aim::Canon | Aim::Composition);
    let words = if is_question || subtask.agent == MUSE { &swarm.task_description } else { "" };
    AgentRequest {
        origin: Origin::Task,
        task: Some(format!("{}\nYour part: {}", swarm.task_description, subtask.title)),
        project_id: swarm.project_id.clone(),
        document_id,
        document_ids,
        swarm_id: Some(swarm.id.clone()),
        aim,
        ..AgentRequest::of_agent(&subtask.agent, principal, words)
    }
}

/// Puts together what the other sub-tasks said and found.
async fn synthesize(studio: &Studio, swarm: &Swarm, subtask: &Subtask) -> Result<Outcome> {
    let (of_swarm, position) = (swarm.clone(), subtask.position);
    let (said, found) = studio
        .database
        .scan(move |tx| {
            let mut said = subtasks::list(tx, &of_swarm)?;
            said.retain(|other| other.position < position);
            Ok((said, found(tx, &of_swarm)?))
        })
        .await?;
    let swarm = swarm.clone();
    let work = move || synthesis::of(&swarm, &said, &found);
    blocking::run("putting results together", work).await?.map(Outcome::Done)
}

/// What a swarm met in its project, as its user sees it now.
fn found(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Vec<Finding>> {
    let Some(project) = outcomes::project(tx, swarm)? else { return Ok(Vec::new()) };
    let query = FindingQuery::of_swarm(&swarm.id, FINDINGS_MAX);
    let page = findings::list(tx, &project, &query)?;
    Ok(page.items.into_iter().map(|(finding, _)| finding).collect())
}
