-- The manuscript and its earlier texts.

-- A document with an `import_id` is staged: no list shows it before the import is complete.
CREATE TABLE document (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    parent_id TEXT,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    position BIGINT NOT NULL,
    word_target BIGINT,
    words BIGINT NOT NULL,
    import_id TEXT REFERENCES import (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    deleted_at BIGINT
);

CREATE INDEX document_order ON document (project_id, position, id);
CREATE INDEX document_parent ON document (parent_id);
CREATE INDEX document_sibling ON document (project_id, (coalesce(parent_id, '')), position, id);
CREATE INDEX document_import ON document (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX document_trash ON document (deleted_at) WHERE deleted_at IS NOT NULL;

-- `digest` is the SHA-256 of the text, by which a change on the disk is found.
CREATE TABLE document_text (
    document_id TEXT NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    digest TEXT NOT NULL
);

-- `autosaved_at` is when the text that replaced this one was last saved automatically, and NULL where
-- its author saved it.
CREATE TABLE revision (
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    words BIGINT NOT NULL,
    content TEXT NOT NULL,
    replaced_by TEXT NOT NULL,
    replaced_at BIGINT NOT NULL,
    digest TEXT NOT NULL,
    autosaved_at BIGINT,
    PRIMARY KEY (document_id, version)
);

-- What was read in a text, as JSON: `digest` is that of the text, `form` the form of the extract. With
-- another digest or form it is made anew.
CREATE TABLE document_extract (
    document_id TEXT NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    form BIGINT NOT NULL,
    extract TEXT NOT NULL
);

-- Who speaks a quotation, as users have said. Quotations themselves are read in the text and not stored: a
-- correction has the words it is of, and the text around them, by which it is found again.
CREATE TABLE quotation_correction (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    words TEXT NOT NULL,
    words_before TEXT NOT NULL,
    words_after TEXT NOT NULL,
    words_start BIGINT NOT NULL,
    speaker TEXT NOT NULL,
    modified_at BIGINT NOT NULL
);

CREATE INDEX quotation_correction_order ON quotation_correction (project_id, id);
CREATE INDEX quotation_correction_document ON quotation_correction (document_id, id);
