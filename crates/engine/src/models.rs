//! The language models that are configured, and which of them an agent asks. Nothing is contacted here:
//! a client connects when it is asked something.

use std::collections::{BTreeMap, HashMap};

use llm::{BaseUrl, Client, Quota, Settings};

/// Which models there are, as the settings say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelSettings {
    /// The model of every agent that has no settings of its own; none is no model.
    pub shared: Option<Settings>,
    /// The models of agents with settings of their own, by the agent's id; none is no model.
    pub agents: BTreeMap<String, Option<Settings>>,
}

/// The clients of all models.
#[derive(Debug, Default)]
pub struct Models {
    shared: Option<Client>,
    agents: HashMap<String, Option<Client>>,
}

/// Clients with these in common share their bounds: what the server allows does not grow with the
/// number of agents that ask it.
type Bounds = (BaseUrl, Option<llm::Secret>, usize, Option<std::num::NonZeroU32>);

impl Models {
    /// Clients of these models.
    pub fn new(settings: &ModelSettings) -> Self {
        let mut quotas: Vec<(Bounds, Quota)> = Vec::new();
        let mut client = |settings: &Settings| {
            let bounds = (
                settings.base_url.clone(),
                settings.api_key.clone(),
                settings.parallel_max,
                settings.requests_per_minute,
            );
            let known = quotas.iter().find(|(known, _)| *known == bounds);
            let quota = known.map_or_else(|| settings.quota(), |(_, quota)| quota.clone());
            quotas.push((bounds, quota.clone()));
            Client::sharing(settings.clone(), quota)
        };
        let shared = settings.shared.as_ref().map(&mut client);
        let agents = settings
            .agents
            .iter()
            .map(|(agent, settings)| (agent.clone(), settings.as_ref().map(&mut client)))
            .collect();
        Self { shared, agents }
    }

    /// The model that this agent asks; none when it has to work without one.
    pub fn of(&self, agent: &str) -> Option<&Client> {
        self.agents.get(agent).map_or(self.shared.as_ref(), Option::as_ref)
    }

    /// Whether any agent has a model.
    pub fn any(&self) -> bool {
        self.shared.is_some() || self.agents.values().any(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use llm::Provider;

    use super::*;

    fn settings(url: &str, name: &str) -> Settings {
        let url = BaseUrl::parse(url).expect("an address");
        Settings::new(Provider::Ollama, url, name)
    }

    const HERE: &str = "http://127.0.0.1:11434";

    #[test]
    fn an_agent_asks_its_own_model_or_the_shared_one_or_none() {
        let models = Models::new(&ModelSettings {
            shared: Some(settings(HERE, "small")),
            agents: BTreeMap::from([
                ("scribe".to_owned(), Some(settings(HERE, "large"))),
                ("proseguard".to_owned(), None),
            ]),
        });
        let name = |agent| models.of(agent).map(|client| client.settings().name.as_str());

        assert_eq!(name("muse"), Some("small"));
        assert_eq!(name("scribe"), Some("large"));
        assert_eq!(name("proseguard"), None);
        assert!(models.any());
        assert!(!Models::new(&ModelSettings::default()).any());
    }

    #[test]
    fn agents_share_the_bounds_of_a_server() {
        let mut own = settings(HERE, "large");
        own.parallel_max = 7;
        let models = Models::new(&ModelSettings {
            shared: Some(settings(HERE, "small")),
            agents: BTreeMap::from([
                ("scribe".to_owned(), Some(settings(HERE, "large"))),
                ("critic".to_owned(), Some(settings("http://127.0.0.1:8080", "small"))),
                ("muse".to_owned(), Some(own)),
            ]),
        });
        let quota = |agent| models.of(agent).expect("a model").quota();

        assert!(quota("scribe").is_of_same_server(quota("plotter")));
        assert!(!quota("critic").is_of_same_server(quota("plotter")));
        assert!(!quota("muse").is_of_same_server(quota("plotter")));
    }
}
