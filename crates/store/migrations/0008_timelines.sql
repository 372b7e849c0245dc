-- Timelines: what happens in a story, and when.

CREATE TABLE timeline (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    calendar TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX timeline_newest ON timeline (created_at, id);
CREATE INDEX timeline_project ON timeline (project_id, created_at, id);

-- An event without a place in time is `undated`, and its key is 0. A `derived` key was read from
-- the date, and is read again when the calendar changes.
CREATE TABLE timeline_event (
    id TEXT NOT NULL PRIMARY KEY,
    timeline_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    undated BIGINT NOT NULL,
    sort_key BIGINT NOT NULL,
    derived BIGINT NOT NULL,
    sort_order BIGINT NOT NULL,
    category TEXT NOT NULL,
    importance TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    date_display TEXT NOT NULL,
    tags TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

-- What comes behind the id is there for filters, which need not look at the rows they leave out.
CREATE INDEX timeline_event_order
    ON timeline_event (timeline_id, undated, sort_key, sort_order, created_at, id, category,
                       importance);

-- From an event to a record of its project: `kind` is the record's type, or `lore`.
CREATE TABLE timeline_link (
    id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX timeline_link_event ON timeline_link (event_id, created_at, id);
CREATE INDEX timeline_link_entity ON timeline_link (entity_id, event_id);

CREATE TABLE plotline (
    id TEXT NOT NULL PRIMARY KEY,
    timeline_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    color TEXT NOT NULL,
    sort_order BIGINT NOT NULL,
    collapsed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX plotline_order ON plotline (timeline_id, sort_order, created_at, id);

-- Which events are on which plotlines; `place` is the order in which an event names them.
CREATE TABLE plotline_event (
    event_id TEXT NOT NULL,
    plotline_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    PRIMARY KEY (event_id, plotline_id)
);

CREATE INDEX plotline_event_plotline ON plotline_event (plotline_id, event_id);
