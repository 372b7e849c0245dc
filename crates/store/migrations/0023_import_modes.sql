-- Whether an import adds its files as new documents, or brings those of the same titles up to date.

ALTER TABLE import ADD COLUMN mode TEXT NOT NULL DEFAULT 'add';
