-- Who may ask, and for which projects.

CREATE TABLE account (
    name TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- `hash` is the SHA-256 of the token in hexadecimal; the token itself is kept nowhere.
CREATE TABLE token (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES account (name),
    scope TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT
);

CREATE TABLE member (
    project_id TEXT NOT NULL,
    account TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (project_id, account)
);

CREATE INDEX member_account ON member (account);

CREATE TABLE active_project (
    account TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL
);

CREATE INDEX active_project_project ON active_project (project_id);
