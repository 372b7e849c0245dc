-- Users besides the one who runs the program, and the tokens they sign in with.

CREATE TABLE account (
    name TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- `hash` is the SHA-256 of the token in hexadecimal; the token itself is not stored.
CREATE TABLE token (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES account (name),
    scope TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT
);
