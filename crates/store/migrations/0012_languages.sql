-- Constructed languages, their grammar rules and their words.

CREATE TABLE language (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX language_newest ON language (created_at, id);
CREATE INDEX language_project ON language (project_id, created_at, id);

CREATE TABLE grammar_rule (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    language_id TEXT NOT NULL REFERENCES language (id) ON DELETE CASCADE,
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    pattern TEXT NOT NULL,
    examples TEXT NOT NULL,
    sort_order BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX grammar_rule_order ON grammar_rule (language_id, sort_order, created_at, id);

-- `folded` is the form as it is sorted and looked up, `searched` all that a search reads.
CREATE TABLE word (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    language_id TEXT NOT NULL REFERENCES language (id) ON DELETE CASCADE,
    form TEXT NOT NULL,
    part_of_speech TEXT NOT NULL,
    folded TEXT NOT NULL,
    searched TEXT NOT NULL,
    meaning TEXT NOT NULL,
    ipa TEXT NOT NULL,
    etymology TEXT NOT NULL,
    notes TEXT NOT NULL,
    tags TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX word_order ON word (language_id, folded, id);
CREATE UNIQUE INDEX word_key ON word (language_id, form, part_of_speech);
