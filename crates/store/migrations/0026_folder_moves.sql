-- The path that the file and the folder of a document are being given: a process that is killed may have renamed
-- both, one of them or none.
ALTER TABLE folder_entry ADD COLUMN moving TEXT;
