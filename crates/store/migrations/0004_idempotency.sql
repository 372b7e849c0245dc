-- Answers to requests that came with an idempotency key.

CREATE TABLE idempotency (
    account TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status BIGINT NOT NULL,
    etag TEXT,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account, path, name)
);

CREATE INDEX idempotency_age ON idempotency (created_at);
