//! The section `[search]`: what makes the vectors of passages.

use std::{path::PathBuf, time::Duration};

use engine::research::EmbedderSetting;
use llm::{BaseUrl, Prices, Provider, Secret, Timeouts};

use super::{
    layers::Layers,
    model::{KeyError, key_of},
    read,
};

/// The section `[search]`; the fields have the names of the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// What makes the vectors.
    pub embedder: EmbedderKind,
    /// The address of the server of the model, for [`EmbedderKind::OpenAi`].
    pub base_url: Option<BaseUrl>,
    /// Its name, as its server calls it.
    pub name: String,
    /// The key.
    pub api_key: Option<Secret>,
    /// The file with the key.
    pub api_key_file: Option<PathBuf>,
}

/// What makes the vectors of passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbedderKind {
    /// `minilm`: the model in the program.
    MiniLm,
    /// `words`: nothing.
    Words,
    /// `openai`: the model of a server.
    OpenAi,
}

impl EmbedderKind {
    const WORDS: &'static [&'static str] = &["minilm", "words", "openai"];

    fn parse(word: &str) -> Option<Self> {
        match word {
            "minilm" => Some(Self::MiniLm),
            "words" => Some(Self::Words),
            "openai" => Some(Self::OpenAi),
            _ => None,
        }
    }
}

/// How long a request to the server may take; the worker tries again, and a search goes by words.
const TIMEOUTS: Timeouts = Timeouts {
    queue: Duration::from_secs(60),
    connect: Duration::from_secs(10),
    first_token: Duration::from_secs(120),
    idle: Duration::from_secs(60),
    run: Duration::from_secs(120),
};

impl Search {
    /// Reads the section; what is missing is noted in the layers.
    pub(super) fn read(from: &mut Layers) -> Self {
        let kind = read::word(EmbedderKind::WORDS, EmbedderKind::parse);
        let search = Self {
            embedder: from.read("search.embedder", kind),
            base_url: from.read("search.base_url", read::base_url),
            name: from.read("search.name", read::model_name),
            api_key: from.read("search.api_key", read::secret),
            api_key_file: from.read("search.api_key_file", read::file_or_none),
        };
        if search.embedder == EmbedderKind::OpenAi {
            let missing = [
                (search.base_url.is_none(), "base_url", "http://127.0.0.1:8080/v1"),
                (search.name.is_empty(), "name", "nomic-embed-text"),
            ];
            for (_, key, example) in missing.into_iter().filter(|(is_missing, ..)| *is_missing) {
                let text = format!(
                    "search.{key} is missing for the embedder \"openai\"; write, for example, \
                     {key} = \"{example}\""
                );
                from.missing("search.embedder", text);
            }
        }
        search
    }

    /// As the engine takes it.
    ///
    /// # Errors
    /// The file of the key cannot be read, or has none in it.
    pub fn for_engine(&self) -> Result<EmbedderSetting, KeyError> {
        let base_url = match (self.embedder, &self.base_url) {
            (EmbedderKind::MiniLm, _) => return Ok(EmbedderSetting::MiniLm),
            (EmbedderKind::OpenAi, Some(base_url)) => base_url.clone(),
            // Without an address nothing was started.
            (EmbedderKind::Words | EmbedderKind::OpenAi, _) => return Ok(EmbedderSetting::Words),
        };
        Ok(EmbedderSetting::Server(Box::new(llm::Settings {
            provider: Provider::OpenAi,
            base_url,
            name: self.name.clone(),
            api_key: key_of(self.api_key.as_ref(), self.api_key_file.as_ref(), "[search]")?,
            context_tokens: 1_024,
            parallel_max: 1,
            requests_per_minute: None,
            prices: Prices { input: None, output: None },
            timeouts: TIMEOUTS,
        })))
    }
}
