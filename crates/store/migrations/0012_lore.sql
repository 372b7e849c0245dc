-- What is true in the world of a book, and where its manuscript names it.

-- `folded` is the name as lists compare it, `sought` name and aliases likewise, one on each line.
CREATE TABLE lore_entry (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    sought TEXT NOT NULL,
    category TEXT NOT NULL,
    aliases TEXT NOT NULL,
    attributes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX lore_entry_order ON lore_entry (project_id, folded, id);

CREATE TABLE lore_relation (
    entry_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    project_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT,
    PRIMARY KEY (entry_id, place)
);

CREATE INDEX lore_relation_target ON lore_relation (target_id);

-- One row for each project that ever had an entry: how many it has, the version of all their names
-- together, and the last document (`''` for none) that was told of it; null when all were.
CREATE TABLE lore_book (
    project_id TEXT NOT NULL PRIMARY KEY,
    entries BIGINT NOT NULL,
    version BIGINT NOT NULL,
    spread_after TEXT
);

CREATE INDEX lore_book_spreading ON lore_book (project_id) WHERE spread_after IS NOT NULL;

-- Documents whose mentions are to be counted anew.
CREATE TABLE lore_work (
    project_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (project_id, document_id)
);

-- How often a document names an entry, with the first place: the characters of the Markdown it
-- stands at, the words there, and the sentence around them. Totals are tallies of the entry.
CREATE TABLE lore_mention (
    document_id TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    n BIGINT NOT NULL,
    first_start BIGINT NOT NULL,
    first_end BIGINT NOT NULL,
    quote TEXT NOT NULL,
    passage TEXT NOT NULL,
    PRIMARY KEY (document_id, entry_id)
);

CREATE INDEX lore_mention_entry ON lore_mention (entry_id, document_id);
