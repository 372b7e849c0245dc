//! Who should be asked for what: one agent suggested per capability, by what is known of the
//! agents at this moment. A suggestion reserves nothing and sends nothing.

#[cfg(test)]
mod tests;

use std::{cmp::Ordering, collections::HashMap};

use super::{Load, Strategy};

/// From this load on an agent counts as busy, unless the settings say otherwise.
pub const BUSY_THRESHOLD: f64 = 0.8;

/// One registered agent as routing sees it.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its registry name.
    pub id: &'a str,
    /// Its capabilities.
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
    let mut indexes: HashMap<&'a str, usize> = HashMap::new();

    for candidate in candidates.iter().filter(|candidate| candidate.available) {
        for capability in candidate.capabilities {
            let index = *indexes.entry(capability).or_insert_with(|| {
                chosen.push((capability, *candidate));
                chosen.len() - 1
            });
            let (_, best) = &mut chosen[index];
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

/// The candidates whose load is known, by their indexes, in the order in which the strategy prefers
/// them; the busy ones last. Whoever sees them in this order, and which of them are busy, can tell
/// for each capability who is suggested, though a load says nothing of the backlog behind it.
pub fn preference(
    candidates: &[Candidate<'_>],
    strategy: Strategy,
    busy_threshold: f64,
) -> Vec<usize> {
    let known = (0..candidates.len()).filter(|index| candidates[*index].load.is_some());
    let mut indexes: Vec<usize> = known.collect();
    if strategy == Strategy::LeastLoaded {
        // Stable, so that equals stay in registry order.
        let ranked = |index: &usize| rank(&candidates[*index], busy_threshold);
        indexes.sort_by(|one, other| ranked(one).order(&ranked(other)));
    }
    indexes
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
    fn order(&self, other: &Self) -> Ordering {
        (self.group.cmp(&other.group))
            .then(self.load.total_cmp(&other.load))
            .then(self.backlog.total_cmp(&other.backlog))
    }

    fn is_before(&self, other: &Self) -> bool {
        self.order(other) == Ordering::Less
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
