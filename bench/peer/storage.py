"""Where the peer keeps things: the tables, the one connection, and the log of what happened.

What the tables mean on the wire is in models.py, planning_models.py and agent_models.py.
"""

import os
import sqlite3
import time
from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS project (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS project_summary (
    project_id TEXT PRIMARY KEY,
    activity TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT,
    at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS agent (
    id TEXT PRIMARY KEY,
    queued INTEGER NOT NULL,
    handled INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY,
    to_agent TEXT NOT NULL,
    from_agent TEXT NOT NULL,
    type TEXT NOT NULL,
    priority TEXT NOT NULL,
    body TEXT NOT NULL,
    context TEXT,
    status TEXT NOT NULL,
    reply TEXT,
    created_at INTEGER NOT NULL,
    handled_at INTEGER
);
CREATE INDEX IF NOT EXISTS message_queued ON message (id) WHERE status = 'queued';

CREATE TABLE IF NOT EXISTS plot_node (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS plotline (
    id TEXT PRIMARY KEY,
    timeline_id TEXT NOT NULL,
    name TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS promise (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    promise_type TEXT NOT NULL,
    promise_level TEXT NOT NULL,
    status TEXT NOT NULL,
    notes TEXT NOT NULL,
    made_at_node_id TEXT,
    fulfilled_at_node_id TEXT,
    plotline_id TEXT,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS promise_of_project ON promise (project_id, created_at, id);

CREATE TABLE IF NOT EXISTS timeline (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    events INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS timeline_event (
    id TEXT PRIMARY KEY,
    timeline_id TEXT NOT NULL,
    undated INTEGER NOT NULL,
    date_sort_key INTEGER NOT NULL,
    sort_order INTEGER NOT NULL,
    category TEXT NOT NULL,
    importance TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    date_display TEXT NOT NULL,
    tags TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS timeline_event_order
    ON timeline_event (timeline_id, undated, date_sort_key, sort_order, created_at, id);
"""


def open_database() -> sqlite3.Connection:
    # "IMMEDIATE" lets the module begin a transaction before a change; `with database` commits it.
    database = sqlite3.connect(Path(os.environ["DATA"]) / "peer.db", isolation_level="IMMEDIATE")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.executescript(SCHEMA)
    return database


database = open_database()


def add_event(kind: str, subject: str, body: str | None = None) -> None:
    """Must be called in the transaction of what happened."""
    database.execute(
        "INSERT INTO event (kind, subject, body, at) VALUES (?, ?, ?, ?)",
        (kind, subject, body, milliseconds()),
    )


def milliseconds() -> int:
    return time.time_ns() // 1_000_000
