//! Tables of what becomes of findings.

use super::{reconcile::reconcile, *};
use crate::model::{FieldType, read_body};

fn read<T: FieldType>(body: &str) -> T {
    read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
}

fn found(rule: &str, quote: &str) -> Observation {
    Observation {
        rule: rule.to_owned(),
        severity: Severity::Low,
        message: format!("{rule} of {quote}"),
        quoted: Some(Quoted { quote: quote.to_owned(), start: 3, end: 9 }),
        identity: None,
        project_rule: None,
        detail: None,
        limit: PENDING_MAX,
    }
}

fn reading(version: i64, found: Vec<Observation>) -> CheckResult {
    let source = Some(Source { document_id: "d1".to_owned(), version });
    CheckResult { check: Check::Prose, source, found, measures: None }
}

fn step(known: Vec<Finding>, reading: &CheckResult, now: i64) -> reconcile::Reconciled {
    let origin = Origin {
        swarm_id: Some(format!("s{now}")),
        agent: "proseguard".to_owned(),
        account: "local".to_owned(),
    };
    let mut number = 0;
    let id = || {
        number += 1;
        format!("f{now}.{number}")
    };
    reconcile("p1", known, reading.reading(), &origin, id, Time::from_millis(now))
}

/// A finding in this state, as a first reading made it.
fn in_state(state: State) -> Finding {
    let mut reconciled = step(Vec::new(), &reading(1, vec![found("long_sentence", "He went.")]), 1);
    let reason = (state == State::Waived).then(|| "on purpose".to_owned());
    Finding { state, reason, ..reconciled.new.remove(0) }
}

#[test]
fn the_same_evidence_is_the_same_finding() {
    let one = found("long_sentence", "He went—“slowly”, he said.");
    for (other, is_same) in [
        (found("long_sentence", "he  went 'slowly' He SAID"), true),
        (found("long_sentence", "He went slowly, she said."), false),
        (found("adverb_density", "He went—“slowly”, he said."), false),
        (
            Observation {
                identity: Some("he went slowly he said".to_owned()),
                ..found("long_sentence", "x")
            },
            true,
        ),
        (Observation { project_rule: Some("/^A/".to_owned()), ..one.clone() }, false),
    ] {
        assert_eq!(
            one.fingerprint(FoundBy::Prose) == other.fingerprint(FoundBy::Prose),
            is_same,
            "{other:?}"
        );
    }
    assert_ne!(one.fingerprint(FoundBy::Prose), one.fingerprint(FoundBy::Dialogue));
    assert!(is_fingerprint(&one.fingerprint(FoundBy::Prose)));
}

#[test]
fn rules_of_a_project_are_told_apart_by_every_mark() {
    let of_rule = |rule: &str| Observation {
        identity: Some("Mina".to_owned()),
        project_rule: Some(rule.to_owned()),
        ..found("pattern_broken", "Mina")
    };
    for (one, other) in [("/^A/", "/A$/"), ("ends with -a", "ends with a"), ("C#", "c")] {
        let both = reading(1, vec![of_rule(one), of_rule(other), of_rule(one)]);
        assert_eq!(step(Vec::new(), &both, 1).new.len(), 2, "{one} and {other}");
    }
}

