ALTER TABLE request_documents DROP COLUMN name;
