//! What requests may say of agents: a new agent, changes to one, and whose messages it takes. What
//! comes of them is a [`Card`] or a [`Policy`]; reserved words and the bounds of the registry are
//! looked at where they become one.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{
    AgentKind, AgentPriority, Card, Category, Dependencies, Effect, Policy, Resources, Rule, Trust,
    card::{
        DESCRIPTION_CHARS_MAX, LIST_MAX, NAME_CHARS_MAX, PROMPT_CHARS_MAX, SLOTS_MAX,
        WORD_CHARS_MAX, is_reserved, is_word,
    },
    policy::{RULES_MAX, is_sender},
};
use crate::{
    Error, Result,
    field_error::ctx,
    json::Json,
    messages::{MessagePriority as Urgency, MessageType},
    model::{Bounds, FieldReader, FieldType, Schemas},
    patch::Patch,
    time::Time,
};

/// The most agents of a registry, built-in ones included: `GET /api/agents/capabilities` shows all
/// of them at once.
pub const AGENTS_MAX: i64 = 1_000;

/// Requests an agent works on at a time where nobody says otherwise.
const SLOTS_DEFAULT: u32 = 1;

/// The same of an agent that a language model speaks for: it mostly waits.
pub(super) const SLOTS_OF_MODEL: u32 = 4;

/// A lower-case word, as ids and capabilities are; see [`is_word`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Word(pub String);

/// The form of a word, as errors and schemas show it.
const WORD_PATTERN: &str = "^[a-z][a-z0-9_-]{0,63}$";

impl FieldType for Word {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = String::read(value, bounds, reader)?;
        if is_word(&text) {
            return Some(Self(text));
        }
        reader.note_with(
            "string_pattern_mismatch",
            format!("String should match pattern '{WORD_PATTERN}'"),
            value,
            ("pattern", Json::Text(WORD_PATTERN.to_owned())),
        )
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> serde_json::Value {
        serde_json::json!({ "type": "string", "pattern": WORD_PATTERN })
    }
}

/// One line of plain text with something on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line(pub String);

impl FieldType for Line {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = String::read(value, &Bounds { min_length: Some(1), ..*bounds }, reader)?;
        if text.trim().is_empty() || text.contains(char::is_control) {
            return refused(value, reader, "should be one line of plain text");
        }
        Some(Self(text))
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        String::schema(&Bounds { min_length: Some(1), ..*bounds }, schemas)
    }
}

/// The text of a prompt: lines of plain text, or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Prompt(pub String);

impl FieldType for Prompt {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = String::read(value, bounds, reader)?;
        let stray = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        if text.contains(stray) {
            return refused(value, reader, "should be plain text");
        }
        Some(Self(text))
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> serde_json::Value {
        String::schema(bounds, schemas)
    }
}

/// Whom a rule is about: an agent's id, the name of somebody outside, or `*` for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sender(pub String);

