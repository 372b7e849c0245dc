//! Where results agree and where they do not. A claim is one value of a report about one thing; two are
//! compared only when they have the same topic and the same subject, and words are never compared with
//! words that only sound alike.

use std::collections::{BTreeMap, BTreeSet};

/// The most agreements, and the most disagreements, that are named.
pub const LISTED_MAX: usize = 100;

/// How far two figures may lie apart to be one, as a share of the larger.
const FIGURE_SHARE: f64 = 1e-9;

/// What an agent's report says about one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// What is said, as a term of reports: `words`, `open promise`.
    pub topic: &'static str,
    /// What it is said about: the id of a record, or a folded name.
    pub subject: String,
    /// The subject as people know it.
    pub name: String,
    /// The value.
    pub value: Said,
    /// The sub-task that says so.
    pub sub_task: String,
    /// The agent that says so.
    pub agent: String,
}

/// The value of a claim.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// Only that it is there.
    Named,
    /// A figure.
    Figure(f64),
}

impl Said {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Named, Self::Named) => true,
            (Self::Figure(one), Self::Figure(other)) => {
                (one - other).abs() <= FIGURE_SHARE * one.abs().max(other.abs())
            }
            _ => false,
        }
    }
}

/// One topic of one subject, and what several agents say about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// What is said.
    pub topic: &'static str,
    /// What it is said about.
    pub subject: String,
    /// The subject as people know it.
    pub name: String,
    /// Each agent's first claim, in the order of the plan.
    pub claims: Vec<Claim>,
}

/// What several agents say about the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Comparison {
    /// Where all of them say the same.
    pub agreements: Vec<Compared>,
    /// Where they do not.
    pub disagreements: Vec<Compared>,
}

/// Compares claims, which come in the order of the plan; agreements on what is there come before those on
/// figures. What only one agent says, however often, is neither.
pub fn compare(claims: &[Claim]) -> Comparison {
    let mut by_subject: BTreeMap<(&str, &str), Vec<&Claim>> = BTreeMap::new();
    let mut order: Vec<(&str, &str)> = Vec::new();
    for claim in claims {
        let key = (claim.topic, claim.subject.as_str());
        let said = by_subject.entry(key).or_default();
        if said.is_empty() {
            order.push(key);
        }
        said.push(claim);
    }
    let mut comparison = Comparison::default();
    for key in order {
        let said = &by_subject[&key];
        let mut agents = BTreeSet::new();
        let firsts: Vec<&Claim> =
            said.iter().filter(|claim| agents.insert(claim.agent.as_str())).copied().collect();
        let [first, others @ ..] = firsts.as_slice() else { continue };
        if others.is_empty() {
            continue;
        }
        let compared = Compared {
            topic: first.topic,
            subject: first.subject.clone(),
            name: first.name.clone(),
            claims: firsts.iter().map(|claim| (*claim).clone()).collect(),
        };
        if others.iter().all(|other| other.value.is_same(&first.value)) {
            comparison.agreements.push(compared);
        } else {
            comparison.disagreements.push(compared);
        }
    }
    // What several found says more than a figure that several measured alike.
    comparison
        .agreements
        .sort_by_key(|it| it.claims.iter().any(|claim| claim.value != Said::Named));
    comparison
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn claim(agent: &str, topic: &'static str, subject: &str, value: Said) -> Claim {
        Claim {
            topic,
            subject: subject.to_owned(),
            name: subject.to_owned(),
            value,
            sub_task: format!("{agent}-1"),
            agent: agent.to_owned(),
        }
    }

    fn subjects(compared: &[Compared]) -> Vec<String> {
        compared.iter().map(|it| format!("{} {}", it.topic, it.subject)).collect()
    }

    #[test]
    fn only_what_two_agents_say_about_the_same_is_compared() {
        let words = |agent, words| claim(agent, "words", "d1", Said::Figure(words));
        let cases: [(&[Claim], &[&str], &[&str]); 6] = [
            (&[], &[], &[]),
            (&[words("critic", 5.0), words("critic", 6.0)], &[], &[]),
            (&[words("critic", 5.0), words("proseguard", 5.0)], &["words d1"], &[]),
            (&[words("critic", 5.0), words("proseguard", 6.0)], &[], &["words d1"]),
            (
                &[words("critic", 5.0), claim("proseguard", "words", "d2", Said::Figure(5.0))],
                &[],
                &[],
            ),
            (
                &[words("critic", 5.0), claim("proseguard", "sentences", "d1", Said::Figure(5.0))],
                &[],
                &[],
            ),
        ];

        for (claims, agreements, disagreements) in cases {
            let compared = compare(claims);

            assert_eq!(subjects(&compared.agreements), agreements, "{claims:?}");
            assert_eq!(subjects(&compared.disagreements), disagreements, "{claims:?}");
        }
    }

    #[test]
    fn sources_stand_with_what_they_agree_on() {
        let named = |agent| claim(agent, "open promise", "p1", Said::Named);

        let compared = compare(&[named("plotter"), named("publisher"), named("plotter")]);

        let sources: Vec<&str> =
            compared.agreements[0].claims.iter().map(|it| it.sub_task.as_str()).collect();
        assert_eq!(sources, ["plotter-1", "publisher-1"]);
    }

    proptest! {
        #[test]
        fn no_subject_is_both_agreed_on_and_not(
            said in proptest::collection::vec((0..3_usize, 0..3_usize, 0..3_u8), 0..30),
        ) {
            let claims: Vec<Claim> = said
                .iter()
                .map(|(agent, subject, value)| {
                    let (agent, subject) = (["a", "b", "c"][*agent], ["x", "y", "z"][*subject]);
                    claim(agent, "words", subject, Said::Figure(f64::from(*value)))
                })
                .collect();

            let compared = compare(&claims);

            let agreed = subjects(&compared.agreements);
            prop_assert!(subjects(&compared.disagreements).iter().all(|it| !agreed.contains(it)));
            for it in compared.agreements.iter().chain(&compared.disagreements) {
                let agents: BTreeSet<&str> = it.claims.iter().map(|it| it.agent.as_str()).collect();
                prop_assert!(agents.len() >= 2 && agents.len() == it.claims.len());
            }
        }
    }
}
