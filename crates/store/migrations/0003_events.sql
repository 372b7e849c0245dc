-- What happened, in the order in which it was committed, and answers given to keyed requests.

CREATE TABLE event (
    seq BIGINT NOT NULL PRIMARY KEY,
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

-- One row: the last number given, and the last number no longer kept.
CREATE TABLE event_log (
    name TEXT NOT NULL PRIMARY KEY,
    seq BIGINT NOT NULL,
    forgotten BIGINT NOT NULL
);

INSERT INTO event_log (name, seq, forgotten) VALUES ('event', 0, 0);

CREATE TABLE idempotency (
    account TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account, path, name)
);

CREATE INDEX idempotency_age ON idempotency (created_at);
