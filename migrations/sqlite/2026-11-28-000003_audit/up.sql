-- The audit log and its transparency log (docs/PROOF.md). Triggers reject every change and removal
-- of entries, leaves, hashes, checkpoints and keys. Rows refer to other rows by id, without foreign
-- keys: an entry stays as it is whatever happens to them.
--
-- INSERT OR REPLACE removes conflicting rows without firing a delete trigger. The `…_not_replaced`
-- triggers reject an insert whose primary key or other unique key exists. An id that is not given
-- is -1 before the insert.

-- `canonical` is the entry in canonical JSON. The other columns repeat the parts that entries are
-- looked up by.
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
CREATE INDEX audit_entries_by_user_and_kind ON audit_entries (user_id, kind, at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_by_concerned ON audit_entries (concerns_id, at, id) WHERE concerns_id IS NOT NULL;
CREATE INDEX audit_entries_by_concerned_and_kind ON audit_entries (concerns_id, kind, at, id) WHERE concerns_id IS NOT NULL;
CREATE INDEX audit_entries_by_request ON audit_entries (request_id, at, id) WHERE request_id IS NOT NULL;
CREATE TRIGGER audit_entries_are_not_altered BEFORE UPDATE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never altered');
END;
CREATE TRIGGER audit_entries_are_not_removed BEFORE DELETE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never removed');
END;
CREATE TRIGGER audit_entries_are_not_replaced BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never altered');
END;

-- The values that entries commit to. `commitment` is the SHA-256 of salt and value. A row can be
-- erased, and the entry stays valid.
CREATE TABLE audit_values (
    entry_id BIGINT NOT NULL,
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (entry_id, commitment)
) WITHOUT ROWID;
CREATE TRIGGER audit_values_are_not_altered BEFORE UPDATE ON audit_values BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;
CREATE TRIGGER audit_values_are_not_replaced BEFORE INSERT ON audit_values
WHEN EXISTS (SELECT 1 FROM audit_values WHERE entry_id = NEW.entry_id AND commitment = NEW.commitment) BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;

-- Entries that the sequencer has not added to the tree yet. `mac` can only be computed by the
-- server, so the log rejects entries that were inserted by hand.
CREATE TABLE audit_pending (
    entry_id INTEGER PRIMARY KEY,
    mac BLOB NOT NULL DEFAULT x''
);

CREATE TABLE audit_leaves (
    leaf_index INTEGER PRIMARY KEY,
    entry_id BIGINT NOT NULL UNIQUE
);
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

-- The hashes of complete subtrees of 2^level leaves. Level 0 has the hashes of the leaves.
CREATE TABLE audit_tree (
    level BIGINT NOT NULL,
    place BIGINT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, place)
) WITHOUT ROWID;
CREATE TRIGGER audit_tree_is_not_altered BEFORE UPDATE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_removed BEFORE DELETE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_replaced BEFORE INSERT ON audit_tree
WHEN EXISTS (SELECT 1 FROM audit_tree WHERE level = NEW.level AND place = NEW.place) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

CREATE TABLE audit_checkpoints (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    size BIGINT NOT NULL,
    root BLOB NOT NULL,
    signed_at TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX audit_checkpoints_by_size ON audit_checkpoints (size, id);
CREATE TRIGGER audit_checkpoints_never_fork BEFORE INSERT ON audit_checkpoints
WHEN EXISTS (SELECT 1 FROM audit_checkpoints WHERE size > NEW.size OR (size = NEW.size AND root <> NEW.root)) BEGIN
    SELECT RAISE(ABORT, 'a checkpoint of the log never contradicts an earlier one');
END;
CREATE TRIGGER audit_checkpoints_are_not_altered BEFORE UPDATE ON audit_checkpoints BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_removed BEFORE DELETE ON audit_checkpoints BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_replaced BEFORE INSERT ON audit_checkpoints
WHEN EXISTS (SELECT 1 FROM audit_checkpoints WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

CREATE TABLE audit_log_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    verifier_key TEXT NOT NULL UNIQUE,
    made_at TEXT NOT NULL
);
CREATE TRIGGER audit_log_keys_are_not_altered BEFORE UPDATE ON audit_log_keys BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_removed BEFORE DELETE ON audit_log_keys BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_replaced BEFORE INSERT ON audit_log_keys
WHEN EXISTS (SELECT 1 FROM audit_log_keys WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM audit_log_keys WHERE verifier_key = NEW.verifier_key) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

-- The sealed secret of the current signing key. Secrets of former keys are deleted.
CREATE TABLE audit_log_secrets (
    key_id INTEGER PRIMARY KEY REFERENCES audit_log_keys (id),
    sealed BLOB NOT NULL
);

-- The state of the witnesses of the transparency log, by their address. A witness is not asked
-- again before `next_at`. Nothing here proves anything: each witness keeps its own record of what
-- it signed.
CREATE TABLE audit_witnesses (
    name TEXT PRIMARY KEY,
    next_at TEXT NOT NULL,
    failures BIGINT NOT NULL,
    agreed_size BIGINT,
    agreed_note TEXT,
    agreed_at TEXT,
    trouble TEXT CHECK (trouble IN ('unreachable', 'refuses', 'disagrees')),
    trouble_told TEXT,
    trouble_since TEXT
);

-- Counts how often a person opened or exported the same thing within an hour. The first time has an
-- entry in the audit log; later ones only count here. `act` is the SHA-256 of what was read.
CREATE TABLE audit_counts (
    entry_id INTEGER PRIMARY KEY,
    user_id BIGINT NOT NULL,
    act BLOB NOT NULL,
    hour TEXT NOT NULL,
    times BIGINT NOT NULL,
    last_at TEXT NOT NULL,
    UNIQUE (user_id, hour, act)
);
