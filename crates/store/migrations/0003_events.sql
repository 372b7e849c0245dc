-- What happened, in the order in which it was committed, and answers given to keyed requests.

-- Numbered by whoever keeps it: the number after the last one kept or forgotten.
CREATE TABLE event (
    seq INTEGER NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    project_id TEXT,
    account TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Events that wait for their number, where commits do not come in one order. A place is drawn when
-- the event is kept: of two changes that had to wait for each other the later one has the higher.
CREATE TABLE outbox (
    place BIGINT NOT NULL /*+drawn*/ PRIMARY KEY,
    kind TEXT NOT NULL,
    project_id TEXT,
    account TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- One row: the last number no longer kept. Whoever numbers or forgets events holds it.
CREATE TABLE event_log (
    name TEXT NOT NULL PRIMARY KEY,
    forgotten BIGINT NOT NULL
);

INSERT INTO event_log (name, forgotten) VALUES ('event', 0);

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
