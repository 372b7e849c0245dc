//! The tools that assistants of other makers may call: a table of them, and the function that runs one.
//! A tool is a function over the studio and a principal, with the rights of that principal and no more;
//! it calls the same commands and views as everything else. No protocol: the crate `mcp` has that.

mod answering;
mod asking;
mod brief;
mod documents;
mod drafts;
mod findings;
mod knowledge;
mod log;
mod lore;
pub(crate) mod naming;
mod paging;
mod passages;
mod proposing;
mod swarms;
mod waiting;
pub(crate) mod words;

use std::{
    pin::Pin,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, Ordering},
    },
};

use domain::{
    Error, Principal, Result, ids,
    json::Json,
    model::Model,
    tools::{
        Effect, ToolCallItem, answer_schema, answers::Named, arguments_schema, read_arguments,
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub(crate) use log::ToolLog;
pub use waiting::{CallContext, Progress};

use crate::{Studio, change::Change};

/// A tool, as those who may call it see it.
pub struct ToolDefinition {
    /// What it is called.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is for, for a model that has never seen this service.
    pub description: &'static str,
    /// What it does at the most.
    pub effect: Effect,
    /// Whether it may take something away that was there.
    pub is_destructive: bool,
    /// Whether a second call with the same arguments does nothing more.
    pub is_idempotent: bool,
    /// The schema of its arguments.
    pub arguments: Value,
    /// The schema of the structured content of its answers.
    pub answer: Value,
    run: Run,
}

type Run = Box<dyn Fn(ToolCall, Json) -> Running + Send + Sync>;
type Running = Pin<Box<dyn Future<Output = Result<ToolAnswer>> + Send>>;

/// What a tool answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolAnswer {
    /// The structured content, which fits the tool's schema.
    pub structured: Value,
    /// The same as a text for a model.
    pub text: String,
    /// The project that it is about.
    project_id: Option<String>,
}

impl ToolAnswer {
    /// An answer about a project.
    pub(crate) fn about(project: &Named, content: &impl Serialize, text: String) -> Result<Self> {
        Self::of(Some(project), content, text)
    }

    /// An answer about a project, or about none.
    fn of(project: Option<&Named>, content: &impl Serialize, text: String) -> Result<Self> {
        let structured = serde_json::to_value(content)
            .map_err(|flaw| Error::internal("writing the answer of a tool", flaw))?;
        Ok(Self { structured, text, project_id: project.map(|it| it.id.clone()) })
    }
}

/// A call of a tool while it runs.
#[derive(Clone)]
pub(crate) struct ToolCall {
    pub(crate) studio: Studio,
    pub(crate) principal: Principal,
    context: CallContext,
    /// As the event log shows it while nothing has come of it.
    item: ToolCallItem,
    /// Whether it is in the event log, or gets there with the change that is being made.
    is_logged: Arc<AtomicBool>,
}

/// What a call made or changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Made {
    /// The project.
    pub(crate) project_id: Option<String>,
    /// Proposals.
    pub(crate) proposals: Vec<String>,
    /// Other records.
    pub(crate) records: Vec<String>,
}

impl ToolCall {
    fn new(studio: &Studio, principal: &Principal, tool: &str, context: CallContext) -> Self {
        let now = studio.clock.now();
        Self {
            context,
            studio: studio.clone(),
            principal: principal.clone(),
            item: ToolCallItem::new(ids::new(now), tool, principal, now),
            is_logged: Arc::default(),
        }
    }

    /// Runs a command with the rights of the caller, and writes the call into the event log in the same
    /// transaction, with what the command made.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        command: impl Fn(&mut Change<'_, '_>) -> Result<(T, Made)> + Send + 'static,
    ) -> Result<T> {
        let item = self.item.clone();
        let changed = self.studio.change(&self.principal, move |change| {
            let (answer, made) = command(change)?;
            let Made { project_id, proposals, records } = made;
            let called_at = change.now;
            let item = ToolCallItem { project_id, proposals, records, called_at, ..item.clone() };
            log::publish(change, &item)?;
            Ok(answer)
        });
        // Where nobody waits any more, the change may still be made, and is then logged with that.
        self.is_logged.store(true, Ordering::Relaxed);
        let changed = changed.await;
        self.is_logged.store(changed.is_ok(), Ordering::Relaxed);
        changed
    }
}

/// What a tool is, without its schemas.
struct Profile {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    effect: Effect,
    is_destructive: bool,
    is_idempotent: bool,
}

