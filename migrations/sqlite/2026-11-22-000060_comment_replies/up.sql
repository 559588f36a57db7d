-- Replies to comments. A comment belongs to the round in which it was written; until now every request is in its first.
ALTER TABLE state_comments ADD COLUMN round INTEGER NOT NULL DEFAULT 1;

CREATE TABLE comment_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comment_id BIGINT NOT NULL REFERENCES state_comments (id),
    author_id BIGINT NOT NULL REFERENCES users (id),
    author_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    reply TEXT NOT NULL,
    created_on TEXT NOT NULL
);
CREATE INDEX comment_replies_by_comment ON comment_replies (comment_id, id);
