-- Timelines have numbers, and the order and the number of their events are kept by these. Events come
-- in at any place of a timeline, so that nearly each of them writes another page of the index: one
-- that is a quarter as long has a quarter of the pages to split, to keep at hand and to copy from the
-- log.

CREATE TABLE numbered_timeline (
    no INTEGER NOT NULL /*+drawn*/ PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    calendar TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

INSERT INTO numbered_timeline (
    id, project_id, name, description, calendar, created_at, modified_at, version)
SELECT id, project_id, name, description, calendar, created_at, modified_at, version
  FROM timeline
 ORDER BY id;

DROP TABLE timeline;

ALTER TABLE numbered_timeline RENAME TO timeline;

CREATE INDEX timeline_newest ON timeline (created_at, id);
CREATE INDEX timeline_project ON timeline (project_id, created_at, id);

DROP INDEX timeline_event_order;

ALTER TABLE timeline_event ADD COLUMN timeline_no BIGINT NOT NULL DEFAULT 0;

UPDATE timeline_event
   SET timeline_no = (SELECT no FROM timeline WHERE timeline.id = timeline_id)
 WHERE timeline_id IN (SELECT id FROM timeline);

-- Events that are alike up to here are put in order by their ids, which their rows have. The letters
-- tell categories and importances apart: on SQLite filters pass over the others here.
CREATE INDEX timeline_event_order
    ON timeline_event (timeline_no, undated, sort_key, sort_order, created_at,
                       substr(category, 1, 3), substr(importance, 1, 2));

-- How many events a timeline has: several hundred of these rows are in one page, where `tally` has
-- some forty.
CREATE TABLE timeline_total (
    timeline_no INTEGER NOT NULL PRIMARY KEY REFERENCES timeline (no) ON DELETE CASCADE,
    events BIGINT NOT NULL
);

INSERT INTO timeline_total (timeline_no, events)
SELECT no, (SELECT count(*) FROM timeline_event WHERE timeline_no = no)
  FROM timeline;

DELETE FROM tally
 WHERE noun = 'events';
