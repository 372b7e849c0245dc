//! Prompts as the protocol lists and shows them.

use std::collections::BTreeMap;

use domain::{Principal, prompts::Prompt};
use engine::prompts;
use rmcp::model::{
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult, JsonObject,
    ListPromptsResult, Prompt as WirePrompt, PromptArgument, PromptMessage, Role,
};
use serde_json::Value;

use crate::{errors, server::StudioServer};

/// Every prompt; they are the same for everybody.
pub(crate) fn list() -> ListPromptsResult {
    ListPromptsResult::with_all_items(Prompt::ALL.into_iter().map(wire).collect())
}

fn wire(prompt: Prompt) -> WirePrompt {
    let argument = |it: &domain::prompts::Argument| {
        PromptArgument::new(it.name).with_description(it.description).with_required(it.is_required)
    };
    let arguments = prompt.arguments().iter().map(argument).collect();
    WirePrompt::new(prompt.as_str(), Some(prompt.description()), Some(arguments))
        .with_title(prompt.title())
}

/// The messages of a prompt.
pub(crate) async fn get(
    server: &StudioServer,
    principal: &Principal,
    request: GetPromptRequestParams,
) -> Result<GetPromptResponse, ErrorData> {
    let prompt = named(&request.name)?;
    let values = values(request.arguments)?;
    let offers =
        |tool: &str| engine::tools::find(tool).is_some_and(|tool| server.offers(tool, principal));
    let messages = prompts::get(&server.studio, principal, (prompt, values), &offers).await;
    let messages = messages.map_err(|error| errors::of_request("making a prompt", &error))?;
    let messages = messages.into_iter().map(|text| PromptMessage::new_text(Role::User, text));
    let result = GetPromptResult::new(messages.collect()).with_description(prompt.description());
    Ok(result.into())
}

/// The prompt of this name.
pub(crate) fn named(name: &str) -> Result<Prompt, ErrorData> {
    Prompt::parse(name).ok_or_else(|| {
        let text = format!("There is no such prompt, only {}", Prompt::WORDS.join(", "));
        ErrorData::invalid_params(text, None)
    })
}

/// The values of the arguments, which the protocol has as texts.
fn values(arguments: Option<JsonObject>) -> Result<BTreeMap<String, String>, ErrorData> {
    let value = |(name, value): (String, Value)| match value {
        Value::String(value) => Ok((name, value)),
        _ => Err(ErrorData::invalid_params("The values of the arguments have to be texts", None)),
    };
    arguments.unwrap_or_default().into_iter().map(value).collect()
}
