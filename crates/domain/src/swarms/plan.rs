//! The plan of a swarm: which agent does what, after which others, and what of it the swarm cannot do
//! without. The same request and documents make the same plan, and it has no cycles: a sub-task waits
//! only for earlier ones.

mod builder;
#[cfg(test)]
mod tests;

use super::{SwarmCreate, SwarmType, Task};
use builder::PlanBuilder;

/// The most sub-tasks of one agent that go through the documents. Where documents are checked, each
/// takes several when there are more; where each is spoken of for itself, the first ones are.
pub const READINGS_MAX: usize = 2_000;

/// The most documents that an agent of a user's own reads each for itself: they wait in its mailbox.
pub const OWN_READINGS_MAX: usize = 100;

/// A document a swarm works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanDocument {
    /// Its identifier.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// A sub-task as it is planned.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedSubtask {
    /// Its name within the swarm: a letter, digits, hyphens.
    pub key: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The agent that does it.
    pub agent: String,
    /// What it is to do.
    pub task: Task,
    /// What of the swarm's result it is for: a need is met when one of its sub-tasks succeeded, and a
    /// swarm is completed when all are. None when the result does not depend on it.
    pub need: Option<String>,
    /// The row of sub-tasks it belongs to, which the hub shows as one message: those by which an agent
    /// goes through the documents; else its own key.
    pub series: String,
    /// The positions of those it waits for, each before its own. It goes on however they ended.
    pub after: Vec<usize>,
}

crate::string_enum! {
    /// How the sub-tasks of a swarm lie to each other.
    pub enum Topology {
        /// One after the other.
        Pipeline = "pipeline",
        /// Side by side, and one that puts them together.
        FanOut = "fan_out",
        /// Side by side in several steps.
        Layers = "layers",
        /// In turns.
        Turns = "turns",
    }
}

impl SwarmType {
    /// How the sub-tasks of such a swarm lie to each other.
    pub const fn topology(self) -> Topology {
        match self {
            Self::Draft => Topology::Pipeline,
            Self::ConsistencySweep | Self::ReaderPanel => Topology::FanOut,
            Self::Debate => Topology::Turns,
            Self::Outline
            | Self::Revision
            | Self::Worldbuilding
            | Self::Research
            | Self::Conlang
            | Self::Publishing => Topology::Layers,
        }
    }
}

/// What a swarm works on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanInput {
    /// Whether there is a project.
    pub has_project: bool,
    /// Its documents, in the order in which they are read.
    pub documents: Vec<PlanDocument>,
    /// Whether the request names these documents; else they are all that have a text.
    pub is_selection: bool,
    /// Whether one of them has a text.
    pub has_text: bool,
    /// Agents of a user's own that may take part.
    pub own: Vec<OwnAgent>,
}

/// An agent that a user has added, and what it can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAgent {
    /// Its registry name.
    pub id: String,
    /// Its capabilities.
    pub capabilities: Vec<String>,
}

/// The sub-tasks of a swarm, in the order in which they are taken when several can be.
pub fn plan(create: &SwarmCreate, ground: &PlanInput) -> Vec<PlannedSubtask> {
    PlanBuilder::new(create, ground).plan(create)
}

/// Of the sub-tasks of a swarm, those whose outcome a new one can go on from: they are `done`, and so is
/// everything they rest on.
pub fn reusable(nodes: &[PlannedSubtask], done: &[bool]) -> Vec<bool> {
    let mut reusable: Vec<bool> = Vec::with_capacity(nodes.len());
    for (node, done) in nodes.iter().zip(done) {
        // Those it waits for come before it in the plan.
        let rests_on =
            node.after.iter().all(|position| reusable.get(*position).copied() == Some(true));
        reusable.push(*done && rests_on);
    }
    reusable
}
