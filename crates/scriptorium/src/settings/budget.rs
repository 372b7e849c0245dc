//! The section `[budget]`: what calls of language models may spend.

use domain::budgets::Limit;
use engine::steps::BudgetLimits;
use toml::Value;

use super::{layers::Layers, read::money};

/// The section `[budget]`; none is no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Tokens of one call, 0 to 1,000,000,000,000.
    pub call_tokens: Option<i64>,
    /// US dollars of one call, 0 to 1,000,000.
    pub call_cost: Option<f64>,
    /// Tokens of one swarm.
    pub swarm_tokens: Option<i64>,
    /// US dollars of one swarm.
    pub swarm_cost: Option<f64>,
    /// Tokens of one project.
    pub project_tokens: Option<i64>,
    /// US dollars of one project.
    pub project_cost: Option<f64>,
    /// Tokens of one day in UTC, for the whole service.
    pub day_tokens: Option<i64>,
    /// US dollars of one day in UTC, for the whole service.
    pub day_cost: Option<f64>,
}

impl Budget {
    /// Reads the section; what is missing is noted in the layers.
    pub(super) fn read(from: &mut Layers) -> Self {
        Self {
            call_tokens: from.read("budget.call_tokens", tokens),
            call_cost: from.read("budget.call_cost", money("US dollars")),
            swarm_tokens: from.read("budget.swarm_tokens", tokens),
            swarm_cost: from.read("budget.swarm_cost", money("US dollars")),
            project_tokens: from.read("budget.project_tokens", tokens),
            project_cost: from.read("budget.project_cost", money("US dollars")),
            day_tokens: from.read("budget.day_tokens", tokens),
            day_cost: from.read("budget.day_cost", money("US dollars")),
        }
    }

    /// As the engine takes it.
    pub fn for_engine(&self) -> BudgetLimits {
        BudgetLimits {
            call: Limit::new(self.call_tokens, self.call_cost),
            swarm: Limit::new(self.swarm_tokens, self.swarm_cost),
            project: Limit::new(self.project_tokens, self.project_cost),
            day: Limit::new(self.day_tokens, self.day_cost),
        }
    }
}

/// Nothing, or a number of tokens.
fn tokens(value: &Value) -> Result<Option<i64>, String> {
    const TOKENS_MAX: i64 = 1_000_000_000_000;

    let number = match value {
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        // In the environment, where everything is a text.
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_integer(),
    };
    number
        .filter(|number| (0..=TOKENS_MAX).contains(number))
        .map(Some)
        .ok_or_else(|| format!("nothing, or a whole number from 0 to {TOKENS_MAX} (tokens)"))
}
