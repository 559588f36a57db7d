CREATE TABLE audit_values_by_row (
    entry_id BIGINT NOT NULL REFERENCES audit_entries (id),
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (entry_id, commitment)
);
INSERT INTO audit_values_by_row (entry_id, commitment, salt, value) SELECT entry_id, commitment, salt, value FROM audit_values;
DROP TABLE audit_values;
ALTER TABLE audit_values_by_row RENAME TO audit_values;
CREATE TRIGGER audit_values_are_not_altered BEFORE UPDATE ON audit_values BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;

CREATE TABLE audit_tree_by_row (
    level BIGINT NOT NULL,
    place BIGINT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, place)
);
INSERT INTO audit_tree_by_row (level, place, hash) SELECT level, place, hash FROM audit_tree;
DROP TABLE audit_tree;
ALTER TABLE audit_tree_by_row RENAME TO audit_tree;
CREATE TRIGGER audit_tree_is_not_altered BEFORE UPDATE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_removed BEFORE DELETE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

DROP TRIGGER audit_entries_wait_for_the_log;
CREATE TABLE audit_pending_checked (
    entry_id INTEGER PRIMARY KEY REFERENCES audit_entries (id)
);
INSERT INTO audit_pending_checked (entry_id) SELECT entry_id FROM audit_pending;
DROP TABLE audit_pending;
ALTER TABLE audit_pending_checked RENAME TO audit_pending;
CREATE TRIGGER audit_entries_wait_for_the_log AFTER INSERT ON audit_entries BEGIN
    INSERT INTO audit_pending (entry_id) VALUES (NEW.id);
END;
