//! The card of an agent: everything the studio knows of it before it has done anything. Built-in
//! agents write theirs in TOML, agents of a user's own are kept as JSON; both are this one shape.
//! What an agent did, whether it is awake and how loaded it is stands elsewhere.

use serde::{Deserialize, Serialize};

use super::{AgentKind, AgentPriority, Category, Flaw, Policy, requests::SLOTS_OF_MODEL};
use crate::messages::SYSTEM;

/// Most characters of an agent's id, and of the name of a capability or a specialization.
pub const WORD_CHARS_MAX: usize = 64;
/// Most characters of a display name.
pub const NAME_CHARS_MAX: usize = 100;
/// Most characters of the one-line description.
pub const DESCRIPTION_CHARS_MAX: usize = 500;
/// Most characters of a system prompt.
pub const PROMPT_CHARS_MAX: usize = 32_000;
/// Most characters of a version.
pub const VERSION_CHARS_MAX: usize = 32;
/// Most entries of each list on a card.
pub const LIST_MAX: usize = 64;
/// Most requests one agent may work on at a time.
pub const SLOTS_MAX: u32 = 64;

/// Words no agent may be called by. Some are path words of the routes under `/api/agents`, some
/// are addresses of the hub, and the last three speak for somebody who is no agent.
pub const RESERVED_IDS: &[&str] = &[
    "active",
    "architecture",
    "capabilities",
    "swarm",
    "all",
    "capability",
    "category",
    "local",
    "user",
    SYSTEM,
];

/// Everything one agent declares of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Card {
    /// Its registry name: a lower-case word (see [`is_word`]), not one of [`RESERVED_IDS`].
    pub id: String,
    /// Its place in the registry; lower comes first.
    pub order: u32,
    /// How people call it, in one line of at most [`NAME_CHARS_MAX`] characters.
    pub name: String,
    /// Its role in one line of at most [`DESCRIPTION_CHARS_MAX`] characters.
    pub description: String,
    /// When it works.
    #[serde(rename = "type")]
    pub kind: AgentKind,
    /// The part of the studio's work it belongs to.
    pub category: Category,
    /// Its priority in the system.
    pub priority: AgentPriority,
    /// Whether it is awake after every start of the service.
    pub auto_start: bool,
    /// Whether people are shown it among the agents of a project that names none.
    pub user_visible: bool,
    /// Whether a person is to agree before it acts: for clients to know, which ask them. The service
    /// itself holds up nothing for it.
    pub requires_user_permission: bool,
    /// Whether its work changes what all the others rely on. Such an agent is guarded: see
    /// [`Card::standard_policy`].
    pub can_modify_system: bool,
    /// What it can be asked for; routing and group addresses go by these words.
    pub capabilities: Vec<String>,
    /// Its specializations, for people to read.
    pub specializations: Vec<String>,
    /// The agents it relies on.
    pub dependencies: Dependencies,
    /// What it needs in order to work.
    pub resources: Resources,
    /// The version of the card.
    pub version: String,
    /// When the card was first written, ISO 8601 in UTC with three decimals.
    pub created_at: String,
    /// When the card was last changed, in the same form.
    pub updated_at: String,
    /// Who may write to it, until somebody sets another policy.
    pub authority: Policy,
    /// Its default system prompt; empty for one that no model speaks for.
    pub prompt: String,
}

/// The agents an agent relies on, by id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Dependencies {
    /// Without these it cannot do its work.
    pub requires: Vec<String>,
    /// With these it often exchanges messages.
    pub works_with: Vec<String>,
}

/// What an agent needs in order to work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Resources {
    /// Requests it works on at a time, 1 to [`SLOTS_MAX`]; the capacity its load is measured by.
    /// One that computes keeps a core busy and has one; one that waits for a model has more.
    pub slots: u32,
    /// Whether it can do nothing without a language model.
    pub needs_model: bool,
}

impl Card {
    /// The same card of an agent that a language model backs: it waits for answers, so it works on at least
    /// so many requests at once.
    #[must_use]
    pub fn backed_by_model(mut self) -> Self {
        self.resources.slots = self.resources.slots.max(SLOTS_OF_MODEL);
        self
    }

