//! A project's settings: what they are, their defaults, and how an update merges into them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{LIST_MAX, ProjectUpdate};
use crate::{
    Error, Result,
    budgets::Limit,
    json::Json,
    model::{Bounds, FieldReader, FieldType, OpenEnum, OrderedMap, Schemas},
    patch::Patch,
};

crate::string_enum! {
    /// The genres whose conventions the studio knows.
    pub enum Genre {
        Fantasy = "fantasy",
        ScienceFiction = "science_fiction",
        Mystery = "mystery",
        Thriller = "thriller",
        Crime = "crime",
        Horror = "horror",
        Romance = "romance",
        Historical = "historical",
        Literary = "literary",
        YoungAdult = "young_adult",
        Adventure = "adventure",
        Comedy = "comedy",
    }
}

/// A hex colour of six digits, kept in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(inline, with = "String", extend("pattern" = COLOR_PATTERN))]
pub struct Color(String);

/// The form of a colour, as errors and schemas show it.
const COLOR_PATTERN: &str = "^#[0-9a-fA-F]{6}$";

impl Color {
    /// The colour this text writes, if it is one.
    pub fn of(text: &str) -> Option<Self> {
        let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6)?;
        let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| Self(text.to_ascii_lowercase()))
    }

    /// As it is kept: `#` and six hex digits in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Color {
    type Error = &'static str;

    fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
        Self::of(&text).ok_or("no hex colour of six digits")
    }
}

impl From<Color> for String {
    fn from(color: Color) -> Self {
        color.0
    }
}

impl FieldType for Color {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = String::read(value, bounds, reader)?;
        if let Some(color) = Self::of(&text) {
            return Some(color);
        }
        reader.note_with(
            "string_pattern_mismatch",
            format!("String should match pattern '{COLOR_PATTERN}'"),
            value,
            ("pattern", Json::Text(COLOR_PATTERN.to_owned())),
        )
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> serde_json::Value {
        serde_json::json!({ "type": "string", "pattern": COLOR_PATTERN })
    }
}

crate::model! {
    /// Rules the lore validator reads when it analyses.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct LorekeeperProjectConfig as "LorekeeperProjectConfig" {
        /// Story elements that must not appear.
        prohibited_elements: Vec<String> where { max_length: LIST_MAX } = Vec::new(),
        /// Descriptions of naming conventions.
        naming_patterns: Vec<String> where { max_length: LIST_MAX } = Vec::new(),
        /// The culture names and customs come from.
        cultural_context: String = String::new(),
        /// Whether names that break the conventions are findings.
        strict_naming: bool = false,
    }
}

crate::model! {
    /// When a project counts as ready to publish. Absent fields have the system's defaults; the
    /// weights are normalised to a sum of 1.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct PublishingReadinessConfig as "PublishingReadinessConfig" {
        /// Weight of the prose measures, 0 to 1.
        weight_proseguard: Option<f64> where { ge: 0.0, le: 1.0 },
        /// Weight of the lore checks, 0 to 1.
        weight_lorekeeper: Option<f64> where { ge: 0.0, le: 1.0 },
        /// Weight of what is counted in the prose, 0 to 1.
        weight_ml_health: Option<f64> where { ge: 0.0, le: 1.0 },
        /// Weight of the share of finished edits, 0 to 1.
        weight_edit_completion: Option<f64> where { ge: 0.0, le: 1.0 },
        /// The score from which a project is ready, 0 to 100.
        ready_threshold: Option<f64> where { ge: 0.0, le: 100.0 },
    }
}

crate::model! {
    /// Parameters of language models for a project.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ProjectAgentConfig as "ProjectAgentConfig" {
        /// Sampling temperature, 0 to 2.
        temperature: Option<f64> where { ge: 0.0, le: 2.0 },
        /// The longest answer, in tokens.
        max_tokens: Option<i64> where { ge: 1.0 },
        /// How many results a search has by default.
        search_results_count: Option<i64> where { ge: 1.0 },
    }
}

crate::model! {
    /// What language models may spend on a project, all calls together.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ProjectBudget as "ProjectBudget" {
        /// Tokens that are sent and come back.
        tokens: Option<i64> where { ge: 0.0 },
        /// Money in US dollars.
        cost: Option<f64> where { ge: 0.0 },
    }
}

