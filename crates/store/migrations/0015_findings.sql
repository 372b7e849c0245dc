-- What checks found in manuscripts, and what authors answered.

-- `severity_rank` is the severity as a number, the gravest 0, beside its word: an index orders by it.
-- In one document a fingerprint stands for one finding; without a document, in the project. `swarm_id`
-- is the swarm that found it, which may be deleted by now.
CREATE TABLE finding (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    document_id TEXT REFERENCES document (id) ON DELETE CASCADE,
    document_version BIGINT,
    check_name TEXT NOT NULL,
    rule TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    severity TEXT NOT NULL,
    severity_rank BIGINT NOT NULL,
    message TEXT NOT NULL,
    quote TEXT,
    quote_start BIGINT,
    quote_end BIGINT,
    detail TEXT,
    swarm_id TEXT,
    agent TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX finding_order ON finding (project_id, severity_rank, created_at DESC, id DESC);
CREATE UNIQUE INDEX finding_evidence
    ON finding (project_id, (coalesce(document_id, '')), check_name, fingerprint);
CREATE INDEX finding_document ON finding (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX finding_stale ON finding (modified_at) WHERE state = 'stale';

-- Which swarm met which finding, whoever found it first.
CREATE TABLE finding_sighting (
    swarm_id TEXT NOT NULL REFERENCES swarm (id) ON DELETE CASCADE,
    finding_id TEXT NOT NULL REFERENCES finding (id) ON DELETE CASCADE,
    PRIMARY KEY (swarm_id, finding_id)
);

CREATE INDEX finding_sighting_finding ON finding_sighting (finding_id);

-- The version that a check read last: of a document, or of the project itself, without a document.
-- `measures` is what the check of the prose counted in it.
CREATE TABLE finding_reading (
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    document_id TEXT REFERENCES document (id) ON DELETE CASCADE,
    check_name TEXT NOT NULL,
    version BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    measures TEXT
);

CREATE UNIQUE INDEX finding_reading_key
    ON finding_reading (project_id, (coalesce(document_id, '')), check_name);
CREATE INDEX finding_reading_document ON finding_reading (document_id)
    WHERE document_id IS NOT NULL;

-- What the checks found in a text, as JSON, so that a text that has not changed is not read again: `digest`
-- is that of the text, `basis` says what was known of the project (nothing, or its lore and rules), and
-- `form` is that of what is kept. With others of these it is made anew.
CREATE TABLE document_reading (
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    part TEXT NOT NULL,
    digest TEXT NOT NULL,
    basis TEXT NOT NULL,
    form BIGINT NOT NULL,
    found TEXT NOT NULL,
    PRIMARY KEY (document_id, part)
);
