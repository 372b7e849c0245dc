//! The arguments of the tools that have agents work.

use super::AnswerCursor;
use crate::{
    messages::CONTENT_BYTES_MAX,
    swarms::{DOCUMENTS_MAX as SWARM_DOCUMENTS_MAX, SwarmType},
};

/// Seconds for which an answer is waited for when nobody says how long.
const ANSWER_SECONDS_DEFAULT: i64 = 20;

/// The most seconds for which an answer is waited for: many clients wait for a minute and no longer.
const ANSWER_SECONDS_MAX: i64 = 50;

/// Seconds for which a swarm is waited for when nobody says how long.
const SWARM_SECONDS_DEFAULT: i64 = 50;

/// The most seconds for which a swarm is waited for.
const SWARM_SECONDS_MAX: i64 = 600;

/// Documents that a call names for a swarm, at the most.
const DOCUMENTS_MAX: usize = 100;

/// Agents that a call names for a swarm, at the most.
const AGENTS_MAX: usize = 50;

// A swarm takes at least as many documents as a call names.
const _: () = assert!(DOCUMENTS_MAX <= SWARM_DOCUMENTS_MAX);

crate::model! {
    /// A question to an agent, or the message whose answer is waited for.
    pub struct AskAgent as "AskAgentArguments" {
        /// What the agent is asked, whole in itself: it knows nothing of your conversation.
        question: Option<String> where { min_length: 1, max_length: CONTENT_BYTES_MAX / 4 },
        /// The agent. `director` finds out who can answer; others are `lorekeeper` (lore and canon),
        /// `chronicler` (timelines), `plotter` (promises and plot), `architect` (structure), `castwright`
        /// (characters and voices), `critic`, `proseguard` (prose), `archivist` (facts of the text),
        /// `researcher`, `worldsmith`, `linguist` (invented languages), `scribe` and `muse` (with a language
        /// model) and `publisher`.
        agent: String where { min_length: 1, max_length: 128 } = "director".to_owned(),
        /// The document that the question is about: its id or its whole title.
        document: Option<String> where { min_length: 1, max_length: 1_000 },
        /// The `conversation` of an answer before, to go on with it.
        conversation: Option<String> where { min_length: 1, max_length: 256 },
        /// In the place of `question`: the `message` of an answer before that was not ready, or of which
        /// more is read.
        message: Option<String> where { min_length: 1, max_length: 256 },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// For how many seconds the answer is waited for.
        wait_seconds: i64 where { ge: 0.0, le: ANSWER_SECONDS_MAX as f64 } = ANSWER_SECONDS_DEFAULT,
        /// The `nextCursor` of the answer before, to read on; it takes `message`.
        cursor: Option<AnswerCursor>,
    }
}

crate::model! {
    /// A task for several agents, or the swarm whose result is waited for.
    pub struct StartSwarm as "StartSwarmArguments" {
        /// What the agents do: `consistency_sweep` checks the manuscript against the lore, `revision` lists
        /// what to revise, `reader_panel` has several agents read the same texts, `outline` looks at the
        /// structure, `draft` writes a scene (it takes a language model), `worldbuilding` and `conlang` look
        /// at the lore and the invented languages, `research` looks for something, `debate` argues both
        /// sides (it takes a language model), `publishing` looks at what a publisher gets.
        swarm_type: Option<SwarmType>,
        /// The task in a few sentences, whole in itself.
        task: Option<String> where { min_length: 1, max_length: 20_000 },
        /// The documents to work on: their ids or whole titles. Without it: the whole manuscript.
        documents: Option<Vec<String>> where { max_length: DOCUMENTS_MAX, each_min_length: 1, each_max_length: 1_000 },
        /// The only agents that take part. Without it: all that the type needs.
        agents: Option<Vec<String>> where { max_length: AGENTS_MAX, each_min_length: 1, each_max_length: 128 },
        /// In the place of `swarmType` and `task`: the id of a swarm that was started before and is waited
        /// for, or of whose report more is read.
        swarm: Option<String> where { min_length: 1, max_length: 256 },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// For how many seconds the end is waited for.
        wait_seconds: i64 where { ge: 0.0, le: SWARM_SECONDS_MAX as f64 } = SWARM_SECONDS_DEFAULT,
        /// The `nextCursor` of the answer before, to read on; it takes `swarm`.
        cursor: Option<AnswerCursor>,
    }
}
