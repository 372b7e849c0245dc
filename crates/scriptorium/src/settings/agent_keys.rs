//! Keys of one agent, such as `model.agents.scribe.name`: what they look like.

use domain::agents::card;

/// How a section begins that has settings for one agent, in place of those of the section `model`.
pub(super) const AGENTS: &str = "model.agents.";

/// Whether an agent may have this name.
pub(super) fn is_agent(name: &str) -> bool {
    card::is_word(name) && !card::is_reserved(name)
}

/// The agent and the name of the setting, in a key such as `model.agents.scribe.name`.
pub(super) fn of_agent(key: &str) -> Option<(&str, &str)> {
    key.strip_prefix(AGENTS)?.split_once('.').filter(|(agent, _)| is_agent(agent))
}
