-- Which claim of an import is the valid one: raised each time somebody takes it, so that a worker
-- who was too slow can tell that another one has it now, be it a later self of the same name.

ALTER TABLE import ADD COLUMN lease_epoch BIGINT NOT NULL DEFAULT 0;
