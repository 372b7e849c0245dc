//! The work on one sub-task: an agent answers, documents are checked, or what the others said is put
//! together. It reads with the rights of the swarm's user, writes nothing, and can be done again.

use std::{collections::BTreeMap, panic::AssertUnwindSafe, sync::Arc};

use domain::{
    Principal, Result,
    findings::{Check, CheckResult, Finding, FindingQuery},
    json::JsonText,
    messages::{Answer, approvals::ASK_MODEL},
    swarms::{
        Aim, Artefact, Subtask, SubtaskResult, Swarm, SwarmType, Task,
        inputs::bounded,
        outcome::{FailureCause, Outcome},
    },
};
use futures_util::FutureExt as _;
use serde_json::json;
use store::{
    Tx, findings, projects,
    swarms::{
        self,
        subtasks::{self, Claimed},
    },
};
use tokio::sync::Mutex;

use super::{lanes::trouble, outcomes, synthesis};
use crate::{
    Studio,
    agent_rules::{self, ModelUse},
    blocking,
    checks::{self, Canon, CheckedDocument},
    extracts::DocumentExtract,
    names::{self, BookSlips},
    skills::{
        self,
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
    known: Mutex<Option<KnownProject>>,
}

impl<'s> BatchContext<'s> {
    pub(super) fn new(studio: &'s Studio) -> Self {
        Self { studio, known: Mutex::new(None) }
    }

    /// The outcome of a sub-task. A panic is an outcome too, so that it does not affect other sub-tasks.
    pub(super) async fn outcome(&self, swarm: &Swarm, claimed: &Claimed) -> Outcome {
        let subtask = &claimed.subtask;
        let working = async {
            match &subtask.task {
                Task::Ask { document_ids, aim } => {
                    ask(self.studio, swarm, claimed, (document_ids, *aim)).await
                }
                Task::Check { document_ids, checks, with_habits } => {
                    self.check(swarm, document_ids, (checks, *with_habits)).await
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

    async fn check(
        &self,
        swarm: &Swarm,
        ids: &[String],
        (wanted, with_habits): (&[Check], bool),
    ) -> Result<Outcome> {
        let Some(project_id) = swarm.project_id.clone() else {
            return Ok(Outcome::Skipped("There is no project to read".to_owned()));
        };
        let principal = swarm.principal();
        let (canon, slips, extracts) = self.known(swarm, (&principal, &project_id), wanted).await?;
        if ids.is_empty() {
            let known = (wanted, &canon);
            let readings =
                checks::of_book(self.studio, &principal, &project_id, known, extracts).await?;
            return Ok(Outcome::Done(book_result(readings)));
        }
        drop(extracts);
        let mut all = Vec::with_capacity(ids.len());
        for id in ids {
            let at = (project_id.as_str(), id.as_str());
            let known = (wanted, &canon, slips.as_ref());
            // It was there when the swarm was planned; nobody misses it now.
            all.extend(checks::of_document(self.studio, &principal, at, known).await?);
        }
        if all.is_empty() {
            return Ok(Outcome::Skipped("The document is gone".to_owned()));
        }
        let mut result = checked(all);
        if with_habits {
            let known = (wanted, &canon);
            let of_book = checks::of_book(self.studio, &principal, &project_id, known, None);
            let of_book = of_book.await?;
            let found: usize = of_book.iter().map(|reading| reading.found.len()).sum();
            if found > 0 {
                result.text.push_str(&format!("The book as a whole: {found} found.\n"));
            }
            result.readings.extend(of_book);
        }
        Ok(Outcome::Done(result))
    }

    /// What checks have to know of a swarm's project, as it was when this batch first asked for it: its lore
    /// and rules, and for a check of names the misspelt ones of its book, with the extracts of its texts if
    /// they had to be read for it.
    async fn known(
        &self,
        swarm: &Swarm,
        (principal, project_id): (&Principal, &str),
        wanted: &[Check],
    ) -> Result<(Arc<Canon>, Option<Arc<BookSlips>>, Option<Vec<DocumentExtract>>)> {
        let mut known = self.known.lock().await;
        let of_swarm = known.take().filter(|it| it.swarm_id == swarm.id);
        let mut read = match of_swarm {
            Some(read) => read,
            None => {
                let (asking, of_project) = (principal.clone(), project_id.to_owned());
                let canon = self.studio.database.scan(move |tx| {
                    let project = projects::check(tx, &asking, &of_project)?;
                    Canon::of(tx, &project)
                });
                KnownProject {
                    swarm_id: swarm.id.clone(),
                    canon: Arc::new(canon.await?),
                    slips: None,
                }
            }
        };
        let mut extracts = None;
        if wanted.contains(&Check::Names) && read.slips.is_none() {
            let slips = names::slips(self.studio, principal, project_id).await?;
            (read.slips, extracts) = (Some(slips.0), slips.1);
        }
        let slips = read.slips.clone().filter(|_| wanted.contains(&Check::Names));
        let canon = Arc::clone(&read.canon);
        *known = Some(read);
        Ok((canon, slips, extracts))
    }
}

/// What was last read of a project.
struct KnownProject {
    /// The swarm that it was read for.
    swarm_id: String,
    canon: Arc<Canon>,
    slips: Option<Arc<BookSlips>>,
}

/// What a check of documents leaves: how much was found in each, for people and for programs, and
/// the findings themselves.
fn checked(all: Vec<CheckedDocument>) -> SubtaskResult {
    let mut text = String::new();
    let mut report = Vec::with_capacity(all.len());
    let mut readings = Vec::new();
    for CheckedDocument { document, counts, results } in all {
        let (id, title) = (document.id, document.title);
        let total: usize = counts.iter().map(|(_, count)| count).sum();
        let each: Vec<String> =
            counts.iter().map(|(check, count)| format!("{check} {count}")).collect();
        text.push_str(&format!("“{title}”: {total} found ({}).\n", each.join(", ")));
        let found: serde_json::Map<String, serde_json::Value> =
            counts.iter().map(|(check, count)| (check.to_string(), (*count).into())).collect();
        report.push(json!({ "documentId": id, "title": title, "found": found }));
        readings.extend(results);
    }
    let report = json!({ "kind": "checks", "documents": report });
    SubtaskResult {
        text,
        report: Some(JsonText(report.to_string())),
        readings,
        ..SubtaskResult::default()
    }
}

/// What a look at the lore and the rules of a project, and at the names and facts of its whole book, leaves.
fn book_result(readings: Vec<CheckResult>) -> SubtaskResult {
    let all: usize = readings.iter().map(|reading| reading.found.len()).sum();
    let mut found = BTreeMap::<String, usize>::new();
    for reading in &readings {
        *found.entry(reading.check.to_string()).or_default() += reading.found.len();
    }
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
    let denial = subtask.denial();
    let has_model = studio.has_model(&subtask.agent) && denial.is_none();
    let steps = has_model.then(|| StepContext {
        lease: StepLease::Subtask(Box::new(claimed.clone())),
        agent: subtask.agent.clone(),
        account: swarm.account.clone(),
        project_id: swarm.project_id.clone(),
        swarm_limit,
    });
    let mut request =
        AgentRequest { inputs: bounded(inputs), steps, ..request(swarm, subtask, about) };
    let model_use = agent_rules::model_use(studio, &request).await?;
    if subtask.is_undecided() && model_use == ModelUse::Permitted {
        return Ok(Outcome::NeedsApproval(ASK_MODEL.to_owned()));
    }
    if matches!(model_use, ModelUse::Unwanted(_) | ModelUse::Unasked) {
        request.steps = None;
    }
    let may_ask = request.steps.is_some();
    let mut answer = skills::inputs::answer(studio, &request).await?;
    let unasked = match (model_use, &denial) {
        (ModelUse::Unwanted(reason), _) => Some(reason),
        (_, denial) => denial.as_deref(),
    };
    if let Some(reason) = unasked {
        answer = agent_rules::without_model(answer, reason);
    }
    let Answer { text, report, needs_model, is_empty, proposals, findings } = answer;
    if let (true, Some(denial)) = (needs_model, denial) {
        return Ok(Outcome::Skipped(format!("It takes a language model, and {denial}")));
    }
    if needs_model && may_ask {
        let reason = "Its agent cannot write this with the language model that is configured";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    let mut artefacts = Vec::new();
    if let Some(report) = &report {
        let report: serde_json::Value = serde_json::from_str(&report.0).unwrap_or_default();
        let reason = report["answer"]["failure"].as_str();
        if let Some(reason) = reason.filter(|_| about.1.is_composed()) {
            let reason = format!("The model gave no answer that holds: {reason}");
            return Ok(Outcome::Failed(FailureCause::Refused, reason));
        }
        artefacts.extend(draft(&report));
    }
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
