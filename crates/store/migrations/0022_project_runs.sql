-- What a user does on a day is counted at every change. It moves to rows of its own, of which a page
-- holds a hundred: changes of many projects write few pages, and none of them writes the years of
-- activity that stand beside the other counters.

CREATE TABLE numbered_summary (
    no INTEGER NOT NULL /*+drawn*/ PRIMARY KEY,
    project_id TEXT NOT NULL UNIQUE,
    documents BIGINT NOT NULL,
    connections BIGINT NOT NULL,
    insights BIGINT NOT NULL,
    agent_interactions BIGINT NOT NULL,
    progress_weight BIGINT NOT NULL,
    progress_done BIGINT NOT NULL,
    activity TEXT NOT NULL
);

INSERT INTO numbered_summary (
    project_id, documents, connections, insights, agent_interactions,
    progress_weight, progress_done, activity)
SELECT project_id, documents, connections, insights, agent_interactions,
       progress_weight, progress_done, activity
  FROM project_summary
 ORDER BY project_id;

CREATE TABLE project_run (
    summary_no INTEGER NOT NULL PRIMARY KEY REFERENCES numbered_summary (no) ON DELETE CASCADE,
    run_account TEXT NOT NULL,
    run_day BIGINT NOT NULL,
    run_edits BIGINT NOT NULL,
    run_words BIGINT NOT NULL,
    run_time_ms BIGINT NOT NULL,
    run_last BIGINT NOT NULL
);

INSERT INTO project_run (
    summary_no, run_account, run_day, run_edits, run_words, run_time_ms, run_last)
SELECT no, run_account, run_day, run_edits, run_words, run_time_ms, run_last
  FROM project_summary
  JOIN numbered_summary ON numbered_summary.project_id = project_summary.project_id;

DROP TABLE project_summary;

ALTER TABLE numbered_summary RENAME TO project_summary;

-- Whoever reads a project reads its summary by number.
ALTER TABLE project ADD COLUMN summary_no BIGINT NOT NULL DEFAULT 0;

UPDATE project
   SET summary_no = (SELECT no FROM project_summary WHERE project_id = project.id)
 WHERE id IN (SELECT project_id FROM project_summary);