    /// Whether it declares this capability.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|declared| declared == capability)
    }

    /// The policy of an agent nobody has set another for: one that can modify the system is
    /// guarded, every other one is open.
    pub fn standard_policy(&self) -> Policy {
        if self.can_modify_system { Policy::guarded() } else { Policy::open() }
    }

    /// Checks the card by itself; the first field that is wrong.
    pub fn check(&self) -> Result<(), Flaw> {
        if !is_word(&self.id) {
            return Err(Flaw::new("id", NOT_A_WORD));
        }
        if is_reserved(&self.id) {
            return Err(Flaw::new("id", format!("`{}` is reserved", self.id)));
        }
        check_line("name", &self.name, NAME_CHARS_MAX)?;
        check_line("description", &self.description, DESCRIPTION_CHARS_MAX)?;
        check_words("capabilities", &self.capabilities)?;
        check_list("specializations", &self.specializations)?;
        for specialization in &self.specializations {
            check_line("specializations", specialization, WORD_CHARS_MAX)?;
        }
        self.check_dependencies()?;
        if self.resources.slots == 0 || self.resources.slots > SLOTS_MAX {
            return Err(Flaw::new("resources.slots", format!("should be 1 to {SLOTS_MAX}")));
        }
        check_line("version", &self.version, VERSION_CHARS_MAX)?;
        check_time("createdAt", &self.created_at)?;
        check_time("updatedAt", &self.updated_at)?;
        // Both have the one form, so that the order of the texts is the order of the times.
        if self.updated_at < self.created_at {
            return Err(Flaw::new("updatedAt", "lies before createdAt"));
        }
        self.authority.check()?;
        self.check_prompt()
    }

    fn check_dependencies(&self) -> Result<(), Flaw> {
        for (field, ids) in self.dependencies.fields() {
            check_words(field, ids)?;
            if ids.contains(&self.id) {
                return Err(Flaw::new(field, "names the agent itself"));
            }
        }
        Ok(())
    }

    fn check_prompt(&self) -> Result<(), Flaw> {
        if self.resources.needs_model && self.prompt.trim().is_empty() {
            return Err(Flaw::new("prompt", "is empty, and the agent needs a model"));
        }
        if self.prompt.chars().count() > PROMPT_CHARS_MAX {
            return Err(Flaw::new("prompt", format!("has over {PROMPT_CHARS_MAX} characters")));
        }
        let stray = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        if self.prompt.contains(stray) {
            return Err(Flaw::new("prompt", "has control characters"));
        }
        Ok(())
    }
}

