ALTER TABLE draft_files DROP COLUMN is_protected;
ALTER TABLE request_documents DROP COLUMN is_protected;
