-- Projects, and what was counted while they were worked on.

CREATE TABLE project (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    deleted_at BIGINT,
    detail TEXT NOT NULL
);

CREATE INDEX project_newest ON project (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX project_bin ON project (deleted_at) WHERE deleted_at IS NOT NULL;

-- Changes in the transaction of what it counts.
CREATE TABLE project_summary (
    project_id TEXT NOT NULL PRIMARY KEY,
    documents BIGINT NOT NULL,
    connections BIGINT NOT NULL,
    insights BIGINT NOT NULL,
    agent_interactions BIGINT NOT NULL,
    progress_weight BIGINT NOT NULL,
    progress_done BIGINT NOT NULL,
    activity TEXT NOT NULL
);

-- Totals that lists show, likewise.
CREATE TABLE counter (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO counter (name, value) VALUES ('projects', 0), ('messages', 0);
