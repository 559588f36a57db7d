-- The record of acts (P1). An entry is canonical JSON; the columns beside it repeat what it is found by. It refers to rows by their ids alone,
-- without foreign keys: an entry stays what it is whatever becomes of them.
CREATE TABLE audit_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    user_id BIGINT,
    concerns_id BIGINT,
    request_id BIGINT,
    canonical TEXT NOT NULL
);
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_kind ON audit_entries (kind, at, id);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_by_concerned ON audit_entries (concerns_id, at, id) WHERE concerns_id IS NOT NULL;
CREATE INDEX audit_entries_by_request ON audit_entries (request_id, at, id) WHERE request_id IS NOT NULL;

-- What entries commit to: the commitment is the SHA-256 of the salt and the value. Such a row may be erased, and the entry stays.
CREATE TABLE audit_values (
    entry_id BIGINT NOT NULL REFERENCES audit_entries (id),
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (entry_id, commitment)
);

-- An entry is never altered or removed, and what it commits to is never altered.
CREATE TRIGGER audit_entries_are_not_altered BEFORE UPDATE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never altered');
END;
CREATE TRIGGER audit_entries_are_not_removed BEFORE DELETE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never removed');
END;
CREATE TRIGGER audit_values_are_not_altered BEFORE UPDATE ON audit_values BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;
