-- Projects, their members and their counters.
--
-- Rows that a project owns are deleted with it: their tables reference it, or another table that
-- it owns, with ON DELETE CASCADE. A column that points to a record without owning the row (a link)
-- has no foreign key, because the counters of the project change with it.

-- A row with an `import_token` is a project that is being imported: it is in the trash until it is
-- complete, so that no list shows it, and is neither restored nor purged as trash. Only who knows
-- the token may write its records. `number` is the key of its counters.
CREATE TABLE project (
    number INTEGER NOT NULL /*+identity*/ PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    deleted_at BIGINT,
    import_token TEXT,
    detail TEXT NOT NULL
);

CREATE INDEX project_newest ON project (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX project_trash ON project (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX project_import ON project (deleted_at) WHERE import_token IS NOT NULL;

-- Changes in the transaction of what it counts.
CREATE TABLE project_summary (
    project_number INTEGER NOT NULL PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    documents BIGINT NOT NULL,
    connections BIGINT NOT NULL,
    insights BIGINT NOT NULL,
    agent_interactions BIGINT NOT NULL,
    progress_weight BIGINT NOT NULL,
    progress_done BIGINT NOT NULL,
    activity TEXT NOT NULL,
    patterns TEXT NOT NULL
);

-- The latest edits of one user in one hour, which `activity` does not include yet. They change with
-- every edit, so they are not in the row with the long text. `run_is_recorded` is what the project's
-- `settings.integrations.analytics` says.
CREATE TABLE project_run (
    project_number INTEGER NOT NULL PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    run_account TEXT NOT NULL,
    run_day BIGINT NOT NULL,
    run_hour BIGINT NOT NULL,
    run_edits BIGINT NOT NULL,
    run_words BIGINT NOT NULL,
    run_time_ms BIGINT NOT NULL,
    run_sessions BIGINT NOT NULL,
    run_last BIGINT NOT NULL,
    run_is_recorded BIGINT NOT NULL
);

-- Who may see a project besides its owner.
CREATE TABLE member (
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (project_id, account)
);

CREATE INDEX member_account ON member (account);

-- The project that each user has open.
CREATE TABLE active_project (
    account TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE
);

CREATE INDEX active_project_project ON active_project (project_id);

-- Counters of the whole service. Each changes in the transaction of what it counts.
CREATE TABLE counter (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO counter (name, value)
VALUES ('projects', 0), ('messages', 0), ('messages_failed', 0), ('handoffs_completed', 0),
       ('agents', 0), ('registry', 0);

-- How many records of a kind an owner has: the totals of lists. The owner is a record of a project
-- (the project itself, a timeline, a language, an entry), or a user, and then there is no project.
CREATE TABLE record_counter (
    owner_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
    value BIGINT NOT NULL,
    PRIMARY KEY (owner_id, kind)
);

CREATE INDEX record_counter_project ON record_counter (project_id) WHERE project_id IS NOT NULL;
-- Owners with more records than are kept are looked for every minute.
CREATE INDEX record_counter_most ON record_counter (kind, value)
    WHERE kind IN ('notifications', 'swarms');

-- A token may be for one project; it ends with the project.
ALTER TABLE token ADD COLUMN project_id TEXT REFERENCES project (id) ON DELETE CASCADE;

CREATE INDEX token_project ON token (project_id) WHERE project_id IS NOT NULL;
