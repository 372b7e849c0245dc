//! The section `[model]`, and the sections of agents below it: which language model is asked, and what
//! it may take. What an agent does not set is taken from `[model]`, except a key for another server and
//! prices of another model.

use std::{
    collections::BTreeMap, fs::File, io::Read as _, num::NonZeroU32, path::PathBuf, time::Duration,
};

use llm::{BaseUrl, Prices, Provider, Secret, Timeouts};
use toml::Value;

use super::{
    agent_keys::AGENTS,
    layers::Layers,
    read::{self, money, whole},
};

/// The models of a service.
#[derive(Debug, Clone, PartialEq)]
pub struct Models {
    /// The model of every agent that has none of its own.
    pub shared: Model,
    /// The models of agents that have settings of their own, by the agent's id.
    pub agents: BTreeMap<String, Model>,
}

/// A model; the fields have the names of the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The interface of its server; none is no model.
    pub provider: Option<Provider>,
    /// The address of its server.
    pub base_url: Option<BaseUrl>,
    /// Its name, as its server calls it.
    pub name: String,
    /// The key.
    pub api_key: Option<Secret>,
    /// The file with the key.
    pub api_key_file: Option<PathBuf>,
    /// The tokens it can work with, 1,024 to 10,000,000.
    pub context_tokens: u32,
    /// The most calls in flight, 1 to 10,000.
    pub parallel_max: usize,
    /// The most requests in a minute, up to 1,000,000; 0 is no such bound.
    pub requests_per_minute: u32,
    /// US dollars per million tokens that are sent; none is not known.
    pub price_input: Option<f64>,
    /// US dollars per million tokens that it writes; none is not known.
    pub price_output: Option<f64>,
    /// How long a call may wait for others in milliseconds, 100 to 86,400,000.
    pub queue_timeout_ms: u64,
    /// How long connecting may take in milliseconds, 100 to 600,000.
    pub connect_timeout_ms: u64,
    /// How long the first token may take in milliseconds, 100 to 3,600,000.
    pub first_token_timeout_ms: u64,
    /// How long the next token may take in milliseconds, 100 to 3,600,000.
    pub idle_timeout_ms: u64,
    /// How long a call may take in milliseconds, 1,000 to 86,400,000.
    pub run_timeout_ms: u64,
}

/// The file with a key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// It cannot be read.
    #[error("reading {path}, the api_key_file of {of}, failed", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Whose key it has.
        of: String,
        /// Why not.
        source: std::io::Error,
    },
    /// There is no key in it.
    #[error(
        "{path}, the api_key_file of {of}, has no key: write it into the file, in visible ASCII \
         characters and without anything else",
        path = .path.display()
    )]
    Empty {
        /// The file.
        path: PathBuf,
        /// Whose key it should have.
        of: String,
    },
}

impl Models {
    /// Reads the sections; what is missing is noted in the layers.
    pub(super) fn read(from: &mut Layers) -> Self {
        let shared = Section { from, name: "model".to_owned(), base: None }.model();
        let mut agents = BTreeMap::new();
        for agent in from.agents() {
            let name = format!("{AGENTS}{agent}");
            let model = Section { from, name, base: Some(&shared) }.model();
            agents.insert(agent, model);
        }
        Self { shared, agents }
    }

    /// The most calls that can be in flight.
    pub fn calls_max(&self) -> usize {
        let all = std::iter::once(&self.shared).chain(self.agents.values());
        all.filter(|model| model.provider.is_some()).map(|model| model.parallel_max).sum()
    }

    /// What the clients of these models have to know: of the shared one, and of agents with their own.
    ///
    /// # Errors
    /// The file of a key cannot be read, or has none in it.
    pub fn for_engine(&self) -> Result<engine::models::ModelSettings, KeyError> {
        let shared = self.shared.client("[model]")?;
        let agents = self.agents.iter().map(|(agent, model)| {
            Ok((agent.clone(), model.client(&format!("[{AGENTS}{agent}]"))?))
        });
        Ok(engine::models::ModelSettings { shared, agents: agents.collect::<Result<_, _>>()? })
    }
}

impl Model {
    /// What its client has to know; none when there is no model.
    fn client(&self, of: &str) -> Result<Option<llm::Settings>, KeyError> {
        let (Some(provider), Some(base_url)) = (self.provider, self.base_url.clone()) else {
            return Ok(None);
        };
        let api_key = key_of(self.api_key.as_ref(), self.api_key_file.as_ref(), of)?;
        Ok(Some(llm::Settings {
            provider,
            base_url,
            name: self.name.clone(),
            api_key,
            context_tokens: self.context_tokens,
            parallel_max: self.parallel_max,
            requests_per_minute: NonZeroU32::new(self.requests_per_minute),
            prices: Prices { input: self.price_input, output: self.price_output },
            timeouts: Timeouts {
                queue: Duration::from_millis(self.queue_timeout_ms),
                connect: Duration::from_millis(self.connect_timeout_ms),
                first_token: Duration::from_millis(self.first_token_timeout_ms),
                idle: Duration::from_millis(self.idle_timeout_ms),
                run: Duration::from_millis(self.run_timeout_ms),
            },
        }))
    }
}

/// The key that was set, else that of the file.
pub(super) fn key_of(
    key: Option<&Secret>,
    file: Option<&PathBuf>,
    of: &str,
) -> Result<Option<Secret>, KeyError> {
    match (key, file) {
        (Some(key), _) => Ok(Some(key.clone())),
        (None, Some(path)) => read_key(path, of).map(Some),
        (None, None) => Ok(None),
    }
}

