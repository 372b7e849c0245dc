-- Lore: what is true in the world of a story, and where its manuscript mentions it.

-- `folded` is the name as lists compare it; `searched` is the name and the aliases likewise, one on
-- each line.
CREATE TABLE lore_entry (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    searched TEXT NOT NULL,
    category TEXT NOT NULL,
    aliases TEXT NOT NULL,
    attributes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX lore_entry_order ON lore_entry (project_id, folded, id);

CREATE TABLE lore_relation (
    entry_id TEXT NOT NULL REFERENCES lore_entry (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    project_id TEXT NOT NULL,
    target_id TEXT NOT NULL REFERENCES lore_entry (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    label TEXT,
    PRIMARY KEY (entry_id, position)
);

CREATE INDEX lore_relation_target ON lore_relation (target_id);

-- One row for each project that ever had an entry: how many it has, the version of all their names
-- together, and up to which document (`''` for none) the documents are queued to be read for them;
-- null when all are.
CREATE TABLE lore_state (
    project_id TEXT NOT NULL PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    entries BIGINT NOT NULL,
    version BIGINT NOT NULL,
    queued_through TEXT
);

CREATE INDEX lore_state_queueing ON lore_state (project_id) WHERE queued_through IS NOT NULL;

-- Documents that are to be read for mentions.
CREATE TABLE lore_queue (
    document_id TEXT NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL
);

CREATE INDEX lore_queue_project ON lore_queue (project_id, document_id);

-- How often a document mentions an entry, and where it does first: the characters of the Markdown, the
-- words there, and the sentence around them. Totals of an entry are in `record_counter`.
CREATE TABLE lore_mention (
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    entry_id TEXT NOT NULL REFERENCES lore_entry (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL,
    mentions BIGINT NOT NULL,
    first_start BIGINT NOT NULL,
    first_end BIGINT NOT NULL,
    quote TEXT NOT NULL,
    passage TEXT NOT NULL,
    PRIMARY KEY (document_id, entry_id)
);

CREATE INDEX lore_mention_entry ON lore_mention (entry_id, document_id);
