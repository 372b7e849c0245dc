//! The errors of commands and rules, without status codes: only `api::failure` gives an error its
//! HTTP status.

use std::fmt;

use crate::field_error::FieldError;

/// The result of a command or a rule.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, in words a caller may read; causes are for the log alone.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A record the caller named does not exist, or is not theirs to see.
    #[error("{what} not found")]
    NotFound {
        /// The noun of the missing record, as the sentence begins.
        what: &'static str,
        /// The id asked for; it goes to the log, never to the caller.
        id: String,
    },
    /// The request breaks rules of its fields; all of them at once.
    #[error("{} mistakes in the request", .0.len())]
    Invalid(Vec<FieldError>),
    /// The request is well formed, and cannot be taken as it is.
    #[error("{0}")]
    Rejected(String),
    /// The record's state does not allow it.
    #[error("{0}")]
    Conflict(String),
    /// The caller's copy of the record is no longer the current one.
    #[error("{what} was changed in the meantime")]
    Stale {
        /// The noun of the record.
        what: &'static str,
    },
    /// No valid token came with the request.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// The caller is known, and may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// The caller asks faster than it may; a second later it may again.
    #[error("Too many requests came with this token")]
    TooManyRequests,
    /// What came in is larger than its bound.
    #[error("{0}")]
    TooLarge(String),
    /// What came in is of a kind that is not taken.
    #[error("{0}")]
    Unsupported(String),
    /// The service cannot do this now; the same request may succeed later.
    #[error("{0}")]
    Unavailable(String),
    /// Something failed in the middle of a change, and nobody can know whether it was kept.
    #[error(
        "The commit failed, so it is unknown whether the change was stored: send the same request \
         again if it has an Idempotency-Key, or read the record first"
    )]
    OutcomeUnknown {
        /// What was being done.
        doing: &'static str,
        /// Why it failed.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Nothing the caller did; the source is for the log.
    #[error("{doing} failed")]
    Internal {
        /// What was being done.
        doing: &'static str,
        /// Why it failed.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// For what may be missing without anything being wrong.
pub trait OrNone<T> {
    /// None where nothing was found; other errors stay.
    fn or_none(self) -> Result<Option<T>>;
}

impl<T> OrNone<T> for Result<T> {
    fn or_none(self) -> Result<Option<T>> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Error {
    /// A record of this noun and id is not there for the caller.
    pub fn not_found(what: &'static str, id: &str) -> Self {
        Self::NotFound { what, id: id.to_owned() }
    }

    /// The same; but where anything was not found, it is this record that was not: what is missing
    /// behind it is nobody's business.
    pub fn not_found_as(self, what: &'static str, id: &str) -> Self {
        match self {
            Self::NotFound { .. } => Self::not_found(what, id),
            other => other,
        }
    }

    /// Something failed in a way that leaves open whether it was done.
    pub fn outcome_unknown(
        doing: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::OutcomeUnknown { doing, source: source.into() }
    }

    /// Something failed that is not the caller's doing.
    pub fn internal(
        doing: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Internal { doing, source: source.into() }
    }
}

/// The most errors of a chain that are shown: it could be a circle.
const CHAIN_MAX: usize = 16;

/// Shows an error and what led to it, separated by colons. What an error says of itself does not
/// repeat its cause.
#[derive(Debug, Clone, Copy)]
pub struct ErrorChain<'e>(pub &'e (dyn std::error::Error + 'static));

impl fmt::Display for ErrorChain<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.0)?;
        let causes = std::iter::successors(self.0.source(), |&error| error.source());
        causes.take(CHAIN_MAX - 1).try_for_each(|cause| write!(to, ": {cause}"))
    }
}
