-- Calls of language models: a journal of them, the budgets they take from, and what they used.

-- One call of a message or a sub-task. `owner_key` is the id of the message, or the swarm with the
-- position of the sub-task. `draft` is what the call has returned so far, or had when it was cut off.
-- `context` is what was sent first, in the row of the first call until its message or sub-task is over:
-- whoever begins again sends the same.
CREATE TABLE model_step (
    owner_key TEXT NOT NULL,
    number BIGINT NOT NULL,
    message_id TEXT REFERENCES message (id) ON DELETE CASCADE,
    swarm_id TEXT REFERENCES swarm (id) ON DELETE CASCADE,
    position BIGINT,
    agent_id TEXT NOT NULL,
    account TEXT NOT NULL,
    project_id TEXT,
    model TEXT NOT NULL,
    request_digest TEXT NOT NULL,
    state TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    reserved_tokens BIGINT NOT NULL,
    reserved_micros BIGINT NOT NULL,
    reply TEXT,
    input_tokens BIGINT,
    output_tokens BIGINT,
    usage_source TEXT,
    micros BIGINT,
    error TEXT,
    draft TEXT,
    draft_saved_at BIGINT,
    context TEXT,
    tool_answers TEXT,
    begun_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (owner_key, number)
);

CREATE INDEX model_step_message ON model_step (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX model_step_swarm ON model_step (swarm_id) WHERE swarm_id IS NOT NULL;
CREATE INDEX model_step_begun ON model_step (begun_at) WHERE state = 'begun';
CREATE INDEX model_step_context ON model_step (begun_at) WHERE context IS NOT NULL;

-- What was spent of each budget, and what running calls may spend at the most. `budget_id` is the
-- swarm, the project or the day. An account of a day is kept for a week, the others as long as what they
-- are about.
CREATE TABLE budget_account (
    scope TEXT NOT NULL,
    budget_id TEXT NOT NULL,
    settled_tokens BIGINT NOT NULL,
    settled_micros BIGINT NOT NULL,
    reserved_tokens BIGINT NOT NULL,
    reserved_micros BIGINT NOT NULL,
    PRIMARY KEY (scope, budget_id)
);

-- Calls that ended, added up by user, project, agent, swarm and day. It outlives what it is about: what
-- was paid is paid. Whoever adds to it has locked the account of the day, so nothing has two rows.
CREATE TABLE model_usage (
    account TEXT NOT NULL,
    project_id TEXT,
    agent_id TEXT NOT NULL,
    swarm_id TEXT,
    day TEXT NOT NULL,
    calls BIGINT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    estimated_tokens BIGINT NOT NULL,
    micros BIGINT NOT NULL,
    unpriced_calls BIGINT NOT NULL
);

CREATE INDEX model_usage_account ON model_usage (account, day);
CREATE INDEX model_usage_day ON model_usage (day);
CREATE INDEX model_usage_swarm ON model_usage (swarm_id) WHERE swarm_id IS NOT NULL;
