//! The language models that are configured, and which of them an agent asks. Nothing is contacted here:
//! a client connects when it is asked something.

use std::collections::{BTreeMap, HashMap};

use domain::models::{EmbeddingItem, ModelItem, ModelList};
use llm::{BaseUrl, Client, Quota, Settings};

use crate::research::EmbedderSetting;

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

/// The models of the settings, without their keys.
pub fn list(models: &ModelSettings, embedder: &EmbedderSetting) -> ModelList {
    let item = |agent: Option<&String>, settings: &Settings| ModelItem {
        agent: agent.cloned(),
        provider: settings.provider.as_str(),
        name: settings.name.clone(),
        address: settings.base_url.origin(),
        context_tokens: settings.context_tokens,
        parallel_max: settings.parallel_max,
        requests_per_minute: settings.requests_per_minute.map(std::num::NonZeroU32::get),
        price_input: settings.prices.input,
        price_output: settings.prices.output,
    };
    let shared = models.shared.iter().map(|settings| item(None, settings));
    let own = models.agents.iter().filter_map(|(agent, settings)| {
        settings.as_ref().map(|settings| item(Some(agent), settings))
    });
    let without = models.agents.iter().filter(|(_, own)| models.shared.is_some() && own.is_none());
    ModelList {
        models: shared.chain(own).collect(),
        without_model: without.map(|(agent, _)| agent.clone()).collect(),
        embedding: embedding_item(embedder),
    }
}

fn embedding_item(embedder: &EmbedderSetting) -> EmbeddingItem {
    let (kind, name, address) = match embedder {
        EmbedderSetting::Words => ("words", None, None),
        EmbedderSetting::MiniLm => ("built_in", Some(embedding::NAME.to_owned()), None),
        EmbedderSetting::Server(settings) => {
            ("server", Some(settings.name.clone()), Some(settings.base_url.origin()))
        }
    };
    EmbeddingItem { kind, name, address }
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

    #[test]
    fn the_list_says_who_has_which_model_and_no_key_or_path() {
        let mut shared = settings(HERE, "small");
        shared.api_key = llm::Secret::parse("sk-very-secret");
        let models = ModelSettings {
            shared: Some(shared.clone()),
            agents: BTreeMap::from([
                ("scribe".to_owned(), Some(settings("http://127.0.0.1:8080/secret/v1/", "large"))),
                ("proseguard".to_owned(), None),
            ]),
        };

        let listed = list(&models, &EmbedderSetting::Server(Box::new(shared)));

        let of = |at: usize| {
            let ModelItem { agent, name, address, .. } = &listed.models[at];
            (agent.as_deref(), name.as_str(), address.as_str())
        };
        assert_eq!((listed.models.len(), of(0)), (2, (None, "small", HERE)));
        assert_eq!(of(1), (Some("scribe"), "large", "http://127.0.0.1:8080"));
        assert_eq!(listed.without_model, ["proseguard"]);
        let text = domain::json::text(&listed).expect("a text");
        assert!(!text.contains("secret") && text.contains("\"kind\":\"server\""), "{text}");
    }

    #[test]
    fn where_nobody_has_a_model_nobody_is_listed_as_without_one() {
        let models =
            ModelSettings { shared: None, agents: BTreeMap::from([("scribe".to_owned(), None)]) };

        let listed = list(&models, &EmbedderSetting::MiniLm);

        assert_eq!((listed.models, listed.without_model), (vec![], vec![]));
        let name = Some(embedding::NAME.to_owned());
        let wanted = EmbeddingItem { kind: "built_in", name, address: None };
        assert_eq!(listed.embedding, wanted);
        assert_eq!(list(&models, &EmbedderSetting::Words).embedding.kind, "words");
    }
}
