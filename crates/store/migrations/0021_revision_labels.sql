-- What authors call texts: earlier ones, and the present one, whose label goes with it when it becomes a
-- revision. In `revision` NULL is a text that never had a label, and '' one that has none any more: only those
-- that never had one are deleted in the order of their versions.

ALTER TABLE revision ADD COLUMN label TEXT;

ALTER TABLE document_text ADD COLUMN label TEXT;
