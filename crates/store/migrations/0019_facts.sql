-- Facts that a project's author rejected. The facts themselves are read anew from texts, lore and timelines.

-- `fact_id` is a digest of whom a fact is about, what it says and in which words, so that it is the same
-- when the fact is read again.
CREATE TABLE fact_rejection (
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    fact_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (project_id, fact_id)
);
