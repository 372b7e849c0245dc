//! Makes the plan of each type of swarm: its parts, who does them, and what each waits for.

use super::{OWN_READINGS_MAX, OwnAgent, PlanInput, PlannedSubtask, READINGS_MAX};
use crate::{
    findings::Check,
    swarms::{Aim, SwarmCreate, SwarmInput, SwarmType, Task},
};

/// How often each side of a debate speaks when nobody says.
const ROUNDS_DEFAULT: i64 = 2;

/// Who puts together what the others found.
const DIRECTOR: &str = "director";

/// Who keeps the lore, and so looks at it too.
const LOREKEEPER: &str = "lorekeeper";

/// What the look at the lore is called.
const LORE: &str = "The lore and its rules";

/// Who looks for something in a text.
const CHECKERS: [&str; 3] = ["proseguard", LOREKEEPER, "castwright"];

/// A part of a plan, before it is decided who does it.
#[derive(Clone, Copy)]
struct Part<'p> {
    key: &'p str,
    title: &'p str,
    /// The built-in agent that does it.
    agent: &'static str,
    /// The capability by which an agent of a user's own does it too.
    capability: &'static str,
    aim: Aim,
    need: Option<&'p str>,
}

const fn part<'p>(
    (key, title): (&'p str, &'p str),
    agent: &'static str,
    capability: &'static str,
) -> Part<'p> {
    Part { key, title, agent, capability, aim: Aim::Answer, need: None }
}

impl<'p> Part<'p> {
    const fn aim(self, aim: Aim) -> Self {
        Self { aim, ..self }
    }

    const fn need(self, need: &'p str) -> Self {
        Self { need: Some(need), ..self }
    }
}

/// A plan that grows.
pub(super) struct PlanBuilder<'a> {
    nodes: Vec<PlannedSubtask>,
    /// The only agents that may take part.
    only: Option<&'a [String]>,
    ground: &'a PlanInput,
}

impl<'a> PlanBuilder<'a> {
    pub(super) fn new(create: &'a SwarmCreate, ground: &'a PlanInput) -> Self {
        Self { nodes: Vec::new(), only: create.agents.as_deref(), ground }
    }

    /// The whole plan of such a swarm.
    pub(super) fn plan(mut self, create: &SwarmCreate) -> Vec<PlannedSubtask> {
        let input = create.input.clone().unwrap_or_default();
        match create.swarm_type {
            SwarmType::Outline => self.outline(),
            SwarmType::Draft => self.draft(),
            SwarmType::Revision => self.revision(),
            SwarmType::ConsistencySweep => self.sweep(&input),
            SwarmType::ReaderPanel => self.panel(),
            SwarmType::Debate => self.debate(input.rounds.unwrap_or(ROUNDS_DEFAULT)),
            SwarmType::Worldbuilding => self.worldbuilding(),
            SwarmType::Research => self.research(),
            SwarmType::Conlang => self.conlang(),
            SwarmType::Publishing => self.publishing(&input),
        }
        self.synthesis();
        self.nodes
    }

    fn outline(&mut self) {
        let mut said = self.side_by_side(&[
            part(("premises", "Premises and what-ifs"), "muse", "ideation").aim(Aim::Composition),
            part(("promises", "What is promised and still open"), "plotter", "promise_tracking"),
            part(("events", "What happens when"), "chronicler", "timeline"),
        ]);
        let structure = part(("structure", "The structure"), "architect", "structure");
        said.extend(self.ask(structure.need("structure"), &said.clone()));
        let judgement = part(("judgement", "What the structure lacks"), "critic", "review");
        self.ask(judgement.aim(Aim::Judgement), &said);
    }

    fn draft(&mut self) {
        self.one_after_the_other(&[
            part(("structure", "Where the text belongs"), "architect", "structure"),
            part(("facts", "What must be kept to"), LOREKEEPER, "lore_validation").aim(Aim::Canon),
            part(("draft", "The draft"), "scribe", "drafting").aim(Aim::Composition).need("draft"),
            part(("prose", "The prose"), "proseguard", "style_check").aim(Aim::DraftReading),
            part(("judgement", "The judgement"), "critic", "review").aim(Aim::DraftReading),
        ]);
    }

    fn revision(&mut self) {
        let mut read = self.check("prose", "proseguard", &[Check::Prose, Check::Dialogue]);
        let reading = part(("judgement", "What stands out in each document"), "critic", "review");
        read.extend(self.read_each(reading.need("readings")));
        let proposals = part(("proposals", "What to write anew"), "scribe", "rewriting");
        self.ask(proposals.aim(Aim::Rewrites).need("proposals"), &read);
    }

