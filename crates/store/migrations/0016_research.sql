-- What users searched for and found, the searches they saved, and vectors of passages. The passages that
-- are searched are kept in memory only, made from the texts.

-- A search without a project was made in none. `results` are the passages as they were found.
CREATE TABLE research_query (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
    query TEXT NOT NULL,
    results TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX research_query_newest ON research_query (account, created_at, id);
CREATE INDEX research_query_history
    ON research_query (account, (coalesce(project_id, '')), created_at, id);
CREATE INDEX research_query_project ON research_query (project_id) WHERE project_id IS NOT NULL;

-- How many a user has is in `record_counter`.
CREATE TABLE saved_search (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    filters TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used BIGINT
);

CREATE INDEX saved_search_newest ON saved_search (account, created_at, id);

-- What an embedder made of a passage with this digest: kept as long as it may be needed again, and made anew
-- when it is missing.
CREATE TABLE passage_vectors (
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    embedder TEXT NOT NULL,
    digest TEXT NOT NULL,
    vectors BLOB NOT NULL,
    PRIMARY KEY (project_id, embedder, digest)
);
