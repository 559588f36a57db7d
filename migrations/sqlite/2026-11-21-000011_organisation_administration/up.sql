-- The life of a role that an organisation offers: a line for each change of its status, the latest last (3 §2.6, §4). Roles
-- from before there was a history have none until their status is changed.
CREATE TABLE organisation_role_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    active BOOLEAN NOT NULL,
    changed_by BIGINT REFERENCES users (id),
    reason TEXT,
    changed_on TEXT NOT NULL
);
CREATE INDEX organisation_role_statuses_by_role ON organisation_role_statuses (org_role_id, id);

-- What the keyword search of Super Users looks in (3 §2.5): every field of an organisation, folded, written with each save.
-- SQL cannot fold: what was there before is folded by the program as soon as the migrations are done.
ALTER TABLE organisations ADD COLUMN keywords TEXT NOT NULL DEFAULT '';
CREATE VIRTUAL TABLE organisations_keywords_fts USING fts5 (
    keywords, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO organisations_keywords_fts (rowid, keywords) SELECT id, keywords FROM organisations;
CREATE TRIGGER organisations_keywords_fts_insert AFTER INSERT ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (rowid, keywords) VALUES (new.id, new.keywords);
END;
CREATE TRIGGER organisations_keywords_fts_update AFTER UPDATE OF keywords ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (organisations_keywords_fts, rowid, keywords)
    VALUES ('delete', old.id, old.keywords);
    INSERT INTO organisations_keywords_fts (rowid, keywords) VALUES (new.id, new.keywords);
END;
CREATE TRIGGER organisations_keywords_fts_delete AFTER DELETE ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (organisations_keywords_fts, rowid, keywords)
    VALUES ('delete', old.id, old.keywords);
END;