    fn sweep(&mut self, input: &SwarmInput) {
        self.checks(input.checks.as_deref());
    }

    fn panel(&mut self) {
        let readers = [
            part(("critic", "How it reads"), "critic", "reader_panel"),
            part(("prose-reader", "Its prose"), "proseguard", "prose_analysis"),
            part(("lore-reader", "Its names"), LOREKEEPER, "lore_validation"),
            part(("cast-reader", "Its cast"), "castwright", "character_design"),
        ];
        for reader in readers {
            self.read_each(reader.need("readings"));
        }
    }

    fn debate(&mut self, rounds: i64) {
        let mut last = Vec::new();
        for round in 1..=rounds {
            for (side, agent, capability) in
                [("for", "architect", "planning"), ("against", "critic", "review")]
            {
                let (key, title) = (format!("{side}-{round}"), format!("Turn {round}, {side}"));
                let turn = part((&key, &title), agent, capability).aim(Aim::Debate);
                let next = self.ask(turn.need(&key), &last);
                if !next.is_empty() {
                    last = next;
                }
            }
        }
    }

    fn worldbuilding(&mut self) {
        let mut said = self.side_by_side(&[
            part(("world", "Places, peoples and rules"), "worldsmith", "worldbuilding")
                .need("sides"),
            part(("cast", "Who lives there"), "castwright", "character_design").need("sides"),
            part(("tongues", "What is spoken"), "linguist", "conlang").need("sides"),
            part(("past", "What has happened"), "chronicler", "timeline").need("sides"),
            part(("facts", "What the texts state"), "archivist", "fact_extraction").need("sides"),
        ]);
        let canon = part(("canon", "What the lore says of it"), LOREKEEPER, "lore_validation");
        said.extend(self.ask(canon.aim(Aim::Canon), &said.clone()));
        self.record(&said);
    }

    fn research(&mut self) {
        let passages = part(("passages", "Where it is spoken of"), "researcher", "semantic_search");
        let mut said = self.ask(passages.need("sources"), &[]);
        let canon = part(("canon", "What the lore says"), LOREKEEPER, "lore_validation");
        said.extend(self.ask(canon.aim(Aim::Canon).need("sources"), &said.clone()));
        let dates = part(("dates", "What the timelines say"), "chronicler", "timeline");
        said.extend(self.ask(dates, &[]));
        self.record(&said);
    }

    fn record(&mut self, said: &[usize]) {
        let record = part(("record", "What to take down"), "archivist", "fact_extraction");
        self.ask(record.aim(Aim::Record).need("record"), said);
    }

    fn conlang(&mut self) {
        self.one_after_the_other(&[
            part(("grammar", "The grammar and its examples"), "linguist", "conlang")
                .need("grammar"),
            part(("names", "Names of that sound"), "muse", "naming"),
            part(("canon", "Names the lore has"), LOREKEEPER, "naming").aim(Aim::Names),
        ]);
    }

    fn publishing(&mut self, input: &SwarmInput) {
        let mut read = self.checks(input.checks.as_deref());
        let promises =
            part(("promises", "What is promised and still open"), "plotter", "promise_tracking");
        read.extend(self.ask(promises, &[]));
        let readiness = part(("readiness", "Checklist and readiness"), "publisher", "readiness");
        self.ask(readiness.aim(Aim::Readiness).need("readiness"), &read);
    }

    /// Every document is checked by all who look for something that is wanted.
    fn checks(&mut self, wanted: Option<&[Check]>) -> Vec<usize> {
        let is_wanted = |check: &Check| wanted.is_none_or(|wanted| wanted.contains(check));
        let mut positions = Vec::new();
        for agent in CHECKERS {
            let of_agent = Check::ALL.into_iter().filter(|check| check.agent() == agent);
            let checks: Vec<Check> = of_agent.filter(is_wanted).collect();
            if checks.is_empty() || !self.takes_part(agent) {
                continue;
            }
            if agent == LOREKEEPER && self.ground.has_project {
                let (document_ids, checks) = (Vec::new(), checks.clone());
                let task = Task::Check { document_ids, checks, with_habits: true };
                positions.push(self.add(("lore", "lore", LORE), agent, task, None, &[]));
            }
            // What reads the whole book at once is no work on a document.
            let of_documents: Vec<Check> =
                checks.into_iter().filter(|check| !check.is_of_book()).collect();
            if !of_documents.is_empty() {
                positions.extend(self.check(agent, agent, &of_documents));
            }
        }
        positions
    }

