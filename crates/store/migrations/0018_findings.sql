-- What checks found in manuscripts, and what authors said to it.

-- `rank` orders by severity, 0 first. In one document a fingerprint stands for one finding; without
-- a document, in the project.
CREATE TABLE finding (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    document_id TEXT,
    document_version BIGINT,
    check_name TEXT NOT NULL,
    rule TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    severity TEXT NOT NULL,
    rank BIGINT NOT NULL,
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

CREATE INDEX finding_order ON finding (project_id, rank, created_at DESC, id DESC);
CREATE UNIQUE INDEX finding_evidence
    ON finding (project_id, (coalesce(document_id, '')), check_name, fingerprint);
CREATE INDEX finding_document ON finding (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX finding_stale ON finding (modified_at) WHERE state = 'stale';

-- Which swarm met which finding, whoever found it first.
CREATE TABLE finding_sighting (
    swarm_id TEXT NOT NULL,
    finding_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    PRIMARY KEY (swarm_id, finding_id)
);

CREATE INDEX finding_sighting_finding ON finding_sighting (finding_id);
CREATE INDEX finding_sighting_project ON finding_sighting (project_id);

-- The version of a document that a check read last; the document is `''` for the project itself.
CREATE TABLE finding_reading (
    project_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    check_name TEXT NOT NULL,
    version BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (project_id, document_id, check_name)
);
