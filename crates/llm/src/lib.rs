//! A client for language models: OpenAI-compatible servers, Anthropic, and Ollama's own interface. A
//! reply is always streamed, and says how it ended; a reply that was cut never passes for a whole one.
//! It also asks OpenAI-compatible servers for vectors of texts.
//! It knows nothing of agents, prompts or projects, contacts no host but that of its settings, and
//! follows no redirect.
//!
//! ```ignore
//! let client = llm::Client::new(settings);
//! let mut stream = client.stream(&llm::Request::ask("Name three birds.")).await?;
//! while let Some(delta) = stream.next().await? {
//!     // Show it. Dropping the stream closes the connection, which stops the model.
//! }
//! let reply = stream.finish();
//! ```

mod client;
mod collector;
mod connection;
mod context;
mod decoder;
mod dialect;
mod embeddings;
mod estimate;
mod failure;
mod quota;
mod reply;
mod request;
mod retry;
#[cfg(feature = "scripted")]
pub mod scripted;
mod settings;
mod stream;
mod thinking;

pub use client::Client;
pub use embeddings::DIMENSIONS_MAX;
pub use estimate::tokens_estimate;
pub use failure::{Failure, FailureKind};
pub use quota::Quota;
pub use reply::{BrokenCall, Delta, Finish, Reply, Truncation, Usage, UsageSource};
pub use request::{AnswerSchema, Message, Request, Tool, ToolCall};
pub use settings::{BaseUrl, BaseUrlError, Prices, Provider, Secret, Settings, Timeouts};
