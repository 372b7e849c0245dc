-- Notifications of users. How many a user has is in `record_counter`.

CREATE TABLE notification (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    title TEXT NOT NULL,
    message TEXT NOT NULL,
    type TEXT NOT NULL,
    priority TEXT NOT NULL,
    is_read BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX notification_newest ON notification (account, created_at, id);
