-- INSERT OR REPLACE removes the rows that are in its way, and fires no trigger for that unless its connection asks for it (recursive_triggers).
-- So a row is refused whose key is taken: its primary key, or what else is unique. Where an id is not given, it is -1 before the insertion.
CREATE TRIGGER audit_entries_are_not_replaced BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never altered');
END;
CREATE TRIGGER audit_values_are_not_replaced BEFORE INSERT ON audit_values
WHEN EXISTS (SELECT 1 FROM audit_values WHERE entry_id = NEW.entry_id AND commitment = NEW.commitment) BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;
CREATE TRIGGER audit_leaves_are_not_replaced BEFORE INSERT ON audit_leaves
WHEN EXISTS (SELECT 1 FROM audit_leaves WHERE leaf_index = NEW.leaf_index)
    OR EXISTS (SELECT 1 FROM audit_leaves WHERE entry_id = NEW.entry_id) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_replaced BEFORE INSERT ON audit_tree
WHEN EXISTS (SELECT 1 FROM audit_tree WHERE level = NEW.level AND place = NEW.place) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_replaced BEFORE INSERT ON audit_checkpoints
WHEN EXISTS (SELECT 1 FROM audit_checkpoints WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_replaced BEFORE INSERT ON audit_log_keys
WHEN EXISTS (SELECT 1 FROM audit_log_keys WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM audit_log_keys WHERE verifier_key = NEW.verifier_key) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
