//! The tags by which the document groups its operations, in the order in which a reader should meet
//! them.

use serde_json::{Value, json};

use crate::route::Route;

/// A tag of the document.
pub(super) struct Tag {
    /// Its name.
    pub(super) name: &'static str,
    /// Its description.
    description: &'static str,
    /// What its paths begin with; where several tags match, the longest beginning decides.
    paths: &'static [&'static str],
}

const TAGS: &[Tag] = &[
    Tag {
        name: "projects",
        description: "Writing projects: what they are called, how they are set up, which one is open.",
        paths: &["/api/projects"],
    },
    Tag {
        name: "documents",
        description: "The manuscript and what lies beside it, as a tree of Markdown texts with their \
               earlier versions.",
        paths: &["/api/projects/{project_id}/documents", "/api/projects/{project_id}/imports"],
    },
    Tag {
        name: "timelines",
        description: "What happens in a story and when: events, what they are linked to, and the \
               plotlines they are on.",
        paths: &["/api/creative/timelines"],
    },
    Tag {
        name: "plot",
        description: "What the story has promised its reader, and the outline it is to be kept in.",
        paths: &["/api/creative/plot"],
    },
    Tag {
        name: "languages",
        description: "Constructed languages: their grammar rules with glossed examples, and their lexicons.",
        paths: &["/api/creative/conlang"],
    },
    Tag {
        name: "lore",
        description: "What is true in the world of a book, and where its manuscript names it.",
        paths: &["/api/projects/{project_id}/lore"],
    },
    Tag {
        name: "findings",
        description: "What checks found in a manuscript, with its evidence, and what its author says to it.",
        paths: &[
            "/api/projects/{project_id}/analyses",
            "/api/projects/{project_id}/findings",
            "/api/projects/{project_id}/readiness",
        ],
    },
    Tag {
        name: "research",
        description: "Passages of all texts, found by their words and by what they are like; what was \
               searched for before.",
        paths: &["/api/discovery/research"],
    },
    Tag {
        name: "agents",
        description: "The staff: what each agent can do, how loaded it is, whether it is awake.",
        paths: &["/api/agents"],
    },
    Tag {
        name: "swarms",
        description: "Tasks for several agents at once: what each is to do, how far it is, what came of it.",
        paths: &["/api/agents/swarm"],
    },
    Tag {
        name: "messages",
        description: "What is said to agents, and what they answer.",
        paths: &["/api/agent-communication"],
    },
    Tag {
        name: "notifications",
        description: "What you were told, and whether you have read it.",
        paths: &["/api/notifications"],
    },
    Tag { name: "events", description: "What happens, as it happens.", paths: &["/api/events"] },
    Tag {
        name: "operations",
        description: "For whoever runs the service.",
        paths: &["/", "/docs", "/health", "/metrics", "/openapi.json"],
    },
];

/// The tag of a path; a test sees that every path has one.
pub(super) fn tag_of(path: &str) -> Option<&'static Tag> {
    let begins_with = |begin: &&&str| {
        path.strip_prefix(**begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let fit = |tag: &Tag| tag.paths.iter().filter(begins_with).map(|it| it.len()).max();
    TAGS.iter().filter(|tag| fit(tag).is_some()).max_by_key(|tag| fit(tag))
}

/// The tags that have a route, with their descriptions.
pub(super) fn all(routes: &[Route]) -> Vec<Value> {
    let used = |tag: &&Tag| {
        routes.iter().any(|route| tag_of(route.path).is_some_and(|it| it.name == tag.name))
    };
    TAGS.iter()
        .filter(used)
        .map(|tag| json!({ "name": tag.name, "description": tag.description }))
        .collect()
}
