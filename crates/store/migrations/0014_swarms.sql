-- Swarms, their sub-tasks, and what these produce.

-- `priority_rank` is the priority as a number, the lower one first, beside its word: an index orders
-- by it. `only_project` is the only project that its agents may read for its account.
CREATE TABLE swarm (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    only_project TEXT,
    project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    priority_rank BIGINT NOT NULL,
    description TEXT NOT NULL,
    input TEXT,
    budget TEXT,
    derived_from TEXT,
    agent_count BIGINT NOT NULL,
    total BIGINT NOT NULL,
    succeeded BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    skipped BIGINT NOT NULL,
    cancelled BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    busy_ms BIGINT NOT NULL,
    error TEXT,
    cancel_at BIGINT,
    deadline BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT
);

CREATE INDEX swarm_active ON swarm (priority_rank, created_at, id)
    WHERE status IN ('pending', 'active');
CREATE INDEX swarm_finished ON swarm (finished_at, id)
    WHERE status IN ('completed', 'failed');
CREATE INDEX swarm_project ON swarm (project_id, finished_at);
CREATE INDEX swarm_account ON swarm (account, finished_at) WHERE project_id IS NULL;

-- `priority_rank` is that of the swarm, `need` what of its result the sub-task is for, `message_id` the
-- message that stands for the sub-task in the hub: alone, for all of its series, or in the mailbox of an
-- agent outside. `approval` is what its agent wants to do that a person has to permit, until
-- `approval_until`.
CREATE TABLE subtask (
    swarm_id TEXT NOT NULL REFERENCES swarm (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    task TEXT NOT NULL,
    need TEXT,
    series TEXT NOT NULL,
    message_id TEXT NOT NULL,
    state TEXT NOT NULL,
    priority_rank BIGINT NOT NULL,
    waits_for BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    lease_epoch BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT,
    not_before BIGINT NOT NULL,
    ready_at BIGINT,
    begun_at BIGINT,
    started_at BIGINT,
    finished_at BIGINT,
    approval TEXT,
    approval_until BIGINT,
    error TEXT,
    said TEXT,
    report TEXT,
    reused BIGINT NOT NULL,
    PRIMARY KEY (swarm_id, position)
);

CREATE INDEX subtask_ready ON subtask (agent_id, priority_rank, swarm_id, position)
    WHERE state = 'ready';
CREATE INDEX subtask_waiting ON subtask (ready_at) WHERE state = 'ready';
CREATE INDEX subtask_lease ON subtask (lease_until) WHERE state = 'leased';
CREATE INDEX subtask_outside ON subtask (message_id) WHERE state = 'waiting';
CREATE INDEX subtask_approval ON subtask (swarm_id) WHERE state = 'awaiting_approval';
CREATE INDEX subtask_message ON subtask (message_id);

-- Which sub-task waits for which: it goes on however the other one ended.
CREATE TABLE subtask_edge (
    swarm_id TEXT NOT NULL REFERENCES swarm (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    waiting_position BIGINT NOT NULL,
    PRIMARY KEY (swarm_id, position, waiting_position)
);

CREATE TABLE artefact (
    swarm_id TEXT NOT NULL REFERENCES swarm (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (swarm_id, position, name)
);

-- How many swarms of a type are in a status, and how long those that ended there took together. What
-- ended stays counted when it is deleted.
CREATE TABLE swarm_counter (
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    value BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    PRIMARY KEY (type, status)
);