fn read_key(path: &PathBuf, of: &str) -> Result<Secret, KeyError> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(Secret::BYTES_MAX as u64 + 2).read_to_string(&mut text))
        .map_err(|source| KeyError::Read { path: path.clone(), of: of.to_owned(), source })?;
    Secret::parse(&text).ok_or_else(|| KeyError::Empty { path: path.clone(), of: of.to_owned() })
}

/// The word that stands for no model.
const NONE: &str = "none";

/// The words of providers.
const PROVIDERS: &[&str] = &[NONE, "openai", "anthropic", "ollama"];

fn provider(word: &str) -> Option<Option<Provider>> {
    match word {
        NONE => Some(None),
        word => Provider::parse(word).map(Some),
    }
}

/// A section while it is read.
struct Section<'l> {
    from: &'l mut Layers,
    name: String,
    /// What stands in for what the section does not say; none of the section of all, whose defaults
    /// are a layer.
    base: Option<&'l Model>,
}

impl Section<'_> {
    fn key(&self, key: &str) -> String {
        format!("{}.{key}", self.name)
    }

    /// Whether the section of an agent says this itself.
    fn says(&self, keys: &[&str]) -> bool {
        self.base.is_some() && keys.iter().any(|key| self.from.is_said(&self.key(key)))
    }

    fn get<T: Clone>(
        &mut self,
        key: &str,
        read: impl Fn(&Value) -> Result<T, String>,
        of_base: impl Fn(&Model) -> T,
    ) -> T {
        let key = self.key(key);
        match self.base {
            None => self.from.read(&key, read),
            Some(base) => self.from.read_own(&key, read).unwrap_or_else(|| of_base(base)),
        }
    }

    fn model(&mut self) -> Model {
        let milliseconds = |bounds| whole::<u64>("milliseconds", bounds);
        let is_other_provider = self.says(&["provider"]);
        let is_other_server = is_other_provider || self.says(&["base_url"]);
        let has_own_key = is_other_server || self.says(&["api_key", "api_key_file"]);
        let is_other_model = is_other_server || self.says(&["name"]);
        // A value of the section of all is only taken for the same server, key or model.
        fn unless<T: Default>(is_other: bool, value: T) -> T {
            if is_other { T::default() } else { value }
        }
        let model = Model {
            provider: self.get("provider", read::word(PROVIDERS, provider), |it| it.provider),
            base_url: self.get("base_url", read::base_url, |it| {
                unless(is_other_provider, it.base_url.clone())
            }),
            name: self
                .get("name", read::model_name, |it| unless(is_other_provider, it.name.clone())),
            api_key: self
                .get("api_key", read::secret, |it| unless(has_own_key, it.api_key.clone())),
            api_key_file: self.get("api_key_file", read::file_or_none, |it| {
                unless(has_own_key, it.api_key_file.clone())
            }),
            context_tokens: self
                .get("context_tokens", whole("tokens", 1_024..=10_000_000), |it| it.context_tokens),
            parallel_max: self
                .get("parallel_max", whole("calls", 1..=10_000), |it| it.parallel_max),
            requests_per_minute: self.get(
                "requests_per_minute",
                whole("requests", 0..=1_000_000),
                |it| it.requests_per_minute,
            ),
            price_input: self.get("price_input", money("US dollars per million tokens"), |it| {
                unless(is_other_model, it.price_input)
            }),
            price_output: self.get("price_output", money("US dollars per million tokens"), |it| {
                unless(is_other_model, it.price_output)
            }),
            queue_timeout_ms: self
                .get("queue_timeout_ms", milliseconds(100..=86_400_000), |it| it.queue_timeout_ms),
            connect_timeout_ms: self
                .get("connect_timeout_ms", milliseconds(100..=600_000), |it| it.connect_timeout_ms),
            first_token_timeout_ms: self.get(
                "first_token_timeout_ms",
                milliseconds(100..=3_600_000),
                |it| it.first_token_timeout_ms,
            ),
            idle_timeout_ms: self
                .get("idle_timeout_ms", milliseconds(100..=3_600_000), |it| it.idle_timeout_ms),
            run_timeout_ms: self
                .get("run_timeout_ms", milliseconds(1_000..=86_400_000), |it| it.run_timeout_ms),
        };
        self.note_missing(&model);
        model
    }

    /// Notes what a model needs and does not have. What it lacks because the section of all lacks it
    /// is noted there.
    fn note_missing(&mut self, model: &Model) {
        let Some(provider) = model.provider else { return };
        let own = self.key("provider");
        let is_own = self.base.is_none() || self.from.is_said(&own);
        let because = if is_own { own } else { "model.provider".to_owned() };
        let lacks =
            |lacks: fn(&Model) -> bool| lacks(model) && (is_own || !self.base.is_some_and(lacks));
        let (address, name) = match provider {
            Provider::OpenAi => ("http://127.0.0.1:8080/v1", "gpt-5-mini"),
            Provider::Anthropic => ("https://api.anthropic.com", "claude-sonnet-5"),
            Provider::Ollama => ("http://127.0.0.1:11434", "qwen3:8b"),
        };
        let missing = [
            (lacks(|model| model.base_url.is_none()), "base_url", address),
            (lacks(|model| model.name.is_empty()), "name", name),
        ];
        for (_, key, example) in missing.into_iter().filter(|(is_missing, ..)| *is_missing) {
            let text = format!(
                "{} is missing for the provider \"{provider}\"; write, for example, {key} = \
                 \"{example}\"",
                self.key(key)
            );
            self.from.missing(&because, text);
        }
    }
}
