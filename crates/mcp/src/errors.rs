//! Errors of `engine` as the protocol shows them. A tool that fails answers with words instead, which its
//! caller's model reads.

use domain::Error;
use rmcp::model::ErrorData;
use serde_json::json;

/// Why a resource or a prompt is not answered; `uri` is that of the resource.
pub(crate) fn of_resource(uri: &str, error: &Error) -> ErrorData {
    let text = domain::tools::refusal(error);
    match error {
        Error::NotFound { .. } => ErrorData::resource_not_found(text, Some(json!({ "uri": uri }))),
        _ => of_request("reading a resource", error),
    }
}

/// Why a request is not answered; `doing` is what failed, for the log of the service.
pub(crate) fn of_request(doing: &'static str, error: &Error) -> ErrorData {
    let text = domain::tools::refusal(error);
    match error {
        Error::Internal { .. } | Error::OutcomeUnknown { .. } | Error::Unavailable(_) => {
            log(doing, error);
            ErrorData::internal_error(text, None)
        }
        _ => ErrorData::invalid_params(text, None),
    }
}

/// Logs what failed in the service; what a caller did wrong is theirs to know.
pub(crate) fn log(called: &str, error: &Error) {
    if matches!(error, Error::Internal { .. } | Error::OutcomeUnknown { .. }) {
        let cause = domain::ErrorChain(error);
        tracing::error!(error = %cause, tool.name = called, "a call of a tool failed");
    }
}
