//! `start_swarm`: several agents work on a task, by the command that the interface has for it, while the
//! caller waits and hears how far they are. A caller that goes away while it waits cancels the swarm.

use std::sync::atomic::Ordering;

use domain::{
    Error, Principal, Result,
    agents::AgentPriority,
    findings::FindingQuery,
    ids,
    swarms::{Swarm, SwarmCreate, SwarmInput, Task},
    tools::{
        DATA_NOTICE, Effect, REASON_CHARS_MAX, ToolCallItem,
        answers::{DataNotice, Quotation, work::SwarmAnswer},
        excerpt::{quoted, short},
        requests::{AnswerCursor, work::StartSwarm},
    },
};
use store::{
    Tx, findings,
    swarms::{self as stored, subtasks},
};
use tokio::sync::oneshot;

use super::{
    CALLER_GONE, Made, Profile, ToolAnswer, ToolCall, ToolDefinition,
    asking::read_on,
    documents::{quotation, whole},
    log, naming, tool,
    waiting::{Progress, read_until},
};
use crate::{Studio, change::Change, swarms};

/// What the event log says of a swarm that was cancelled because its caller went away.
const CANCELLED: &str = "Whoever called did not wait for the answer: the swarm was cancelled";

pub(super) fn start() -> ToolDefinition {
    let profile = Profile::adding(
        Effect::Changes,
        ("start_swarm", "Start a swarm"),
        "Has several agents of the studio work on a task together, waits for them and answers with their \
         report: a consistency sweep of the manuscript, a reader panel, a revision list and more. It may take \
         minutes and, where language models are configured, their tokens. It changes no text: what agents \
         would change are proposals. Where it has not ended in time, call again with its `swarm`, and without \
         `task`, to wait on. Cancelling the call cancels the swarm.",
    );
    tool::<StartSwarm, SwarmAnswer, _>(profile, run)
}

async fn run(call: ToolCall, arguments: StartSwarm) -> Result<ToolAnswer> {
    swarms::check_running(&call.studio)?;
    let waited = match (&arguments.swarm, &arguments.swarm_type, &arguments.task) {
        (None, Some(_), Some(_)) if arguments.cursor.is_none() => {
            started(&call, arguments.clone()).await?
        }
        (Some(id), None, None) => Waited { call: call.clone(), id: id.clone(), is_wanted: true },
        _ => {
            let text = "Either `swarmType` and `task` say what is started, or `swarm` names the one that is \
                        waited for or read on with `cursor`";
            return Err(Error::Rejected(text.to_owned()));
        }
    };
    let (principal, id) = (call.principal.clone(), waited.id.clone());
    let read = move |tx: &mut Tx<'_>| Ok(stored::get(tx, &principal, &id)?.0);
    let is_end = |swarm: &Swarm| {
        call.context.report(progress(swarm));
        swarm.status.is_final()
    };
    let answer = match read_until(&call, arguments.wait_seconds, read, is_end).await {
        Ok(swarm) => {
            let principal = call.principal.clone();
            let cursor = arguments.cursor;
            let read = move |tx: &mut Tx<'_>| answer(tx, &principal, &swarm.id, cursor.as_ref());
            call.studio.database.scan(read).await
        }
        Err(error) => Err(error),
    };
    // A caller that gets an error did not go away.
    waited.end();
    let answer = answer?;
    ToolAnswer::of(answer.project.as_ref(), &answer, text(&answer))
}

/// A swarm that a caller waits for. When the caller goes away, the swarm is cancelled, but not when the
/// service stops: it goes on when the service is started again.
struct Waited {
    call: ToolCall,
    id: String,
    is_wanted: bool,
}

impl Waited {
    /// The caller is answered.
    fn end(mut self) {
        self.is_wanted = false;
    }
}

impl Drop for Waited {
    fn drop(&mut self) {
        let runtime = tokio::runtime::Handle::try_current();
        if let (true, false, Ok(runtime)) =
            (self.is_wanted, self.call.context.is_stopping(), runtime)
        {
            // Its end is logged with the cancellation.
            let was_logged = self.call.is_logged.swap(true, Ordering::Relaxed);
            runtime.spawn(cancel(self.call.clone(), self.id.clone(), was_logged));
        }
    }
}

/// Cancels a swarm whose caller has gone, and writes into the event log in the same transaction that and why
/// it was cancelled.
async fn cancel(call: ToolCall, id: String, was_logged: bool) {
    let item = ToolCallItem {
        id: ids::new(call.studio.clock.now()),
        refusal: Some(CANCELLED.to_owned()),
        ..call.item.clone()
    };
    let gone = ToolCallItem { refusal: Some(CALLER_GONE.to_owned()), ..item.clone() };
    let cancelled = call.studio.change(&call.principal, move |change| {
        let swarm = swarms::cancel(change, &id)?;
        let (project_id, records) = (swarm.project_id, vec![swarm.swarm_id]);
        let called_at = change.now;
        log::publish(change, &ToolCallItem { project_id, records, called_at, ..item.clone() })
    });
    match cancelled.await {
        Ok(()) => {}
        // A conflict where it has ended.
        Err(Error::Conflict(_) | Error::NotFound { .. }) if was_logged => {}
        Err(Error::Conflict(_) | Error::NotFound { .. }) => {
            call.studio.tool_calls.note(&call.studio, gone);
        }
        Err(error) => {
            tracing::warn!(error = %domain::ErrorChain(&error), "cancelling a swarm failed");
        }
    }
}

