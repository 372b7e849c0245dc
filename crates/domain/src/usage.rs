//! Usage of language models: how many tokens were sent and came back, and what they cost, by project,
//! agent, swarm and day. Every call is counted when it ends, also one that failed half-way.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    budgets::{Account, BudgetScope, Limit, MICROS_PER_DOLLAR, is_day},
    field_error::ctx,
    json::Json,
    model::{Bounds, FieldReader, FieldType, Schemas},
};

/// How long usage is kept, in days: three years.
pub const USAGE_DAYS: i64 = 1_096;

crate::string_enum! {
    /// What usage is added up by.
    pub enum UsageGroup {
        /// The day in UTC.
        Day = "day",
        /// The project.
        Project = "project",
        /// The agent.
        Agent = "agent",
        /// The swarm; calls outside of swarms are one group without a name.
        Swarm = "swarm",
    }
}

/// A day in UTC, as `2026-11-23`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Day(pub String);

/// The form of a day, as errors and schemas show it.
const DAY_PATTERN: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

impl FieldType for Day {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = String::read(value, bounds, reader)?;
        if is_day(&text) {
            return Some(Self(text));
        }
        let has_form = text.len() == 10
            && text.char_indices().all(|(at, letter)| match at {
                4 | 7 => letter == '-',
                _ => letter.is_ascii_digit(),
            });
        if has_form {
            let ctx = ctx("error", Json::Object(Default::default()));
            let msg = "Value error, it is no day of the calendar";
            return reader.note("value_error", msg, value, Some(ctx));
        }
        reader.note_with(
            "string_pattern_mismatch",
            format!("String should match pattern '{DAY_PATTERN}'"),
            value,
            ("pattern", Json::Text(DAY_PATTERN.to_owned())),
        )
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> serde_json::Value {
        serde_json::json!({ "type": "string", "pattern": DAY_PATTERN })
    }
}

crate::model! {
    /// Which usage is listed.
    pub struct UsageQuery as "UsageQuery" paged by crate::page::Cursor<String> {
        /// What it is added up by.
        group_by: UsageGroup = UsageGroup::Day,
        /// Only calls about this project.
        project_id: Option<String>,
        /// Only calls of this agent.
        agent: Option<String>,
        /// Only calls of this swarm.
        swarm_id: Option<String>,
        /// Only calls on this day in UTC or later, as `2026-11-23`.
        from: Option<Day>,
        /// Only calls on this day in UTC or earlier, as `2026-11-23`.
        to: Option<Day>,
    }
}

/// How much calls of models used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenUsage {
    /// Calls that ended.
    pub calls: i64,
    /// Tokens that were sent.
    pub input_tokens: i64,
    /// Tokens that came back.
    pub output_tokens: i64,
    /// Of all tokens, those whose number is an estimate.
    pub estimated_tokens: i64,
    /// The price of all calls that have one, in millionths of a US dollar.
    pub micros: i64,
    /// Calls of models that have no price.
    pub unpriced_calls: i64,
}

/// Usage as the wire shows it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageItem {
    /// The day, project, agent or swarm it is added up for; null for calls without one.
    pub key: Option<String>,
    /// How much it is.
    #[serde(flatten)]
    pub amounts: UsageAmounts,
}

/// The amounts of some usage.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct UsageAmounts {
    /// Model calls that ended.
    #[schemars(range(min = 0))]
    pub calls: i64,
    /// Tokens that were sent.
    #[schemars(range(min = 0))]
    pub input_tokens: i64,
    /// Tokens that came back.
    #[schemars(range(min = 0))]
    pub output_tokens: i64,
    /// Of all tokens, those whose number is an estimate, because the server did not report it.
    #[schemars(range(min = 0))]
    pub estimated_tokens: i64,
    /// The price in US dollars; null when some of it has no configured price.
    pub cost: Option<f64>,
}

impl From<TokenUsage> for UsageAmounts {
    fn from(usage: TokenUsage) -> Self {
        Self {
            calls: usage.calls,
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            estimated_tokens: usage.estimated_tokens,
            cost: (usage.unpriced_calls == 0).then(|| dollars(usage.micros)),
        }
    }
}

/// A page of usage.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UsageList")]
pub struct UsageList {
    /// The usage by day, project, agent or swarm.
    pub usage: Vec<UsageItem>,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
    /// How many groups there are.
    pub total: Option<i64>,
    /// All of it together.
    pub sum: UsageAmounts,
    /// The budgets that apply now: of today, and of the project that was asked for.
    pub budgets: Vec<BudgetItem>,
}

/// A budget and what is left of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BudgetItem")]
pub struct BudgetItem {
    /// What it is for.
    pub scope: BudgetScope,
    /// The project, or the day as `2026-11-23`.
    pub id: String,
    /// The most tokens; null without a limit.
    pub tokens_limit: Option<i64>,
    /// Tokens of calls that ended.
    pub tokens_used: i64,
    /// Tokens that running calls may take.
    pub tokens_reserved: i64,
    /// The most money in US dollars; null without a limit.
    pub cost_limit: Option<f64>,
    /// Money for calls that ended, in US dollars.
    pub cost_used: f64,
    /// Money that running calls may take, in US dollars.
    pub cost_reserved: f64,
}

impl BudgetItem {
    /// The view of an account.
    pub fn of((scope, id): (BudgetScope, String), limit: Limit, account: Account) -> Self {
        Self {
            scope,
            id,
            tokens_limit: limit.tokens,
            tokens_used: account.settled.tokens,
            tokens_reserved: account.reserved.tokens,
            cost_limit: limit.micros.map(dollars),
            cost_used: dollars(account.settled.micros),
            cost_reserved: dollars(account.reserved.micros),
        }
    }
}

fn dollars(micros: i64) -> f64 {
    micros as f64 / MICROS_PER_DOLLAR
}
