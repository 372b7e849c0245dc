-- What the hub's rules need to remember: why a message was refused, which message answers it, which
-- task it hands on; and whose each task is.

ALTER TABLE message ADD COLUMN rule TEXT;
ALTER TABLE message ADD COLUMN answer_id TEXT;
ALTER TABLE message ADD COLUMN task TEXT;
ALTER TABLE message ADD COLUMN offered BIGINT NOT NULL DEFAULT 0;
ALTER TABLE message ADD COLUMN died_at BIGINT;

-- What waits is looked for by when it is due, among all that an agent ever got.
DROP INDEX message_queue;
CREATE INDEX message_due ON message (to_agent, not_before) WHERE state = 'queued';

-- What came back is looked for first, and is hardly ever there.
DROP INDEX message_returned;
CREATE INDEX message_returned ON message (to_agent, not_before)
    WHERE state = 'queued' AND attempt > 0;

-- In a conversation, what was sent earlier is taken earlier. All that the choice of what to take
-- looks at is in here, in the order in which it is looked at.
CREATE INDEX message_line
    ON message (to_agent, conversation_id, account, class, id, state, not_before, created_at,
                deadline)
    WHERE state IN ('queued', 'leased');
CREATE INDEX message_open ON message (deadline, type)
    WHERE deadline IS NOT NULL AND state IN ('queued', 'leased', 'awaiting_reply');
CREATE INDEX message_task ON message (account, task, id) WHERE task IS NOT NULL;
CREATE INDEX message_dead ON message (died_at) WHERE state = 'dead';
CREATE INDEX message_denied ON message (account, id) WHERE state = 'denied';

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

-- Rules of the protocol that were broken, each by the message that shows it first, as long as that
-- message is kept.
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

INSERT INTO counter (name, value) VALUES ('messages_failed', 0), ('handoffs_completed', 0)
    ON CONFLICT (name) DO NOTHING;
