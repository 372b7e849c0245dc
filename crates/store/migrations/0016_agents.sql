-- Agents of users beside the built-in ones: what a user changed about a built-in agent, so that a
-- new version of the program keeps it, and how many agents there are, which every start counts.

ALTER TABLE agent ADD COLUMN changes TEXT NOT NULL DEFAULT '{}';

INSERT INTO counter (name, value) VALUES ('agents', 0)
    ON CONFLICT (name) DO NOTHING;
