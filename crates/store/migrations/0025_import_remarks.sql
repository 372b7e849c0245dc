-- What editors say about the text of a file that was uploaded, as JSON: the comments and tracked changes of a DOCX.

ALTER TABLE import_file ADD COLUMN remarks TEXT;
