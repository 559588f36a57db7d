-- Changes of addresses and numbers that can still be taken back (decisions C15). The hash of a link's token is kept, never the
-- token. A change that was taken back, or is older than that, has no row.
CREATE TABLE contact_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('Email', 'Phone')),
    old_value TEXT NOT NULL,
    new_value TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    made_on TEXT NOT NULL
);
CREATE INDEX contact_changes_by_user ON contact_changes (user_id, kind, id);
CREATE INDEX contact_changes_by_old_value ON contact_changes (kind, old_value);
CREATE INDEX contact_changes_by_time ON contact_changes (made_on);
