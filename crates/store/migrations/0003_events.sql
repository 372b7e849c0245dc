-- The event log, in the order in which events were committed. Events outlive their project: clients
-- that were away read here that it is gone.

-- Whoever writes an event numbers it: one more than the last number written or deleted.
CREATE TABLE event (
    seq INTEGER NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    project_id TEXT,
    account TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Events that wait for their number where transactions do not commit in the order of their numbers.
-- A position is generated when the event is written: of two changes where one waited for the other, the
-- later one has the higher position.
CREATE TABLE outbox (
    position BIGINT NOT NULL /*+identity*/ PRIMARY KEY,
    kind TEXT NOT NULL,
    project_id TEXT,
    account TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- One row: the number of the last event that was deleted. Whoever numbers or deletes events locks it.
CREATE TABLE event_log (
    name TEXT NOT NULL PRIMARY KEY,
    deleted_through BIGINT NOT NULL
);

INSERT INTO event_log (name, deleted_through) VALUES ('event', 0);
