-- The registered agents, their mailboxes, and what is measured of their work.

-- `changes` is what a user changed about a built-in agent, so that a new version of the program keeps
-- it. Lists are ordered by `position`. `is_prompted` is whether a language model speaks for it; one
-- of a user that does so runs inside until it is heard of from outside. `seen_at` is when an agent outside
-- was last heard of: 0 when it never was, null when it was woken since.
-- `requires` has the ids of the agents without which it cannot work, each between two commas.
CREATE TABLE agent (
    id TEXT NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL,
    builtin BIGINT NOT NULL,
    card TEXT NOT NULL,
    policy TEXT NOT NULL,
    changes TEXT NOT NULL DEFAULT '{}',
    awake BIGINT NOT NULL,
    is_prompted BIGINT NOT NULL DEFAULT 0,
    requires TEXT NOT NULL DEFAULT '',
    required_count BIGINT NOT NULL DEFAULT 0,
    seen_at BIGINT,
    version BIGINT NOT NULL
);

CREATE INDEX agent_position ON agent (position, id);

-- Counters of each agent's messages, changed in the transactions that change these.
CREATE TABLE mailbox (
    agent_id TEXT NOT NULL PRIMARY KEY REFERENCES agent (id) ON DELETE CASCADE,
    queued BIGINT NOT NULL,
    leased BIGINT NOT NULL,
    handled BIGINT NOT NULL,
    failed BIGINT NOT NULL
);

-- What each server worked for an agent in the last minute, as it reported it last; under an empty
-- node, what external agents work, whichever server they asked for it.
CREATE TABLE agent_meter (
    agent_id TEXT NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
    node TEXT NOT NULL,
    meter TEXT NOT NULL,
    reported_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, node)
);

CREATE INDEX agent_meter_reported ON agent_meter (reported_at);

-- How many requests each agent ended, and how long they took, by the project they were about.
CREATE TABLE agent_speed (
    agent_id TEXT NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
    project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
    speed TEXT NOT NULL
);

CREATE UNIQUE INDEX agent_speed_key ON agent_speed (agent_id, (coalesce(project_id, '')));
CREATE INDEX agent_speed_project ON agent_speed (project_id) WHERE project_id IS NOT NULL;

-- The servers that run on this database, and when each was last seen.
CREATE TABLE server (
    node TEXT NOT NULL PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
