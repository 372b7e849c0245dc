-- The staff, their mailboxes, and every message that ever went through the hub.

CREATE TABLE agent (
    id TEXT NOT NULL PRIMARY KEY,
    place BIGINT NOT NULL,
    builtin BIGINT NOT NULL,
    card TEXT NOT NULL,
    policy TEXT NOT NULL,
    awake BIGINT NOT NULL,
    seen_at BIGINT,
    version BIGINT NOT NULL
);

CREATE TABLE mailbox (
    agent_id TEXT NOT NULL PRIMARY KEY,
    queued BIGINT NOT NULL,
    leased BIGINT NOT NULL,
    handled BIGINT NOT NULL,
    failed BIGINT NOT NULL
);

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
    class BIGINT NOT NULL,
    hops BIGINT NOT NULL,
    labels TEXT NOT NULL,
    account TEXT NOT NULL,
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
    created_at BIGINT NOT NULL
);

CREATE INDEX message_queue ON message (to_agent, created_at) WHERE state = 'queued';
CREATE INDEX message_returned ON message (to_agent) WHERE state = 'queued' AND attempt > 0;
CREATE INDEX message_lease ON message (lease_until) WHERE state = 'leased';
CREATE INDEX message_conversation ON message (conversation_id, id);
CREATE INDEX message_recipient ON message (to_agent, id);
CREATE INDEX message_sender ON message (from_agent, id);
CREATE INDEX message_account ON message (account, id);
