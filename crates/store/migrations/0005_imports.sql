-- Imports of texts into a project, and the files that were uploaded for them.

-- Each claim raises `lease_epoch`: a worker that was too slow finds that another one has the import.
CREATE TABLE import (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    state TEXT NOT NULL,
    total BIGINT NOT NULL,
    done BIGINT NOT NULL,
    skipped TEXT NOT NULL,
    error TEXT,
    lease_owner TEXT,
    lease_epoch BIGINT NOT NULL DEFAULT 0,
    lease_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL
);

CREATE INDEX import_project ON import (project_id);
CREATE INDEX import_open ON import (created_at) WHERE state IN ('staging', 'pending', 'active');

CREATE TABLE import_file (
    import_id TEXT NOT NULL REFERENCES import (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    path TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (import_id, position)
);
