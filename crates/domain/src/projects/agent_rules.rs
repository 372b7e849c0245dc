//! What a project says about agents: which work on it, whether they may begin something by themselves,
//! and that an archived one is left alone. Which names are those of registered agents is for the caller
//! to know.

use super::{ProjectSettings, Status};
use crate::{Error, Result, phrases::alternatives};

/// Agents of a project that a sentence names.
const NAMED_MAX: usize = 20;

/// Who wants an agent to do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedBy {
    /// The author, or a program of theirs, has asked for exactly this.
    Author,
    /// An agent begins it by itself.
    Agent,
}

/// What a project says about agents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentRules {
    name: String,
    is_archived: bool,
    is_assisted: bool,
    /// The agents that work on it; empty for all.
    agents: Vec<String>,
}

impl AgentRules {
    /// The rules of a project of this name and status. `registered` has the id of the agent that a name
    /// of `activeAgents` stands for; names of no agent have no effect.
    ///
    /// # Errors
    /// Those of `registered`.
    pub fn new(
        (name, status): (&str, Status),
        settings: &ProjectSettings,
        mut registered: impl FnMut(&str) -> Result<Option<String>>,
    ) -> Result<Self> {
        let mut agents = Vec::new();
        for named in &settings.active_agents {
            let id = registered(&named.trim().to_lowercase())?;
            agents.extend(id.filter(|id| !agents.contains(id)));
        }
        Ok(Self {
            name: name.to_owned(),
            is_archived: status == Status::Archived,
            is_assisted: settings.ai_assistance,
            agents,
        })
    }

    /// Whether an agent may begin something about the project by itself: a message to another agent, a
    /// swarm, a call of a language model. What the author asks for is no such thing.
    pub fn may_assist(&self) -> bool {
        self.is_assisted && !self.is_archived
    }

    /// Whether an agent works on the project.
    pub fn works_on(&self, agent: &str) -> bool {
        self.agents.is_empty() || self.agents.iter().any(|id| id.eq_ignore_ascii_case(agent))
    }

    /// The agents that work on it, in the project's order; empty for all.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// That work of agents may begin for the author.
    ///
    /// # Errors
    /// A conflict when the project is archived.
    pub fn check_start(&self) -> Result<()> {
        if self.is_archived { Err(Error::Conflict(self.archived())) } else { Ok(()) }
    }

    /// That an agent may propose or record something.
    ///
    /// # Errors
    /// A conflict when it is archived, or wants no assistance.
    pub fn check_assist(&self) -> Result<()> {
        self.check_start()?;
        if self.is_assisted {
            return Ok(());
        }
        Err(Error::Conflict(format!(
            "aiAssistance of the project “{}” is off, so no agent proposes or records anything in it",
            self.name
        )))
    }

    /// Why `agent` does not do what it is asked about the project, with what can be done about it; none
    /// when it does.
    pub fn refusal(&self, agent: &str, asked_by: AskedBy) -> Option<String> {
        if self.is_archived {
            return Some(format!("{}.", self.archived()));
        }
        if !self.works_on(agent) {
            return Some(self.works_elsewhere(agent));
        }
        (asked_by == AskedBy::Agent && !self.is_assisted).then(|| {
            format!(
                "aiAssistance of the project “{}” is off, so no agent begins anything about it by \
                 itself, and an agent has asked for this. The author may ask for it, or switch \
                 settings.aiAssistance on.",
                self.name
            )
        })
    }

    /// That an agent does not work on the project, who does, and how to change it.
    pub fn works_elsewhere(&self, agent: &str) -> String {
        let listed: Vec<&str> = self.agents.iter().take(NAMED_MAX).map(String::as_str).collect();
        let more = self.agents.len() - listed.len();
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!(
            "{agent} does not work on the project “{}”: its activeAgents name {}{more}. Ask {}, or \
             add {agent} to activeAgents; an empty list means all agents.",
            self.name,
            listed.join(", "),
            alternatives(&listed),
        )
    }

    fn archived(&self) -> String {
        format!(
            "The project “{}” is archived, and agents begin nothing in an archived project: restore \
             it first",
            self.name
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(settings: &ProjectSettings, status: Status) -> AgentRules {
        let registered =
            |name: &str| Ok(["critic", "muse", "scribe"].contains(&name).then(|| name.to_owned()));
        AgentRules::new(("Dracula", status), settings, registered).unwrap()
    }

    fn naming(agents: &[&str]) -> ProjectSettings {
        let active_agents = agents.iter().map(|it| (*it).to_owned()).collect();
        ProjectSettings { active_agents, ..ProjectSettings::default() }
    }

    #[test]
    fn who_works_on_a_project_is_whom_it_names_or_everybody() {
        for (named, agent, works) in [
            (&[][..], "muse", true),
            (&["nobody", "Opera"], "muse", true),
            (&["Muse"], "muse", true),
            (&["muse", "nobody"], "critic", false),
            (&["scribe", "critic", "scribe"], "critic", true),
        ] {
            let rules = rules(&naming(named), Status::Active);
            assert_eq!(rules.works_on(agent), works, "{named:?} {agent}");
            assert_eq!(rules.refusal(agent, AskedBy::Author).is_none(), works, "{named:?}");
        }
    }

    #[test]
    fn a_refusal_says_who_works_on_the_project_and_how_to_change_it() {
        let rules = rules(&naming(&["scribe", "critic"]), Status::Active);

        assert_eq!(
            rules.refusal("muse", AskedBy::Author).unwrap(),
            "muse does not work on the project “Dracula”: its activeAgents name scribe, critic. Ask \
             scribe or critic, or add muse to activeAgents; an empty list means all agents."
        );
    }

    #[test]
    fn without_assistance_only_the_author_has_agents_work() {
        let off = ProjectSettings { ai_assistance: false, ..ProjectSettings::default() };
        for (settings, status, may_assist, for_author, for_agent) in [
            (ProjectSettings::default(), Status::Active, true, true, true),
            (ProjectSettings::default(), Status::Completed, true, true, true),
            (off.clone(), Status::Active, false, true, false),
            (off, Status::Archived, false, false, false),
            (ProjectSettings::default(), Status::Archived, false, false, false),
        ] {
            let rules = rules(&settings, status);
            assert_eq!(rules.may_assist(), may_assist);
            assert_eq!(rules.refusal("muse", AskedBy::Author).is_none(), for_author);
            assert_eq!(rules.refusal("muse", AskedBy::Agent).is_none(), for_agent);
            assert_eq!(rules.check_start().is_ok(), status != Status::Archived);
        }
    }
}
