-- Changes that one user saves one after the other on one day are counted in columns of their own, on
-- top of the activity that is written down: the years before them are not read and written again for
-- each.

ALTER TABLE project_summary ADD COLUMN run_account TEXT NOT NULL DEFAULT '';
ALTER TABLE project_summary ADD COLUMN run_day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project_summary ADD COLUMN run_edits BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project_summary ADD COLUMN run_words BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project_summary ADD COLUMN run_time_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project_summary ADD COLUMN run_last BIGINT NOT NULL DEFAULT 0;