impl FieldType for Sender {
    fn read(value: &Json, _: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let bounds =
            Bounds { min_length: Some(1), max_length: Some(WORD_CHARS_MAX), ..Bounds::NONE };
        let text = String::read(value, &bounds, reader)?;
        if is_sender(&text) {
            return Some(Self(text));
        }
        refused(value, reader, "should be an agent's id or *")
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> serde_json::Value {
        serde_json::json!({ "type": "string", "minLength": 1, "maxLength": WORD_CHARS_MAX })
    }
}

fn refused<T>(value: &Json, reader: &mut FieldReader, reason: &str) -> Option<T> {
    let ctx = ctx("error", Json::Object(Default::default()));
    reader.note("value_error", format!("Value error, it {reason}"), value, Some(ctx))
}

crate::model! {
    /// The agents an agent relies on.
    pub struct DependenciesRequest as "AgentDependenciesRequest" {
        /// Ids of agents without which it cannot work: while one of them is offline, so is it.
        requires: Vec<Word> where { max_length: LIST_MAX } = Vec::new(),
        /// Ids of agents with which it often exchanges messages.
        works_with: Vec<Word> where { max_length: LIST_MAX } = Vec::new(),
    }
}

impl DependenciesRequest {
    /// Without ids that occur twice.
    fn of(&self) -> Dependencies {
        Dependencies {
            requires: distinct(self.requires.iter().map(|Word(word)| word)),
            works_with: distinct(self.works_with.iter().map(|Word(word)| word)),
        }
    }
}

crate::model! {
    /// A new agent of a user. It runs outside the service, or uses a language model.
    pub struct AgentCreate as "AgentCreateRequest" {
        /// Its registry name: a lower-case word that no other agent has and no route needs.
        id: Word,
        /// Its display name.
        name: Line where { max_length: NAME_CHARS_MAX },
        /// Its role in one line.
        description: Line where { max_length: DESCRIPTION_CHARS_MAX },
        /// Its capabilities, as words that routing and group addresses use.
        capabilities: Vec<Word> where { max_length: LIST_MAX },
        /// Its specializations, for people to read.
        specializations: Vec<Line> where { max_length: LIST_MAX, each_max_length: WORD_CHARS_MAX } = Vec::new(),
        /// When it works.
        r#type: AgentKind = AgentKind::Active,
        /// The part of the studio's work it belongs to.
        category: Category = Category::Editorial,
        /// Its priority in the system.
        priority: AgentPriority = AgentPriority::Normal,
        /// Whether it is awake now and after every start of the service.
        auto_start: bool = true,
        /// Whether it is listed among the agents of a project.
        user_visible: bool = true,
        /// Whether a person must agree before it acts.
        requires_user_permission: bool = false,
        /// Whether its work changes data that all others rely on. Then it accepts hand-offs only
        /// from the director and `system`, unless its authority policy says otherwise.
        can_modify_system: bool = false,
        /// The system prompt for a language model; empty for an agent that needs none.
        system_prompt: Prompt where { max_length: PROMPT_CHARS_MAX } = Prompt::default(),
        /// How many requests it works on at once; 1, or 4 with a system prompt, when absent.
        slots: Option<i64> where { ge: 1.0, le: SLOTS_MAX as f64 },
        /// The agents it relies on.
        dependencies: Option<DependenciesRequest>,
    }
}

crate::model! {
    /// Changes to an agent; absent fields leave it as it is.
    pub struct AgentUpdate as "AgentUpdateRequest" {
        /// Its display name.
        name: Patch<Line> where { max_length: NAME_CHARS_MAX },
        /// Its role in one line.
        description: Patch<Line> where { max_length: DESCRIPTION_CHARS_MAX },
        /// Its capabilities; replaces all.
        capabilities: Patch<Vec<Word>> where { max_length: LIST_MAX },
        /// Its specializations; replaces all.
        specializations: Patch<Vec<Line>> where { max_length: LIST_MAX, each_max_length: WORD_CHARS_MAX },
        /// When it works.
        r#type: Patch<AgentKind>,
        /// The part of the studio's work it belongs to.
        category: Patch<Category>,
        /// Its priority in the system.
        priority: Patch<AgentPriority>,
        /// Whether it is awake after every start of the service.
        auto_start: Patch<bool>,
        /// Whether it is listed among the agents of a project.
        user_visible: Patch<bool>,
        /// Whether a person must agree before it acts.
        requires_user_permission: Patch<bool>,
        /// Whether its work changes data that all others rely on.
        can_modify_system: Patch<bool>,
        /// The system prompt for a language model. For a built-in agent, null or an empty text
        /// restores the program's own.
        system_prompt: Patch<Prompt> where { max_length: PROMPT_CHARS_MAX },
        /// How many requests it works on at once.
        slots: Patch<i64> where { ge: 1.0, le: SLOTS_MAX as f64 },
        /// The agents it relies on; replaces all.
        dependencies: Patch<DependenciesRequest>,
    }
}

crate::model! {
    /// Whose messages an agent accepts; a rule that forbids wins over one that permits.
    pub struct Authority as "AuthorityRequest" {
        /// Each rule matches the messages that meet all its conditions.
        rules: Vec<AuthorityRule> where { max_length: RULES_MAX },
        /// The effect for a message that no rule matches.
        default: Effect = Effect::Permit,
    }
}

crate::model! {
    /// A rule for the messages that meet all its conditions; an absent condition is always met.
    pub struct AuthorityRule as "AuthorityRule" {
        /// What happens to a message that matches.
        effect: Effect,
        /// The sender: an agent's id or `*`.
        sender: Sender,
        /// Only messages of this type.
        message_type: Option<MessageType>,
        /// Only messages of the class of this priority or a higher one.
        min_priority: Option<Urgency>,
        /// Only messages of trusted (registered) or of untrusted senders.
        trust: Option<Trust>,
    }
}

impl From<Authority> for Policy {
    fn from(authority: Authority) -> Self {
        let rule = |given: AuthorityRule| Rule {
            effect: given.effect,
            sender: given.sender.0,
            message_type: given.message_type,
            min_priority: given.min_priority,
            trust: given.trust,
        };
        Self { rules: authority.rules.into_iter().map(rule).collect(), default: authority.default }
    }
}

/// What a user changed about a built-in agent; what is none is the program's own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BuiltinChanges {
    /// Requests it works on at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<u32>,
    /// Its system prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Whether it is awake after every start of the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_start: Option<bool>,
    /// Whether people are shown it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_visible: Option<bool>,
    /// Whether a person has to permit its calls of language models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires_user_permission: Option<bool>,
    /// When something of this was last changed, as cards have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
}

