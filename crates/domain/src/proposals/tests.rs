//! Tests of how proposals are made and decided. Interleavings with an author's edits are in
//! `interleavings`, how words are found again in `anchors`.

use super::{
    creation::{Author, Base},
    requests::ProposalCreate,
    *,
};
use crate::{json::Json, model::read_body};

const TEXT: &str = "Mina wrote. Mina read. “Naïve,” said Lucy.";

fn body(changes: &str) -> ProposalCreate {
    let body =
        format!(r#"{{"target":{{"kind":"document","id":"d"}},"summary":"s","changes":{changes}}}"#);
    read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
}

fn object(text: &str) -> crate::json::Object {
    match Json::read(text.as_bytes()).unwrap() {
        Json::Object(object) => object,
        other => panic!("{other}"),
    }
}

fn base() -> Base {
    let record = object(r#"{"title":"I","status":"draft","wordTarget":null}"#);
    Base { version: 3, record, text: Some(TEXT.to_owned()) }
}

fn make(kind: TargetKind, changes: &str, base: Option<&Base>) -> Result<WholeProposal> {
    let author = Author { agent: Some("proseguard".to_owned()), account: "mina".to_owned() };
    let target = Target { kind, id: base.map(|_| "d".to_owned()), parent_id: None };
    let of = ("p1".to_owned(), "project");
    WholeProposal::create(of, target, &body(changes), base, author, Time::from_millis(5))
}

fn proposal(changes: &str) -> WholeProposal {
    make(TargetKind::Document, changes, Some(&base())).unwrap()
}

const THREE: &str = r#"[{"start":5,"end":10,"after":"typed"},{"before":"“Naïve,” ","after":""},
    {"field":"title","after":"One"}]"#;

#[test]
fn changes_know_what_they_would_replace() {
    let made = proposal(THREE);

    let known: Vec<_> = made
        .changes
        .iter()
        .map(|it| {
            let span = it.span.as_ref().map(|span| (span.start, span.end));
            (it.id.as_str(), it.field.as_str(), span, it.before.to_string())
        })
        .collect();
    assert_eq!(
        known,
        [
            ("1", "content", Some((5, 10)), r#""wrote""#.to_owned()),
            ("2", "content", Some((23, 32)), r#""“Naïve,” ""#.to_owned()),
            ("3", "title", None, r#""I""#.to_owned()),
        ]
    );
    assert_eq!((made.proposal.changes_total, made.proposal.changes_open), (3, 3));
    assert_eq!(made.proposal.base_version, Some(3));
    assert_eq!(made.proposal.expires_at, Time::from_millis(5 + OPEN_DAYS * DAY_MS));
}

#[test]
fn what_rests_on_something_else_is_refused() {
    for (changes, is_conflict, why) in [
        ("[]", false, "at least one change"),
        (r#"[{"start":5,"end":99,"after":"x"}]"#, true, "no such positions"),
        (r#"[{"start":9,"end":5,"after":"x"}]"#, true, "no such positions"),
        (r#"[{"start":5,"end":10,"before":"Mina","after":"x"}]"#, true, "other words"),
        (r#"[{"before":"Mina","after":"Lucy"}]"#, true, "several times"),
        (r#"[{"before":"Jonathan","after":"Lucy"}]"#, true, "do not stand"),
        (r#"[{"after":"Lucy"}]"#, false, "has `start` and `end`"),
        (r#"[{"start":1,"after":"Lucy"}]"#, false, "has `start` and `end`"),
        (r#"[{"before":"","after":"Lucy"}]"#, false, "has `start` and `end`"),
        (r#"[{"start":5,"end":10,"after":"wrote"}]"#, false, "changes nothing"),
        (r#"[{"start":5,"end":10,"after":7}]"#, false, "words are a text"),
        (
            r#"[{"start":5,"end":10,"after":"x"},{"start":9,"end":12,"after":"y"}]"#,
            false,
            "overlaps",
        ),
        (r#"[{"start":5,"end":5,"after":"x"},{"start":5,"end":5,"after":"y"}]"#, false, "overlaps"),
        (r#"[{"field":"title","after":"I"}]"#, false, "changes nothing"),
        (r#"[{"field":"title","before":"II","after":"III"}]"#, true, "another value"),
        (r#"[{"field":"words","after":9}]"#, false, "no such field"),
        (r#"[{"field":"title","after":"x"},{"field":"title","after":"y"}]"#, false, "this field"),
        (r#"[{"field":"title","start":1,"after":"x"}]"#, false, "positions"),
    ] {
        let refused = make(TargetKind::Document, changes, Some(&base())).unwrap_err();

        let (was_conflict, said) = match &refused {
            Error::Conflict(said) => (true, said.clone()),
            Error::Invalid(errors) => (false, errors[0].msg.clone()),
            other => panic!("{changes}: {other}"),
        };
        assert_eq!(was_conflict, is_conflict, "{changes}: {said}");
        assert!(said.contains(why), "{changes}: {said}");
    }
}

#[test]
fn values_are_those_that_the_record_takes() {
    let way = |kind, changes, base: Option<&Base>| {
        let Error::Invalid(errors) = make(kind, changes, base).unwrap_err() else { panic!() };
        errors.iter().map(|it| format!("{} {}", it.rule, json_of(&it.loc))).collect::<Vec<_>>()
    };

    let changes = r#"[{"start":5,"end":10,"after":"x"},{"field":"status","after":"lost"}]"#;
    let errors = way(TargetKind::Document, changes, Some(&base()));
    assert_eq!(errors, [r#"literal_error ["body","changes",1,"after"]"#]);

    let changes = r#"[{"field":"content","after":["x"]}]"#;
    let errors = way(TargetKind::Lore, changes, None);
    assert_eq!(
        errors,
        [r#"missing ["body","changes","name"]"#, r#"string_type ["body","changes",0,"after"]"#]
    );

    let changes = r#"[{"field":"title","after":"t"},{"field":"projectId","after":"other"}]"#;
    let errors = way(TargetKind::Promise, changes, None);
    assert_eq!(errors, [r#"value_error ["body","changes",1,"field"]"#]);
    assert!(make(TargetKind::Promise, r#"[{"field":"title","after":"t"}]"#, None).is_ok());
}

fn json_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn a_receipt_is_bounded() {
    let mut create = body(THREE);
    let create_with = |create: &ProposalCreate| {
        let author = Author { agent: None, account: "mina".to_owned() };
        let target = Target { kind: TargetKind::Document, id: None, parent_id: None };
        let of = ("p1".to_owned(), "project");
        WholeProposal::create(of, target, create, Some(&base()), author, Time::from_millis(5))
    };
    create.receipt = Some(Json::Text("x".repeat(RECEIPT_BYTES_MAX - 2)));
    assert!(create_with(&create).is_ok());

    create.receipt = Some(Json::Text("x".repeat(RECEIPT_BYTES_MAX - 1)));
    assert!(matches!(create_with(&create), Err(Error::TooLarge(_))));
}

#[test]
fn the_accepted_words_alone_are_others() {
    for (chosen, wanted) in [
        (vec![0], "Mina typed. Mina read. “Naïve,” said Lucy."),
        (vec![1], "Mina wrote. Mina read. said Lucy."),
        (vec![0, 1], "Mina typed. Mina read. said Lucy."),
    ] {
        let revised = proposal(THREE).revise(&chosen, TEXT, 3).unwrap().unwrap();

        assert_eq!(revised.text, wanted, "{chosen:?}");
    }
    assert_eq!(proposal(THREE).revise(&[2], TEXT, 3).unwrap(), None);
}

#[test]
fn neighbours_are_accepted_one_after_the_other() {
    let mut made = proposal(
        r#"[{"start":0,"end":4,"after":"She"},{"start":4,"end":4,"after":" quickly"},
            {"start":4,"end":10,"after":" types"},{"start":10,"end":10,"after":" much"}]"#,
    );
    let (mut text, mut version) = (TEXT.to_owned(), 3);
    for at in [2, 0, 3, 1] {
        let revised = made.revise(&[at], &text, version).unwrap().unwrap();
        version += 1;
        made.follow(&revised, version);
        made.decide(&[at], Decision::Accept { version }, "mina", Time::from_millis(9));
        // The author writes on, far from there.
        text = format!("{} And so on.", revised.text);
        version += 1;
    }

    assert!(text.starts_with("She quickly types much. Mina read."), "{text}");
    assert_eq!(made.proposal.state, State::Accepted);
}

#[test]
fn one_change_that_cannot_be_accepted_keeps_the_others_from_it() {
    let made = proposal(THREE);
    let later = TEXT.replace("Naïve", "Naive");

    let refused = made.revise(&[1], &later, 4).unwrap_err().to_string();
    assert!(refused.starts_with("Change 2 cannot be accepted:"), "{refused}");
    assert!(made.revise(&[0], &format!("{TEXT} Sighs."), 4).is_ok());
    assert!(made.revise(&[0, 1], &later, 4).is_err());

    let record = object(r#"{"title":"II"}"#);
    let refused = made.values(&[2], &record).unwrap_err().to_string();
    assert!(refused.starts_with("Change 3 cannot be accepted:"), "{refused}");
    assert_eq!(made.values(&[0, 1], &record).unwrap(), []);
}

#[test]
fn a_proposal_is_decided_with_the_last_of_its_changes() {
    let accept = Decision::Accept { version: 4 };
    for (decisions, wanted) in [
        (vec![(vec![0, 1, 2], accept)], State::Accepted),
        (vec![(vec![0, 1, 2], Decision::Reject)], State::Rejected),
        (vec![(vec![0], accept)], State::Open),
        (vec![(vec![0], accept), (vec![1, 2], Decision::Reject)], State::PartlyAccepted),
        (vec![(vec![2], Decision::Reject)], State::Open),
    ] {
        let mut made = proposal(THREE);
        for (chosen, decision) in &decisions {
            made.decide(chosen, *decision, "mina", Time::from_millis(9));
        }

        assert_eq!(made.proposal.state, wanted);
        assert_eq!(made.proposal.decided_at.is_some(), wanted != State::Open);
        let expired = match wanted {
            State::Open if made.changes[0].state == ChangeState::Accepted => State::PartlyAccepted,
            State::Open => State::Expired,
            decided => decided,
        };
        made.expire(Time::from_millis(10));
        assert_eq!(made.proposal.state, expired);
    }
}

#[test]
fn what_is_decided_is_not_decided_again() {
    let mut made = proposal(THREE);
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let now = Time::from_millis(9);
    assert_eq!(made.choose(None, now).unwrap(), [0, 1, 2]);
    assert_eq!(made.choose(Some(&ids(&["3", "1", "3"])), now).unwrap(), [2, 0]);
    assert!(matches!(made.choose(Some(&ids(&["4"])), now), Err(Error::Rejected(_))));
    assert!(matches!(made.choose(Some(&[]), now), Err(Error::Rejected(_))));
    assert!(matches!(made.choose(None, made.proposal.expires_at), Err(Error::Conflict(_))));

    made.decide(&[0], Decision::Reject, "mina", now);
    assert_eq!(made.choose(None, now).unwrap(), [1, 2]);
    let refused = made.choose(Some(&ids(&["1", "2"])), now).unwrap_err();
    assert_eq!(refused.to_string(), "Change 1 is rejected already");

    made.decide(&[1, 2], Decision::Accept { version: 4 }, "mina", now);
    let refused = made.choose(None, now).unwrap_err();
    assert_eq!(refused.to_string(), "The proposal is partly accepted already");
}

#[test]
fn stored_changes_are_those_that_a_proposal_could_have() {
    let stored = json_of(&proposal(THREE).changes);

    assert_eq!(normalized_changes(&stored).as_deref(), Some(stored.as_str()));
    assert_eq!(summary_of(&stored), (State::Open, 3, 3));
    for (from, to) in [
        (r#""id":"2""#, r#""id":"1""#),
        (r#""start":5"#, r#""start":50"#),
        (r#""after":"typed""#, r#""after":7"#),
        (r#""state":"open""#, r#""state":"lost""#),
        (r#""field":"title""#, r#""field":"title","more":1"#),
    ] {
        let edited = stored.replacen(from, to, 1);
        assert_ne!(edited, stored);
        assert_eq!(normalized_changes(&edited), None, "{to}");
    }
    assert_eq!(normalized_changes("[]"), None);
}

#[test]
fn a_text_that_is_too_long_for_many_changes_takes_a_few() {
    let filler = "x".repeat(SEARCHED_BYTES_MAX / 100);
    let changes: Vec<String> =
        (0..101).map(|at| format!(r#"{{"start":{at},"end":{at},"after":"y"}}"#)).collect();
    let made = |count: usize, text: &str| {
        let long = Base { text: Some(text.to_owned()), ..base() };
        let changes = format!("[{}]", changes[..count].join(","));
        make(TargetKind::Document, &changes, Some(&long))
    };

    let refused = made(101, &filler).unwrap_err();
    assert!(matches!(refused, Error::TooLarge(_)), "{refused}");

    let short = made(101, &filler[..1_000]).unwrap();
    let all: Vec<usize> = (0..101).collect();
    assert!(matches!(short.revise(&all, &filler, 4), Err(Error::TooLarge(_))));
    assert!(short.revise(&all, &filler[..1_000], 3).is_ok());
}
