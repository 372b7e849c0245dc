//! Tests of the settings of models: what an agent takes from the section of all, what is missing, and
//! that a key is neither in the settings file nor shown.

use insta::assert_snapshot;
use scriptorium::settings::Models;

use super::{Folder, Said};

const OLLAMA: &str = "\
[model]
provider = 'ollama'
base_url = 'http://127.0.0.1:11434'
name = 'small'
price_input = 0.5
price_output = 2
context_tokens = 16384
";

fn models(said: Said<'_>) -> Models {
    said.loaded().settings.model
}

#[test]
fn without_a_section_there_is_no_model() {
    let models = models(Said::default()).for_engine().unwrap();

    assert_eq!((models.shared, models.agents.len()), (None, 0));
}

#[test]
fn the_examples_of_the_document_are_settings() {
    let document = include_str!("../../../../../docs/models.md");
    let blocks = document.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (agents, models_of_all): (Vec<_>, Vec<_>) =
        blocks.partition(|block| block.contains("[model.agents."));

    assert_eq!((agents.len(), models_of_all.len()), (1, 3));
    for block in models_of_all {
        let file = format!("{block}{}", agents[0]);
        let models = models(Said { file: &file, ..Said::default() });
        assert!(models.shared.provider.is_some() && models.agents["proseguard"].provider.is_none());
        assert!(block.lines().filter(|line| line.contains('=')).count() <= 5, "five lines each");
    }
}

#[test]
fn an_agent_takes_what_it_does_not_say_from_the_section_of_all() {
    let file = format!("{OLLAMA}[model.agents.scribe]\ncontext_tokens = 32768\n");
    let environment = [("SCRIPTORIUM_MODEL__AGENTS__SCRIBE__PARALLEL_MAX", "2")];

    let models = models(Said { file: &file, environment: &environment, ..Said::default() });

    let scribe = &models.agents["scribe"];
    assert_eq!((scribe.context_tokens, scribe.parallel_max), (32_768, 2));
    assert_eq!((scribe.name.as_str(), &scribe.base_url), ("small", &models.shared.base_url));
    assert_eq!((scribe.price_input, scribe.price_output), (Some(0.5), Some(2.0)));
    assert_eq!(models.shared.context_tokens, 16_384);
}

#[test]
fn another_model_has_its_own_prices_and_another_server_its_own_key() {
    let environment = [("SCRIPTORIUM_MODEL__API_KEY", "sk-shared")];
    let of_scribe = |own: &str| {
        let file = format!("{OLLAMA}[model.agents.scribe]\n{own}\n");
        let said = Said { file: &file, environment: &environment, ..Said::default() };
        models(said).agents["scribe"].clone()
    };

    let other_model = of_scribe("name = 'large'");
    let other_server = of_scribe("base_url = 'https://models.example.org'");
    let other_key = of_scribe("api_key_file = '/srv/key'");

    assert_eq!((other_model.price_input, other_model.price_output), (None, None));
    assert!(other_model.api_key.is_some());
    assert_eq!((other_server.api_key, other_server.price_input), (None, None));
    assert_eq!(other_server.name, "small");
    assert_eq!((other_key.api_key, other_key.price_input), (None, Some(0.5)));
}

#[test]
fn an_agent_can_have_no_model() {
    let file = format!("{OLLAMA}[model.agents.proseguard]\nprovider = 'none'\n");

    let models = models(Said { file: &file, ..Said::default() }).for_engine().unwrap();

    assert!(models.shared.is_some());
    assert_eq!(models.agents["proseguard"], None);
}