impl Profile {
    /// A tool that makes something with each call, and takes nothing away.
    const fn adding(
        effect: Effect,
        (name, title): (&'static str, &'static str),
        description: &'static str,
    ) -> Self {
        Self { name, title, description, effect, is_destructive: false, is_idempotent: false }
    }
}

/// A tool that only reads.
const fn reading(name: &'static str, title: &'static str, description: &'static str) -> Profile {
    let effect = Effect::Reads;
    Profile { name, title, description, effect, is_destructive: false, is_idempotent: true }
}

/// A tool with arguments `A`, whose answers have the structured content `O`.
fn tool<A, O, F>(profile: Profile, run: fn(ToolCall, A) -> F) -> ToolDefinition
where
    A: Model + Send + 'static,
    O: JsonSchema,
    F: Future<Output = Result<ToolAnswer>> + Send + 'static,
{
    let run = move |call: ToolCall, arguments: Json| -> Running {
        match read_arguments(arguments) {
            Ok(arguments) => Box::pin(run(call, arguments)),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    };
    ToolDefinition {
        name: profile.name,
        title: profile.title,
        description: profile.description,
        effect: profile.effect,
        is_destructive: profile.is_destructive,
        is_idempotent: profile.is_idempotent,
        arguments: arguments_schema::<A>(),
        answer: answer_schema::<O>(),
        run: Box::new(run),
    }
}

/// Every tool. There are twelve at the most: a model chooses badly among many.
pub fn all() -> &'static [ToolDefinition] {
    static ALL: LazyLock<Vec<ToolDefinition>> = LazyLock::new(|| {
        vec![
            passages::find(),
            documents::get(),
            brief::of_scene(),
            lore::lookup(),
            knowledge::who(),
            drafts::check(),
            findings::list(),
            answering::answer(),
            proposing::edit(),
            proposing::promise(),
            asking::ask(),
            swarms::start(),
        ]
    });
    &ALL
}

/// The tool of this name.
pub fn find(name: &str) -> Option<&'static ToolDefinition> {
    all().iter().find(|tool| tool.name == name)
}

/// Calls a tool with the rights of the principal. The call is in the event log, whether it was answered
/// or refused: in the transaction of what it changed; within a second where the tool reads; else before
/// this returns.
///
/// # Errors
/// Invalid for arguments that do not fit; forbidden where the token of the principal does not allow what
/// the tool does; otherwise those of the tool.
pub async fn call(
    studio: &Studio,
    principal: &Principal,
    (tool, arguments): (&'static ToolDefinition, Json),
    context: CallContext,
) -> Result<ToolAnswer> {
    let call = ToolCall::new(studio, principal, tool.name, context);
    let unanswered = Unanswered::new(&call);
    let answer = match principal.check_scope(tool.effect.scope()) {
        Ok(()) => (tool.run)(call, arguments).await,
        Err(error) => Err(error),
    };
    let Some(mut item) = unanswered.end() else { return answer };
    item.called_at = studio.clock.now();
    match &answer {
        Ok(answer) => item.project_id.clone_from(&answer.project_id),
        Err(error) => item.refusal = Some(domain::tools::refusal(error)),
    }
    studio.tool_calls.add(studio, tool.effect, item).await?;
    answer
}

/// Notes in the event log that a call was refused before it ran, because of the settings of the service.
pub fn note_refused(studio: &Studio, principal: &Principal, tool: &ToolDefinition, reason: &str) {
    let mut item = ToolCall::new(studio, principal, tool.name, CallContext::default()).item;
    item.refusal = Some(reason.to_owned());
    studio.tool_calls.note(studio, item);
}

/// Why there was no answer to a call whose caller closed the connection or cancelled it.
const CALLER_GONE: &str = "Whoever called did not wait for the answer";

/// A call that has no answer yet. Where it never gets one, because whoever called went away, it notes the
/// call in the event log.
struct Unanswered {
    studio: Studio,
    item: Option<ToolCallItem>,
    is_logged: Arc<AtomicBool>,
}

impl Unanswered {
    fn new(call: &ToolCall) -> Self {
        let ToolCall { studio, item, is_logged, .. } = call;
        Self { studio: studio.clone(), item: Some(item.clone()), is_logged: Arc::clone(is_logged) }
    }

    /// It has an answer; what is to be logged of it, unless that was done.
    fn end(mut self) -> Option<ToolCallItem> {
        self.item.take().filter(|_| !self.is_logged.load(Ordering::Relaxed))
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        let Some(item) = self.item.take() else { return };
        if !self.is_logged.load(Ordering::Relaxed) {
            let refusal = Some(CALLER_GONE.to_owned());
            self.studio.tool_calls.note(&self.studio, ToolCallItem { refusal, ..item });
        }
    }
}
