-- What people are found and sorted by in the lists of administrators (3 §2.3). Both are folded, and written with each save;
-- accounts that were there before are folded as well as SQL can.
ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE users SET
    name_key = lower(fname || ' ' || coalesce(middle_name || ' ', '') || sname),
    search_text = '  ' || replace(lower(fname || ' ' || coalesce(middle_name || ' ', '') || sname), ' ', '  ')
        || coalesce(char(10) || '  ' || lower(org_email), '')
        || char(10) || '  ' || phone
        || char(10) || '  ' || replace(lower(designation), ' ', '  ')
        || char(10) || '  ' || replace(lower(department), ' ', '  ')
        || coalesce(char(10) || '  ' || replace(lower(tentative_organization), ' ', '  '), '');
CREATE INDEX users_by_name ON users (organisation_id, name_key, id);
CREATE INDEX users_by_state ON users (organisation_id, state);
CREATE VIRTUAL TABLE users_fts USING fts5 (
    search_text, content = 'users', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO users_fts (rowid, search_text) SELECT id, search_text FROM users;
CREATE TRIGGER users_fts_insert AFTER INSERT ON users BEGIN
    INSERT INTO users_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER users_fts_update AFTER UPDATE OF search_text ON users BEGIN
    INSERT INTO users_fts (users_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO users_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER users_fts_delete AFTER DELETE ON users BEGIN
    INSERT INTO users_fts (users_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- Which mails a person wants. Kinds that are not listed are wanted.
CREATE TABLE notification_preferences (
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    by_mail BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, kind)
);
CREATE INDEX notifications_by_user_and_role ON notifications (user_id, role_id, is_read);
