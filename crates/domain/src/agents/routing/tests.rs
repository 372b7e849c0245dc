//! Whom the strategies suggest, against tables and against the decision word for word.

use super::*;
use proptest::prelude::{
    Just, ProptestConfig, Strategy as Generator, any, prop_assert, prop_assert_eq, prop_oneof,
    proptest,
};

/// An agent of a test: id, whether it is available, load and backlog, capabilities.
type Row<'a> = (&'a str, bool, Option<(f64, f64)>, Vec<String>);

fn load((current, backlog): (f64, f64)) -> Load {
    Load { current, utilisation: current, backlog, running: 0, queued: 0, measured_ms: 60_000 }
}

fn candidates<'a>(rows: &'a [Row<'a>]) -> Vec<Candidate<'a>> {
    rows.iter()
        .map(|(id, available, parts, capabilities)| Candidate {
            id,
            capabilities,
            available: *available,
            load: parts.map(load),
        })
        .collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What, agents in registry order (id, whether awake, load and backlog), the choice of
/// first_match, that of least_loaded.
type Case<'a> =
    (&'a str, &'a [(&'a str, bool, Option<(f64, f64)>)], Option<&'a str>, Option<&'a str>);

#[test]
fn the_strategies_choose_among_agents_of_one_capability() {
    const AWAKE: bool = true;
    const OFFLINE: bool = false;
    let idle = Some((0.0, 0.0));
    let some = Some((0.4, 0.25));
    let more = Some((0.4, 0.4));
    let busy = Some((0.8, 0.0));
    let full = Some((1.0, 1.0));
    let over = Some((1.0, 7.0));

    #[rustfmt::skip]
    let table: [Case; 11] = [
        ("nobody",                    &[],                                              None,      None),
        ("only somebody offline",     &[("a", OFFLINE, idle)],                          None,      None),
        ("offline is skipped",        &[("a", OFFLINE, idle), ("b", AWAKE, full)],      Some("b"), Some("b")),
        ("the less loaded",           &[("a", AWAKE, some), ("b", AWAKE, idle)],        Some("a"), Some("b")),
        ("equal loads: the first",    &[("a", AWAKE, some), ("b", AWAKE, some)],        Some("a"), Some("a")),
        ("equal loads: less backlog", &[("a", AWAKE, more), ("b", AWAKE, some)],        Some("a"), Some("b")),
        ("known before unknown",      &[("a", AWAKE, None), ("b", AWAKE, some)],        Some("a"), Some("b")),
        ("unknown before busy",       &[("a", AWAKE, busy), ("b", AWAKE, None)],        Some("a"), Some("b")),
        ("the threshold is busy",     &[("a", AWAKE, busy), ("b", AWAKE, full), ("c", AWAKE, None)],
                                                                                        Some("a"), Some("c")),
        ("all unknown: the first",    &[("a", AWAKE, None), ("b", AWAKE, None)],        Some("a"), Some("a")),
        ("all full: less backlog",    &[("a", AWAKE, over), ("b", AWAKE, full)],        Some("a"), Some("b")),
    ];

    for (what, agents, first_match, least_loaded) in table {
        let rows: Vec<Row> =
            agents.iter().map(|&(id, awake, parts)| (id, awake, parts, words("beats"))).collect();
        let choose = |strategy| {
            let chosen = suggestions(&candidates(&rows), strategy, BUSY_THRESHOLD);
            chosen.first().map(|(capability, id)| {
                assert_eq!(*capability, "beats");
                (*id).to_owned()
            })
        };

        assert_eq!(choose(Strategy::FirstMatch).as_deref(), first_match, "{what}");
        assert_eq!(choose(Strategy::LeastLoaded).as_deref(), least_loaded, "{what}");
    }
}

#[test]
fn each_capability_has_a_suggestion_of_its_own() {
    let rows: [Row; 4] = [
        ("director", true, Some((0.5, 0.0)), words("routing planning")),
        ("architect", true, Some((0.1, 0.0)), words("outlining planning")),
        ("linguist", false, Some((0.0, 0.0)), words("conlang planning")),
        ("muse", true, None, words("planning naming")),
    ];
    let suggest = |strategy| suggestions(&candidates(&rows), strategy, BUSY_THRESHOLD);

    assert_eq!(
        suggest(Strategy::FirstMatch),
        [
            ("routing", "director"),
            ("planning", "director"),
            ("outlining", "architect"),
            ("naming", "muse"),
        ]
    );
    assert_eq!(
        suggest(Strategy::LeastLoaded),
        [
            ("routing", "director"),
            ("planning", "architect"),
            ("outlining", "architect"),
            ("naming", "muse"),
        ]
    );
}

#[test]
fn a_load_is_busy_from_the_threshold_on() {
    #[rustfmt::skip]
    let table = [
        (None,       0.8, None),
        (Some(0.0),  0.8, Some("Available")),
        (Some(0.79), 0.8, Some("Available")),
        (Some(0.8),  0.8, Some("Busy")),
        (Some(1.0),  0.8, Some("Busy")),
        (Some(1.0),  1.0, Some("Busy")),
        (Some(0.0),  0.0, Some("Busy")),
    ];

    for (load, threshold, expected) in table {
        assert_eq!(availability(load, threshold), expected, "{load:?} at {threshold}");
    }
}

/// A few agents with few capabilities and few loads, so that ties and gaps are common.
fn agents() -> impl Generator<Value = Vec<Row<'static>>> {
    let parts = prop_oneof![
        Just(None),
        (0..=10_u32, 0..=3_u32).prop_map(|(tenths, backlog)| Some((
            f64::from(tenths) / 10.0,
            f64::from(backlog) / 2.0
        )))
    ];
    let capabilities = proptest::sample::subsequence(words("a b c d"), 0..=4);
    proptest::collection::vec((any::<bool>(), parts, capabilities), 0..10).prop_map(|rows| {
        const IDS: [&str; 10] = ["q", "w", "e", "r", "t", "z", "u", "i", "o", "p"];
        (IDS.into_iter().zip(rows))
            .map(|(id, (available, parts, capabilities))| (id, available, parts, capabilities))
            .collect()
    })
}

/// Decision 5 word for word: sort everybody who comes into question, take the first.
fn reference(rows: &[Row], capability: &str, strategy: Strategy, busy: f64) -> Option<String> {
    let has = |row: &&Row| row.3.iter().any(|declared| declared == capability);
    let mut able: Vec<_> = rows.iter().filter(|row| row.1).filter(has).collect();
    if strategy == Strategy::LeastLoaded {
        able.sort_by_key(|(_, _, parts, _)| match parts {
            Some((load, backlog)) if *load < busy => (0, tenths(*load), tenths(*backlog)),
            None => (1, 0, 0),
            Some((load, backlog)) => (2, tenths(*load), tenths(*backlog)),
        });
    }
    able.first().map(|row| row.0.to_owned())
}

fn tenths(number: f64) -> i64 {
    (number * 10.0).round() as i64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_suggestion_is_the_first_of_the_sorted(rows in agents(), busy in 0..=10_u32) {
        let busy = f64::from(busy) / 10.0;
        for strategy in [Strategy::FirstMatch, Strategy::LeastLoaded] {
            let all = candidates(&rows);
            let suggested: HashMap<_, _> =
                suggestions(&all, strategy, busy).into_iter().collect();
            for capability in ["a", "b", "c", "d"] {
                let expected = reference(&rows, capability, strategy, busy);

                prop_assert_eq!(suggested.get(capability).copied(), expected.as_deref());
            }
        }
    }

    #[test]
    fn whoever_is_suggested_is_available_and_has_the_capability(rows in agents()) {
        let all = candidates(&rows);
        for strategy in [Strategy::FirstMatch, Strategy::LeastLoaded] {
            for (capability, id) in suggestions(&all, strategy, BUSY_THRESHOLD) {
                let agent = all.iter().find(|agent| agent.id == id).expect("a candidate");

                prop_assert!(agent.available);
                prop_assert!(agent.capabilities.iter().any(|declared| declared == capability));
            }
        }
    }

    #[test]
    fn equal_loads_give_the_first_match(
        rows in agents(),
        parts in prop_oneof![Just(None), Just(Some((0.3, 0.5))), Just(Some((1.0, 2.0)))],
    ) {
        let rows: Vec<Row> =
            rows.into_iter().map(|(id, up, _, can)| (id, up, parts, can)).collect();
        let all = candidates(&rows);

        prop_assert_eq!(
            suggestions(&all, Strategy::LeastLoaded, BUSY_THRESHOLD),
            suggestions(&all, Strategy::FirstMatch, BUSY_THRESHOLD)
        );
    }

    #[test]
    fn a_suggestion_follows_from_what_is_shown(rows in agents(), busy in 0..=10_u32) {
        let busy = f64::from(busy) / 10.0;
        for strategy in [Strategy::FirstMatch, Strategy::LeastLoaded] {
            let all = candidates(&rows);
            let suggested: HashMap<_, _> = suggestions(&all, strategy, busy).into_iter().collect();
            let preferred = preference(&all, strategy, busy);
            for capability in ["a", "b", "c", "d"] {
                let able: Vec<usize> = (0..rows.len())
                    .filter(|index| rows[*index].1 && rows[*index].3.iter().any(|it| it == capability))
                    .collect();
                let label = |index: &usize| availability(rows[*index].2.map(|it| it.0), busy);
                let first = |label_is: &str| {
                    preferred.iter().find(|it| able.contains(it) && label(it) == Some(label_is))
                };
                let unknown = able.iter().find(|index| label(index).is_none());
                let expected = match strategy {
                    Strategy::FirstMatch => able.first(),
                    Strategy::LeastLoaded => first("Available").or(unknown).or(first("Busy")),
                };

                let expected = expected.map(|index| rows[*index].0);

                prop_assert_eq!(suggested.get(capability).copied(), expected);
            }
        }
    }

    #[test]
    fn unknown_is_never_preferred_to_known_and_free(rows in agents()) {
        let all = candidates(&rows);
        for (capability, id) in suggestions(&all, Strategy::LeastLoaded, BUSY_THRESHOLD) {
            let chosen = all.iter().find(|agent| agent.id == id).expect("a candidate");
            let is_free = |agent: &&Candidate| {
                agent.available
                    && agent.capabilities.iter().any(|declared| declared == capability)
                    && agent.load.is_some_and(|load| load.current < BUSY_THRESHOLD)
            };

            prop_assert!(chosen.load.is_some() || !all.iter().any(|agent| is_free(&agent)));
        }
    }
}
