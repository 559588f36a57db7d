-- Requests that were begun and not submitted. What was typed, right or not, is one JSON text: nothing is searched in it. `told_on` is
-- when the owner was told that the draft ends, and is empty again once it was saved.
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

-- Files of drafts. `unnamed_since` is since when the draft does not name the file; a day later it is swept.
CREATE TABLE draft_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    draft_id BIGINT NOT NULL REFERENCES request_drafts (id),
    file_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 BLOB NOT NULL,
    unnamed_since TEXT
);
CREATE INDEX draft_files_by_draft ON draft_files (draft_id);
CREATE INDEX draft_files_unnamed ON draft_files (unnamed_since);