/// Starts a swarm. That is a task of its own, so that a caller who goes away meanwhile cannot leave a swarm
/// behind.
async fn started(call: &ToolCall, arguments: StartSwarm) -> Result<Waited> {
    let (sender, receiver) = oneshot::channel();
    let call = call.clone();
    tokio::spawn(async move {
        let studio = call.studio.clone();
        let started = call.change(move |change| create(change, &studio, &arguments)).await;
        // Where nobody receives it any more, it is dropped, which cancels it.
        drop(sender.send(started.map(|id| Waited { call, id, is_wanted: true })));
    });
    receiver.await.map_err(|flaw| Error::internal("starting a swarm", flaw))?
}

fn create(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    arguments: &StartSwarm,
) -> Result<(String, Made)> {
    let wanted = arguments.project.as_deref();
    let (access, project) = naming::project(change.tx, change.principal, wanted)?;
    let documents = arguments.documents.as_deref().unwrap_or_default();
    let document_ids = naming::document_ids(change.tx, &access, documents)?;
    let StartSwarm { swarm_type: Some(swarm_type), task: Some(task), .. } = arguments.clone()
    else {
        return Err(Error::Rejected("`swarmType` and `task` are needed".to_owned()));
    };
    let create = SwarmCreate {
        swarm_type,
        task_description: task,
        project_id: Some(project.id.clone()),
        priority: AgentPriority::Normal,
        agents: arguments.agents.clone(),
        input: (!document_ids.is_empty())
            .then(|| SwarmInput { document_ids: Some(document_ids), ..SwarmInput::default() }),
        budget: None,
    };
    let id = swarms::create(change, studio, &create)?.swarm_id;
    let made = Made { project_id: Some(project.id), records: vec![id.clone()], ..Made::default() };
    Ok((id, made))
}

/// How far a swarm is, for whoever waits.
fn progress(swarm: &Swarm) -> Progress {
    let counts = swarm.counts;
    let done = counts.succeeded + counts.failed + counts.skipped + counts.cancelled;
    let message = format!("The swarm is {}: {done} of {} sub-tasks", swarm.status, counts.total);
    Progress { done: done as f64, total: counts.total as f64, message }
}

/// What is there of a swarm, from a cursor on.
fn answer(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    cursor: Option<&AnswerCursor>,
) -> Result<SwarmAnswer> {
    let (swarm, _) = stored::get(tx, principal, id)?;
    let (access, project) = match swarm.project_id.as_deref() {
        Some(id) => naming::project(tx, principal, Some(id)).map(Some)?.unzip(),
        None => (None, None),
    };
    let mut report = None;
    if swarm.status.is_final() {
        let synthesis = subtasks::last(tx, &swarm)?.filter(|it| it.task == Task::Synthesis);
        let text = synthesis.and_then(|it| it.text);
        report = text.map(|text| read_on(&text, cursor)).transpose()?;
    }
    let (report, next_cursor) = report.unzip();
    let found = match access {
        Some(access) => findings::list(tx, &access, &FindingQuery::of_swarm(&swarm.id, 1))?.total,
        None => None,
    };
    Ok(SwarmAnswer {
        notice: DataNotice,
        project,
        swarm_type: swarm.swarm_type,
        status: swarm.status,
        is_final: swarm.status.is_final(),
        progress: swarm.progress(),
        sub_tasks: swarm.counts.into(),
        error: swarm.error.map(|error| short(&error, REASON_CHARS_MAX)),
        swarm: swarm.id,
        findings: found,
        characters: report.as_ref().map_or(0, |read| whole(read.characters)),
        next_cursor: next_cursor.flatten(),
        report: report.map(quotation),
    })
}

fn text(answer: &SwarmAnswer) -> String {
    let SwarmAnswer { swarm, swarm_type, status, sub_tasks, project, .. } = answer;
    let project = naming::about(project.as_ref());
    let mut lines = vec![format!(
        "Swarm {swarm} ({swarm_type}){project} is {status}: {} of {} sub-tasks succeeded, {} failed, {} \
         were skipped.",
        sub_tasks.succeeded, sub_tasks.total, sub_tasks.failed, sub_tasks.skipped
    )];
    lines.push(DATA_NOTICE.to_owned());
    lines.extend(answer.error.as_ref().map(|error| format!("Why:\n{}", quoted(error))));
    if let Some(total) = answer.findings.filter(|total| *total > 0) {
        lines.push(format!(
            "Findings that it met: {total}. list_findings lists those of the project."
        ));
    }
    if sub_tasks.awaiting_approval > 0 {
        let waiting = sub_tasks.awaiting_approval;
        lines.push(format!("Waiting for the author's permission in the studio: {waiting}."));
    }
    match &answer.report {
        Some(Quotation { text, start, end, .. }) => {
            let characters = answer.characters;
            lines.push(format!("Characters {start} to {end} of {characters} of its report:"));
            lines.push(quoted(text));
        }
        None if answer.is_final => lines.push("It has no report.".to_owned()),
        None => lines
            .push(format!("It has not ended: call start_swarm with the swarm {swarm} to wait on.")),
    }
    lines.extend(answer.next_cursor.as_ref().map(|cursor| {
        format!("More follows: call start_swarm with the swarm {swarm} and the cursor {cursor}.")
    }));
    lines.join("\n")
}
