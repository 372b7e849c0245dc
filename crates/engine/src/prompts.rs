//! Prompts with what they show of a project: the outline and the promises, a document, or the brief of a
//! scene, with the rights of the principal. The words are in `domain::prompts`; no protocol.

use std::collections::BTreeMap;

use domain::{
    Error, Principal, Result, ids,
    json::Json,
    prompts::{Filled, Prompt, words},
    resources::{ResourceKind, ResourceUri},
    tools::{Effect, ToolCallItem, answers::Named},
};
use serde_json::json;
use store::Tx;

use crate::{
    Studio, resources,
    tools::{self, CallContext, naming},
};

/// What the event log calls the making of a prompt.
const MADE: &str = "prompts/get";

/// The longest text of a resource in a prompt, in characters.
const MATERIAL_CHARS_MAX: usize = 12_000;

/// Tokens of the brief in a prompt, at the most.
const BRIEF_TOKENS: i64 = 3_000;

/// Makes the messages of a prompt: what the model is to do, then what it starts from. That it was made is in
/// the event log within a second, whether it was answered or refused. `offers` says whether the principal
/// may call a tool of this name.
///
/// # Errors
/// Invalid for values that do not fit; not found or rejected where they name no project or document, or
/// several.
pub async fn get(
    studio: &Studio,
    principal: &Principal,
    (prompt, values): (Prompt, BTreeMap<String, String>),
    offers: &(dyn Fn(&str) -> bool + Sync),
) -> Result<Vec<String>> {
    let id = ids::new(studio.clock.now());
    let made = make(studio, principal, (prompt, values), offers).await;
    let mut item = ToolCallItem::new(id, MADE, principal, studio.clock.now());
    match &made {
        Ok((project, _)) => item.project_id = Some(project.id.clone()),
        Err(error) => item.refusal = Some(domain::tools::refusal(error)),
    }
    studio.tool_calls.add(studio, Effect::Reads, item).await?;
    made.map(|(_, messages)| messages)
}

async fn make(
    studio: &Studio,
    principal: &Principal,
    (prompt, values): (Prompt, BTreeMap<String, String>),
    offers: &(dyn Fn(&str) -> bool + Sync),
) -> Result<(Named, Vec<String>)> {
    prompt.check(&values)?;
    let caller = principal.clone();
    let read = move |tx: &mut Tx<'_>| read(tx, &caller, prompt, &values);
    let (filled, mut material) = studio.database.scan(read).await?;
    if prompt == Prompt::SceneFromBrief {
        material.push(brief(studio, principal, &filled).await?);
    }
    let instructions = words(prompt, &filled, offers);
    let messages = [instructions].into_iter().chain(material).collect();
    Ok((filled.project, messages))
}

/// What the prompt is about, and the resources that it starts from.
fn read(
    tx: &mut Tx<'_>,
    principal: &Principal,
    prompt: Prompt,
    values: &BTreeMap<String, String>,
) -> Result<(Filled, Vec<String>)> {
    let value = |name: &str| values.get(name).map(|it| it.trim()).filter(|it| !it.is_empty());
    let (access, project) = naming::project(tx, principal, value("project"))?;
    // A scene may be one that has no document yet.
    let document = match value("document") {
        Some(wanted) => Some(Named::from(&naming::document(tx, &access, wanted)?)),
        None => None,
    };
    let of_project = |kind| ResourceUri::of_project(&project.id, kind);
    let uris = match (prompt, &document) {
        (Prompt::SceneFromBrief, _) => Vec::new(),
        (Prompt::ContinuityPass, Some(document)) => {
            vec![ResourceUri::of_record(&project.id, ResourceKind::Document, &document.id)]
        }
        (Prompt::ContinuityPass, None) => vec![of_project(ResourceKind::Outline)],
        _ => vec![of_project(ResourceKind::Outline), of_project(ResourceKind::Promises)],
    };
    let mut material = Vec::new();
    for uri in uris {
        material.push(resources::text(tx, (&access, &project), &uri, MATERIAL_CHARS_MAX)?);
    }
    Ok((Filled { project, document, values: values.clone() }, material))
}

/// The brief of the scene, as the tool shows it.
async fn brief(studio: &Studio, principal: &Principal, filled: &Filled) -> Result<String> {
    let arguments = json!({
        "project": filled.project.id, "scene": filled.value("scene"), "tokensMax": BRIEF_TOKENS,
    });
    let broken = |flaw: &str| Error::internal("asking for the brief of a scene", flaw.to_owned());
    let arguments = Json::read(arguments.to_string().as_bytes());
    let arguments = arguments.map_err(|flaw| broken(flaw.reason))?;
    let tool = tools::find("scene_brief").ok_or_else(|| broken("no such tool"))?;
    Ok(tools::call(studio, principal, (tool, arguments), CallContext::default()).await?.text)
}
