DROP INDEX request_documents_without_hash;
ALTER TABLE request_documents DROP COLUMN sha256;
ALTER TABLE state_comments DROP COLUMN version;
ALTER TABLE request_history DROP COLUMN version;
ALTER TABLE data_requests DROP COLUMN content_version;
DROP TABLE request_version_values;
DROP TABLE request_versions;
