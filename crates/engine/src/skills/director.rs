//! Director: what each agent can do and how loaded it is, the state of the project, and what to do next
//! by rule, each step with its reason. Whom it asks for what is in [`routes`].

mod routes;
mod steps;

use domain::{
    Result, Time, documents::Status, findings::Severity, messages::Answer, promises::ledger::Ledger,
};
use serde_json::{Value, json};
use store::{Tx, agents, lore, projects::ProjectAccess, promises};

use super::{
    answers::{AnswerText, counted, listed, percent},
    book,
    request::AgentRequest,
    subject::{self, shortened},
};
use crate::{Studio, findings, presence, readiness};
pub(super) use routes::outcome;
use steps::{Facts, Step};

/// Promises that are counted, the oldest.
const PROMISES_MAX: i64 = 20_000;

/// One of the staff.
struct Colleague {
    id: String,
    capabilities: Vec<String>,
    is_awake: bool,
    /// None while it is unknown.
    load: Option<f64>,
    waiting: i64,
    needs_model: bool,
}

/// The state of a project.
struct ProjectState {
    project_id: String,
    is_whole: bool,
    words: i64,
    phases: Vec<(Status, usize)>,
    findings: Vec<(Severity, usize)>,
    open_promises: usize,
    steps: Vec<Step>,
}

/// The staff, and the project the message is about, if it is about one.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let myself = request.agent.as_str();
    let (asked, now, node) = (request.clone(), studio.clock.now(), studio.node.clone());
    let (staff, remote, state) = studio
        .database
        .scan(move |tx| {
            let staff = agents::list(tx)?;
            let remote = presence::RemoteWork::read(tx, &node, now)?;
            let project = subject::project(tx, &asked)?;
            let state = project.map(|project| read(tx, &project, now)).transpose()?;
            Ok((staff, remote, state))
        })
        .await?;
    let load = |agent: &agents::RegisteredAgent| {
        let query: presence::LoadQuery<'_> = agent.into();
        let slots = query.slots;
        let load = studio.presence.load(studio, query, &remote, now)?.load;
        // Whoever answers this is busy with it, which says nothing of how busy it is.
        Some(if agent.card.id == myself { load.excluding_one(slots) } else { load }.current)
    };
    let staff: Vec<Colleague> = staff
        .into_iter()
        .map(|agent| Colleague {
            is_awake: presence::is_awake(studio, &agent, now),
            load: load(&agent),
            waiting: agent.mailbox.queued,
            needs_model: agent.card.resources.needs_model,
            id: agent.card.id,
            capabilities: agent.card.capabilities,
        })
        .collect();
    Answer::with_report(answer_text(&staff, state.as_ref()), &report(&staff, state.as_ref()))
}

fn read(tx: &mut Tx<'_>, project: &ProjectAccess, now: Time) -> Result<ProjectState> {
    let book = book::of_project(tx, project)?;
    let pending = findings::pending(tx, project, &book)?;
    let (texts, texts_read) =
        readiness::texts_read(&book, &store::findings::readings(tx, project)?);
    let (_, entries) = promises::entries(tx, project, PROMISES_MAX)?;
    let ledger = Ledger::of(entries, now);
    let nodes = book::outline(tx, project)?;
    let entries = book::lore(tx, project)?.len();
    let facts = Facts {
        texts,
        unread: texts - texts_read,
        bare: lore::without_content(tx, project)?.len(),
        entries,
        book: &book,
        pending: &pending,
        ledger: &ledger,
        nodes: &nodes.items,
    };
    let phases = Status::WORDS.iter().filter_map(|word| Status::parse(word));
    let in_phase =
        |status| book.manuscript.iter().filter(|it| it.document.status == status).count();
    let of_severity = |severity| pending.iter().filter(|(it, _)| it.severity == severity).count();
    Ok(ProjectState {
        project_id: project.id().to_owned(),
        is_whole: book.is_whole && nodes.next_cursor.is_none(),
        words: book.words,
        phases: phases.map(|status| (status, in_phase(status))).collect(),
        findings: Severity::ALL.map(|severity| (severity, of_severity(severity))).to_vec(),
        open_promises: ledger.open.len(),
        steps: steps::of(&facts),
    })
}

fn answer_text(staff: &[Colleague], state: Option<&ProjectState>) -> String {
    let mut out = AnswerText::default();
    let awake = staff.iter().filter(|it| it.is_awake).count();
    out.line(format!(
        "The staff has {}, of which {} awake.",
        counted(staff.len(), "agent", "agents"),
        counted(awake, "is", "are")
    ));
    out.list("Who can do what", staff, |it| {
        let load = match (it.is_awake, it.load) {
            (false, _) => "offline".to_owned(),
            (true, Some(load)) => format!("load {}", percent(load)),
            (true, None) => "load not known".to_owned(),
        };
        let waiting =
            if it.waiting > 0 { format!(", {} waiting", it.waiting) } else { String::new() };
        format!("{}: {} ({load}{waiting})", it.id, it.capabilities.join(", "))
    });
    let Some(state) = state else {
        out.line("The message is about no project, so there is nothing to say of one.");
        return out.finish();
    };
    let there = |counts: Vec<(String, usize)>| {
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(what, count)| format!("{count} {what}"))
            .collect();
        if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
    };
    out.line(format!(
        "The project has {}; documents by phase: {}; findings to deal with: {}; open promises: {}.",
        counted(state.words, "word", "words"),
        there(state.phases.iter().map(|(it, count)| (it.to_string(), *count)).collect()),
        there(state.findings.iter().map(|(it, count)| (it.to_string(), *count)).collect()),
        state.open_promises
    ));
    out.list("Next, by rule", &state.steps, |step| {
        format!("{} ({}): {}", step.says, step.agent, step.reason)
    });
    if state.steps.is_empty() {
        out.line("By the rules of the director, nothing is to be done.");
    }
    if !state.is_whole {
        out.line("Not all of the project was looked at.");
    }
    out.finish()
}

fn report(staff: &[Colleague], state: Option<&ProjectState>) -> Value {
    let counts = |counts: Vec<(String, usize)>| {
        counts
            .into_iter()
            .map(|(what, count)| (what, json!(count)))
            .collect::<serde_json::Map<_, _>>()
    };
    json!({
        "kind": "standing",
        "projectId": state.map(|it| &it.project_id),
        "staff": listed(staff, |it| json!({
            "agentId": it.id,
            "capabilities": it.capabilities,
            "isAwake": it.is_awake,
            "load": it.load,
            "waiting": it.waiting,
            "needsModel": it.needs_model,
        })),
        "project": state.map(|it| json!({
            "isWhole": it.is_whole,
            "words": it.words,
            "byStatus": counts(it.phases.iter().map(|(a, b)| (a.to_string(), *b)).collect()),
            "findings": counts(it.findings.iter().map(|(a, b)| (a.to_string(), *b)).collect()),
            "openPromises": it.open_promises,
            "next": listed(&it.steps, |step| json!({
                "rule": step.rule,
                "says": shortened(&step.says),
                "agent": step.agent,
                "reason": shortened(&step.reason),
            })),
        })),
    })
}
