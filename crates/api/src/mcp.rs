//! The route of the Model Context Protocol. The body is read within the bounds of every other; what is in
//! it, and what is answered, is the business of the crate `mcp`.

use ::mcp::Caller;
use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts as _, Request},
    response::Response,
};

use crate::{App, auth::Authenticated, body::JsonText, failure::Failure};

/// Answers a message of the protocol.
pub(crate) async fn post(request: AssistantRequest) -> Response {
    let AssistantRequest { app, caller, text } = request;
    let JsonText { head, bytes } = text;
    app.mcp_server.answer(caller, head, bytes).await.map(Body::new)
}

/// What an assistant sends, and whoever sends it: what a tool needs is asked when it is called.
pub(crate) struct AssistantRequest {
    pub(crate) app: App,
    pub(crate) caller: Caller,
    pub(crate) text: JsonText,
}

impl FromRequest<App> for AssistantRequest {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let Authenticated { principal, credential } =
            Authenticated::from_request_parts(&mut parts, app).await?;
        let text = JsonText::from_request(Request::from_parts(parts, body), app).await?;
        Ok(Self { app: app.clone(), caller: Caller { principal, credential }, text })
    }
}
