-- What requests are found by, in a table of its own, as on SQLite. A decision writes a new version of the request's row, and PostgreSQL enters it into every index of
-- the table, those of the words too: that was a third of its work for a decision. Most decisions change nothing that an index has, and pages
-- have room for the next version of a row, so that they write the row alone.
CREATE TABLE data_requests_fts (
    request_id BIGINT PRIMARY KEY,
    search_text TEXT NOT NULL
);
CREATE FUNCTION data_requests_fts_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO data_requests_fts (request_id, search_text) VALUES (NEW.id, NEW.search_text)
    ON CONFLICT (request_id) DO UPDATE SET search_text = excluded.search_text;
    RETURN NULL;
END
$$;
CREATE FUNCTION data_requests_fts_drop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM data_requests_fts WHERE request_id = OLD.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER data_requests_fts_insert AFTER INSERT ON data_requests
    FOR EACH ROW EXECUTE FUNCTION data_requests_fts_keep();
CREATE TRIGGER data_requests_fts_update AFTER UPDATE OF search_text ON data_requests
    FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION data_requests_fts_keep();
CREATE TRIGGER data_requests_fts_delete AFTER DELETE ON data_requests
    FOR EACH ROW EXECUTE FUNCTION data_requests_fts_drop();

-- From its first trigger on nobody else writes requests until this is committed, so that none is missed.
INSERT INTO data_requests_fts (request_id, search_text) SELECT id, search_text FROM data_requests ORDER BY id;
CREATE INDEX data_requests_fts_by_search_text ON data_requests_fts USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX data_requests_fts_by_reference_digits
    ON data_requests_fts USING gin (reference_digits(request_id) gin_trgm_ops) WITH (fastupdate = off);
DROP INDEX data_requests_by_search_text;
DROP INDEX data_requests_by_reference_digits;
ALTER TABLE data_requests SET (fillfactor = 70);

-- A sealed mail cannot be compressed, which PostgreSQL tries where a row is longer than 2 kB, and has no need of rows of its own.
ALTER TABLE outbox_messages ALTER COLUMN sealed SET STORAGE EXTERNAL;
ALTER TABLE outbox_messages SET (toast_tuple_target = 8160);
