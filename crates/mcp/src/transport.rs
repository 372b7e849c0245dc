//! One request over HTTP: its body and head go to rmcp's transport, which is stateless here: each request
//! stands alone, so that any of several services may answer it, and none keeps anything of a client. The
//! body was read within its bounds before, and whoever sends it is known.

use std::{convert::Infallible, pin::Pin, sync::Arc};

use bytes::Bytes;
use engine::{Studio, wakers::Stop};
use http_body_util::{Full, combinators::BoxBody};
use hyper::{
    Request, Response, StatusCode,
    header::{self, HeaderValue},
    http::request::Parts,
};
use rmcp::{
    ServerHandler,
    model::{ErrorData, JsonRpcError},
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde_json::Value;

use crate::{
    Caller, McpSettings,
    listening::{self, Begun},
};

/// The header that names the method of a request.
const METHOD_HEADER: &str = "mcp-method";

/// An answer of the protocol.
pub type Answer = Response<BoxBody<Bytes, Infallible>>;

/// The protocol over HTTP. Clones are handles on the same.
#[derive(Clone)]
pub struct McpServer {
    transport: Arc<dyn Transport>,
    /// What can be followed; none where something else is served.
    studio: Option<Studio>,
}

/// rmcp's transport, whatever handler is behind it.
trait Transport: Send + Sync {
    fn handle(&self, request: Request<Full<Bytes>>) -> Answering<'_>;
}

type Answering<'a> = Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;

impl<H: ServerHandler> Transport for StreamableHttpService<H, NeverSessionManager> {
    fn handle(&self, request: Request<Full<Bytes>>) -> Answering<'_> {
        Box::pin(self.handle(request))
    }
}

impl McpServer {
    /// Serves a studio. When the service stops its requests and streams end as all others do.
    pub fn new(studio: &Studio, settings: McpSettings, stop: &Stop) -> Self {
        let (behind, stop) = (studio.clone(), stop.clone());
        let server = Self::with_handler(move || crate::server(&behind, settings, &stop));
        Self { studio: Some(studio.clone()), ..server }
    }

    /// Serves what `handler` makes for each request, in place of a studio: the tools that a suite of
    /// tests asks for, for example.
    pub fn with_handler<H: ServerHandler>(handler: impl Fn() -> H + Send + Sync + 'static) -> Self {
        // Host and Origin are checked before, by the rules of the whole service, and so is the length of
        // the body.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(usize::MAX)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let sessions = Arc::new(NeverSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(handler()), sessions, config);
        Self { transport: Arc::new(service), studio: None }
    }

    /// Answers a request of the caller.
    pub async fn answer(&self, caller: Caller, mut head: Parts, body: Bytes) -> Answer {
        head.extensions.insert(caller);
        if let Some(studio) = &self.studio
            && head.headers.get(METHOD_HEADER).is_some_and(|method| method == listening::METHOD)
        {
            head.extensions.insert(Begun::now(studio).await);
        }
        let request = Request::from_parts(head, Full::new(body.clone()));
        let answer = self.transport.handle(request).await;
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
