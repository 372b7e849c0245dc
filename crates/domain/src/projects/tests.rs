//! Tables of the projects' rules.

use super::{summary::*, *};
use crate::{Error, model::read_body, time::DAY_MS};

fn update(body: &str) -> ProjectUpdate {
    read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
}

fn project() -> Project {
    let body =
        Json::read(br##"{"name":"Dracula","color":"#AA0000","settings":{"mine":1}}"##).unwrap();
    let create: ProjectCreate = read_body(&body).unwrap();
    Project::create("p1".to_owned(), "local", &create, Time::from_millis(1_000)).unwrap()
}

#[test]
fn an_update_changes_only_what_it_names() {
    let mut changed = project();

    changed
        .update(&update(r#"{"description":"letters and journals"}"#), Time::from_millis(5_000))
        .unwrap();

    let mut wanted = project();
    wanted.detail.description = "letters and journals".to_owned();
    wanted.modified_at = Time::from_millis(5_000);
    wanted.version = 2;
    assert_eq!(changed, wanted);
}

#[test]
fn null_clears_what_can_be_empty_and_leaves_the_rest() {
    let mut changed = project();
    changed.update(
        &update(
            r#"{"activeAgents":["muse"],"genres":["horror"],"aiPersonality":"dry","icon":"bat",
                "mechanicsEnabled":true,"agentSystemPrompts":{"Muse":"be brief"},
                "publishingConfig":{"readyThreshold":90},
                "settings":{"visibility":"shared","autoSave":false,"integrations":{"mime":false}}}"#,
        ),
        Time::from_millis(2_000),
    ).unwrap();
    assert_eq!(changed.detail.settings.agent_system_prompts.0[0].0, "muse");

    changed.update(
        &update(
            r#"{"name":null,"description":null,"projectType":null,"mechanicsEnabled":null,
                "color":null,"icon":null,"activeAgents":null,"genres":null,"aiPersonality":null,
                "agentSystemPrompts":null,"publishingConfig":null,
                "settings":{"visibility":null,"autoSave":null,"integrations":{"mime":null},"mine":null}}"#,
        ),
        Time::from_millis(3_000),
    ).unwrap();

    let mut wanted = project().detail;
    wanted.mechanics_enabled = true;
    wanted.settings.color = None;
    wanted.other_settings.clear();
    assert_eq!(changed.detail, wanted);
    assert_eq!(changed.name, "Dracula");
}

#[test]
fn unknown_settings_are_bounded_in_sum_and_null_takes_one_away() {
    let of_length = |key: &str, length: usize| {
        update(&format!(r#"{{"name":"x","settings":{{"{key}":"{}"}}}}"#, "y".repeat(length)))
    };
    let now = Time::from_millis(2_000);
    let mut changed = project();
    // {"a":"…","b":"","mine":1} is what there is to measure.
    let space = SETTINGS_BYTES_MAX - r#"{"a":"","b":"","mine":1}"#.len();

    changed.update(&of_length("a", space), now).unwrap();
    changed.update(&of_length("b", 0), now).unwrap();
    let before = changed.clone();
    let refused = changed.update(&of_length("b", 1), now);

    let Err(Error::TooLarge(reason)) = refused else { panic!("taken") };
    assert_eq!(reason, "The settings under keys of your own are larger than 256 KiB in all");
    assert_eq!(changed, before, "nothing is half applied");
    changed.update(&update(r#"{"settings":{"mine":null,"never":null}}"#), now).unwrap();
    assert_eq!(changed.detail.other_settings.keys().collect::<Vec<_>>(), ["a", "b"]);
    changed.update(&of_length("b", 1), now).unwrap();
}

#[test]
fn lists_have_as_many_items_as_they_may() {
    let settings = |list: &str| format!(r#"{{"settings":{list}}}"#);
    let strings = |count: usize| format!("[{}]", vec![r#""x""#; count].join(","));
    let genres = |count: usize| format!("[{}]", vec![r#""crime""#; count].join(","));
    let prompts = |count: usize| {
        let members: Vec<_> = (0..count).map(|number| format!(r#""{number}":"x""#)).collect();
        format!("{{{}}}", members.join(","))
    };
    let field = |name: &str, value: String| format!(r#"{{"{name}":{value}}}"#);
    let lore = |name: &str, value: String| field("lorekeeperConfig", field(name, value));
    let table: [(usize, &dyn Fn(usize) -> String); 10] = [
        (100, &|count| field("collaborators", strings(count))),
        (1_000, &|count| field("activeAgents", strings(count))),
        (1_000, &|count| field("knowledgeFilter", strings(count))),
        (1_000, &|count| field("genres", genres(count))),
        (1_000, &|count| field("agentSystemPrompts", prompts(count))),
        (1_000, &|count| lore("prohibitedElements", strings(count))),
        (1_000, &|count| lore("namingPatterns", strings(count))),
        (1_000, &|count| settings(&field("activeAgents", strings(count)))),
        (1_000, &|count| settings(&field("genres", genres(count)))),
        (1_000, &|count| settings(&field("agentSystemPrompts", prompts(count)))),
    ];

    for (most, body) in table {
        let read = |count| {
            read_body::<ProjectUpdate>(&Json::read(body(count).as_bytes()).unwrap()).map(drop)
        };

        assert!(read(most).is_ok(), "{}", body(1));
        let Err(Error::Invalid(errors)) = read(most + 1) else { panic!("{}", body(1)) };
        assert_eq!(errors[0].rule, "too_long", "{}", body(1));
        assert_eq!(errors.len(), 1);
    }
}

#[test]
fn a_named_field_wins_over_the_same_one_in_settings() {
    let mut changed = project();

    changed
        .update(
            &update(r##"{"color":null,"settings":{"color":"#00ff00","icon":"rose"}}"##),
            Time::from_millis(2_000),
        )
        .unwrap();

    assert_eq!(changed.detail.settings.color, None);
    assert_eq!(changed.detail.settings.icon.as_deref(), Some("rose"));
}

#[test]
fn settings_refuse_what_their_fields_refuse() {
    let body = r#"{"settings":{"autoSave":"maybe","genres":["opera"],"agentConfig":{"temperature":2.5,"maxTokens":0}}}"#;

    let flawed = read_body::<ProjectUpdate>(&Json::read(body.as_bytes()).unwrap());

    let Err(Error::Invalid(errors)) = flawed else { panic!("taken") };
    let rules: Vec<_> = errors.iter().map(|error| error.rule).collect();
    assert_eq!(rules, ["bool_parsing", "literal_error", "less_than_equal", "greater_than_equal"]);
}

#[test]
fn a_new_project_needs_a_name() {
    for (body, wanted) in [
        ("{}", vec!["missing"]),
        (r#"{"name":null}"#, vec!["string_type"]),
        (r#"{"name":7,"color":"red"}"#, vec!["string_type", "string_pattern_mismatch"]),
        ("[]", vec!["model_attributes_type"]),
    ] {
        let value = Json::read(body.as_bytes()).unwrap();
        let Err(Error::Invalid(errors)) = read_body::<ProjectCreate>(&value) else {
            panic!("{body} was taken");
        };
        assert_eq!(errors.iter().map(|error| error.rule).collect::<Vec<_>>(), wanted);
    }
}

#[test]
fn stored_settings_read_back_the_same() {
    let mut detail = project().detail;
    detail.other_settings.insert("big".to_owned(), Json::BigInt("1".repeat(30)));

    let stored = serde_json::to_string(&detail).unwrap();

    assert_eq!(serde_json::from_str::<Detail>(&stored).unwrap(), detail);
}

#[test]
fn only_short_gaps_count_as_time_worked() {
    let mut activity = Activity::default();
    let start = 20_000 * DAY_MS;

    let mut edited = |user, words, at| {
        let run = activity.start_run(user, words, Time::from_millis(start + at));
        activity.add(&run);
    };

    for minute in [0, 2, 4, 30, 31] {
        edited("local", 10, minute * 60_000);
    }
    edited("ada", -5, DAY_MS);

    assert_eq!(activity.time_ms, 5 * 60_000);
    assert_eq!(activity.active_days, 2);
    let now = Time::from_millis(start + DAY_MS);
    assert_eq!(activity.trend((3, 1), now), [0, 5, 1]);
    assert_eq!(activity.trend((2, 7), now), [0, 6]);
    let score = activity.productivity_score(now);
    assert!((score - (50.0 * 0.4 + 50.0 * 45.0 / 3_500.0)).abs() < 1e-9, "{score}");
}

#[test]
fn completion_weighs_documents_by_their_targets() {
    let parts = [
        Progress::of(1.0, 100, Some(1_000)),
        Progress::of(0.5, 500, Some(1_000)),
        Progress::of(0.5, 2_000, None),
    ];
    let sum = parts.into_iter().fold(Progress::default(), |sum, part| Progress {
        weight: sum.weight + part.weight,
        done: sum.done + part.done,
    });

    assert_eq!(sum.weight, 4_000);
    assert!((sum.percent() - 100.0 * (1_000.0 + 250.0 + 1_000.0) / 4_000.0).abs() < 1e-9);
    assert_eq!(Progress::default().percent(), 0.0);
}
