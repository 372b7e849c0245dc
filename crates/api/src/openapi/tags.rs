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
        name: "session",
        description: "Who sends a request, and what they may do.",
        paths: &["/api/session"],
    },
    Tag {
        name: "projects",
        description: "Writing projects, their settings, the open project, and the trash.",
        paths: &["/api/projects", "/api/trash"],
    },
    Tag {
        name: "documents",
        description: "The manuscript, notes and references, as a tree of Markdown texts with \
               their revisions.",
        paths: &[
            "/api/imports",
            "/api/projects/{project_id}/documents",
            "/api/projects/{project_id}/imports",
            "/api/projects/{project_id}/replacements",
            "/api/projects/{project_id}/speakers",
            "/api/projects/{project_id}/trash",
        ],
    },
    Tag {
        name: "timelines",
        description: "What happens in a story and when: events with their links, and plotlines.",
        paths: &["/api/creative/timelines"],
    },
    Tag {
        name: "plot",
        description: "Promises to the reader, and the outline.",
        paths: &["/api/creative/plot"],
    },
    Tag {
        name: "languages",
        description: "Constructed languages: their grammar rules with glossed examples, and their lexicons.",
        paths: &["/api/creative/conlang"],
    },
    Tag {
        name: "lore",
        description: "Lore entries, and the documents that name them.",
        paths: &["/api/projects/{project_id}/lore"],
    },
    Tag {
        name: "proposals",
        description: "What agents and others would change, and what the author decides about it.",
        paths: &["/api/projects/{project_id}/proposals"],
    },
    Tag {
        name: "findings",
        description: "What checks found in a manuscript, with the words they found, and the author's answers.",
        paths: &[
            "/api/projects/{project_id}/analyses",
            "/api/projects/{project_id}/findings",
            "/api/projects/{project_id}/readiness",
        ],
    },
    Tag {
        name: "research",
        description: "Search for passages by words and by similarity, and the history of \
               searches.",
        paths: &["/api/discovery/research"],
    },
    Tag {
        name: "agents",
        description: "Agents: their capabilities, their load, and whether they are awake.",
        paths: &["/api/agents"],
    },
    Tag {
        name: "swarms",
        description: "Tasks for several agents, with their progress and results.",
        paths: &["/api/agents/swarm"],
    },
    Tag {
        name: "messages",
        description: "Messages to agents, and their replies.",
        paths: &["/api/agent-communication"],
    },
    Tag {
        name: "usage",
        description: "Language models, what they used, and the budgets.",
        paths: &["/api/models", "/api/usage"],
    },
    Tag {
        name: "notifications",
        description: "Notifications, and whether they were read.",
        paths: &["/api/notifications"],
    },
    Tag { name: "events", description: "The stream of events.", paths: &["/api/events"] },
    Tag {
        name: "operations",
        description: "For the operator of the service.",
        paths: &["/", "/api/backups", "/assets", "/docs", "/health", "/metrics", "/openapi.json"],
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
