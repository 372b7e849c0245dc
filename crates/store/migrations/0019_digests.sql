-- Digests of texts, so that a letter which the disk made into another one is found. Whoever writes a
-- text writes its digest; those that were there before get theirs while the service runs.

ALTER TABLE document_text ADD COLUMN digest TEXT;
ALTER TABLE revision ADD COLUMN digest TEXT;

CREATE INDEX document_text_unsealed ON document_text (document_id) WHERE digest IS NULL;
CREATE INDEX revision_unsealed ON revision (document_id, version) WHERE digest IS NULL;