impl BuiltinChanges {
    /// What a card has otherwise than the program's own card of the same agent.
    pub fn between(own: &Card, card: &Card) -> Self {
        let slots = card.resources.slots;
        Self {
            slots: (slots != own.resources.slots).then_some(slots),
            prompt: (card.prompt != own.prompt).then(|| card.prompt.clone()),
            auto_start: (card.auto_start != own.auto_start).then_some(card.auto_start),
            user_visible: (card.user_visible != own.user_visible).then_some(card.user_visible),
            requires_user_permission: (card.requires_user_permission
                != own.requires_user_permission)
                .then_some(card.requires_user_permission),
            updated_at: (card.updated_at != own.updated_at).then(|| card.updated_at.clone()),
        }
    }

    /// The program's own card with these changes.
    pub fn apply_to(self, own: &Card) -> Card {
        let own = own.clone();
        let resources =
            Resources { slots: self.slots.unwrap_or(own.resources.slots), ..own.resources };
        Card {
            resources,
            prompt: self.prompt.unwrap_or(own.prompt),
            auto_start: self.auto_start.unwrap_or(own.auto_start),
            user_visible: self.user_visible.unwrap_or(own.user_visible),
            requires_user_permission: self
                .requires_user_permission
                .unwrap_or(own.requires_user_permission),
            // A newer program's card may have been written after the change.
            updated_at: self.updated_at.map_or(own.updated_at.clone(), |at| at.max(own.updated_at)),
            ..own
        }
    }
}

impl Card {
    /// The card of a new agent at this place of the registry.
    pub fn create(create: &AgentCreate, order: u32, now: Time) -> Result<Self> {
        let id = create.id.0.clone();
        if is_reserved(&id) {
            return Err(Error::Conflict(format!("The name {id} is reserved")));
        }
        let needs_model = !create.system_prompt.0.trim().is_empty();
        let usual = if needs_model { SLOTS_OF_MODEL } else { SLOTS_DEFAULT };
        let can_modify_system = create.can_modify_system;
        let card = Self {
            id,
            order,
            name: create.name.0.clone(),
            description: create.description.0.clone(),
            kind: create.r#type,
            category: create.category,
            priority: create.priority,
            auto_start: create.auto_start,
            user_visible: create.user_visible,
            requires_user_permission: create.requires_user_permission,
            can_modify_system,
            capabilities: distinct(create.capabilities.iter().map(|Word(word)| word)),
            specializations: distinct(create.specializations.iter().map(|Line(line)| line)),
            dependencies: create
                .dependencies
                .as_ref()
                .map(DependenciesRequest::of)
                .unwrap_or_default(),
            resources: Resources { slots: create.slots.map_or(usual, slots), needs_model },
            version: "1".to_owned(),
            created_at: now.iso(),
            updated_at: now.iso(),
            authority: if can_modify_system { Policy::guarded() } else { Policy::open() },
            prompt: create.system_prompt.0.clone(),
        };
        card.check_requires()?;
        Ok(card)
    }

