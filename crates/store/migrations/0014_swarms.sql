-- Swarms, their sub-tasks, and what they leave behind.

CREATE TABLE swarm (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    project_id TEXT,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    priority BIGINT NOT NULL,
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

CREATE INDEX swarm_active ON swarm (priority, created_at, id)
    WHERE status IN ('pending', 'active');
CREATE INDEX swarm_finished ON swarm (finished_at, id)
    WHERE status IN ('completed', 'failed');
CREATE INDEX swarm_project ON swarm (project_id, finished_at);
CREATE INDEX swarm_account ON swarm (account, finished_at) WHERE project_id IS NULL;

CREATE TABLE subtask (
    swarm_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    task TEXT NOT NULL,
    state TEXT NOT NULL,
    priority BIGINT NOT NULL,
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
    error TEXT,
    said TEXT,
    report TEXT,
    reused BIGINT NOT NULL,
    PRIMARY KEY (swarm_id, place)
);

CREATE INDEX subtask_ready ON subtask (agent_id, priority, swarm_id, place) WHERE state = 'ready';
CREATE INDEX subtask_waiting ON subtask (ready_at) WHERE state = 'ready';
CREATE INDEX subtask_lease ON subtask (lease_until) WHERE state = 'leased';

-- Who waits for whom. Of one kind so far: it goes on however the other one ended.
CREATE TABLE subtask_edge (
    swarm_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    waiting_place BIGINT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (swarm_id, place, waiting_place)
);

CREATE TABLE artefact (
    swarm_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (swarm_id, place, name)
);

-- How many swarms of a type are in a status, and how long those that ended there took together.
CREATE TABLE swarm_tally (
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    n BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    PRIMARY KEY (type, status)
);

-- Calls of language models and tools, journalled under the sub-task and their number in it, the
-- text that came so far, and what they cost: reserved before a call, settled after it.
CREATE TABLE step (
    swarm_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    no BIGINT NOT NULL,
    request_hash TEXT NOT NULL,
    state TEXT NOT NULL,
    response TEXT,
    tokens BIGINT NOT NULL,
    cost DOUBLE PRECISION NOT NULL,
    usage_source TEXT NOT NULL,
    PRIMARY KEY (swarm_id, place, no)
);

CREATE TABLE draft_tail (
    swarm_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    no BIGINT NOT NULL,
    content TEXT NOT NULL,
    modified_at BIGINT NOT NULL,
    PRIMARY KEY (swarm_id, place, no)
);

CREATE TABLE ledger (
    account TEXT NOT NULL PRIMARY KEY,
    parent TEXT,
    limit_tokens BIGINT,
    settled_tokens BIGINT NOT NULL,
    reserved_tokens BIGINT NOT NULL,
    limit_cost DOUBLE PRECISION,
    settled_cost DOUBLE PRECISION NOT NULL,
    reserved_cost DOUBLE PRECISION NOT NULL
);
