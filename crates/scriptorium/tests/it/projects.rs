//! Tests of projects: how they are made and changed. How they go and come back, which one is
//! open, how they are listed and what is counted in them is in the files below.

mod activity;
mod consistency;
mod counters;
mod if_match;
mod integrations;
mod knowledge;
mod lifecycle;
mod list;
mod patterns;
mod schema;
mod staff;

use serde_json::{Value, json};

use crate::support::{JSON, Studio, Text as _};

/// Everything an update can name, none of it a default.
fn every_field() -> Value {
    json!({
        "name": "Dracula",
        "description": "letters and journals",
        "projectType": "novel",
        "color": "#7a1f2b",
        "icon": "bat",
        "aiPersonality": "dry",
        "activeAgents": ["lorekeeper", "nobody-yet"],
        "collaborators": ["mina", "jonathan"],
        "knowledgeFilter": ["character", "location"],
        "genres": ["horror", "historical"],
        "settings": { "visibility": "shared", "autoSave": false },
        "lorekeeperConfig": {
            "prohibitedElements": ["garlic"],
            "namingPatterns": ["Hungarian"],
            "culturalContext": "Transylvania",
            "strictNaming": true,
        },
        "publishingConfig": {
            "weightProseguard": 0.5,
            "weightLorekeeper": 0.25,
            "weightMlHealth": 0.0,
            "weightEditCompletion": 1.0,
            "readyThreshold": 90.0,
        },
        "mechanicsEnabled": true,
        "documentsDirectory": "exports",
        "agentSystemPrompts": { "scribe": "Write like a diary." },
    })
}

/// Makes a project of [`every_field`]; its item.
fn full_project(studio: &Studio) -> Value {
    studio.post("/api/projects", &every_field()).ok()
}

fn path(project: &Value) -> String {
    format!("/api/projects/{}", project["id"].text())
}

service_test! {
    fn a_project_made_with_a_name_alone_has_the_documented_defaults(studio) {
        let made = studio.post("/api/projects", &json!({ "name": "Dracula" })).ok();

        let wanted = json!({
            "id": made["id"],
            "name": "Dracula",
            "description": "",
            "type": "fiction",
            "status": "active",
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
            "owner": "local",
            "collaborators": [],
            "settings": {
                "visibility": "private",
                "autoSave": true,
                "contextPreservation": true,
                "aiAssistance": true,
                "notifications": true,
                "integrations": { "mime": true, "research": true, "analytics": true },
                "lorekeeper": null,
                "publishing": null,
                "documentsDirectory": "",
                "color": null,
                "icon": null,
                "activeAgents": [],
                "aiPersonality": "",
                "knowledgeFilter": [],
                "genres": [],
                "agentConfig": null,
                "agentSystemPrompts": {},
            },
            "intelligence": {
                "assignedAgents": [],
                "contextData": {},
                "learningPatterns": {
                    "userBehavior": {}, "contentPreferences": {}, "workflowOptimizations": {},
                },
                "knowledgeBase": { "documents": 0, "connections": 0, "insights": 0 },
            },
            "analytics": {
                "timeSpent": 0.0,
                "activeDays": 0,
                "completionRate": 0.0,
                "collaboratorActivity": {},
                "agentInteractions": 0,
                "productivityScore": 0.0,
                "trends": { "daily": [], "weekly": [], "monthly": [] },
            },
            "mechanicsEnabled": false,
        });
        assert_eq!(made, wanted);
        let id = made["id"].text();
        assert_eq!((id.len(), &id[14..15], id.to_lowercase()), (36, "7", id.clone()));
    }
}

service_test! {
    fn a_project_is_made_with_every_field_an_update_has(studio) {
        let made = full_project(studio);

        let sent = every_field();
        let settings = &made["settings"];
        for (field, kept) in [
            ("name", &made["name"]),
            ("description", &made["description"]),
            ("projectType", &made["type"]),
            ("color", &settings["color"]),
            ("icon", &settings["icon"]),
            ("aiPersonality", &settings["aiPersonality"]),
            ("activeAgents", &settings["activeAgents"]),
            ("activeAgents", &made["intelligence"]["assignedAgents"]),
            ("collaborators", &made["collaborators"]),
            ("knowledgeFilter", &settings["knowledgeFilter"]),
            ("genres", &settings["genres"]),
            ("lorekeeperConfig", &settings["lorekeeper"]),
            ("publishingConfig", &settings["publishing"]),
            ("mechanicsEnabled", &made["mechanicsEnabled"]),
            ("documentsDirectory", &settings["documentsDirectory"]),
            ("agentSystemPrompts", &settings["agentSystemPrompts"]),
        ] {
            assert_eq!(kept, &sent[field], "{field}");
        }
        assert_eq!(settings["visibility"], "shared");
        assert_eq!(settings["autoSave"], false);
        assert_eq!(settings["aiAssistance"], true);
        assert_eq!(studio.get(&path(&made)).ok(), made);
    }
}