    fn check_requires(&self) -> Result<()> {
        if self.dependencies.requires.contains(&self.id) {
            return Err(Error::Conflict("An agent cannot require itself".to_owned()));
        }
        Ok(())
    }

    /// Only what the update names changes, and the time of change. A built-in agent comes with its
    /// `own` card: what it is called and what it can do stays, null brings its own values back.
    ///
    /// # Errors
    /// A conflict when something of a built-in agent would change that cannot; then nothing has.
    pub fn update(&mut self, update: &AgentUpdate, own: Option<&Self>, now: Time) -> Result<()> {
        let mut next = self.clone();
        next.take(update, own);
        if let Some(own) = own {
            if next.prompt.trim().is_empty() {
                next.prompt.clone_from(&own.prompt);
            }
            let same = Self {
                resources: self.resources,
                prompt: self.prompt.clone(),
                auto_start: self.auto_start,
                user_visible: self.user_visible,
                requires_user_permission: self.requires_user_permission,
                ..next.clone()
            };
            if same != *self {
                return Err(Error::Conflict(
                    "Of a built-in agent only autoStart, userVisible, requiresUserPermission, \
                     systemPrompt and slots can be changed"
                        .to_owned(),
                ));
            }
        } else {
            next.resources.needs_model = !next.prompt.trim().is_empty();
            next.check_requires()?;
        }
        let before = Time::of_iso(&self.updated_at).unwrap_or(now);
        next.updated_at = before.advance_to(now).iso();
        *self = next;
        Ok(())
    }

    /// Takes over what the update names; null is the value of the `own` card or the default.
    fn take(&mut self, update: &AgentUpdate, own: Option<&Self>) {
        fn or<T: Clone>(own: Option<&Card>, of: fn(&Card) -> &T, default: T) -> T {
            own.map_or(default, |card| of(card).clone())
        }
        let text = |Line(line): &Line| line.clone();
        update.name.map(text).apply_to(&mut self.name);
        update.description.map(text).apply_to(&mut self.description);
        let capabilities = |words: &Vec<Word>| distinct(words.iter().map(|Word(word)| word));
        update.capabilities.map(capabilities).apply_to(&mut self.capabilities);
        let specializations = |lines: &Vec<Line>| distinct(lines.iter().map(|Line(line)| line));
        update
            .specializations
            .map(specializations)
            .apply_or(&mut self.specializations, or(own, |it| &it.specializations, Vec::new()));
        update.r#type.apply_or(&mut self.kind, or(own, |it| &it.kind, AgentKind::Active));
        update
            .category
            .apply_or(&mut self.category, or(own, |it| &it.category, Category::Editorial));
        update
            .priority
            .apply_or(&mut self.priority, or(own, |it| &it.priority, AgentPriority::Normal));
        update.auto_start.apply_or(&mut self.auto_start, or(own, |it| &it.auto_start, true));
        update.user_visible.apply_or(&mut self.user_visible, or(own, |it| &it.user_visible, true));
        update.requires_user_permission.apply_or(
            &mut self.requires_user_permission,
            or(own, |it| &it.requires_user_permission, false),
        );
        update
            .can_modify_system
            .apply_or(&mut self.can_modify_system, or(own, |it| &it.can_modify_system, false));
        update.dependencies.map(DependenciesRequest::of).apply_or(
            &mut self.dependencies,
            or(own, |it| &it.dependencies, Dependencies::default()),
        );
        let prompt = update.system_prompt.map(|Prompt(prompt)| prompt.clone());
        prompt.apply_or(&mut self.prompt, or(own, |it| &it.prompt, String::new()));
        let needs_model = !self.prompt.trim().is_empty();
        let usual = if needs_model { SLOTS_OF_MODEL } else { SLOTS_DEFAULT };
        let default = or(own, |it| &it.resources.slots, usual);
        update.slots.map(|given| slots(*given)).apply_or(&mut self.resources.slots, default);
    }
}

/// A number of slots that was checked against its bounds.
fn slots(given: i64) -> u32 {
    u32::try_from(given).unwrap_or(SLOTS_DEFAULT).clamp(1, SLOTS_MAX)
}

/// The texts, each once: one that is named again says nothing new.
fn distinct<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        if !all.contains(text) {
            all.push(text.clone());
        }
    }
    all
}
