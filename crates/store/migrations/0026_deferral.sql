-- Where very many events are made at once, their places in the order of timelines, and what is counted
-- of them, wait until they can be put in together: `owed_no` is the timeline's number meanwhile, and
-- `timeline_no` takes it over. Both have a place in the row, so that it keeps its length. Only SQLite
-- leaves anything, and nobody who reads finds it left. `made_by` is whose change of the project is still
-- to be counted; events from before this, and from elsewhere, were counted already and say nobody.

CREATE TABLE numbered_event (
    no INTEGER NOT NULL /*+drawn*/ PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
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
    version BIGINT NOT NULL,
    made_by TEXT NOT NULL,
    timeline_no BIGINT,
    owed_no BIGINT
);

INSERT INTO numbered_event (
    id, timeline_id, project_id, undated, sort_key, derived, sort_order, category, importance,
    title, description, date_display, tags, created_at, modified_at, version, made_by, timeline_no)
SELECT id, timeline_id, project_id, undated, sort_key, derived, sort_order, category, importance,
       title, description, date_display, tags, created_at, modified_at, version, '', timeline_no
  FROM timeline_event
 ORDER BY id;

DROP TABLE timeline_event;

ALTER TABLE numbered_event RENAME TO timeline_event;

CREATE INDEX timeline_event_order
    ON timeline_event (timeline_no, undated, sort_key, sort_order, created_at,
                       substr(category, 1, 3), substr(importance, 1, 2))
 WHERE timeline_no IS NOT NULL;

-- Of what something may be left, and after which number: events up to it have their places.
CREATE TABLE deferral (
    noun TEXT NOT NULL PRIMARY KEY,
    after_no BIGINT NOT NULL,
    is_owing BIGINT NOT NULL
);

INSERT INTO deferral (noun, after_no, is_owing) VALUES ('timeline_event', 0, 0);
