-- The documents of a project in the trash, the latest first, page by page.

CREATE INDEX document_trashed ON document (project_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
