-- What users searched for and found, and the searches they keep. The passages that are searched lie in
-- memory only, made from the texts.

-- `project_id` is '' for a search that was made in no project. `results` are the passages as they
-- were found.
CREATE TABLE research_query (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    project_id TEXT NOT NULL,
    query TEXT NOT NULL,
    results TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX research_query_newest ON research_query (account, created_at, id);
CREATE INDEX research_query_place ON research_query (account, project_id, created_at, id);
CREATE INDEX research_query_project ON research_query (project_id);

-- How many a user has is in `tally`, under the user's name.
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
