-- A file that appears is looked up by its path; a project may have ten thousand.
CREATE INDEX folder_entry_path ON folder_entry (project_id, path);
