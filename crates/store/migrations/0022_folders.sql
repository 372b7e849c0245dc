-- Folders of files that are kept in step with manuscripts.

-- `directory` is the path of the folder below the root, `setting` what the project said when it was made, and `mark` what is written into a file in it: in
-- another folder of that name nothing is taken for deleted. One process at a time works on a folder: each
-- claim prolongs `lease_until`.
CREATE TABLE folder (
    project_id TEXT NOT NULL PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    directory TEXT NOT NULL,
    setting TEXT NOT NULL,
    mark TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    conflicts TEXT NOT NULL,
    problems TEXT NOT NULL,
    synced_at BIGINT,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL
);

-- `digest` is that of the text which document and file had when they were last in step; `writing` that of a
-- text which is being written to the file. The document may be gone: then its file is what is left of it.
CREATE TABLE folder_entry (
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL,
    path TEXT NOT NULL,
    ending TEXT NOT NULL,
    title TEXT NOT NULL,
    digest TEXT,
    writing TEXT,
    has_folder BIGINT NOT NULL,
    PRIMARY KEY (project_id, document_id)
);
