-- A file that appears is looked up by its path; a project may have ten thousand. PostgreSQL takes no entry of an index
-- that is as long as a path may be.
CREATE INDEX folder_entry_path ON folder_entry (project_id, substr(path, 1, 200));
