-- The content of requests in numbered versions, as evidence of what was decided on.

-- `canonical` is canonical JSON, in which personal data is replaced by commitments, and `digest`
-- its SHA-256. A version is never altered. The retention of requests removes it with its request,
-- after the audit log has an entry for that.
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
CREATE FUNCTION refuse_change_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of a request is never altered or removed';
END
$$;
CREATE TRIGGER request_versions_are_not_altered BEFORE UPDATE ON request_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
CREATE FUNCTION refuse_removal_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM audit_entries WHERE request_id = OLD.request_id AND kind = 'request.removed') THEN
        RAISE EXCEPTION 'a version of a request is never altered or removed';
    END IF;
    RETURN OLD;
END
$$;
CREATE TRIGGER request_versions_are_not_removed BEFORE DELETE ON request_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_version();

-- The values that versions commit to. `commitment` is the SHA-256 of salt and value. Versions share
-- a value that did not change. A row can be erased, and is never altered.
CREATE TABLE request_version_values (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    commitment BYTEA NOT NULL,
    salt BYTEA NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (request_id, commitment)
);
CREATE TRIGGER request_version_values_are_not_altered BEFORE UPDATE ON request_version_values
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
