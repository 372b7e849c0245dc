//! Which room of the studio a path belongs to, as the document groups its operations. The list is
//! in the order in which a reader should meet the rooms.

use serde_json::{Value, json};

use crate::route::Route;

/// A room, as the document shows it.
pub(super) struct Room {
    /// Its name.
    pub(super) name: &'static str,
    /// What is done in it.
    says: &'static str,
    /// What its paths begin with; where several rooms fit, the longest beginning decides.
    paths: &'static [&'static str],
}

const ROOMS: &[Room] = &[
    Room {
        name: "projects",
        says: "Writing projects: what they are called, how they are set up, which one is open.",
        paths: &["/api/projects"],
    },
    Room {
        name: "documents",
        says: "The manuscript and what lies beside it, as a tree of Markdown texts with their \
               earlier versions.",
        paths: &["/api/projects/{project_id}/documents", "/api/projects/{project_id}/imports"],
    },
    Room {
        name: "timelines",
        says: "What happens in a story and when: events, what they are linked to, and the \
               plotlines they are on.",
        paths: &["/api/creative/timelines"],
    },
    Room {
        name: "plot",
        says: "What the story has promised its reader, and the outline it is to be kept in.",
        paths: &["/api/creative/plot"],
    },
    Room {
        name: "languages",
        says: "Constructed languages: their grammar rules with glossed examples, and their lexicons.",
        paths: &["/api/creative/conlang"],
    },
    Room {
        name: "lore",
        says: "What is true in the world of a book, and where its manuscript names it.",
        paths: &["/api/projects/{project_id}/lore"],
    },
    Room {
        name: "findings",
        says: "What checks found in a manuscript, with its evidence, and what its author says to it.",
        paths: &[
            "/api/projects/{project_id}/analyses",
            "/api/projects/{project_id}/findings",
            "/api/projects/{project_id}/readiness",
        ],
    },
    Room {
        name: "research",
        says: "Passages of all texts, found by their words and by what they are like; what was \
               searched for before.",
        paths: &["/api/discovery/research"],
    },
    Room {
        name: "agents",
        says: "The staff: what each agent can do, how loaded it is, whether it is awake.",
        paths: &["/api/agents"],
    },
    Room {
        name: "swarms",
        says: "Tasks for several agents at once: what each is to do, how far it is, what came of it.",
        paths: &["/api/agents/swarm"],
    },
    Room {
        name: "messages",
        says: "What is said to agents, and what they answer.",
        paths: &["/api/agent-communication"],
    },
    Room {
        name: "notifications",
        says: "What you were told, and whether you have read it.",
        paths: &["/api/notifications"],
    },
    Room { name: "events", says: "What happens, as it happens.", paths: &["/api/events"] },
    Room {
        name: "operations",
        says: "For whoever runs the service.",
        paths: &["/", "/docs", "/health", "/metrics", "/openapi.json"],
    },
];

/// The room of a path; none when no room was thought of for it, which a test rules out.
pub(super) fn room(path: &str) -> Option<&'static Room> {
    let begins_with = |begin: &&&str| {
        path.strip_prefix(**begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let fit = |room: &Room| room.paths.iter().filter(begins_with).map(|it| it.len()).max();
    ROOMS.iter().filter(|room| fit(room).is_some()).max_by_key(|room| fit(room))
}

/// The rooms that have a route, with what is done in them.
pub(super) fn tags(routes: &[Route]) -> Vec<Value> {
    let used = |room: &&Room| {
        routes.iter().any(|route| self::room(route.path).is_some_and(|it| it.name == room.name))
    };
    ROOMS
        .iter()
        .filter(used)
        .map(|room| json!({ "name": room.name, "description": room.says }))
        .collect()
}