impl ProjectBudget {
    /// As a limit.
    pub fn limit(&self) -> Limit {
        Limit::new(self.tokens, self.cost)
    }
}

crate::model! {
    /// Changes to which integrations are on.
    pub struct IntegrationsUpdate as "ProjectIntegrationsUpdate" {
        /// Import of other formats than Markdown and plain text.
        mime: Patch<bool>,
        /// Whether searches look at the texts of the project.
        research: Patch<bool>,
        /// Whether it is recorded when and by whom it is worked on.
        analytics: Patch<bool>,
    }
}

crate::model! {
    /// Changes to a project's settings, key by key. Values of unknown keys are stored as they are;
    /// null removes such a key.
    #[derive(Default)]
    pub struct SettingsUpdate as "ProjectSettingsUpdate" keeps rest {
        /// A word for clients; it grants nothing.
        visibility: Patch<OpenEnum>,
        /// Whether documents may be saved automatically.
        auto_save: Patch<bool>,
        /// Whether agents keep the context of earlier conversations.
        context_preservation: Patch<bool>,
        /// Whether agents may begin something by themselves.
        ai_assistance: Patch<bool>,
        /// Whether notifications are made.
        notifications: Patch<bool>,
        /// Which integrations are on.
        integrations: Patch<IntegrationsUpdate>,
        /// The rules of the lore validator.
        lorekeeper: Patch<LorekeeperProjectConfig>,
        /// When the project counts as ready to publish.
        publishing: Patch<PublishingReadinessConfig>,
        /// Where exports go; empty for the global default.
        documents_directory: Patch<String>,
        /// A hex colour.
        color: Patch<Color>,
        /// An icon identifier.
        icon: Patch<String>,
        /// The agents that work on the project; none named means all.
        active_agents: Patch<Vec<String>> where { max_length: LIST_MAX },
        /// The tone in which agents speak about the project.
        ai_personality: Patch<String>,
        /// The lore categories that agents and searches look at; none named means all.
        knowledge_filter: Patch<Vec<String>> where { max_length: LIST_MAX },
        /// The genres whose conventions apply.
        genres: Patch<Vec<Genre>> where { max_length: LIST_MAX },
        /// Parameters of language models.
        agent_config: Patch<ProjectAgentConfig>,
        /// What language models may spend.
        budget: Patch<ProjectBudget>,
        /// Prompts by agent id that replace the agents' own.
        agent_system_prompts: Patch<OrderedMap<String>> where { max_length: LIST_MAX },
    }
}

/// Which integrations are on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProjectIntegrations")]
pub struct Integrations {
    /// Import of other formats than Markdown and plain text.
    pub mime: bool,
    /// Whether searches look at the texts of the project.
    pub research: bool,
    /// Whether it is recorded when and by whom it is worked on.
    pub analytics: bool,
}

impl Default for Integrations {
    fn default() -> Self {
        Self { mime: true, research: true, analytics: true }
    }
}

impl Integrations {
    /// That something in another format than Markdown or plain text may be imported.
    ///
    /// # Errors
    /// A conflict when the project's settings want none.
    pub fn check_foreign_format(&self) -> Result<()> {
        if self.mime {
            return Ok(());
        }
        Err(Error::Conflict(
            "settings.integrations.mime of the project is off: only Markdown and plain text are \
             imported"
                .to_owned(),
        ))
    }
}

/// How the studio treats a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectSettings {
    /// A word for clients, which grants nothing; suggested are `private`, `shared` and `public`.
    pub visibility: String,
    /// Whether documents may be saved automatically.
    pub auto_save: bool,
    /// Whether agents keep the context of earlier conversations.
    pub context_preservation: bool,
    /// Whether agents may begin something by themselves.
    pub ai_assistance: bool,
    /// Whether notifications are made.
    pub notifications: bool,
    /// Which integrations are on.
    pub integrations: Integrations,
    /// The rules of the lore validator.
    pub lorekeeper: Option<LorekeeperProjectConfig>,
    /// When the project counts as ready to publish.
    pub publishing: Option<PublishingReadinessConfig>,
    /// Where exports go; empty for the global default.
    pub documents_directory: String,
    /// A hex colour.
    pub color: Option<Color>,
    /// An icon identifier.
    pub icon: Option<String>,
    /// The agents that work on the project; none named means all.
    pub active_agents: Vec<String>,
    /// The tone in which agents speak about the project.
    pub ai_personality: String,
    /// The lore categories that agents and searches look at; none named means all.
    pub knowledge_filter: Vec<String>,
    /// The genres whose conventions apply; empty means the universal voice only.
    pub genres: Vec<Genre>,
    /// Parameters of language models.
    pub agent_config: Option<ProjectAgentConfig>,
    /// What language models may spend; absent without a limit of the project's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<ProjectBudget>,
    /// Prompts by lower-case agent id that replace the agents' own.
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub agent_system_prompts: OrderedMap<String>,
}

