-- A leaf is made of an entry that waits, which is read in the same transaction, and an entry is never removed: there is nothing to check.
CREATE TABLE audit_leaves_unchecked (
    leaf_index INTEGER PRIMARY KEY,
    entry_id BIGINT NOT NULL UNIQUE
);
INSERT INTO audit_leaves_unchecked (leaf_index, entry_id) SELECT leaf_index, entry_id FROM audit_leaves ORDER BY leaf_index;
DROP TABLE audit_leaves;
ALTER TABLE audit_leaves_unchecked RENAME TO audit_leaves;
CREATE TRIGGER audit_leaves_have_no_gap BEFORE INSERT ON audit_leaves
WHEN NEW.leaf_index <> (SELECT coalesce(max(leaf_index) + 1, 0) FROM audit_leaves) BEGIN
    SELECT RAISE(ABORT, 'leaves of the log follow one another');
END;
CREATE TRIGGER audit_leaves_are_not_altered BEFORE UPDATE ON audit_leaves BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_leaves_are_not_removed BEFORE DELETE ON audit_leaves BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_leaves_are_not_replaced BEFORE INSERT ON audit_leaves
WHEN EXISTS (SELECT 1 FROM audit_leaves WHERE leaf_index = NEW.leaf_index)
    OR EXISTS (SELECT 1 FROM audit_leaves WHERE entry_id = NEW.entry_id) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
