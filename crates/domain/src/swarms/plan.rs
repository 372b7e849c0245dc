//! The plan of a swarm: which agent does what, and after which others. The same request and
//! documents make the same plan, and it has no cycles: a sub-task waits only for earlier ones.

use super::{SubtaskState, SwarmCreate, SwarmInput, SwarmType, Task};
use crate::findings::Check;

/// The most sub-tasks of one agent that go through the documents. Where documents are checked, each
/// takes several when there are more; where each is spoken of for itself, the first ones are.
pub const READINGS_MAX: usize = 2_000;

/// How often each side of a debate speaks when nobody says.
const ROUNDS_DEFAULT: i64 = 2;

/// Who puts together what the others found.
const DIRECTOR: &str = "director";

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
}

/// The sub-tasks of a swarm, in the order in which they are taken when several can be.
pub fn plan(create: &SwarmCreate, ground: &PlanInput) -> Vec<PlannedSubtask> {
    let input = create.input.clone().unwrap_or_default();
    let mut plan = PlanBuilder { nodes: Vec::new(), only: create.agents.as_deref(), ground };
    match create.swarm_type {
        SwarmType::Outline => plan.outline(),
        SwarmType::Draft => plan.draft(),
        SwarmType::Revision => plan.revision(),
        SwarmType::ConsistencySweep => plan.sweep(&input),
        SwarmType::ReaderPanel => plan.panel(),
        SwarmType::Debate => plan.debate(input.rounds.unwrap_or(ROUNDS_DEFAULT)),
        SwarmType::Worldbuilding => plan.worldbuilding(),
        SwarmType::Research => plan.research(),
        SwarmType::Conlang => plan.conlang(),
        SwarmType::Publishing => plan.publishing(&input),
    }
    plan.synthesis();
    plan.nodes
}

/// Of the sub-tasks of a swarm that ended in these states, those whose outcome a new one can go on
/// from: they succeeded, and so did everything they rest on.
pub fn reusable(nodes: &[PlannedSubtask], states: &[SubtaskState]) -> Vec<bool> {
    let mut reusable: Vec<bool> = Vec::with_capacity(nodes.len());
    for (node, state) in nodes.iter().zip(states) {
        // Those it waits for come before it in the plan.
        let rests_on =
            node.after.iter().all(|position| reusable.get(*position).copied() == Some(true));
        reusable.push(*state == SubtaskState::Succeeded && rests_on);
    }
    reusable
}

/// Who keeps the lore, and so looks at it too.
const LOREKEEPER: &str = "lorekeeper";

/// What the look at the lore is called.
const LORE: &str = "The lore and its rules";

/// Who looks for something in a text.
const CHECKERS: [&str; 3] = ["proseguard", LOREKEEPER, "castwright"];

/// A plan that grows.
struct PlanBuilder<'a> {
    nodes: Vec<PlannedSubtask>,
    /// The only agents that may take part.
    only: Option<&'a [String]>,
    ground: &'a PlanInput,
}

