-- A row of these tables is found by its primary key alone: WITHOUT ROWID it is written once, and not a second time in an index. What waits and the
-- texts are written with the entry that they refer to, and an entry is never removed: there is nothing to check.
CREATE TABLE audit_values_by_key (
    entry_id BIGINT NOT NULL,
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (entry_id, commitment)
) WITHOUT ROWID;
INSERT INTO audit_values_by_key (entry_id, commitment, salt, value)
    SELECT entry_id, commitment, salt, value FROM audit_values ORDER BY entry_id, commitment;
DROP TABLE audit_values;
ALTER TABLE audit_values_by_key RENAME TO audit_values;
CREATE TRIGGER audit_values_are_not_altered BEFORE UPDATE ON audit_values BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;

CREATE TABLE audit_tree_by_key (
    level BIGINT NOT NULL,
    place BIGINT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, place)
) WITHOUT ROWID;
INSERT INTO audit_tree_by_key (level, place, hash) SELECT level, place, hash FROM audit_tree ORDER BY level, place;
DROP TABLE audit_tree;
ALTER TABLE audit_tree_by_key RENAME TO audit_tree;
CREATE TRIGGER audit_tree_is_not_altered BEFORE UPDATE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_removed BEFORE DELETE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

DROP TRIGGER audit_entries_wait_for_the_log;
CREATE TABLE audit_pending_unchecked (
    entry_id INTEGER PRIMARY KEY
);
INSERT INTO audit_pending_unchecked (entry_id) SELECT entry_id FROM audit_pending;
DROP TABLE audit_pending;
ALTER TABLE audit_pending_unchecked RENAME TO audit_pending;
CREATE TRIGGER audit_entries_wait_for_the_log AFTER INSERT ON audit_entries BEGIN
    INSERT INTO audit_pending (entry_id) VALUES (NEW.id);
END;
