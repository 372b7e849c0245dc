-- Agents of users beside the built-in ones: what a user changed about a built-in agent, so that a
-- new version of the program keeps it; how many agents there are, which every start counts; and how
-- often the registry was changed.

ALTER TABLE agent ADD COLUMN changes TEXT NOT NULL DEFAULT '{}';

CREATE INDEX agent_place ON agent (place, id);

INSERT INTO counter (name, value) VALUES ('agents', 0), ('registry', 0)
    ON CONFLICT (name) DO NOTHING;

-- What each server worked for an agent in the last minute, as it told it last; under an empty name,
-- what agents outside work, whoever they asked for it.
CREATE TABLE agent_meter (
    agent_id TEXT NOT NULL,
    node TEXT NOT NULL,
    meter TEXT NOT NULL,
    told_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, node)
);

CREATE INDEX agent_meter_told ON agent_meter (told_at);

-- How many requests each agent ended, and how long they took; those about no project under an empty
-- name.
CREATE TABLE agent_speed (
    agent_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    speed TEXT NOT NULL,
    PRIMARY KEY (agent_id, project_id)
);

CREATE INDEX agent_speed_project ON agent_speed (project_id);

-- The servers at work on these tables, and when each was last there.
CREATE TABLE server (
    node TEXT NOT NULL PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
