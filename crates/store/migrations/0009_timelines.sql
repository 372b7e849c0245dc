-- Timelines: what happens in a story, and when.

-- `number` is what the order of events is kept by: an index of numbers is a quarter as long as one of
-- ids, and events are written at any place of it.
CREATE TABLE timeline (
    number INTEGER NOT NULL /*+identity*/ PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    calendar TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX timeline_newest ON timeline (created_at, id);
CREATE INDEX timeline_project ON timeline (project_id, created_at, id);

-- How many events a timeline has. The rows are short, so that many of them share a page.
CREATE TABLE timeline_counter (
    timeline_number INTEGER NOT NULL PRIMARY KEY REFERENCES timeline (number) ON DELETE CASCADE,
    events BIGINT NOT NULL
);

-- An event without a date is `undated`, and its key is 0. A `derived` key was read from the date, and
-- is read again when the calendar changes.
CREATE TABLE timeline_event (
    id TEXT NOT NULL PRIMARY KEY,
    timeline_id TEXT NOT NULL,
    timeline_number BIGINT NOT NULL REFERENCES timeline (number) ON DELETE CASCADE,
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

-- Events that are equal in these columns are ordered by their ids, which their rows have. The
-- beginnings of category and importance are there for filters: SQLite skips other rows in the index.
CREATE INDEX timeline_event_order
    ON timeline_event (timeline_number, undated, sort_key, sort_order, created_at,
                       substr(category, 1, 3), substr(importance, 1, 2));

-- From an event to a record of its project: `kind` is the record's type, or `lore`.
CREATE TABLE timeline_link (
    id TEXT NOT NULL PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES timeline_event (id) ON DELETE CASCADE,
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
    timeline_id TEXT NOT NULL REFERENCES timeline (id) ON DELETE CASCADE,
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

-- Which events are on which plotlines; `position` is the order in which an event names them.
CREATE TABLE plotline_event (
    event_id TEXT NOT NULL REFERENCES timeline_event (id) ON DELETE CASCADE,
    plotline_id TEXT NOT NULL REFERENCES plotline (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (event_id, plotline_id)
);

CREATE INDEX plotline_event_plotline ON plotline_event (plotline_id, event_id);