service_test! {
    fn an_update_changes_only_what_it_names(studio) {
        let before = full_project(studio);
        let named = [
            ("name", json!("Carmilla"), "/name"),
            ("description", json!("d"), "/description"),
            ("projectType", json!("my own kind"), "/type"),
            ("color", json!("#000000"), "/settings/color"),
            ("icon", json!("i"), "/settings/icon"),
            ("aiPersonality", json!("p"), "/settings/aiPersonality"),
            ("collaborators", json!(["lucy"]), "/collaborators"),
            ("knowledgeFilter", json!(["x"]), "/settings/knowledgeFilter"),
            ("genres", json!(["comedy"]), "/settings/genres"),
            ("mechanicsEnabled", json!(false), "/mechanicsEnabled"),
            ("documentsDirectory", json!("dir"), "/settings/documentsDirectory"),
            ("agentSystemPrompts", json!({ "muse": "m" }), "/settings/agentSystemPrompts"),
        ];

        let mut wanted = before.clone();
        for (field, value, json_path) in named {
            let after = studio.put(&path(&before), &json!({ field: value })).ok();

            *wanted.pointer_mut(json_path).unwrap() = value;
            assert!(after["modifiedAt"].text() > wanted["modifiedAt"].text(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
        }
        assert_eq!(studio.get(&path(&before)).ok(), wanted);
    }
}

service_test! {
    fn null_clears_what_can_be_empty_and_leaves_the_rest(studio) {
        let table = [
            ("name", "/name", json!("Dracula")),
            ("description", "/description", json!("letters and journals")),
            ("projectType", "/type", json!("novel")),
            ("mechanicsEnabled", "/mechanicsEnabled", json!(true)),
            ("settings", "/settings/visibility", json!("shared")),
            ("color", "/settings/color", Value::Null),
            ("icon", "/settings/icon", Value::Null),
            ("lorekeeperConfig", "/settings/lorekeeper", Value::Null),
            ("publishingConfig", "/settings/publishing", Value::Null),
            ("aiPersonality", "/settings/aiPersonality", json!("")),
            ("documentsDirectory", "/settings/documentsDirectory", json!("")),
            ("activeAgents", "/settings/activeAgents", json!([])),
            ("collaborators", "/collaborators", json!([])),
            ("knowledgeFilter", "/settings/knowledgeFilter", json!([])),
            ("genres", "/settings/genres", json!([])),
            ("agentSystemPrompts", "/settings/agentSystemPrompts", json!({})),
        ];
        let project = path(&full_project(studio));

        for (field, json_path, wanted) in table {
            let after = studio.put(&project, &json!({ field: null })).ok();

            assert_eq!(after.pointer(json_path), Some(&wanted), "{field}");
            assert_eq!(after["name"], "Dracula", "{field}");
        }
    }
}

service_test! {
    fn settings_merge_key_by_key_and_unknown_keys_are_kept(studio) {
        let project = path(&full_project(studio));
        let table = [
            (json!({ "notifications": false }), "/notifications", json!(false)),
            (json!({ "aiPersonality": "warm" }), "/notifications", json!(false)),
            (json!({ "theme": { "font": "Garamond", "size": 12 } }), "/theme/font", json!("Garamond")),
            (json!({ "zoom": 1.5 }), "/theme", json!({ "font": "Garamond", "size": 12 })),
            (json!({ "integrations": { "mime": false } }), "/integrations",
                json!({ "mime": false, "research": true, "analytics": true })),
            (json!({ "integrations": { "research": false, "mime": null } }), "/integrations",
                json!({ "mime": true, "research": false, "analytics": true })),
            (json!({ "integrations": null }), "/integrations",
                json!({ "mime": true, "research": true, "analytics": true })),
            (json!({ "visibility": null }), "/visibility", json!("private")),
            (json!({ "autoSave": null }), "/autoSave", json!(true)),
            (json!({ "agentConfig": { "temperature": 0.7, "maxTokens": 100 } }), "/agentConfig",
                json!({ "temperature": 0.7, "maxTokens": 100, "searchResultsCount": null })),
            (json!({ "agentConfig": null }), "/agentConfig", Value::Null),
            // These replace whole.
            (json!({ "lorekeeper": { "culturalContext": "Styria" } }), "/lorekeeper",
                json!({ "prohibitedElements": [], "namingPatterns": [],
                        "culturalContext": "Styria", "strictNaming": false })),
            (json!({ "publishing": { "readyThreshold": 70 } }), "/publishing",
                json!({ "weightProseguard": null, "weightLorekeeper": null, "weightMlHealth": null,
                        "weightEditCompletion": null, "readyThreshold": 70.0 })),
            (json!({ "agentSystemPrompts": { "MUSE": "m" } }), "/agentSystemPrompts",
                json!({ "muse": "m" })),
        ];

        for (settings, json_path, wanted) in table {
            let after = studio.put(&project, &json!({ "settings": settings })).ok();

            assert_eq!(after["settings"].pointer(json_path), Some(&wanted), "{settings} {json_path}");
        }
        let without = studio.put(&project, &json!({ "settings": { "zoom": null } })).ok();
        assert_eq!(without["settings"].get("zoom"), None, "null takes an unknown key away");
        let before = studio.get(&project).ok();
        let after = studio.put(&project, &json!({ "settings": null })).ok();
        assert_eq!(after["settings"], before["settings"]);
    }
}

service_test! {
    fn a_named_field_wins_over_the_same_one_in_the_settings(studio) {
        let project = path(&full_project(studio));
        let lore = |context: &str| {
            json!({ "prohibitedElements": [], "namingPatterns": [], "culturalContext": context,
                    "strictNaming": false })
        };
        let ready = |threshold: f64| {
            json!({ "weightProseguard": null, "weightLorekeeper": null, "weightMlHealth": null,
                    "weightEditCompletion": null, "readyThreshold": threshold })
        };
        let pairs = [
            ("color", "color", json!("#111111"), json!("#222222")),
            ("icon", "icon", json!("a"), json!("b")),
            ("aiPersonality", "aiPersonality", json!("a"), json!("b")),
            ("activeAgents", "activeAgents", json!(["a"]), json!(["b"])),
            ("knowledgeFilter", "knowledgeFilter", json!(["a"]), json!(["b"])),
            ("genres", "genres", json!(["crime"]), json!(["comedy"])),
            ("documentsDirectory", "documentsDirectory", json!("a"), json!("b")),
            ("agentSystemPrompts", "agentSystemPrompts", json!({ "a": "1" }), json!({ "b": "2" })),
            ("lorekeeperConfig", "lorekeeper", lore("a"), lore("b")),
            ("publishingConfig", "publishing", ready(1.0), ready(2.0)),
        ];

        for (named, setting, winner, loser) in &pairs {
            let both = json!({ *named: winner, "settings": { *setting: loser } });
            let after = studio.put(&project, &both).ok();
            assert_eq!(&after["settings"][setting], winner, "{named}");

            let alone = json!({ "settings": { *setting: loser } });
            let after = studio.put(&project, &alone).ok();
            assert_eq!(&after["settings"][setting], loser, "{named}");
        }
        let nulled = json!({ "color": null, "settings": { "color": "#333333" } });
        assert_eq!(studio.put(&project, &nulled).ok()["settings"]["color"], Value::Null);
    }
}

service_test! {
    fn a_colour_is_kept_in_lower_case(studio) {
        let project = studio.post("/api/projects", &json!({ "name": "x", "color": "#ABCDEF" })).ok();
        assert_eq!(project["settings"]["color"], "#abcdef");

        let nested = json!({ "settings": { "color": "#FedCBA" } });
        let after = studio.put(&path(&project), &nested).ok();
        assert_eq!(after["settings"]["color"], "#fedcba");
    }
}

service_test! {
    fn words_of_a_closed_vocabulary_are_refused_with_the_list(studio) {
        let project = path(&full_project(studio));

        let body = json!({ "genres": ["horror", "opera"], "color": "red", "settings": {
            "genres": ["Horror"], "color": "#12345",
        } });
        let update = studio.put(&project, &body).to_string();
        insta::assert_snapshot!(update, @r"
        422
        body.color: String should match pattern '^#[0-9a-fA-F]{6}$' (string_pattern_mismatch)
        body.genres.1: Input should be 'fantasy', 'science_fiction', 'mystery', 'thriller', 'crime', 'horror', 'romance', 'historical', 'literary', 'young_adult', 'adventure' or 'comedy' (literal_error)
        body.settings.color: String should match pattern '^#[0-9a-fA-F]{6}$' (string_pattern_mismatch)
        body.settings.genres.0: Input should be 'fantasy', 'science_fiction', 'mystery', 'thriller', 'crime', 'horror', 'romance', 'historical', 'literary', 'young_adult', 'adventure' or 'comedy' (literal_error)
        ");
        let status = studio.post(&format!("{project}/status"), &json!({ "status": "Done" }));
        insta::assert_snapshot!(status.to_string(), @r"
        422
        body.status: Input should be 'active', 'paused', 'completed' or 'archived' (literal_error)
        ");
        let filter = studio.get("/api/projects?status=open").to_string();
        insta::assert_snapshot!(filter, @r"
        422
        query.status: Input should be 'active', 'paused', 'completed' or 'archived' (literal_error)
        ");
    }
}

service_test! {
    fn an_open_vocabulary_takes_any_word_of_up_to_64_characters(studio) {
        let project = path(&full_project(studio));
        let (longest, longer) = ("ä".repeat(64), "ä".repeat(65));

        for word in ["screenplay", "a kind nobody thought of", longest.as_str()] {
            let body = json!({ "projectType": word, "settings": { "visibility": word } });
            let after = studio.put(&project, &body).ok();
            assert_eq!((after["type"].text(), after["settings"]["visibility"].text()),
                (word.to_owned(), word.to_owned()));
        }
        for word in ["", longer.as_str()] {
            let body = json!({ "projectType": word, "settings": { "visibility": word } });
            let reply = studio.put(&project, &body);
            assert_eq!(reply.status, 422);
            assert_eq!(reply.body["detail"].as_array().unwrap().len(), 2, "{reply}");
        }
    }
}

service_test! {
    fn weights_and_thresholds_lie_within_their_bounds(studio) {
        let project = path(&full_project(studio));

        let body = json!({
            "publishingConfig": { "weightProseguard": -0.1, "weightLorekeeper": 1.1,
                                  "readyThreshold": 100.5 },
            "settings": { "agentConfig": { "temperature": -1, "maxTokens": 0,
                                           "searchResultsCount": 0 } },
        });
        let reply = studio.put(&project, &body).to_string();

        insta::assert_snapshot!(reply, @r"
        422
        body.settings.agentConfig.temperature: Input should be greater than or equal to 0 (greater_than_equal)
        body.settings.agentConfig.maxTokens: Input should be greater than or equal to 1 (greater_than_equal)
        body.settings.agentConfig.searchResultsCount: Input should be greater than or equal to 1 (greater_than_equal)
        body.publishingConfig.weightProseguard: Input should be greater than or equal to 0 (greater_than_equal)
        body.publishingConfig.weightLorekeeper: Input should be less than or equal to 1 (less_than_equal)
        body.publishingConfig.readyThreshold: Input should be less than or equal to 100 (less_than_equal)
        ");
    }
}

service_test! {
    fn every_change_is_strictly_later_than_the_one_before_on_a_fixed_clock(studio) {
        let project = path(&full_project(studio));

        let mut times = vec![studio.get(&project).ok()["modifiedAt"].text()];
        for _ in 0..3 {
            times.push(studio.put(&project, &json!({})).ok()["modifiedAt"].text());
        }
        let paused = json!({ "status": "paused" });
        times.push(studio.post(&format!("{project}/status"), &paused).ok()["modifiedAt"].text());
        times.push(studio.post(&format!("{project}/archive"), &json!({})).ok()["modifiedAt"].text());
        times.push(studio.post(&format!("{project}/restore"), &json!({})).ok()["modifiedAt"].text());
        studio.delete(&project).ok();
        times.push(studio.post(&format!("{project}/restore"), &json!({})).ok()["modifiedAt"].text());

        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        assert_eq!(studio.get(&project).ok()["modifiedAt"].text(), times[7]);
    }
}

service_test! {
    fn changes_of_different_fields_at_once_are_all_kept(studio) {
        let project = path(&full_project(studio));

        std::thread::scope(|scope| {
            for number in 0..20 {
                let project = &project;
                scope.spawn(move || {
                    let key = format!("key{number}");
                    studio.put(project, &json!({ "settings": { key: number } })).ok();
                });
            }
        });

        let after = studio.get(&project);
        for number in 0..20 {
            assert_eq!(after.body["settings"][format!("key{number}")], number);
        }
        assert_eq!(after.header("etag"), Some("\"21\""), "each was a change");
    }
}

service_test! {
    fn an_unknown_project_is_not_found(studio) {
        let reply = studio.put("/api/projects/missing", &json!({ "name": "x" }));
        insta::assert_snapshot!(reply, @r#"
        404
        {"detail":"Project not found"}
        "#);

        for (method, route, body) in [
            ("GET", "", None),
            ("DELETE", "", None),
            ("POST", "/restore", None),
            ("POST", "/archive", None),
            ("POST", "/activate", None),
            ("POST", "/status", Some(r#"{"status":"paused"}"#)),
        ] {
            let reply = studio.ask(method, &format!("/api/projects/missing{route}"), &[JSON], body);
            assert_eq!((reply.status, reply.detail()), (404, "Project not found".to_owned()));
        }
        // A mistake in the body is reported before the project is looked up.
        assert_eq!(studio.put("/api/projects/missing", &json!({ "name": 7 })).status, 422);
        assert_eq!(studio.post("/api/projects/missing/status", &json!({})).status, 422);
    }
}
