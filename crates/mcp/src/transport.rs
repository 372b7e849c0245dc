//! One request over HTTP: its body and head go to rmcp's transport, which is stateless here: each request
//! stands alone, so that any of several services may answer it, and none keeps anything of a client. The
//! body was read within its bounds before, and whoever sends it is known.

use std::convert::Infallible;

use bytes::Bytes;
use domain::Principal;
use engine::Studio;
use http_body_util::{Full, combinators::BoxBody};
use hyper::{
    Request, Response, StatusCode,
    header::{self, HeaderValue},
    http::request::Parts,
};
use rmcp::{
    model::{ErrorData, JsonRpcError},
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde_json::Value;

use crate::{McpSettings, server::StudioServer};

/// An answer of the protocol.
pub type Answer = Response<BoxBody<Bytes, Infallible>>;

/// The protocol over HTTP. Clones are handles on the same.
#[derive(Clone)]
pub struct McpServer(StreamableHttpService<StudioServer, NeverSessionManager>);

impl McpServer {
    /// Serves a studio. When the service stops its requests and streams end as all others do.
    pub fn new(studio: &Studio, settings: McpSettings) -> Self {
        // Host and Origin are checked before, by the rules of the whole service, and so is the length of
        // the body.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(usize::MAX)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let studio = studio.clone();
        let server = move || Ok(crate::server(&studio, settings));
        Self(StreamableHttpService::new(server, NeverSessionManager::default().into(), config))
    }

    /// Answers a request that the principal sent.
    pub async fn answer(&self, principal: Principal, mut head: Parts, body: Bytes) -> Answer {
        head.extensions.insert(principal);
        let request = Request::from_parts(head, Full::new(body.clone()));
        let answer = self.0.handle(request).await;
        if answer.status().is_success() || is_json(&answer) {
            return answer;
        }
        refusal(answer.status(), &body)
    }
}

fn is_json(answer: &Answer) -> bool {
    let media = answer.headers().get(header::CONTENT_TYPE);
    media.is_some_and(|media| media.as_bytes().starts_with(b"application/json"))
}

/// What the transport refuses in plain words, as an error of the protocol.
fn refusal(status: StatusCode, body: &[u8]) -> Answer {
    let sent: Option<Value> = serde_json::from_slice(body).ok();
    let id = sent.as_ref().and_then(|sent| serde_json::from_value(sent.get("id")?.clone()).ok());
    let (status, error) = match (status, sent) {
        (StatusCode::UNSUPPORTED_MEDIA_TYPE, None) => {
            (StatusCode::BAD_REQUEST, ErrorData::parse_error("The body is not JSON", None))
        }
        (StatusCode::UNSUPPORTED_MEDIA_TYPE, Some(Value::Array(_))) => {
            let text = "Batches are not accepted: send each message in a request of its own";
            (StatusCode::BAD_REQUEST, ErrorData::invalid_request(text, None))
        }
        (StatusCode::UNSUPPORTED_MEDIA_TYPE, Some(_)) => {
            let text = "The body is no message of the protocol";
            (StatusCode::BAD_REQUEST, ErrorData::invalid_request(text, None))
        }
        (StatusCode::NOT_ACCEPTABLE, _) => {
            let text = "The header Accept must have application/json and text/event-stream";
            (status, ErrorData::invalid_request(text, None))
        }
        (StatusCode::BAD_REQUEST, _) => {
            let text = "The header MCP-Protocol-Version names no version that this service knows";
            (status, ErrorData::invalid_request(text, None))
        }
        (status, _) => (status, ErrorData::internal_error("The request failed", None)),
    };
    let text = serde_json::to_vec(&JsonRpcError::new(id, error)).unwrap_or_default();
    let mut answer = Response::new(BoxBody::new(Full::from(text)));
    *answer.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    answer.headers_mut().insert(header::CONTENT_TYPE, json);
    answer
}
