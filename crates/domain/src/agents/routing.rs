//! Who should be asked for what: one agent suggested per capability, by what is known of the
//! agents at this moment. A suggestion reserves nothing and sends nothing.

use std::{cmp::Ordering, collections::HashMap};

use super::{Load, Strategy};

/// From this load on an agent counts as busy, unless the settings say otherwise.
pub const BUSY_THRESHOLD: f64 = 0.8;

/// One registered agent as routing sees it.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its registry name.
    pub id: &'a str,
    /// What it declares to be able to do.
    pub capabilities: &'a [String],
    /// Whether it is awake.
    pub available: bool,
    /// Its measured load; none when unknown, which is not idle.
    pub load: Option<Load>,
}

/// The suggested agent of every capability that somebody available declares, in the order in which
/// the available candidates declare them. The candidates come in registry order.
///
/// [`Strategy::FirstMatch`] takes the first available one. [`Strategy::LeastLoaded`] takes those
/// with a known load below the threshold first, by load, then by backlog; then those whose load is
/// unknown; then the busy ones, by load, then by backlog; among equals the first. Somebody
/// offline is never suggested.
pub fn suggestions<'a>(
    candidates: &[Candidate<'a>],
    strategy: Strategy,
    busy_threshold: f64,
) -> Vec<(&'a str, &'a str)> {
    let mut chosen: Vec<(&'a str, Candidate<'a>)> = Vec::new();
    let mut places: HashMap<&'a str, usize> = HashMap::new();

    for candidate in candidates.iter().filter(|candidate| candidate.available) {
        for capability in candidate.capabilities {
            let place = *places.entry(capability).or_insert_with(|| {
                chosen.push((capability, *candidate));
                chosen.len() - 1
            });
            let (_, best) = &mut chosen[place];
            let better = match strategy {
                Strategy::FirstMatch => false,
                // Strictly better, so that of equals the first in registry order stays.
                Strategy::LeastLoaded => {
                    rank(candidate, busy_threshold).is_before(&rank(best, busy_threshold))
                }
            };
            if better {
                *best = *candidate;
            }
        }
    }

    chosen.into_iter().map(|(capability, candidate)| (capability, candidate.id)).collect()
}

/// What `availability` of a capability record says: `Busy` from the threshold on, `Available`
/// below it, nothing of an unknown load.
pub fn availability(load: Option<f64>, busy_threshold: f64) -> Option<&'static str> {
    load.map(|load| if load >= busy_threshold { "Busy" } else { "Available" })
}

/// The groups in which the least loaded agent is looked for, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Free,
    Unknown,
    Busy,
}

/// Where a candidate stands among those with its capability, before registry order counts.
#[derive(Debug, Clone, Copy)]
struct Rank {
    group: Group,
    load: f64,
    backlog: f64,
}

impl Rank {
    fn is_before(&self, other: &Self) -> bool {
        let order = (self.group.cmp(&other.group))
            .then(self.load.total_cmp(&other.load))
            .then(self.backlog.total_cmp(&other.backlog));
        order == Ordering::Less
    }
}

fn rank(candidate: &Candidate, busy_threshold: f64) -> Rank {
    match candidate.load {
        None => Rank { group: Group::Unknown, load: 0.0, backlog: 0.0 },
        Some(Load { current, backlog, .. }) => Rank {
            group: if current >= busy_threshold { Group::Busy } else { Group::Free },
            load: current,
            backlog,
        },
    }
}

#[cfg(test)]
mod tests {
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
            let rows: Vec<Row> = agents
                .iter()
                .map(|&(id, awake, parts)| (id, awake, parts, words("beats")))
                .collect();
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
    }
}
