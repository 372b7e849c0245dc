//! What requests may say of agents, and what comes of it.

use super::super::fixture::card;
use super::*;
use crate::model::read_body;

const NOW: Time = Time::from_millis(1_795_000_000_000);

fn read<T: FieldType>(body: &str) -> Result<T> {
    read_body(&Json::read(body.as_bytes()).unwrap())
}

/// The places and rules of the errors in a body.
fn errors<T: FieldType + std::fmt::Debug>(body: &str) -> Vec<String> {
    let Err(Error::Invalid(errors)) = read::<T>(body) else { panic!("{body} is right") };
    let path = |error: &crate::field_error::FieldError| {
        format!("{} {}", serde_json::to_string(&error.loc).unwrap(), error.rule)
    };
    errors.iter().map(path).collect()
}

#[test]
fn four_fields_make_a_card_that_holds() {
    let create: AgentCreate = read(
        r#"{"id":"story-coach","name":"Story Coach","description":"Asks.",
            "capabilities":["coaching","review","coaching"]}"#,
    )
    .unwrap();

    let card = Card::create(&create, 1_000, NOW).unwrap();

    card.check().unwrap();
    assert_eq!(card.capabilities, ["coaching", "review"]);
    assert_eq!((card.resources.slots, card.resources.needs_model), (1, false));
    assert_eq!((card.kind, card.priority), (AgentKind::Active, AgentPriority::Normal));
    assert!(card.auto_start && card.user_visible);
    assert_eq!(card.authority, Policy::open());
}

#[test]
fn a_prompt_makes_an_agent_a_model_speaks_for() {
    let create: AgentCreate = read(
        r#"{"id":"a","name":"A","description":"A.","capabilities":[],"canModifySystem":true,
            "systemPrompt":"You are kind.\n"}"#,
    )
    .unwrap();

    let card = Card::create(&create, 1_000, NOW).unwrap();

    card.check().unwrap();
    assert_eq!((card.resources.slots, card.resources.needs_model), (4, true));
    assert_eq!(card.authority, Policy::guarded());
}

#[test]
fn every_mistake_of_an_agent_is_named_at_once() {
    let body = r#"{"id":"Story Coach","name":" ","description":"two\nlines",
        "capabilities":["ok","Big Ideas"],"specializations":[""],"type":"eager","slots":65,
        "systemPrompt":"\u0007","autoStart":"perhaps"}"#;

    assert_eq!(
        errors::<AgentCreate>(body),
        [
            r#"["body","id"] string_pattern_mismatch"#,
            r#"["body","name"] value_error"#,
            r#"["body","description"] value_error"#,
            r#"["body","capabilities",1] string_pattern_mismatch"#,
            r#"["body","specializations",0] string_too_short"#,
            r#"["body","type"] literal_error"#,
            r#"["body","autoStart"] bool_parsing"#,
            r#"["body","systemPrompt"] value_error"#,
            r#"["body","slots"] less_than_equal"#,
        ]
    );
    assert_eq!(errors::<AgentCreate>("{}").len(), 4, "four fields are required");
}

