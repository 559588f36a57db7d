-- A row of these tables is found by its primary key alone: WITHOUT ROWID it is written once, and not a second time in an index.
CREATE TABLE audit_values_by_key (
    entry_id BIGINT NOT NULL REFERENCES audit_entries (id),
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
