//! What a task says when it cannot go on: one sentence for the person at the terminal, beginning
//! with what was being done. Not for tests or bars that fail; those are results.

use std::fmt;

/// The result of a step of a task.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why a task stopped.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure of our own finding.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Puts what was being done before an error of somebody else.
pub trait Doing<T> {
    /// `action` is a phrase such as "reading openapi.json".
    fn doing(self, action: impl fmt::Display) -> Outcome<T>;
}

impl<T, E: fmt::Display> Doing<T> for Result<T, E> {
    fn doing(self, action: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Failure(format!("{action}: {error}")))
    }
}
