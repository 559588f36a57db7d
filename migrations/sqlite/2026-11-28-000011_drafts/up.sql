-- Drafts of requests.

-- `content` is the whole form in JSON, valid or not. `told_on` is when the owner was reminded that
-- the draft expires; a save clears it.
CREATE TABLE request_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id BIGINT NOT NULL REFERENCES users (id),
    version BIGINT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    created_on TEXT NOT NULL,
    changed_on TEXT NOT NULL,
    told_on TEXT
);
CREATE INDEX request_drafts_by_owner ON request_drafts (owner_id, changed_on);
CREATE INDEX request_drafts_by_time ON request_drafts (changed_on);

-- A file that its draft no longer names is deleted one day after `unnamed_since`.
CREATE TABLE draft_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    draft_id BIGINT NOT NULL REFERENCES request_drafts (id),
    file_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 BLOB NOT NULL,
    unnamed_since TEXT,
    is_protected BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX draft_files_by_draft ON draft_files (draft_id);
CREATE INDEX draft_files_unnamed ON draft_files (unnamed_since);
