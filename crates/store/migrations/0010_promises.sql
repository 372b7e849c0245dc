-- The outline of a story, and the promises it makes to its reader.

CREATE TABLE plot_node (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    parent_id TEXT,
    document_id TEXT,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    position BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX plot_node_order ON plot_node (project_id, position, id);
CREATE INDEX plot_node_parent ON plot_node (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX plot_node_sibling ON plot_node (project_id, (coalesce(parent_id, '')), position, id);
CREATE INDEX plot_node_document ON plot_node (document_id) WHERE document_id IS NOT NULL;

-- `folded` is what a search reads: title, description and
-- notes without the difference of case, which the two databases would fold differently. It comes last,
-- so that other readers do not have to read it.
CREATE TABLE promise (
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    level TEXT NOT NULL,
    status TEXT NOT NULL,
    made_at_node_id TEXT,
    fulfilled_at_node_id TEXT,
    plotline_id TEXT,
    created_at BIGINT NOT NULL,
    modified_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    notes TEXT NOT NULL,
    folded TEXT NOT NULL
);

CREATE INDEX promise_newest ON promise (created_at, id);
CREATE INDEX promise_project ON promise (project_id, created_at, id);
CREATE INDEX promise_made_at ON promise (made_at_node_id) WHERE made_at_node_id IS NOT NULL;
CREATE INDEX promise_fulfilled_at ON promise (fulfilled_at_node_id)
    WHERE fulfilled_at_node_id IS NOT NULL;
CREATE INDEX promise_plotline ON promise (plotline_id) WHERE plotline_id IS NOT NULL;
