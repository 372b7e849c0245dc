//! Sends a request until a response begins: waits for its turn, connects, repeats what may pass. What
//! comes then is a [`ReplyStream`].

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    Method, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, HOST, HeaderMap, LOCATION, USER_AGENT},
};
use tokio::time::{Instant, timeout_at};

use crate::{
    Failure, FailureKind, Quota, Reply, Request, Secret, Settings,
    connection::{self, Connection, Response},
    dialect,
    retry::{self, ATTEMPTS_MAX, RETRY_AFTER_MAX},
    stream::{ReplyStream, Start},
};

/// The most bytes of the body of an error that are read.
const ERROR_BYTES_MAX: usize = 16 * 1024;

/// The most bytes of an answer that is no reply of a model, such as a list of models.
const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;

/// A model that can be asked. Clones are handles on the same.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    settings: Settings,
    quota: Quota,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_tuple("Client").field(&self.0.settings).finish()
    }
}

impl Client {
    /// A client with a quota of its own. Nothing is contacted yet.
    pub fn new(settings: Settings) -> Self {
        let quota = settings.quota();
        Self::sharing(settings, quota)
    }

    /// A client that shares its quota with others.
    pub fn sharing(settings: Settings, quota: Quota) -> Self {
        connection::prepare(&settings.base_url);
        Self(Arc::new(Inner { settings, quota }))
    }

    /// What it knows of the model.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Its bounds.
    pub fn quota(&self) -> &Quota {
        &self.0.quota
    }

    /// Asks, and waits for the end of the reply.
    ///
    /// # Errors
    /// There is no reply, or an error in the middle of one. A reply that was cut is none: it says so.
    pub async fn reply(&self, request: &Request) -> Result<Reply, Failure> {
        let mut stream = self.stream(request).await?;
        while stream.next().await?.is_some() {}
        Ok(stream.finish())
    }

    /// Asks, and waits until a response begins. Until then the request is sent up to four times, when
    /// the failure may pass ([`Failure::may_pass`]); from then on never.
    ///
    /// # Errors
    /// There is no response, or one that is no reply.
    pub async fn stream(&self, request: &Request) -> Result<ReplyStream, Failure> {
        let Settings { provider, timeouts, .. } = self.0.settings;
        let queued = Instant::now() + timeouts.queue;
        let too_many = || Failure { attempts: 0, ..Failure::new(FailureKind::Queue) };
        let permit = self.0.quota.permit(queued).await.ok_or_else(too_many)?;
        if !self.0.quota.take_request(queued).await {
            return Err(too_many());
        }
        let run = Instant::now() + timeouts.run;
        let body = Bytes::from(dialect::body(&self.0.settings, request).to_string());
        let mut attempts = 1;
        loop {
            let posted = self.send(Method::POST, dialect::path(provider), body.clone(), run);
            let failure = match posted.await {
                Ok((response, first_token)) => {
                    return Ok(ReplyStream::new(Start {
                        response,
                        provider,
                        api_key: self.0.settings.api_key.clone(),
                        timeouts,
                        first_token,
                        run,
                        estimated_input: request.tokens_estimate(),
                        attempts,
                        permit,
                    }));
                }
                Err(failure) => Failure { attempts, ..failure },
            };
            let too_long = failure.retry_after.is_some_and(|wait| wait > RETRY_AFTER_MAX);
            if !failure.may_pass() || attempts == ATTEMPTS_MAX || too_long {
                return Err(failure);
            }
            let chance = retry::chance();
            let wait = match failure.retry_after {
                Some(wait) => retry::asked_for(wait, chance),
                None => retry::backoff(attempts, chance),
            };
            if !self.wait(wait, run).await {
                return Err(failure);
            }
            tracing::debug!(error = %failure, tries = attempts, "a call of a model is repeated");
            attempts += 1;
        }
    }

    /// Waits before another attempt; false when there is no time for it.
    async fn wait(&self, wait: Duration, run: Instant) -> bool {
        if Instant::now() + wait >= run {
            return false;
        }
        tokio::time::sleep(wait).await;
        self.0.quota.take_request(run).await
    }

