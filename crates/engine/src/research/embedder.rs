//! Makes vectors of passages and of questions: with the language model in the program, with the model of a
//! server, or not at all. It keeps no vector; the model in the program is read when it is needed, and dropped
//! when it was not needed for a while.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use domain::{Error, Result};
use embedding::MiniLm;
use llm::Client;
use search::{PassageVectors, parts};

use crate::blocking;

/// What is said where only words are compared.
pub const WORDS: &str = "words";

/// How passages are cut and written down for a model; it rises when that changes, and vectors are made anew.
const FORM: u8 = 1;

/// How long a search waits for a server to embed its question; then it goes by words.
const QUESTION_WAIT_MAX: Duration = Duration::from_secs(5);

/// What is to make the vectors of passages.
#[derive(Debug, Clone, Default)]
pub enum EmbedderSetting {
    /// Nothing: searches go by words.
    Words,
    /// The model in the program.
    #[default]
    MiniLm,
    /// The model of a server.
    Server(Box<llm::Settings>),
}

/// Makes vectors.
#[derive(Debug)]
pub(crate) enum Embedder {
    Words,
    MiniLm(LoadedModel),
    Server(Client),
}

/// The model in the program, as long as it is in memory.
#[derive(Debug, Default)]
pub(crate) struct LoadedModel {
    model: Mutex<Option<Arc<MiniLm>>>,
    /// Whether it was used since somebody asked for that last.
    is_used: AtomicBool,
}

impl LoadedModel {
    fn get(&self) -> Arc<MiniLm> {
        self.is_used.store(true, Ordering::Release);
        let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(model.get_or_insert_with(|| Arc::new(MiniLm::new())))
    }
}

impl Embedder {
    pub(crate) fn new(setting: &EmbedderSetting) -> Self {
        match setting {
            EmbedderSetting::Words => Self::Words,
            EmbedderSetting::MiniLm => Self::MiniLm(LoadedModel::default()),
            EmbedderSetting::Server(settings) => Self::Server(Client::new((**settings).clone())),
        }
    }

    /// What it is called: vectors of different names cannot be compared.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Words => WORDS.to_owned(),
            Self::MiniLm(_) => embedding::NAME.to_owned(),
            Self::Server(client) => format!("openai/{}", client.settings().name),
        }
    }

    pub(crate) fn makes_vectors(&self) -> bool {
        !matches!(self, Self::Words)
    }

    /// The digest by which the vectors of this text are stored.
    pub(crate) fn digest(text: &str) -> String {
        let mut digest = domain::digest::Digest::default();
        digest.add(&[FORM]);
        digest.add(text.as_bytes());
        digest.hex()
    }

    /// Vectors as they were stored; none when they cannot be its own.
    pub(crate) fn stored(&self, bytes: Vec<u8>) -> Option<PassageVectors> {
        match self {
            Self::Words => None,
            Self::MiniLm(_) => PassageVectors::stored(bytes, embedding::DIMENSIONS),
            // Of a server's model only whole passages are stored.
            Self::Server(_) => PassageVectors::stored_whole(bytes),
        }
    }

    /// The vector of a question; none where only words are compared.
    ///
    /// # Errors
    /// Unavailable when the server of the model does not answer.
    pub(crate) async fn question(self: &Arc<Self>, text: &str) -> Result<Option<Vec<f32>>> {
        let (embedder, text) = (Arc::clone(self), text.to_owned());
        match &**self {
            Self::Words => Ok(None),
            Self::MiniLm(_) => {
                let embed = move || match &*embedder {
                    Self::MiniLm(model) => Some(model.get().embed(&text)),
                    _ => None,
                };
                blocking::run("reading a question", embed).await
            }
            Self::Server(client) => {
                let asked = [text];
                let waited = tokio::time::timeout(QUESTION_WAIT_MAX, vectors_of(client, &asked));
                let late = |_| {
                    let text = "The server of the embedding model did not answer in time";
                    Error::Unavailable(text.to_owned())
                };
                Ok(waited.await.map_err(late)??.pop())
            }
        }
    }

    /// The vectors of these passages, in their order.
    ///
    /// # Errors
    /// Unavailable when the server of the model does not answer; internal when a text breaks the model in the
    /// program.
    pub(crate) async fn passages(
        self: &Arc<Self>,
        texts: Vec<String>,
    ) -> Result<Vec<PassageVectors>> {
        match &**self {
            Self::Words => Ok(Vec::new()),
            Self::MiniLm(_) => {
                let embedder = Arc::clone(self);
                let embed = move || match &*embedder {
                    Self::MiniLm(model) => {
                        let model = model.get();
                        texts.iter().map(|text| vectors(&model, text)).collect()
                    }
                    _ => Vec::new(),
                };
                blocking::run("embedding passages", embed).await
            }
            Self::Server(client) => {
                let made = vectors_of(client, &texts).await?;
                Ok(made.iter().map(|vector| PassageVectors::new(vector, &[])).collect())
            }
        }
    }

    /// Drops the model in the program when it was not used since this was called last.
    pub(crate) fn drop_unused(&self) {
        if let Self::MiniLm(model) = self
            && !model.is_used.swap(false, Ordering::AcqRel)
        {
            model.model.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    }
}

fn vectors(model: &MiniLm, text: &str) -> PassageVectors {
    let parts = parts(text);
    let (whole, mut of_parts) = model.embed_parts(&parts);
    if parts.len() < 2 {
        of_parts.clear();
    }
    PassageVectors::new(&whole, &of_parts)
}

/// The vectors of texts by the model of a server, each of length 1.
async fn vectors_of(client: &Client, texts: &[String]) -> Result<Vec<Vec<f32>>> {
    client.embeddings(texts).await.map_err(|failure| {
        Error::Unavailable(format!("The server of the embedding model: {failure}"))
    })
}
