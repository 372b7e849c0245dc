-- The readiness of a project by day, in UTC: the score after the last check of the whole book on that day, in
-- thousandths of a point. The newest days are kept.

CREATE TABLE readiness_day (
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    score_thousandths BIGINT NOT NULL,
    PRIMARY KEY (project_id, day)
);
