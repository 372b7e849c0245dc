//! Completion of the arguments of prompts and of the variables in the addresses of resources.

use domain::{Principal, prompts::Meaning, resources::TEMPLATES};
use engine::completions::{self, COMPLETIONS_MAX, Completed};
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Reference};

use crate::{errors, prompts, server::StudioServer};

// What the protocol allows.
const _: () = assert!(COMPLETIONS_MAX <= CompletionInfo::MAX_VALUES);

/// The names that complete an argument.
pub(crate) async fn complete(
    server: &StudioServer,
    principal: &Principal,
    request: CompleteRequestParams,
) -> Result<CompleteResult, ErrorData> {
    let argument = request.argument;
    let Some(completed) = completed(&request.r#ref, &argument.name)? else {
        return Ok(CompleteResult::default());
    };
    let context = request.context.as_ref();
    let project = context.and_then(|it| it.get_argument("project")).cloned();
    let found =
        completions::complete(&server.studio, principal, (completed, project), argument.value)
            .await;
    let found = found.map_err(|error| errors::of_request("completing a name", &error))?;
    let has_more = found.total > found.values.len();
    let total = u32::try_from(found.total).ok();
    let info = CompletionInfo::with_pagination(found.values, total, has_more);
    info.map(CompleteResult::new).map_err(|flaw| ErrorData::internal_error(flaw, None))
}

/// Whose names complete an argument; none where nobody's do.
fn completed(reference: &Reference, argument: &str) -> Result<Option<Completed>, ErrorData> {
    let unknown = || {
        let text = "There is nothing to complete of this name there";
        ErrorData::invalid_params(text, None)
    };
    if let Some(name) = reference.as_prompt_name() {
        let prompt = prompts::named(name)?;
        let argument = prompt.arguments().iter().find(|it| it.name == argument);
        return Ok(match argument.ok_or_else(unknown)?.meaning {
            Meaning::Project => Some(Completed::Projects),
            Meaning::Document => Some(Completed::Documents),
            Meaning::Words | Meaning::Text => None,
        });
    }
    let form = reference.as_resource_uri().unwrap_or_default();
    let has_it =
        TEMPLATES.iter().any(|it| it.form == form) && form.contains(&format!("{{{argument}}}"));
    match argument {
        "project" if has_it => Ok(Some(Completed::Projects)),
        "document" if has_it => Ok(Some(Completed::Documents)),
        "entry" if has_it => Ok(Some(Completed::Entries)),
        _ => Err(unknown()),
    }
}
