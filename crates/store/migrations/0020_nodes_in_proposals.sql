-- Nodes of the outline as targets of proposals.

ALTER TABLE proposal ADD COLUMN node_id TEXT REFERENCES plot_node (id) ON DELETE CASCADE;

CREATE INDEX proposal_node ON proposal (node_id) WHERE node_id IS NOT NULL;
