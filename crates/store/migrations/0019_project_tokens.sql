-- A token may be for one project; it ends with the project.
ALTER TABLE token ADD COLUMN project_id TEXT REFERENCES project (id) ON DELETE CASCADE;

CREATE INDEX token_project ON token (project_id) WHERE project_id IS NOT NULL;
