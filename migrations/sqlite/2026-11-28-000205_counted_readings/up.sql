-- How often a person opened or exported the same thing within an hour. The entry of the first time is in the audit log; the others are counted
-- here, beside it. `act` is the SHA-256 of what was read. As in the audit log, rows refer to others by their ids alone.
CREATE TABLE audit_counts (
    entry_id INTEGER PRIMARY KEY,
    user_id BIGINT NOT NULL,
    act BLOB NOT NULL,
    hour TEXT NOT NULL,
    times BIGINT NOT NULL,
    last_at TEXT NOT NULL,
    UNIQUE (user_id, hour, act)
);
