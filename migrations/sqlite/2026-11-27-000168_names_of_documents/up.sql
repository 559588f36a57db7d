-- The file name that the uploader gave a document. NULL where none was sent, and once the file is removed.
ALTER TABLE request_documents ADD COLUMN name TEXT;
