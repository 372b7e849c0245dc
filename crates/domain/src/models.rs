//! The language models that are configured, as they are listed. The settings of the service say which; keys are
//! no part of it, and no model is asked anything for it, so that it does not say whether one answers.

use schemars::JsonSchema;
use serde::Serialize;

/// The language models of the service.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelList {
    /// The model that agents share, if there is one, then those of agents with settings of their own, by the
    /// agent. Empty where no agent has a model.
    pub models: Vec<ModelItem>,
    /// The agents that have no model although others share one, by their ids.
    pub without_model: Vec<String>,
    /// What searches by meaning go by.
    pub embedding: EmbeddingItem,
}

/// A language model that agents ask.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelItem {
    /// The agent that asks it; null for every agent without settings of its own.
    pub agent: Option<String>,
    /// The interface of its server.
    #[schemars(extend("enum" = ["openai", "anthropic", "ollama"]))]
    pub provider: &'static str,
    /// Its name, as its server calls it.
    pub name: String,
    /// The scheme, the host and the port of its server; the path is left out, since it may be a secret.
    pub address: String,
    /// The tokens that it can work with, those that are sent and those that it writes together.
    pub context_tokens: u32,
    /// The most calls of it at once.
    pub parallel_max: usize,
    /// The most requests to its server in any minute; null is no such bound.
    pub requests_per_minute: Option<u32>,
    /// The price of a million tokens that are sent, in US dollars; null where it is not known.
    pub price_input: Option<f64>,
    /// The price of a million tokens that it writes, in US dollars; null where it is not known.
    pub price_output: Option<f64>,
}

/// What makes the vectors by which texts are found that mean the same.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbeddingItem {
    /// Nothing, so that searches go by words; the model in the program; or that of a server.
    #[schemars(extend("enum" = ["words", "built_in", "server"]))]
    pub kind: &'static str,
    /// The name of the model; null where there is none.
    pub name: Option<String>,
    /// The scheme, the host and the port of its server, as those of a model; null where it has none.
    pub address: Option<String>,
}
