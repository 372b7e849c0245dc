//! The list of the models that are configured, over HTTP. Which of several models an agent has, and that no key
//! and no path is in the list, is tested in `engine::models`.

use domain::principal::Scope;
use serde_json::json;

use crate::access::{Person, token_of};

const PATH: &str = "/api/models";

service_test! {
    fn without_a_model_the_list_is_empty(studio) {
        assert_eq!(studio.get(PATH).ok(), json!({
            "models": [], "withoutModel": [],
            "embedding": { "kind": "words", "name": null, "address": null },
        }));
    }
}

service_test! {
    // Nothing listens at these addresses: a list asks nobody.
    fn the_models_of_the_settings_are_listed(studio,
        "model.provider" = "openai", "model.base_url" = "http://127.0.0.1:9/v1", "model.name" = "large",
        "model.requests_per_minute" = "30", "model.price_input" = "0.5",
        "search.embedder" = "openai", "search.base_url" = "http://127.0.0.1:9/v1", "search.name" = "nomic"
    ) {
        assert_eq!(studio.get(PATH).ok(), json!({
            "models": [{
                "agent": null, "provider": "openai", "name": "large", "address": "http://127.0.0.1:9",
                "contextTokens": 8_192, "parallelMax": 4, "requestsPerMinute": 30, "priceInput": 0.5,
                "priceOutput": null,
            }],
            "withoutModel": [],
            "embedding": { "kind": "server", "name": "nomic", "address": "http://127.0.0.1:9" },
        }));
    }
}

service_test! {
    fn who_may_read_usage_reads_the_models_and_nobody_else(studio) {
        let project = Person::new(studio, "mara", Scope::Write).project("Diary");
        let reader = Person::new(studio, "seward", Scope::Read);
        let of_project = Person { studio, bearer: token_of(studio, &project, Scope::Write) };

        for path in [PATH, "/api/usage"] {
            assert_eq!(reader.get(path).status, 200, "{path}");
            assert_eq!(of_project.get(path).status, 403, "{path}");
        }
    }
}