impl PlanBuilder<'_> {
    fn outline(&mut self) {
        let sides = self.side_by_side(&[
            ("premises", "Premises and what-ifs", "muse"),
            ("promises", "What is promised and still open", "plotter"),
            ("events", "What happens when", "chronicler"),
        ]);
        let structure = self.ask(("structure", "The structure"), "architect", &sides);
        self.ask(("judgement", "What the structure lacks"), "critic", &structure);
    }

    fn draft(&mut self) {
        let mut last = Vec::new();
        for (key, title, agent) in [
            ("structure", "Where the text belongs", "architect"),
            ("facts", "What must be kept to", "lorekeeper"),
            ("draft", "The draft", "scribe"),
            ("prose", "The prose", "proseguard"),
            ("judgement", "The judgement", "critic"),
        ] {
            let next = self.ask((key, title), agent, &last);
            if !next.is_empty() {
                last = next;
            }
        }
    }

    fn revision(&mut self) {
        let mut read = self.check("prose", "proseguard", &[Check::Prose, Check::Dialogue]);
        read.extend(self.read_each("judgement", "critic"));
        self.ask(("proposals", "What to write anew"), "scribe", &read);
    }

    fn sweep(&mut self, input: &SwarmInput) {
        self.checks(input.checks.as_deref());
    }

    fn panel(&mut self) {
        for (key, agent) in [
            ("critic", "critic"),
            ("prose-reader", "proseguard"),
            ("lore-reader", "lorekeeper"),
            ("cast-reader", "castwright"),
        ] {
            self.read_each(key, agent);
        }
    }

    fn debate(&mut self, rounds: i64) {
        let mut last = Vec::new();
        for round in 1..=rounds {
            for (side, agent) in [("for", "architect"), ("against", "critic")] {
                let (key, title) = (format!("{side}-{round}"), format!("Turn {round}, {side}"));
                let next = self.ask((&key, &title), agent, &last);
                if !next.is_empty() {
                    last = next;
                }
            }
        }
    }

    fn worldbuilding(&mut self) {
        let sides = self.side_by_side(&[
            ("world", "Places, peoples and rules", "worldsmith"),
            ("cast", "Who lives there", "castwright"),
            ("tongues", "What is spoken", "linguist"),
            ("past", "What has happened", "chronicler"),
        ]);
        let canon = self.ask(("canon", "What the lore says of it"), "lorekeeper", &sides);
        self.ask(("record", "What to take down"), "archivist", &canon);
    }

    fn research(&mut self) {
        let sides = self.side_by_side(&[
            ("passages", "Where it is spoken of", "researcher"),
            ("canon", "What the lore says", "lorekeeper"),
            ("dates", "What the timelines say", "chronicler"),
        ]);
        self.ask(("record", "What to take down"), "archivist", &sides);
    }

    fn conlang(&mut self) {
        let grammar = self.ask(("grammar", "The grammar and its examples"), "linguist", &[]);
        let names = self.ask(("names", "Names of that sound"), "muse", &grammar);
        self.ask(("canon", "Names the lore has"), "lorekeeper", &names);
    }

    fn publishing(&mut self, input: &SwarmInput) {
        let mut read = self.checks(input.checks.as_deref());
        read.extend(self.ask(("promises", "What is promised and still open"), "plotter", &[]));
        self.ask(("readiness", "Checklist and readiness"), "publisher", &read);
    }

    /// Every document is checked by all who look for something that is wanted.
    fn checks(&mut self, wanted: Option<&[Check]>) -> Vec<usize> {
        let is_wanted = |check: &Check| wanted.is_none_or(|wanted| wanted.contains(check));
        let mut positions = Vec::new();
        for agent in CHECKERS {
            let of_agent = Check::ALL.into_iter().filter(|check| check.agent() == agent);
            let checks: Vec<Check> = of_agent.filter(is_wanted).collect();
            if checks.is_empty() {
                continue;
            }
            if agent == LOREKEEPER && self.ground.has_project {
                let task = Task::Check { document_ids: Vec::new(), checks: checks.clone() };
                positions.extend(self.add("lore".to_owned(), LORE.to_owned(), agent, task, &[]));
            }
            positions.extend(self.check(agent, agent, &checks));
        }
        positions
    }

    fn check(&mut self, key: &str, agent: &str, checks: &[Check]) -> Vec<usize> {
        let documents = &self.ground.documents;
        let each = documents.len().div_ceil(READINGS_MAX).max(1);
        let mut positions = Vec::new();
        for (at, some) in documents.chunks(each).enumerate() {
            let document_ids = some.iter().map(|document| document.id.clone()).collect();
            let task = Task::Check { document_ids, checks: checks.to_vec() };
            let title = match some {
                [one] => one.title.clone(),
                [first, ..] => format!("{} and {} more", first.title, some.len() - 1),
                [] => continue,
            };
            positions.extend(self.add(format!("{key}-{}", at + 1), title, agent, task, &[]));
        }
        positions
    }

    /// An agent reads every document, each for itself.
    fn read_each(&mut self, key: &str, agent: &str) -> Vec<usize> {
        let mut positions = Vec::new();
        for (at, document) in self.ground.documents.iter().take(READINGS_MAX).enumerate() {
            let task = Task::Ask { document_id: Some(document.id.clone()) };
            let key = format!("{key}-{}", at + 1);
            positions.extend(self.add(key, document.title.clone(), agent, task, &[]));
        }
        positions
    }

    fn side_by_side(&mut self, asked: &[(&str, &str, &str)]) -> Vec<usize> {
        asked.iter().flat_map(|(key, title, agent)| self.ask((key, title), agent, &[])).collect()
    }

    fn ask(&mut self, (key, title): (&str, &str), agent: &str, after: &[usize]) -> Vec<usize> {
        let task = Task::Ask { document_id: None };
        self.add(key.to_owned(), title.to_owned(), agent, task, after).into_iter().collect()
    }

    /// Adds a sub-task; none when its agent takes no part.
    fn add(
        &mut self,
        key: String,
        title: String,
        agent: &str,
        task: Task,
        after: &[usize],
    ) -> Option<usize> {
        let takes_part =
            |only: &[String]| only.iter().any(|known| known.eq_ignore_ascii_case(agent));
        if !self.only.is_none_or(takes_part) {
            return None;
        }
        self.nodes.push(PlannedSubtask {
            key,
            title,
            agent: agent.to_owned(),
            task,
            after: after.to_vec(),
        });
        Some(self.nodes.len() - 1)
    }

    /// The last sub-task, which waits for all others and which every swarm has.
    fn synthesis(&mut self) {
        let after = (0..self.nodes.len()).collect();
        self.nodes.push(PlannedSubtask {
            key: "synthesis".to_owned(),
            title: "What came of it".to_owned(),
            agent: DIRECTOR.to_owned(),
            task: Task::Synthesis,
            after,
        });
    }
}
