-- What somebody would change in a project and its author decides, and who has locked which document.

ALTER TABLE document ADD COLUMN locked_by TEXT;

-- The target is in the column of its kind; without one, a new record is proposed, which belongs to the
-- timeline or language, if there is one. `message_id`, `swarm_id` and `subtask_id` may be deleted by now.
-- `state`, `changes_total` and `changes_open` follow from `changes`, a JSON array, which comes last with
-- the receipt, so that lists do not read them. `identity` follows from them too: by it a proposal is
-- recognised that is made again.
CREATE TABLE proposal (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    target_kind TEXT NOT NULL,
    document_id TEXT REFERENCES document (id) ON DELETE CASCADE,
    lore_entry_id TEXT REFERENCES lore_entry (id) ON DELETE CASCADE,
    timeline_id TEXT REFERENCES timeline (id) ON DELETE CASCADE,
    event_id TEXT REFERENCES timeline_event (id) ON DELETE CASCADE,
    promise_id TEXT REFERENCES promise (id) ON DELETE CASCADE,
    node_id TEXT REFERENCES plot_node (id) ON DELETE CASCADE,
    language_id TEXT REFERENCES language (id) ON DELETE CASCADE,
    rule_id TEXT REFERENCES grammar_rule (id) ON DELETE CASCADE,
    word_id TEXT REFERENCES word (id) ON DELETE CASCADE,
    base_version BIGINT,
    agent TEXT,
    account TEXT NOT NULL,
    message_id TEXT,
    swarm_id TEXT,
    subtask_id TEXT,
    summary TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    changes_total BIGINT NOT NULL,
    changes_open BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_by TEXT,
    decided_at BIGINT,
    version BIGINT NOT NULL,
    identity TEXT,
    changes TEXT NOT NULL,
    receipt TEXT
);

CREATE INDEX proposal_order ON proposal (project_id, created_at, id);
CREATE INDEX proposal_open ON proposal (project_id) WHERE state = 'open';
CREATE INDEX proposal_identity ON proposal (project_id, identity) WHERE state = 'open';
CREATE INDEX proposal_expiry ON proposal (expires_at) WHERE state = 'open';
CREATE INDEX proposal_decided ON proposal (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX proposal_document ON proposal (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX proposal_lore_entry ON proposal (lore_entry_id) WHERE lore_entry_id IS NOT NULL;
CREATE INDEX proposal_timeline ON proposal (timeline_id) WHERE timeline_id IS NOT NULL;
CREATE INDEX proposal_event ON proposal (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX proposal_promise ON proposal (promise_id) WHERE promise_id IS NOT NULL;
CREATE INDEX proposal_node ON proposal (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX proposal_language ON proposal (language_id) WHERE language_id IS NOT NULL;
CREATE INDEX proposal_rule ON proposal (rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX proposal_word ON proposal (word_id) WHERE word_id IS NOT NULL;
