-- PDFs that open without a password, and that their author protected against changes.
ALTER TABLE request_documents ADD COLUMN is_protected BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE draft_files ADD COLUMN is_protected BOOLEAN NOT NULL DEFAULT FALSE;