#[test]
fn what_is_wrong_or_missing_is_named_with_its_line() {
    let said = Said {
        file: "\
[model]
provider = 'openai'
base_url = 'http://user:secret@127.0.0.1'
api_key = 'sk-secret'
price_input = 'cheap'

[model.agents.scribe]
provider = 'anthropic'
nmae = 'x'
api_key = 'sk-secret'

[model.agents.Scribe]
name = 'x'

[model.agents]
muse = 'x'

[model.agents.critic]
parallel_max = 0
",
        environment: &[
            ("SCRIPTORIUM_MODEL__AGENTS__MUSE__NMAE", "x"),
            ("SCRIPTORIUM_MODEL__BASE_URL", "127.0.0.1:80"),
        ],
        ..Said::default()
    };

    assert_snapshot!(said.mistakes(), @r#"
    there are 14 mistakes in the settings:
      scriptorium.toml:2: model.base_url is missing for the provider "openai"; write, for example, base_url = "http://127.0.0.1:8080/v1"
      scriptorium.toml:2: model.name is missing for the provider "openai"; write, for example, name = "gpt-5-mini"
      scriptorium.toml:3: model.base_url: expected an address without user, password and query; a key has a setting of its own; found "***"
      scriptorium.toml:4: model.api_key: a key is not taken from this file: set the variable SCRIPTORIUM_MODEL__API_KEY, or write the key into a file of its own and name that in model.api_key_file
      scriptorium.toml:5: model.price_input: expected nothing, or a number from 0 to 1000000 (US dollars per million tokens); found "cheap"
      scriptorium.toml:8: model.agents.scribe.base_url is missing for the provider "anthropic"; write, for example, base_url = "https://api.anthropic.com"
      scriptorium.toml:8: model.agents.scribe.name is missing for the provider "anthropic"; write, for example, name = "claude-sonnet-5"
      scriptorium.toml:9: there is no setting `model.agents.scribe.nmae`; did you mean `model.agents.scribe.name`?
      scriptorium.toml:10: model.agents.scribe.api_key: a key is not taken from this file: set the variable SCRIPTORIUM_MODEL__AGENTS__SCRIBE__API_KEY, or write the key into a file of its own and name that in model.agents.scribe.api_key_file
      scriptorium.toml:12: [model.agents.Scribe] is the section of no agent: an agent's id is a lower-case word
      scriptorium.toml:16: model.agents.muse is a section: write `[model.agents.muse]` and its keys below
      scriptorium.toml:19: model.agents.critic.parallel_max: expected a whole number from 1 to 10000 (calls); found 0
      env SCRIPTORIUM_MODEL__AGENTS__MUSE__NMAE: there is no variable `SCRIPTORIUM_MODEL__AGENTS__MUSE__NMAE`; did you mean `SCRIPTORIUM_MODEL__AGENTS__MUSE__NAME`?
      env SCRIPTORIUM_MODEL__BASE_URL: model.base_url: expected an address such as "http://127.0.0.1:11434" or "https://api.example.org/v1"; found "127.0.0.1:80"
    "#);
}

#[test]
fn a_price_is_a_number_or_not_known() {
    for (text, price) in
        [("", None), ("0", Some(0.0)), ("1000000", Some(1e6)), (" 2.5 ", Some(2.5))]
    {
        let environment = [("SCRIPTORIUM_MODEL__PRICE_INPUT", text)];
        let models = models(Said { environment: &environment, ..Said::default() });
        assert_eq!(models.shared.price_input, price, "{text:?}");
    }
    for text in ["-0.01", "1000000.1", "NaN", "inf", "$3"] {
        let environment = [("SCRIPTORIUM_MODEL__PRICE_INPUT", text)];
        let mistakes = Said { environment: &environment, ..Said::default() }.mistakes();
        assert!(
            mistakes.contains("model.price_input: expected nothing, or a number"),
            "{mistakes}"
        );
    }
}

#[test]
fn a_key_is_not_shown() {
    let environment = [
        ("SCRIPTORIUM_MODEL__API_KEY", "sk-secret"),
        ("SCRIPTORIUM_MODEL__AGENTS__SCRIBE__API_KEY", "sk-secret-too"),
    ];

    let loaded = Said { environment: &environment, ..Said::default() }.loaded();

    let text = loaded.show();
    assert!(text.contains("= \"***\"") && text.contains("model.agents.scribe.api_key"), "{text}");
    assert!(!format!("{text}{loaded:?}").contains("secret"));

    let wrong = [("SCRIPTORIUM_MODEL__API_KEY", "secret with spaces")];
    let error = Said { environment: &wrong, ..Said::default() }.load().unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
}

#[test]
fn a_key_comes_from_a_file_of_its_own() {
    let key = Folder::with("key", "sk-of-the-file\n");
    let file = format!("{OLLAMA}api_key_file = '{}'\n", key.file().display());

    let models = models(Said { file: &file, ..Said::default() });

    let settings = models.for_engine().unwrap().shared.unwrap();
    assert_eq!(settings.api_key, llm::Secret::parse("sk-of-the-file"));
}

#[test]
fn a_file_without_a_key_is_named() {
    for (text, expected) in [("", "has no key"), ("two words", "has no key")] {
        let key = Folder::with("key", text);
        let file = format!("{OLLAMA}api_key_file = '{}'\n", key.file().display());
        let error = models(Said { file: &file, ..Said::default() }).for_engine().unwrap_err();
        let message = key.without(&error.to_string());
        assert!(message.starts_with("key, the api_key_file of [model], "), "{message}");
        assert!(message.contains(expected), "{message}");
    }

    let file = format!("{OLLAMA}[model.agents.muse]\napi_key_file = '/nowhere/key'\n");
    let error = models(Said { file: &file, ..Said::default() }).for_engine().unwrap_err();
    assert_eq!(
        error.to_string(),
        "reading /nowhere/key, the api_key_file of [model.agents.muse], failed"
    );
}
