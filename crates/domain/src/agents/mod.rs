//! Agents: what an agent is ([`card`]), which agents are registered ([`registry`]), how loaded
//! ([`load`]) and how fast ([`speed`]) each is, whom to ask ([`routing`]), who may write to whom
//! ([`policy`]), what a request to an agent means ([`understanding`]), whom a request to the director is
//! for ([`topics`]), what a language model is sent ([`context`]) and has to answer ([`results`]), and the
//! requests about all this ([`requests`]). Plain values and rules: nothing here reads a file or a clock,
//! delivers a message or stores a row.

mod vocabulary;

pub mod card;
pub mod context;
pub mod load;
pub mod policy;
pub mod registry;
pub mod requests;
pub mod results;
pub mod routing;
pub mod speed;
pub mod topics;
pub mod understanding;
pub mod view;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod simulation;

pub use card::{Card, Dependencies, Resources};
pub use load::{Load, Measurement, Meter};
pub use policy::{Basis, Envelope, Policy, Rule, Verdict};
pub use registry::{CardError, Registry};
pub use requests::{AGENTS_MAX, AgentCreate, AgentUpdate, Authority, BuiltinChanges};
pub use routing::Candidate;
pub use speed::Speed;
pub use vocabulary::{AgentKind, AgentPriority, Category, Effect, Strategy, Trust};

/// A card or a policy says something that cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct Flaw {
    /// The field as the wire names it, such as `dependencies.requires`.
    pub field: &'static str,
    /// What is wrong with it, as a phrase after the field's name.
    pub reason: String,
}

impl Flaw {
    /// This field is wrong for this reason.
    pub fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self { field, reason: reason.into() }
    }
}
