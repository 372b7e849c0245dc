//! The tools that assistants of other makers may call: a table of them, and the function that runs one.
//! A tool is a function over the studio and a principal, with the rights of that principal and no more;
//! it calls the same commands and views as everything else. No protocol: the crate `mcp` has that.

mod brief;
mod documents;
mod drafts;
mod findings;
mod knowledge;
mod log;
mod naming;
mod paging;
mod passages;

use std::{pin::Pin, sync::LazyLock};

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

use crate::Studio;

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
        let structured = serde_json::to_value(content)
            .map_err(|flaw| Error::internal("writing the answer of a tool", flaw))?;
        Ok(Self { structured, text, project_id: Some(project.id.clone()) })
    }
}

/// A call of a tool while it runs.
#[derive(Clone)]
pub(crate) struct ToolCall {
    pub(crate) studio: Studio,
    pub(crate) principal: Principal,
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
            knowledge::who(),
            drafts::check(),
            findings::list(),
        ]
    });
    &ALL
}

/// The tool of this name.
pub fn find(name: &str) -> Option<&'static ToolDefinition> {
    all().iter().find(|tool| tool.name == name)
}

/// Calls a tool with the rights of the principal. The call is in the event log, whether it was answered
/// or refused: within a second where the tool reads, else before this returns.
///
/// # Errors
/// Invalid for arguments that do not fit; forbidden where the token of the principal does not allow what
/// the tool does; otherwise those of the tool.
pub async fn call(
    studio: &Studio,
    principal: &Principal,
    tool: &'static ToolDefinition,
    arguments: Json,
) -> Result<ToolAnswer> {
    let id = ids::new(studio.clock.now());
    let call = ToolCall { studio: studio.clone(), principal: principal.clone() };
    let answer = match principal.check_scope(tool.effect.scope()) {
        Ok(()) => (tool.run)(call, arguments).await,
        Err(error) => Err(error),
    };
    let mut item = ToolCallItem::new(id, tool.name, principal, studio.clock.now());
    match &answer {
        Ok(answer) => item.project_id.clone_from(&answer.project_id),
        Err(error) => item.refusal = Some(domain::tools::refusal(error)),
    }
    studio.tool_calls.add(studio, tool.effect, item).await?;
    answer
}
