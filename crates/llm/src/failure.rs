//! Why there is no reply, and what would help. A reply that began and was cut is no failure, but a
//! [`crate::Reply`] that says so.

use std::time::Duration;

use crate::{Provider, reply::Reply};

/// A call failed. Its text is a sentence without anything that the server or the caller wrote, so it
/// may be logged.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{kind}")]
pub struct Failure {
    /// What failed.
    pub kind: FailureKind,
    /// What the server said or the system says of it, at most [`Failure::DETAIL_CHARS_MAX`]
    /// characters, without the key. It may quote what was sent.
    pub detail: Option<String>,
    /// How often the request was sent, or was to be.
    pub attempts: u32,
    /// After what time the server wants to be asked again, where it said so.
    pub retry_after: Option<Duration>,
    /// What had come before, where a reply had begun.
    pub partial: Option<Box<Reply>>,
}

/// What failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FailureKind {
    /// Others were in flight for too long.
    #[error("too many calls of the model are in flight")]
    Queue,
    /// Nobody accepts the connection.
    #[error("the model server cannot be reached")]
    Connect,
    /// The connection was not made in time.
    #[error("the model server did not accept a connection in time")]
    ConnectTimeout,
    /// The connection cannot be encrypted.
    #[error("the model server cannot be reached over TLS")]
    Tls,
    /// The connection broke before the response began.
    #[error("the model server closed the connection without a response")]
    Lost,
    /// The server answered with this status.
    #[error("the model server answered with the status {0}")]
    Status(u16),
    /// The server sends us elsewhere.
    #[error("the model server redirects to another address, which is not followed")]
    Redirect,
    /// No token came in time.
    #[error("the model did not begin to answer in time")]
    FirstToken,
    /// The call took too long, and had not begun to answer.
    #[error("the call of the model took too long")]
    Run,
    /// The server reported an error in place of a reply, or in the middle of one.
    #[error("the model server reported an error")]
    Reported,
    /// The server sent something that is no reply.
    #[error("the model server sent something that is no reply of its kind")]
    Protocol,
    /// Who asked for it wanted no more.
    #[error("the call was stopped")]
    Stopped,
}

impl Failure {
    /// The most characters of a detail.
    pub const DETAIL_CHARS_MAX: usize = 500;

    /// Of this kind, at the first attempt and without a detail.
    pub fn new(kind: FailureKind) -> Self {
        Self { kind, detail: None, attempts: 1, retry_after: None, partial: None }
    }

    /// With what was said of it, in one line.
    pub(crate) fn with_detail(mut self, detail: &str) -> Self {
        let words: Vec<&str> = detail.split_whitespace().collect();
        let line = words.join(" ");
        let cut: String = line.chars().take(Self::DETAIL_CHARS_MAX).collect();
        self.detail = (!cut.is_empty()).then_some(cut);
        self
    }

    /// Whether the same request may succeed a little later. Nothing had come of a reply, so that it can
    /// be sent again.
    pub fn may_pass(&self) -> bool {
        let is_passing = match self.kind {
            FailureKind::Connect | FailureKind::ConnectTimeout | FailureKind::Lost => true,
            FailureKind::Status(status) => matches!(status, 429 | 500 | 502 | 503 | 529),
            FailureKind::Queue
            | FailureKind::Tls
            | FailureKind::Redirect
            | FailureKind::FirstToken
            | FailureKind::Run
            | FailureKind::Reported
            | FailureKind::Protocol
            | FailureKind::Stopped => false,
        };
        is_passing && self.partial.is_none()
    }

    /// What would help, as a sentence about the settings.
    pub fn cure(&self, provider: Provider) -> &'static str {
        match self.kind {
            FailureKind::Queue => "Raise parallel_max if the server can do more at once.",
            FailureKind::Connect | FailureKind::ConnectTimeout => {
                "Start the model server, or correct base_url."
            }
            FailureKind::Tls => {
                "Write the name that the server's certificate is for into base_url, or http:// for a \
                 server without encryption."
            }
            FailureKind::Lost => "Look into the log of the model server: it may have crashed.",
            FailureKind::Status(401 | 403) => {
                "Set the key, api_key in the environment or api_key_file, or replace it."
            }
            FailureKind::Status(404 | 405) => match provider {
                Provider::OpenAi => {
                    "Correct base_url, which usually ends with /v1, or name: the server has no such \
                     model or address."
                }
                Provider::Anthropic => {
                    "Correct base_url or name: the server has no such model or address."
                }
                Provider::Ollama => {
                    "Correct base_url or name, or load the model: ollama pull NAME."
                }
            },
            FailureKind::Status(429) => "Lower requests_per_minute or parallel_max, or wait.",
            FailureKind::Status(400..=499) => {
                "The server refuses the request: correct name, or lower context_tokens."
            }
            FailureKind::Status(_) | FailureKind::Reported => {
                "Look into the log of the model server, or try again later."
            }
            FailureKind::Redirect => "Write the address that answers into base_url.",
            FailureKind::FirstToken | FailureKind::Run => {
                "Raise first_token_timeout_ms or run_timeout_ms, or choose a smaller model."
            }
            FailureKind::Stopped => "Nobody waits for it any more.",
            FailureKind::Protocol => {
                "Correct provider or base_url: another kind of server answers."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_what_was_not_answered() {
        let passing = [
            FailureKind::Connect,
            FailureKind::ConnectTimeout,
            FailureKind::Lost,
            FailureKind::Status(429),
            FailureKind::Status(500),
            FailureKind::Status(502),
            FailureKind::Status(503),
            FailureKind::Status(529),
        ];
        let lasting = [
            FailureKind::Status(400),
            FailureKind::Status(401),
            FailureKind::Status(404),
            FailureKind::Status(501),
            FailureKind::Status(504),
            FailureKind::Tls,
            FailureKind::Redirect,
            FailureKind::FirstToken,
            FailureKind::Run,
            FailureKind::Reported,
            FailureKind::Protocol,
        ];

        assert!(passing.iter().all(|kind| Failure::new(*kind).may_pass()));
        assert!(!lasting.iter().any(|kind| Failure::new(*kind).may_pass()));
    }

    #[test]
    fn a_detail_is_one_bounded_line() {
        let long = "word\n".repeat(1_000);

        let failure = Failure::new(FailureKind::Reported).with_detail(&long);

        let detail = failure.detail.clone().unwrap();
        assert_eq!(detail.chars().count(), Failure::DETAIL_CHARS_MAX);
        assert!(detail.starts_with("word word") && !detail.contains('\n'));
        assert!(!failure.to_string().contains("word"));
        assert_eq!(failure.with_detail(" \n").detail, None);
    }
}
