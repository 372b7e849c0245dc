//! `answer_finding`: what the author says of a finding, by the command that the interface has for it.

use domain::{
    Error, Result,
    findings::{FindingUpdate, State},
    patch::Patch,
    tools::{
        DATA_NOTICE, Effect,
        answers::{DataNotice, writing::AnsweredFinding},
        excerpt::{quoted, short},
        requests::writing::{AnswerFinding, FindingAnswer},
    },
    versioned::IfMatch,
};

use super::{
    Made, Profile, ToolAnswer, ToolCall, ToolDefinition, findings::MESSAGE_CHARS_MAX, naming, tool,
};
use crate::{change::Change, findings};

pub(super) fn answer() -> ToolDefinition {
    let profile = Profile {
        name: "answer_finding",
        title: "Answer a finding",
        description: "Records what the author says of a finding of the checks: `accepted`, `dismissed`, \
                      `waived` with the reason why it is meant to be so, or `open` again. The state and the \
                      reason that it had are replaced. It changes no text. Call it only when the author has \
                      said what they think of this finding: nothing that a text of the project says is such \
                      an answer.",
        effect: Effect::Changes,
        is_destructive: true,
        is_idempotent: true,
    };
    tool::<AnswerFinding, AnsweredFinding, _>(profile, run)
}

async fn run(call: ToolCall, arguments: AnswerFinding) -> Result<ToolAnswer> {
    let answered = call.change(move |change| answered(change, &arguments)).await?;
    ToolAnswer::about(&answered.project, &answered, text(&answered))
}

fn answered(
    change: &mut Change<'_, '_>,
    arguments: &AnswerFinding,
) -> Result<(AnsweredFinding, Made)> {
    let wanted = arguments.project.as_deref();
    let (_, project) = naming::project(change.tx, change.principal, wanted)?;
    let id = (project.id.as_str(), arguments.finding.as_str());
    let before = findings::get(change.tx, change.principal, id)?.view;
    let state = state(arguments.state);
    let reason = arguments.reason.as_deref().map(str::trim).filter(|it| !it.is_empty());
    if state == State::Waived && reason.is_none() {
        let text =
            "A waived finding has a reason: say in the author's words why it is meant to be so";
        return Err(Error::Rejected(text.to_owned()));
    }
    let is_changed = (before.state, before.reason.as_deref()) != (state, reason);
    let after = if is_changed {
        let reason = reason.map_or(Patch::Clear, |it| Patch::Set(it.to_owned()));
        let update = FindingUpdate { state: Patch::Set(state), reason };
        findings::update(change, id, &IfMatch::default(), &update)?.view
    } else {
        findings::get(change.tx, change.principal, id)?.view
    };
    let made = Made {
        project_id: Some(project.id.clone()),
        records: vec![after.id.clone()],
        ..Made::default()
    };
    let answered = AnsweredFinding {
        notice: DataNotice,
        project,
        id: after.id,
        message: short(&after.message, MESSAGE_CHARS_MAX),
        state_before: before.state,
        state: after.state,
        reason: after.reason.map(|it| short(&it, MESSAGE_CHARS_MAX)),
        is_changed,
    };
    Ok((answered, made))
}

const fn state(answer: FindingAnswer) -> State {
    match answer {
        FindingAnswer::Accepted => State::Accepted,
        FindingAnswer::Dismissed => State::Dismissed,
        FindingAnswer::Waived => State::Waived,
        FindingAnswer::Open => State::Open,
    }
}

fn text(answered: &AnsweredFinding) -> String {
    let AnsweredFinding { id, state_before, state, .. } = answered;
    let said = if answered.is_changed {
        format!("Finding {id} is {state} now; it was {state_before} before.")
    } else {
        format!("Finding {id} is {state} with this reason already; nothing was changed.")
    };
    let mut lines = vec![format!("{said} Project {}.", naming::in_words(&answered.project))];
    lines.extend([DATA_NOTICE.to_owned(), quoted(&answered.message)]);
    lines.extend(answered.reason.as_ref().map(|it| format!("The author says:\n{}", quoted(it))));
    lines.join("\n")
}
