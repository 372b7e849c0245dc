-- How many records of a noun a place holds: the totals that lists show without counting.

-- The place is the record they belong to (a project, a timeline, a language) or a user.
CREATE TABLE tally (
    place TEXT NOT NULL,
    noun TEXT NOT NULL,
    project_id TEXT,
    n BIGINT NOT NULL,
    PRIMARY KEY (place, noun)
);

CREATE INDEX tally_project ON tally (project_id);