    /// Asks for a JSON value that is no reply of a model, and waits so long at the most.
    pub(crate) async fn json(
        &self,
        method: Method,
        path: &str,
        body: &serde_json::Value,
        within: Duration,
    ) -> Result<serde_json::Value, Failure> {
        let body = if body.is_null() { Bytes::new() } else { body.to_string().into() };
        let run = Instant::now() + within;
        let (mut response, _) = self.send(method, path, body, run).await?;
        let bytes = timeout_at(run, read(&mut response, ANSWER_BYTES_MAX));
        let bytes = bytes.await.map_err(|_| Failure::new(FailureKind::Run))?;
        serde_json::from_slice(&bytes).map_err(|_| Failure::new(FailureKind::Protocol))
    }

    /// Sends a request once, and waits for the head of a response that is a success. Also says when the
    /// first token must have come.
    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Bytes,
        run: Instant,
    ) -> Result<(Response, Instant), Failure> {
        let Settings { base_url, timeouts, api_key, .. } = &self.0.settings;
        let request = self.request(method, path, body)?;
        let (due, late) = sooner(timeouts.connect, FailureKind::ConnectTimeout, run);
        let connection = timeout_at(due, Connection::open(base_url)).await;
        let connection = connection.map_err(|_| Failure::new(late))??;
        let (due, late) = sooner(timeouts.first_token, FailureKind::FirstToken, run);
        let sent = timeout_at(due, connection.send(request)).await;
        let mut response = sent.map_err(|_| Failure::new(late))?.map_err(|error| {
            Failure::new(if error.is_parse() { FailureKind::Protocol } else { FailureKind::Lost })
                .with_detail(&error.to_string())
        })?;
        let status = response.head.status;
        if status == StatusCode::OK {
            return Ok((response, due));
        }
        if status.is_redirection() {
            let to = origin(&response.head.headers);
            return Err(
                Failure::new(FailureKind::Redirect).with_detail(&without(api_key.as_ref(), &to))
            );
        }
        let mut failure = Failure::new(FailureKind::Status(status.as_u16()));
        failure.retry_after = retry::retry_after(&response.head.headers);
        let body = timeout_at(due, read(&mut response, ERROR_BYTES_MAX)).await;
        let words = dialect::error_words(&body.unwrap_or_default());
        Err(failure.with_detail(&without(api_key.as_ref(), &words)))
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<hyper::Request<Full<Bytes>>, Failure> {
        let base_url = &self.0.settings.base_url;
        let mut request = hyper::Request::builder()
            .method(method)
            .uri(base_url.target(path))
            .header(HOST, base_url.authority())
            .header(USER_AGENT, concat!("scriptorium-llm/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "*/*")
            .body(Full::new(body))
            .map_err(|error| Failure::new(FailureKind::Protocol).with_detail(&error.to_string()))?;
        request.headers_mut().extend(dialect::headers(&self.0.settings));
        Ok(request)
    }
}

/// The end of a time that begins now, or that of the run if it is earlier; and what failed when nothing
/// came until then.
fn sooner(time: Duration, late: FailureKind, run: Instant) -> (Instant, FailureKind) {
    let due = Instant::now() + time;
    if run <= due { (run, FailureKind::Run) } else { (due, late) }
}

/// The first bytes of a body, as far as they come: of an error nothing more is needed.
async fn read(response: &mut Response, bytes_max: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        let rest = bytes_max - bytes.len();
        bytes.extend_from_slice(&chunk[..chunk.len().min(rest)]);
        if chunk.len() >= rest {
            break;
        }
    }
    bytes
}

/// Where a server redirects to, without the query, in which secrets may be.
fn origin(headers: &HeaderMap) -> String {
    let to = headers.get(LOCATION).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let to = to.split(['?', '#']).next().unwrap_or_default();
    if to.contains('@') { String::new() } else { to.to_owned() }
}

/// A text of the server in which the key does not occur.
pub(crate) fn without(key: Option<&Secret>, text: &str) -> String {
    key.map_or_else(|| text.to_owned(), |key| key.redact(text))
}
