-- The manuscript, its earlier texts, and folders on their way into it.

-- A document with an `import_id` is staged: nobody sees it before the import is complete.
CREATE TABLE document (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    parent_id TEXT,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    position BIGINT NOT NULL,
    word_target BIGINT,
    words BIGINT NOT NULL,
    import_id TEXT,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    deleted_at BIGINT
);

CREATE INDEX document_order ON document (project_id, position, id);
CREATE INDEX document_parent ON document (parent_id);
CREATE INDEX document_place ON document (project_id, (coalesce(parent_id, '')), position, id);
CREATE INDEX document_import ON document (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX document_bin ON document (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE document_text (
    document_id TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL
);

CREATE TABLE revision (
    document_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    words BIGINT NOT NULL,
    content TEXT NOT NULL,
    replaced_by TEXT NOT NULL,
    replaced_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, version)
);

CREATE TABLE import (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    account TEXT NOT NULL,
    state TEXT NOT NULL,
    total BIGINT NOT NULL,
    done BIGINT NOT NULL,
    skipped TEXT NOT NULL,
    error TEXT,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL
);

CREATE INDEX import_open ON import (created_at) WHERE state IN ('staging', 'pending', 'active');

CREATE TABLE import_file (
    import_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    path TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (import_id, place)
);
