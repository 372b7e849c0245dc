//! What is common to all requests, around the routes: request ids, panics, the log of failures, the
//! check of Host and Origin, and paths that no route could take for what they are.

use std::{
    convert::Infallible,
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderName, HeaderValue, Request},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
};
use http_body::Body as HttpBody;
use tower::{BoxError, Service, ServiceBuilder};
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer},
};

use super::origin;
use crate::{
    App,
    failure::{Cause, Failure},
    fallback::not_found,
};

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest request id of a caller that is taken over, in bytes.
const REQUEST_ID_MAX: usize = 64;

/// The routes with their layers, the outermost first.
pub(super) fn service(
    app: &App,
) -> impl Service<
    Request<Body>,
    Response = Response<impl HttpBody<Data = Bytes, Error = BoxError> + Send + Unpin + 'static>,
    Error = Infallible,
    Future: Send,
> + Clone
+ Send
+ 'static {
    ServiceBuilder::new()
        .map_request(without_unsound_id)
        .layer(SetRequestIdLayer::new(REQUEST_ID.clone(), RequestIds::new(app)))
        .map_response(with_logged_cause)
        .layer(PropagateRequestIdLayer::new(REQUEST_ID.clone()))
        .layer(CatchPanicLayer::custom(|_| {
            let error = domain::Error::internal("answering a request", "a handler panicked");
            Failure::from(error).into_response()
        }))
        .layer(from_fn_with_state(app.clone(), check))
        .service(crate::router(app.clone()))
}

/// Refuses requests that must not reach a route.
async fn check(State(app): State<App>, request: Request<Body>, next: Next) -> Response {
    let refused = match origin::check(&app.access, &request) {
        Err(refused) => refused,
        // The router would take an empty part for an id.
        Ok(()) if request.uri().path().contains("//") => not_found(),
        Ok(()) => return next.run(origin::with_text_path(request)).await,
    };
    app.requests().refused(refused.status());
    refused
}

/// A caller's own request id is taken over when it is short and readable.
fn without_unsound_id(mut request: Request<Body>) -> Request<Body> {
    let is_sound = |id: &HeaderValue| {
        (1..=REQUEST_ID_MAX).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    if request.headers().get(&REQUEST_ID).is_some_and(|id| !is_sound(id)) {
        request.headers_mut().remove(&REQUEST_ID);
    }
    request
}

/// Numbers requests that bring no id of their own.
#[derive(Debug, Clone)]
struct RequestIds {
    /// The prefix of all of them, which is different in each run of the process.
    start: Arc<str>,
    count: Arc<AtomicU64>,
}

impl RequestIds {
    fn new(app: &App) -> Self {
        let start = format!("{:x}-", app.studio.clock.now().millis());
        Self { start: start.into(), count: Arc::default() }
    }
}

impl MakeRequestId for RequestIds {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        let mut id = String::with_capacity(REQUEST_ID_MAX);
        id.push_str(&self.start);
        let _ = write!(id, "{:x}", self.count.fetch_add(1, Ordering::Relaxed));
        HeaderValue::try_from(id).ok().map(RequestId::new)
    }
}

/// Logs the error behind a response, once.
fn with_logged_cause<B>(mut response: Response<B>) -> Response<B> {
    if let Some(Cause(error)) = response.extensions_mut().remove::<Cause>() {
        let id = response.headers().get(&REQUEST_ID).and_then(|id| id.to_str().ok());
        log(&error, id.unwrap_or(""));
    }
    response
}

/// Failures of the service are logged as errors; mistakes of callers only at level debug.
fn log(error: &domain::Error, request_id: &str) {
    let cause = domain::ErrorChain(error);
    match error {
        domain::Error::OutcomeUnknown { .. } | domain::Error::Internal { .. } => {
            tracing::error!(error = %cause, request.id = request_id, "a request failed");
        }
        domain::Error::Unavailable(_) => {
            tracing::warn!(error = %cause, request.id = request_id, "a request had to be refused");
        }
        domain::Error::NotFound { what, id } => {
            let id = start(id);
            tracing::debug!(record = *what, record.id = id, request.id = request_id, "not found");
        }
        refused => {
            tracing::debug!(error = %refused, request.id = request_id, "a request was refused");
        }
    }
}

/// The longest id of a record in the log, in characters: one that nobody found may be as long as an
/// address.
const RECORD_ID_LENGTH_MAX: usize = 64;

/// The start of an id, as the log has it.
fn start(id: &str) -> &str {
    let end = id.char_indices().nth(RECORD_ID_LENGTH_MAX).map_or(id.len(), |(at, _)| at);
    &id[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_the_start_of_a_long_id() {
        for (id, wanted) in [
            ("", ""),
            ("01a1ee5a-f1e0-729b", "01a1ee5a-f1e0-729b"),
            (&*"é".repeat(64), &*"é".repeat(64)),
            (&*format!("{}x", "é".repeat(64)), &*"é".repeat(64)),
            (&*"x".repeat(60_000), &*"x".repeat(64)),
        ] {
            assert_eq!(start(id), wanted);
        }
    }
}
