-- Messages between users and agents, and what the rules of the hub have to remember. Messages outlive
-- the project they are about: they belong to their sender.

-- `parent_id` is the broadcast it is a part of, or the message whose recipient asks with it; `cause_id`
-- the message that led to it. `priority_rank` is the priority as a number, the higher one first, beside its word: waiting raises
-- it, and an index orders by it. `rule` says why a message was refused, `answer_id` which message
-- answers it, `task` which task it hands over. `only_project` is the only project that its recipient may
-- read for its account: it stays as it is when that project is gone, so that nothing else can be read.
CREATE TABLE message (
    id TEXT NOT NULL PRIMARY KEY,
    parent_id TEXT,
    reply_to TEXT,
    cause_id TEXT,
    conversation_id TEXT NOT NULL,
    from_agent TEXT NOT NULL,
    to_agent TEXT NOT NULL,
    type TEXT NOT NULL,
    priority TEXT NOT NULL,
    priority_rank BIGINT NOT NULL,
    hops BIGINT NOT NULL,
    labels TEXT NOT NULL,
    account TEXT NOT NULL,
    only_project TEXT,
    project_id TEXT,
    state TEXT NOT NULL,
    error TEXT,
    content TEXT NOT NULL,
    context TEXT,
    report TEXT,
    history TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    lease_epoch BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT,
    not_before BIGINT NOT NULL,
    deadline BIGINT,
    created_at BIGINT NOT NULL,
    rule TEXT,
    answer_id TEXT,
    task TEXT,
    offered BIGINT NOT NULL DEFAULT 0,
    died_at BIGINT,
    session_id TEXT,
    approval TEXT
);

-- What waits is looked for by when it is due, among all that an agent ever got.
CREATE INDEX message_due ON message (to_agent, not_before) WHERE state = 'queued';
-- What came back is looked for first, and is rarely there.
CREATE INDEX message_returned ON message (to_agent, not_before)
    WHERE state = 'queued' AND attempt > 0;
-- In a conversation, what was sent earlier is taken earlier. The index holds all columns that the
-- choice of what to take reads, in the order in which it reads them.
CREATE INDEX message_line
    ON message (to_agent, conversation_id, account, priority_rank, id, state, not_before,
                created_at, deadline)
    WHERE state IN ('queued', 'leased');
CREATE INDEX message_open ON message (deadline, type)
    WHERE deadline IS NOT NULL
      AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting', 'awaiting_approval');
CREATE INDEX message_lease ON message (lease_until) WHERE state = 'leased';
CREATE INDEX message_waiting ON message (not_before) WHERE state = 'waiting';
CREATE INDEX message_approval ON message (to_agent, id) WHERE state = 'awaiting_approval';
-- What an agent asked others is looked for by the message for which it asked.
CREATE INDEX message_parent ON message (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX message_session ON message (session_id, id) WHERE session_id IS NOT NULL;
CREATE INDEX message_dead ON message (died_at) WHERE state = 'dead';
CREATE INDEX message_denied ON message (account, id) WHERE state = 'denied';
CREATE INDEX message_task ON message (account, task, id) WHERE task IS NOT NULL;
CREATE INDEX message_conversation ON message (conversation_id, id);
CREATE INDEX message_recipient ON message (to_agent, id);
CREATE INDEX message_sender ON message (from_agent, id);
CREATE INDEX message_account ON message (account, id);

-- Which agent each task belongs to, by the latest message that handed it over.
CREATE TABLE task_owner (
    account TEXT NOT NULL,
    task TEXT NOT NULL,
    owner TEXT NOT NULL,
    version BIGINT NOT NULL,
    message_id TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (account, task)
);

CREATE INDEX task_owner_since ON task_owner (since);

-- Rules of the protocol that were broken, each by the message that shows it first. They are deleted
-- some time after that message, in bounded numbers.
CREATE TABLE violation (
    message_id TEXT NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL,
    message_ids TEXT NOT NULL,
    trace TEXT NOT NULL,
    account TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (message_id, rule)
);

CREATE INDEX violation_account ON violation (account, message_id);
