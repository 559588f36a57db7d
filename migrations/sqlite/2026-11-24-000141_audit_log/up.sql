-- The transparency log of the record (P2). Every entry waits for the sequencer, becomes a leaf of the tree once, and stays it.
CREATE TABLE audit_pending (
    entry_id INTEGER PRIMARY KEY REFERENCES audit_entries (id)
);
CREATE TRIGGER audit_entries_wait_for_the_log AFTER INSERT ON audit_entries BEGIN
    INSERT INTO audit_pending (entry_id) VALUES (NEW.id);
END;
INSERT INTO audit_pending (entry_id) SELECT id FROM audit_entries;

CREATE TABLE audit_leaves (
    leaf_index INTEGER PRIMARY KEY,
    entry_id BIGINT NOT NULL UNIQUE REFERENCES audit_entries (id)
);

-- The hashes of complete subtrees of 2^level leaves, those of the leaves at level 0.
CREATE TABLE audit_tree (
    level BIGINT NOT NULL,
    place BIGINT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, place)
);

CREATE TABLE audit_checkpoints (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    size BIGINT NOT NULL,
    root BLOB NOT NULL,
    signed_at TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX audit_checkpoints_by_size ON audit_checkpoints (size, id);

CREATE TABLE audit_log_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    verifier_key TEXT NOT NULL UNIQUE,
    made_at TEXT NOT NULL
);
-- The secret of the key that signs now, sealed. Those of former keys are gone.
CREATE TABLE audit_log_secrets (
    key_id INTEGER PRIMARY KEY REFERENCES audit_log_keys (id),
    sealed BLOB NOT NULL
);

CREATE TRIGGER audit_leaves_have_no_gap BEFORE INSERT ON audit_leaves
WHEN NEW.leaf_index <> (SELECT coalesce(max(leaf_index) + 1, 0) FROM audit_leaves) BEGIN
    SELECT RAISE(ABORT, 'leaves of the log follow one another');
END;
CREATE TRIGGER audit_checkpoints_never_fork BEFORE INSERT ON audit_checkpoints
WHEN EXISTS (SELECT 1 FROM audit_checkpoints WHERE size > NEW.size OR (size = NEW.size AND root <> NEW.root)) BEGIN
    SELECT RAISE(ABORT, 'a checkpoint of the log never contradicts an earlier one');
END;
CREATE TRIGGER audit_leaves_are_not_altered BEFORE UPDATE ON audit_leaves BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_leaves_are_not_removed BEFORE DELETE ON audit_leaves BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_altered BEFORE UPDATE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_removed BEFORE DELETE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_altered BEFORE UPDATE ON audit_checkpoints BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_removed BEFORE DELETE ON audit_checkpoints BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_altered BEFORE UPDATE ON audit_log_keys BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_removed BEFORE DELETE ON audit_log_keys BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