impl Dependencies {
    /// Each list with the name the wire has for it.
    pub(super) fn fields(&self) -> [(&'static str, &[String]); 2] {
        [("dependencies.requires", &self.requires), ("dependencies.worksWith", &self.works_with)]
    }
}

const NOT_A_WORD: &str =
    "should be a lower-case word of 1 to 64 letters, digits, `_` and `-` that begins with a letter";

/// Whether this is a lower-case word as ids and capabilities are: 1 to [`WORD_CHARS_MAX`] ASCII
/// letters, digits, `_` or `-`, a letter first. Nothing in it needs quoting in a path or in an
/// address like `capability:outlining`.
pub fn is_word(text: &str) -> bool {
    text.len() <= WORD_CHARS_MAX
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
}

/// Whether no agent may have this id.
pub fn is_reserved(id: &str) -> bool {
    RESERVED_IDS.iter().any(|reserved| reserved.eq_ignore_ascii_case(id))
}

fn check_list(field: &'static str, entries: &[String]) -> Result<(), Flaw> {
    if entries.len() > LIST_MAX {
        return Err(Flaw::new(field, format!("has over {LIST_MAX} entries")));
    }
    for (index, entry) in entries.iter().enumerate() {
        if entries[..index].contains(entry) {
            return Err(Flaw::new(field, format!("names `{entry}` twice")));
        }
    }
    Ok(())
}

fn check_words(field: &'static str, words: &[String]) -> Result<(), Flaw> {
    if words.iter().any(|word| !is_word(word)) {
        return Err(Flaw::new(field, format!("each {NOT_A_WORD}")));
    }
    check_list(field, words)
}

fn check_line(field: &'static str, text: &str, chars_max: usize) -> Result<(), Flaw> {
    if text.trim().is_empty() {
        return Err(Flaw::new(field, "is empty"));
    }
    if text.chars().count() > chars_max {
        return Err(Flaw::new(field, format!("has over {chars_max} characters")));
    }
    if text.contains(char::is_control) {
        return Err(Flaw::new(field, "is not one line of plain text"));
    }
    Ok(())
}

/// `2026-11-21T12:00:00.000Z`, the one form the wire has for a time.
fn check_time(field: &'static str, text: &str) -> Result<(), Flaw> {
    let moment: Option<jiff::Timestamp> = text.parse().ok();
    match moment {
        Some(moment) if format!("{moment:.3}") == text => Ok(()),
        _ => Err(Flaw::new(field, "should be an ISO 8601 time in UTC with three decimals")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Effect, Rule, fixture::card, policy::ANYONE};
    use super::*;

    #[test]
    fn a_card_survives_being_kept_as_json() {
        let card = Card { can_modify_system: true, authority: Policy::guarded(), ..card("muse") };

        let kept = serde_json::to_string(&card).unwrap();

        assert_eq!(serde_json::from_str::<Card>(&kept).unwrap(), card);
        assert!(kept.contains(r#""type":"active""#), "{kept}");
        assert!(kept.contains(r#""requiresUserPermission":false"#), "{kept}");
    }

    #[test]
    fn an_id_is_a_lower_case_word() {
        for good in ["muse", "story-coach", "agent_7", "x", &"a".repeat(64)] {
            assert!(is_word(good), "{good}");
        }
        for bad in ["", "Muse", "7th", "_x", "a b", "a.b", "a/b", "müse", "all:x", &"a".repeat(65)]
        {
            assert!(!is_word(bad), "{bad}");
        }
    }

    #[test]
    fn a_reserved_word_is_reserved_whatever_its_case() {
        assert!(is_reserved("all"));
        assert!(is_reserved("System"));
        assert!(!is_reserved("director"));
    }

    /// One thing wrong with a card that is right otherwise, and what is said of it.
    type Spoiling = (&'static str, fn(&mut Card), &'static str);

    #[test]
    fn each_flaw_of_a_card_is_named_with_its_field() {
        let spoilings: &[Spoiling] = &[
            ("id", |c| c.id = "Muse".into(), "lower-case word"),
            ("id", |c| c.id = "swarm".into(), "`swarm` is reserved"),
            ("name", |c| c.name = " ".into(), "empty"),
            ("name", |c| c.name = "x".repeat(101), "over 100"),
            ("description", |c| c.description = "two\nlines".into(), "one line"),
            ("capabilities", |c| c.capabilities.push("Big Ideas".into()), "each should be"),
            ("capabilities", |c| c.capabilities.push("ideation".into()), "`ideation` twice"),
            ("specializations", |c| c.specializations = vec![String::new()], "empty"),
            ("specializations", |c| c.specializations = numbered(65), "over 64 entries"),
            ("dependencies.requires", |c| c.dependencies.requires.push("muse".into()), "itself"),
            ("dependencies.worksWith", |c| c.dependencies.works_with = vec!["A".into()], "each"),
            ("resources.slots", |c| c.resources.slots = 0, "1 to 64"),
            ("resources.slots", |c| c.resources.slots = 65, "1 to 64"),
            ("version", |c| c.version = String::new(), "empty"),
            ("createdAt", |c| c.created_at = "2026-11-21".into(), "three decimals"),
            ("updatedAt", |c| c.updated_at = "2026-11-21T12:00:00Z".into(), "three decimals"),
            ("updatedAt", |c| c.updated_at = "2020-01-01T00:00:00.000Z".into(), "before"),
            ("authority.rules", |c| c.authority.rules = vec![no_one(); 65], "over 64 rules"),
            ("prompt", |c| c.prompt = "\n".into(), "needs a model"),
            ("prompt", |c| c.prompt = "x".repeat(32_001), "over 32000"),
            ("prompt", |c| c.prompt.push('\0'), "control"),
        ];

        for (field, spoil, reason) in spoilings {
            let mut card = card("muse");
            card.check().expect("the card is right before it is spoilt");
            spoil(&mut card);

            let flaw = card.check().expect_err(reason);

            assert_eq!(flaw.field, *field, "{flaw}");
            assert!(flaw.reason.contains(reason), "{flaw}");
        }
    }

    fn no_one() -> Rule {
        Rule::new(Effect::Forbid, ANYONE)
    }

    fn numbered(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("s{number}")).collect()
    }
}