    fn check(&mut self, series: &str, agent: &str, checks: &[Check]) -> Vec<usize> {
        if !self.takes_part(agent) {
            return Vec::new();
        }
        let ground = self.ground;
        let documents = &ground.documents;
        let each = documents.len().div_ceil(READINGS_MAX).max(1);
        let mut positions = Vec::new();
        for (at, some) in documents.chunks(each).enumerate() {
            let document_ids = some.iter().map(|document| document.id.clone()).collect();
            // Where the whole book is read, who reads its last documents looks at its habits too; those of
            // names belong to the look at the lore.
            let is_last = (at + 1) * each >= documents.len();
            let with_habits = is_last && !ground.is_selection && agent != LOREKEEPER;
            let task = Task::Check { document_ids, checks: checks.to_vec(), with_habits };
            let title = match some {
                [one] => one.title.clone(),
                [first, ..] => format!("{} and {} more", first.title, some.len() - 1),
                [] => continue,
            };
            let key = format!("{series}-{}", at + 1);
            positions.push(self.add((&key, series, &title), agent, task, None, &[]));
        }
        positions
    }

    /// Agents read every document, each for itself.
    fn read_each(&mut self, part: Part<'_>) -> Vec<usize> {
        let documents = &self.ground.documents;
        let mut positions = Vec::new();
        for (agent, series) in self.participants(part) {
            let is_own = agent != part.agent;
            let most = if is_own { OWN_READINGS_MAX } else { READINGS_MAX };
            for (at, document) in documents.iter().take(most).enumerate() {
                let task = Task::Ask { document_ids: vec![document.id.clone()], aim: part.aim };
                let key = format!("{series}-{}", at + 1);
                let names = (key.as_str(), series.as_str(), document.title.as_str());
                positions.push(self.add(names, &agent, task, part.need, &[]));
            }
        }
        positions
    }

    fn side_by_side(&mut self, parts: &[Part<'_>]) -> Vec<usize> {
        parts.iter().flat_map(|part| self.ask(*part, &[])).collect()
    }

    /// Each gets what all before it said.
    fn one_after_the_other(&mut self, parts: &[Part<'_>]) {
        let mut said = Vec::new();
        for part in parts {
            said.extend(self.ask(*part, &said.clone()));
        }
    }

    /// Asks whoever does a part: about the documents that the request names, else about the project.
    fn ask(&mut self, part: Part<'_>, after: &[usize]) -> Vec<usize> {
        let ground = self.ground;
        let named = ground.documents.iter().filter(|_| ground.is_selection);
        let document_ids: Vec<String> = named.map(|document| document.id.clone()).collect();
        let mut positions = Vec::new();
        for (agent, key) in self.participants(part) {
            let task = Task::Ask { document_ids: document_ids.clone(), aim: part.aim };
            let names = (key.as_str(), key.as_str(), part.title);
            positions.push(self.add(names, &agent, task, part.need, after));
        }
        positions
    }

    /// Who does a part, each with the key of what it does: the built-in agent, and those of a user's own
    /// that have its capability.
    fn participants(&self, part: Part<'_>) -> Vec<(String, String)> {
        let built_in = self.takes_part(part.agent);
        let built_in = built_in.then(|| (part.agent.to_owned(), part.key.to_owned()));
        let can = |own: &&OwnAgent| own.capabilities.iter().any(|it| it == part.capability);
        let own = self.ground.own.iter().filter(can);
        let own = own.map(|own| (own.id.clone(), format!("{}-{}", part.key, own.id)));
        built_in.into_iter().chain(own).collect()
    }

    fn takes_part(&self, agent: &str) -> bool {
        let is_named = |only: &[String]| only.iter().any(|known| known.eq_ignore_ascii_case(agent));
        self.only.is_none_or(is_named)
    }

    /// Adds a sub-task; its position.
    fn add(
        &mut self,
        (key, series, title): (&str, &str, &str),
        agent: &str,
        task: Task,
        need: Option<&str>,
        after: &[usize],
    ) -> usize {
        self.nodes.push(PlannedSubtask {
            key: key.to_owned(),
            title: title.to_owned(),
            agent: agent.to_owned(),
            task,
            need: need.map(str::to_owned),
            series: series.to_owned(),
            after: after.to_vec(),
        });
        self.nodes.len() - 1
    }

    /// The last sub-task, which waits for all others and which every swarm has.
    fn synthesis(&mut self) {
        let after: Vec<usize> = (0..self.nodes.len()).collect();
        let names = ("synthesis", "synthesis", "What came of it");
        self.add(names, DIRECTOR, Task::Synthesis, None, &after);
    }
}
