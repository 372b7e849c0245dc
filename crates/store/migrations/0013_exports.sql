-- Projects on their way in from a folder. Their rows are written before the project's own, so nobody
-- sees them; what is left of one that broke off is found here and removed. Only who knows the token
-- may write them.

CREATE TABLE project_import (
    project_id TEXT NOT NULL PRIMARY KEY,
    token TEXT NOT NULL,
    started_at BIGINT NOT NULL
);