impl Default for ProjectSettings {
    fn default() -> Self {
        Self {
            visibility: VISIBILITY_DEFAULT.to_owned(),
            auto_save: true,
            context_preservation: true,
            ai_assistance: true,
            notifications: true,
            integrations: Integrations::default(),
            lorekeeper: None,
            publishing: None,
            documents_directory: String::new(),
            color: None,
            icon: None,
            active_agents: Vec::new(),
            ai_personality: String::new(),
            knowledge_filter: Vec::new(),
            genres: Vec::new(),
            agent_config: None,
            budget: None,
            agent_system_prompts: OrderedMap::default(),
        }
    }
}

const VISIBILITY_DEFAULT: &str = "private";

/// What an update says of the settings: its named fields win over the same ones in `settings`.
pub(super) fn named_over_settings(update: &ProjectUpdate) -> SettingsUpdate {
    let mut merged = update.settings.value().cloned().unwrap_or_default();
    merged.lorekeeper = update.lorekeeper_config.or(&merged.lorekeeper);
    merged.publishing = update.publishing_config.or(&merged.publishing);
    merged.documents_directory = update.documents_directory.or(&merged.documents_directory);
    merged.color = update.color.or(&merged.color);
    merged.icon = update.icon.or(&merged.icon);
    merged.active_agents = update.active_agents.or(&merged.active_agents);
    merged.ai_personality = update.ai_personality.or(&merged.ai_personality);
    merged.knowledge_filter = update.knowledge_filter.or(&merged.knowledge_filter);
    merged.genres = update.genres.or(&merged.genres);
    merged.agent_system_prompts = update.agent_system_prompts.or(&merged.agent_system_prompts);
    merged
}

impl ProjectSettings {
    /// Merges an update key by key; null brings back the default.
    pub fn merge(&mut self, update: &SettingsUpdate) {
        let visibility = update.visibility.map(|OpenEnum(word)| word.clone());
        visibility.apply_or(&mut self.visibility, VISIBILITY_DEFAULT.to_owned());
        update.auto_save.apply_or(&mut self.auto_save, true);
        update.context_preservation.apply_or(&mut self.context_preservation, true);
        update.ai_assistance.apply_or(&mut self.ai_assistance, true);
        update.notifications.apply_or(&mut self.notifications, true);
        match &update.integrations {
            Patch::Keep => {}
            Patch::Clear => self.integrations = Integrations::default(),
            Patch::Set(integrations) => {
                integrations.mime.apply_or(&mut self.integrations.mime, true);
                integrations.research.apply_or(&mut self.integrations.research, true);
                integrations.analytics.apply_or(&mut self.integrations.analytics, true);
            }
        }
        update.lorekeeper.apply_to_option(&mut self.lorekeeper);
        update.publishing.apply_to_option(&mut self.publishing);
        update.documents_directory.apply_or_default(&mut self.documents_directory);
        update.color.apply_to_option(&mut self.color);
        update.icon.apply_to_option(&mut self.icon);
        update.active_agents.apply_or_default(&mut self.active_agents);
        update.ai_personality.apply_or_default(&mut self.ai_personality);
        update.knowledge_filter.apply_or_default(&mut self.knowledge_filter);
        update.genres.apply_or_default(&mut self.genres);
        update.agent_config.apply_to_option(&mut self.agent_config);
        update.budget.apply_to_option(&mut self.budget);
        update.agent_system_prompts.apply_or_default(&mut self.agent_system_prompts);
        for (agent, _) in &mut self.agent_system_prompts.0 {
            *agent = agent.to_lowercase();
        }
    }
}
