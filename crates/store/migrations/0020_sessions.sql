-- Sessions of browsers: each is made from a token and ends with it. `hash` is the SHA-256 of the secret in
-- the cookie, in hexadecimal; the secret itself is not stored.

CREATE TABLE session (
    hash TEXT NOT NULL PRIMARY KEY,
    token_id TEXT NOT NULL REFERENCES token (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX session_token ON session (token_id, created_at);

CREATE INDEX session_expiry ON session (expires_at);
