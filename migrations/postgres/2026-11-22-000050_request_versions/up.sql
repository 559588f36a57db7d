-- The contents of requests, in numbered versions. The content is canonical JSON, of which the digest is the SHA-256; what is personal
-- stands in it as a commitment. Requests that are here already get their version 1 at the next start, which reads it from their rows.
CREATE TABLE request_versions (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    canonical TEXT NOT NULL,
    digest BYTEA NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    author_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    created_on TIMESTAMPTZ NOT NULL,
    section TEXT,
    comment_id BIGINT REFERENCES state_comments (id),
    PRIMARY KEY (request_id, number)
);
CREATE INDEX request_versions_by_comment ON request_versions (comment_id);

-- What was committed to: the commitment is the SHA-256 of the salt and the value. A value that did not change is shared by versions.
CREATE TABLE request_version_values (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    commitment BYTEA NOT NULL,
    salt BYTEA NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (request_id, commitment)
);

-- A version is never altered or removed.
CREATE FUNCTION refuse_change_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of a request is never altered or removed';
END
$$;
CREATE TRIGGER request_versions_stay BEFORE UPDATE OR DELETE ON request_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();

-- The number of the last version, and on which version people decided and commented. Whatever is here was about the version 1.
ALTER TABLE data_requests ADD COLUMN content_version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE request_history ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE state_comments ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- The SHA-256 of the file; empty where the file was lost before it was taken. Documents that are here already get theirs at the next
-- start.
ALTER TABLE request_documents ADD COLUMN sha256 BYTEA;
CREATE INDEX request_documents_without_hash ON request_documents (id) WHERE sha256 IS NULL;
