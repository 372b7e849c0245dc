//! Which agents are asked for what a request wants: those it names, and for each capability the one that
//! routing suggests at this moment.

use domain::{
    Result,
    agents::{Candidate, routing::suggestions},
    messages::delegation::{ASKED_MAX, Asked, Question},
    phrases::alternatives,
};

use store::projects;

use crate::{Studio, agent_rules, agents::capabilities::Staff, skills::request::AgentRequest};

/// All agents as routing sees them for a request: those that do not work on its project are not
/// available.
pub(crate) async fn candidates<'s>(
    studio: &Studio,
    staff: &'s Staff,
    request: &AgentRequest,
) -> Result<Vec<Candidate<'s>>> {
    let mut candidates = staff.candidates(studio);
    if let Some(id) = request.project_id.clone() {
        let principal = request.principal.clone();
        let rules = studio.database.read(move |tx| {
            let project = projects::find(tx, &principal, &id)?;
            project.map(|project| agent_rules::of(tx, &project)).transpose()
        });
        if let Some(rules) = rules.await? {
            candidates.iter_mut().for_each(|it| it.available &= rules.works_on(it.id));
        }
    }
    Ok(candidates)
}

/// What a request wants: ids of agents and capabilities.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    words: Vec<String>,
}

/// Who is asked.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The agents, each once, in the order of what is wanted; at most [`ASKED_MAX`].
    pub(crate) agents: Vec<String>,
    wanted: Vec<String>,
    asks: String,
}

impl Wanted {
    /// A list with commas.
    pub(crate) fn listed(list: &str) -> Self {
        Self::words(list.split(',').map(|word| word.trim().to_ascii_lowercase()))
    }

    /// These words, each once, without empty ones.
    pub(crate) fn words(all: impl IntoIterator<Item = String>) -> Self {
        let mut words: Vec<String> = Vec::new();
        for word in all {
            if !word.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        Self { words }
    }
}

impl Choice {
    /// Who is asked by the agent `asks`, which is never asked itself.
    pub(crate) fn of(
        wanted: &Wanted,
        candidates: &[Candidate<'_>],
        studio: &Studio,
        asks: &str,
    ) -> Self {
        let others: Vec<Candidate<'_>> =
            candidates.iter().filter(|it| it.id != asks).copied().collect();
        let settings = &studio.settings;
        let suggested = suggestions(&others, settings.routing, settings.busy_threshold);
        let mut agents: Vec<String> = Vec::new();
        let can_itself = |word: &String| {
            candidates.iter().any(|it| it.id == asks && it.capabilities.contains(word))
        };
        for word in wanted.words.iter().filter(|word| !can_itself(word)) {
            let named = others.iter().find(|it| it.id == word && it.available).map(|it| it.id);
            // One that was chosen before can do this too, so nobody else is asked for it.
            let chosen = others.iter().find(|it| {
                agents.iter().any(|agent| agent == it.id) && it.capabilities.contains(word)
            });
            let best = || suggested.iter().find(|(known, _)| known == word).map(|(_, id)| *id);
            let agent = named.or(chosen.map(|it| it.id)).or_else(best);
            if let Some(agent) = agent.filter(|id| !agents.iter().any(|known| known == id)) {
                agents.push(agent.to_owned());
            }
        }
        agents.truncate(ASKED_MAX);
        Self { agents, wanted: wanted.words.clone(), asks: asks.to_owned() }
    }

    /// The words of a request as questions to those who are asked.
    pub(crate) fn questions(&self, request: &AgentRequest) -> Vec<Question> {
        let question = |agent: &String| Question {
            agent: agent.clone(),
            text: request.text.clone(),
            document_id: request.document_id.clone(),
        };
        self.agents.iter().map(question).collect()
    }

    /// A sentence about each thing that is wanted and that none of those who were asked can do: who
    /// could, or that nobody can.
    pub(crate) fn missing(&self, asked: &[Asked], candidates: &[Candidate<'_>]) -> Vec<String> {
        let was_asked = |it: &Candidate<'_>| asked.iter().any(|known| known.agent == it.id);
        let mut missing = Vec::new();
        for word in &self.wanted {
            let can = |it: &&Candidate<'_>| it.id == word || it.capabilities.contains(word);
            let able: Vec<&Candidate<'_>> = candidates.iter().filter(can).collect();
            if able.iter().any(|it| was_asked(it) || it.id == self.asks) {
                continue;
            }
            let available: Vec<&str> =
                able.iter().filter(|it| it.available).map(|it| it.id).collect();
            let offline: Vec<&str> = able.iter().map(|it| it.id).collect();
            missing.push(if able.is_empty() {
                format!("There is no agent {word}, and none with the capability {word}.")
            } else if available.is_empty() {
                let names = alternatives(&offline);
                format!(
                    "Nobody is available for {word}; {names} could do it, once awake and among the \
                     agents of the project."
                )
            } else {
                format!(
                    "At most {ASKED_MAX} agents are asked at once, so nobody was asked for {word}: \
                     ask {} for it.",
                    alternatives(&available)
                )
            });
        }
        missing
    }
}
