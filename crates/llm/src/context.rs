//! How long the context of the model is, where the server tells: each says so in another place, and
//! many do not say it at all.

use hyper::Method;
use serde_json::{Value, json};

use crate::{Client, Failure, Provider};

/// Members that say it, the one that is in force before the one that is possible.
const NAMES: [&str; 7] = [
    "n_ctx",
    "max_model_len",
    "context_length",
    "context_window",
    "max_context_length",
    "max_input_tokens",
    "n_ctx_train",
];

impl Client {
    /// How many tokens the model can work with, as its server says; none when it does not.
    ///
    /// # Errors
    /// The server cannot be asked. One that has no such address has not told.
    pub async fn context_length(&self) -> Result<Option<u64>, Failure> {
        let settings = self.settings();
        let within = settings.timeouts.connect * 2;
        let answer = match settings.provider {
            Provider::OpenAi => self.json(Method::GET, "/models", &Value::Null, within).await,
            Provider::Anthropic => {
                let path = format!("/v1/models/{}", settings.name);
                self.json(Method::GET, &path, &Value::Null, within).await
            }
            Provider::Ollama => {
                let body = json!({ "model": settings.name });
                self.json(Method::POST, "/api/show", &body, within).await
            }
        };
        match answer {
            Ok(answer) => Ok(found(settings.provider, &settings.name, &answer)),
            Err(Failure { kind: crate::FailureKind::Status(_), .. }) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

fn found(provider: Provider, name: &str, answer: &Value) -> Option<u64> {
    match provider {
        Provider::OpenAi => {
            let models = answer.get("data")?.as_array()?;
            let is_it = |model: &&Value| model.get("id").and_then(Value::as_str) == Some(name);
            // llama.cpp serves one model, by whatever name it is asked for.
            let model =
                models.iter().find(is_it).or(models.first().filter(|_| models.len() == 1))?;
            named(model).or_else(|| named(model.get("meta")?))
        }
        Provider::Anthropic => named(answer),
        Provider::Ollama => {
            let facts = answer.get("model_info")?.as_object()?;
            let length = facts.iter().find(|(name, _)| name.ends_with(".context_length"))?;
            length.1.as_u64()
        }
    }
}

fn named(model: &Value) -> Option<u64> {
    NAMES.iter().find_map(|name| model.get(name)?.as_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_says_it_in_another_place() {
        let list = |model: Value| json!({ "data": [{ "id": "other" }, model] });
        let table = [
            (Provider::OpenAi, list(json!({ "id": "m", "max_model_len": 4_096 })), Some(4_096)),
            (Provider::OpenAi, list(json!({ "id": "m", "context_length": 8 })), Some(8)),
            (
                Provider::OpenAi,
                json!({ "data": [{ "id": "x.gguf", "meta": { "n_ctx_train": 32, "n_ctx": 16 } }] }),
                Some(16),
            ),
            (Provider::OpenAi, list(json!({ "id": "m" })), None),
            (Provider::OpenAi, list(json!({ "id": "n", "context_length": 8 })), None),
            (Provider::Anthropic, json!({ "id": "m", "max_input_tokens": 200_000 }), Some(200_000)),
            (
                Provider::Ollama,
                json!({ "model_info": { "qwen3.block_count": 36, "qwen3.context_length": 40_960 } }),
                Some(40_960),
            ),
            (Provider::Ollama, json!({}), None),
        ];

        for (provider, answer, length) in table {
            assert_eq!(found(provider, "m", &answer), length, "{answer}");
        }
    }
}
