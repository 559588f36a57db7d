-- Documents of identity are looked through from the oldest on by what removes them when they were kept for long enough.
CREATE INDEX request_documents_of_identity ON request_documents (uploaded_on, id)
WHERE kind = 'StaffIdentification' AND gone_on IS NULL;