#[test]
fn a_reading_says_each_thing_once() {
    let twice = reading(1, vec![found("a", "x"), found("a", "X!"), found("b", "x")]);

    let first = step(Vec::new(), &twice, 1);
    let again = step(first.new.clone(), &twice, 2);

    assert_eq!(first.new.iter().map(|it| it.rule.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((again.new, again.changed), (Vec::new(), Vec::new()));
    assert_eq!((&first.found, first.found.len()), (&again.found, 2));
    assert_eq!(first.new[0].swarm_id.as_deref(), Some("s1"));
}

#[test]
fn more_than_anybody_looks_at_is_not_kept() {
    let many = || (0..=PENDING_MAX).map(|n| found("a", &n.to_string())).collect();
    let in_text = reading(1, many());
    let in_lore = CheckResult { source: None, ..reading(1, many()) };

    assert_eq!(step(Vec::new(), &in_text, 1).new.len(), in_text.limit());
    assert_eq!(step(Vec::new(), &in_lore, 1).new.len(), PENDING_MAX);
}

#[test]
fn what_was_decided_hides_nothing_and_the_rest_comes_in_its_order() {
    let some = |rule: &str, range: std::ops::Range<usize>| -> Vec<Observation> {
        range.map(|n| Observation { limit: 3, ..found(rule, &format!("{rule} {n}")) }).collect()
    };
    let quotes = |reconciled: &reconcile::Reconciled| -> Vec<String> {
        reconciled.new.iter().filter_map(|it| Some(it.quoted.as_ref()?.quote.clone())).collect()
    };

    let first = step(Vec::new(), &reading(1, some("a", 0..9)), 1);
    assert_eq!(quotes(&first), ["a 0", "a 1", "a 2"]);

    // Dismissed and waived ones make room; accepted and open ones keep theirs.
    let states = [State::Dismissed, State::Waived, State::Accepted];
    let known: Vec<Finding> =
        first.new.into_iter().zip(states).map(|(it, state)| Finding { state, ..it }).collect();
    let second = step(known.clone(), &reading(1, some("a", 0..9)), 2);
    assert_eq!((quotes(&second), second.changed.len()), (vec!["a 3".into(), "a 4".into()], 0));

    // Weightier ones come before what is open, and never before what was accepted: what is open does not
    // depend on what was read before.
    let mut weightier = some("a", 10..19);
    weightier.extend(some("a", 0..5));
    let all: Vec<Finding> = known.into_iter().chain(second.new).collect();
    let third = step(all, &reading(1, weightier), 3);
    assert_eq!((quotes(&third), third.found.len()), (vec!["a 10".into(), "a 11".into()], 5));
    let stale: Vec<State> = third.changed.iter().map(|(_, it)| it.state).collect();
    assert_eq!(stale, [State::Stale, State::Stale]);

    // Each rule has its own room.
    let two = [some("a", 0..9), some("b", 0..9)].concat();
    assert_eq!(step(Vec::new(), &reading(1, two), 1).new.len(), 6);
}

#[test]
fn what_the_author_decided_stays_decided() {
    let same = || vec![found("long_sentence", "he went")];
    let table = [
        (State::Open, same(), State::Open),
        (State::Accepted, same(), State::Accepted),
        (State::Dismissed, same(), State::Dismissed),
        (State::Waived, same(), State::Waived),
        (State::Stale, same(), State::Open),
        (State::Open, vec![], State::Stale),
        (State::Accepted, vec![], State::Stale),
        (State::Dismissed, vec![], State::Dismissed),
        (State::Waived, vec![], State::Waived),
        (State::Stale, vec![], State::Stale),
    ];

    for (state, said, wanted) in table {
        let before = in_state(state);
        let reconciled = step(vec![before.clone()], &reading(2, said), 9);
        let after = reconciled.changed.first().map_or(&before, |(_, after)| after);

        assert_eq!(after.state, wanted, "{state}");
        assert_eq!(after.reason, before.reason, "{state}");
        assert!(reconciled.new.is_empty(), "{state}");
    }
}

#[test]
fn a_decision_holds_for_about_as_many_as_it_was_about() {
    let counted = |count: i64| Observation {
        detail: Some(serde_json::json!({ "count": count })),
        ..found("unknown_name", "Renfield")
    };
    let table: [(Check, State, &[i64], State); 8] = [
        (Check::Names, State::Dismissed, &[5, 6, 9], State::Dismissed),
        (Check::Names, State::Dismissed, &[5, 10], State::Open),
        // Little by little is as much.
        (Check::Names, State::Waived, &[5, 9, 10], State::Open),
        (Check::Names, State::Dismissed, &[5, 2, 9], State::Dismissed),
        (Check::Names, State::Accepted, &[5, 50], State::Accepted),
        (Check::ProhibitedElements, State::Dismissed, &[5, 5, 4], State::Dismissed),
        (Check::ProhibitedElements, State::Dismissed, &[5, 4, 6], State::Open),
        (Check::ProhibitedElements, State::Waived, &[5, 6], State::Open),
    ];

    for (check, state, counts, wanted) in table {
        let read = |version: usize, known: Vec<Finding>| {
            let found = vec![counted(counts[version])];
            let reading = CheckResult { check, ..reading(version as i64, found) };
            step(known, &reading, version as i64)
        };
        let mut finding = read(0, Vec::new()).new.remove(0);
        finding.update(&self::read(r#"{"state":"accepted"}"#), Time::from_millis(1)).unwrap();
        let decided = format!(r#"{{"state":"{state}","reason":"so be it"}}"#);
        finding.update(&self::read(&decided), Time::from_millis(2)).unwrap();
        for version in 1..counts.len() {
            finding = read(version, vec![finding]).changed.remove(0).1;
        }

        assert_eq!(finding.state, wanted, "{check} {state} {counts:?}");
        assert_eq!(finding.reason.is_some(), wanted != State::Open, "{check} {state} {counts:?}");
        // A new decision is about the number of now.
        finding.update(&self::read(r#"{"state":"accepted"}"#), Time::from_millis(90)).unwrap();
        assert!(!finding.detail.unwrap().0.contains("decided"), "{check} {state} {counts:?}");
    }
}

#[test]
fn what_is_found_again_is_said_in_the_words_of_now() {
    let before = in_state(State::Dismissed);
    let mut said = found("long_sentence", "He went!");
    said.severity = Severity::High;
    said.detail = Some(serde_json::json!({ "words": 2 }));

    let reconciled = step(vec![before.clone()], &reading(4, vec![said]), 5);

    let (was, after) = &reconciled.changed[0];
    assert_eq!((*was, after.severity), (State::Dismissed, Severity::High));
    assert_eq!(after.source.as_ref().map(|source| source.version), Some(4));
    assert_eq!(after.detail, Some(JsonText(r#"{"words":2}"#.to_owned())));
    assert_eq!((after.version, after.modified_at), (2, Time::from_millis(5)));
    assert_eq!((&after.id, after.created_at), (&before.id, before.created_at));
}

#[test]
fn the_author_goes_from_state_to_state() {
    use State::{Accepted, Dismissed, Open, Stale, Waived};
    for (from, to, may) in [
        (Open, Accepted, true),
        (Open, Dismissed, true),
        (Accepted, Open, true),
        (Dismissed, Open, true),
        (Waived, Accepted, true),
        (Open, Stale, false),
        (Waived, Stale, false),
        (Stale, Stale, true),
        (Stale, Dismissed, true),
        (Stale, Open, false),
        (Stale, Accepted, false),
    ] {
        let mut finding = in_state(from);
        let before = finding.clone();
        let update: FindingUpdate = read(&format!(r#"{{"state":"{to}"}}"#));
        let done = finding.update(&update, Time::from_millis(7));

        assert_eq!(done.is_ok(), may, "{from} to {to}");
        if may {
            assert_eq!((finding.state, finding.version), (to, 2));
        } else {
            assert!(matches!(done, Err(Error::Conflict(_))));
            assert_eq!(finding, before);
        }
    }
}

#[test]
fn a_waiver_has_a_reason() {
    for (body, is_sound) in [
        (r#"{"state":"waived","reason":"a ballad repeats"}"#, true),
        (r#"{"state":"waived"}"#, false),
        (r#"{"state":"waived","reason":" "}"#, false),
        (r#"{"state":"waived","reason":null}"#, false),
        (r#"{"state":"dismissed"}"#, true),
        (r#"{}"#, true),
    ] {
        assert_eq!(read::<FindingUpdate>(body).check().is_ok(), is_sound, "{body}");
    }

    let mut finding = in_state(State::Waived);
    let cleared = finding.update(&read(r#"{"reason":null}"#), Time::from_millis(7));
    assert!(matches!(cleared, Err(Error::Invalid(_))));
    finding.update(&read(r#"{"reason":"  for the ear "}"#), Time::from_millis(7)).unwrap();
    assert_eq!(finding.reason.as_deref(), Some("for the ear"));
    finding.update(&read(r#"{"state":"open"}"#), Time::from_millis(8)).unwrap();
    assert_eq!((finding.reason, finding.version), (None, 3));
}

#[test]
fn severities_rank_as_their_words() {
    assert!(Severity::ALL.iter().map(|severity| severity.rank()).eq(0..5));
}