#[test]
fn a_reserved_word_is_nobodys_name() {
    for id in super::super::card::RESERVED_IDS {
        let body = format!(r#"{{"id":"{id}","name":"A","description":"A.","capabilities":[]}}"#);
        let create: AgentCreate = read(&body).unwrap();

        let refused = Card::create(&create, 1_000, NOW);

        assert!(matches!(refused, Err(Error::Conflict(_))), "{id}");
    }
}

#[test]
fn an_update_changes_only_what_it_names() {
    let mut changed = card("muse");
    let update: AgentUpdate = read(r#"{"name":"My Muse","slots":2}"#).unwrap();

    changed.update(&update, None, NOW).unwrap();

    let wanted = Card {
        name: "My Muse".to_owned(),
        resources: Resources { slots: 2, needs_model: true },
        updated_at: changed.updated_at.clone(),
        ..card("muse")
    };
    assert_eq!(changed, wanted);
    assert!(changed.updated_at > card("muse").updated_at);
    changed.check().unwrap();
}

#[test]
fn null_brings_a_default_back_or_changes_nothing() {
    let mut changed = card("muse");
    let nulls = r#"{"name":null,"description":null,"capabilities":null,"specializations":null,
        "type":null,"category":null,"priority":null,"autoStart":null,"userVisible":null,
        "requiresUserPermission":null,"canModifySystem":null,"systemPrompt":null,
        "slots":null}"#;

    changed.update(&read(nulls).unwrap(), None, NOW).unwrap();

    let wanted = Card {
        category: Category::Editorial,
        priority: AgentPriority::Normal,
        specializations: Vec::new(),
        prompt: String::new(),
        resources: Resources { slots: 1, needs_model: false },
        updated_at: changed.updated_at.clone(),
        ..card("muse")
    };
    assert_eq!(changed, wanted);
}

#[test]
fn a_built_in_agent_stays_who_it_is() {
    let own = card("muse");
    for (body, is_taken) in [
        (r#"{"slots":2}"#, true),
        (r#"{"systemPrompt":"You offer one idea."}"#, true),
        (r#"{"autoStart":false,"userVisible":false}"#, true),
        (r#"{"requiresUserPermission":true}"#, true),
        (r#"{"name":"Muse","slots":2}"#, true),
        (r#"{"name":"My Muse","slots":2}"#, false),
        (r#"{"capabilities":[]}"#, false),
        (r#"{"canModifySystem":true}"#, false),
        (r#"{"category":null,"specializations":null}"#, true),
    ] {
        let mut changed = own.clone();

        let taken = changed.update(&read(body).unwrap(), Some(&own), NOW);

        assert_eq!(taken.is_ok(), is_taken, "{body}");
        if is_taken {
            changed.check().unwrap();
            assert_eq!(BuiltinChanges::between(&own, &changed).apply_to(&own), changed, "{body}");
        } else {
            assert_eq!(changed, own, "{body}");
        }
    }
}

#[test]
fn a_built_in_agent_gets_its_own_prompt_and_slots_back() {
    let own = card("muse");
    for back in [r#"{"systemPrompt":null,"slots":null}"#, r#"{"systemPrompt":"","slots":4}"#] {
        let mut changed = own.clone();
        let other = r#"{"systemPrompt":"Another.","slots":9}"#;
        changed.update(&read(other).unwrap(), Some(&own), NOW).unwrap();

        changed.update(&read(back).unwrap(), Some(&own), NOW).unwrap();

        assert_eq!((&changed.prompt, changed.resources), (&own.prompt, own.resources));
    }
}

#[test]
fn a_policy_is_read_whole_or_not_at_all() {
    let right = r#"{"rules":[{"effect":"forbid","sender":"*","messageType":"handoff",
        "minPriority":"high","trust":"untrusted"},{"effect":"permit","sender":"muse"}]}"#;
    let policy: Policy = read::<Authority>(right).unwrap().into();

    policy.check().unwrap();
    assert_eq!(policy.rules.len(), 2);
    assert_eq!(
        policy.rules[0].to_string(),
        "forbid handoff from anyone untrusted at priority high or above"
    );
    assert_eq!(
        errors::<Authority>(
            r#"{"rules":[{"effect":"allow","sender":" "},{"messageType":"letter",
                "minPriority":"soon","trust":"half"}],"default":"ask"}"#
        ),
        [
            r#"["body","rules",0,"effect"] literal_error"#,
            r#"["body","rules",0,"sender"] value_error"#,
            r#"["body","rules",1,"effect"] missing"#,
            r#"["body","rules",1,"sender"] missing"#,
            r#"["body","rules",1,"messageType"] literal_error"#,
            r#"["body","rules",1,"minPriority"] literal_error"#,
            r#"["body","rules",1,"trust"] literal_error"#,
            r#"["body","default"] literal_error"#,
        ]
    );
    assert_eq!(errors::<Authority>("{}"), [r#"["body","rules"] missing"#]);
}
