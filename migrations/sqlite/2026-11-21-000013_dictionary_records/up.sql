-- What a Super User lists (3 §2.8): data sources whether they are published or not.
CREATE INDEX data_sources_by_key ON data_sources (source_key, id);
CREATE INDEX data_sources_by_type ON data_sources (db_type, id);
CREATE INDEX data_sources_by_dbms ON data_sources (dbms, id);

-- Versions of data sources (3 §3). `message_key` is folded for order; `search_text` is what a keyword is looked for in.
CREATE TABLE data_source_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    date_created TEXT NOT NULL,
    message TEXT NOT NULL,
    message_key TEXT NOT NULL,
    commited_by BIGINT NOT NULL REFERENCES assigned_roles (id),
    search_text TEXT NOT NULL
);
CREATE INDEX data_source_versions_by_source ON data_source_versions (data_source_id);
CREATE INDEX data_source_versions_by_date ON data_source_versions (date_created, id);
CREATE INDEX data_source_versions_by_message ON data_source_versions (message_key, id);
CREATE INDEX data_source_versions_by_committer ON data_source_versions (commited_by);
CREATE VIRTUAL TABLE data_source_versions_fts USING fts5 (
    search_text, content = 'data_source_versions', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER data_source_versions_fts_insert AFTER INSERT ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_source_versions_fts_update AFTER UPDATE OF search_text ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (data_source_versions_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_source_versions_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_source_versions_fts_delete AFTER DELETE ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (data_source_versions_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- Topics (3 §3). No two have names that differ in case alone, which `topic_key` sees to; `sort_key` and `description_key` are
-- folded for order.
CREATE TABLE topics (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    topic_key TEXT NOT NULL UNIQUE,
    sort_key TEXT NOT NULL,
    description TEXT NOT NULL,
    description_key TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    date_added TEXT NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX topics_by_name ON topics (sort_key, id);
CREATE INDEX topics_by_description ON topics (description_key, id);
CREATE INDEX topics_by_active ON topics (active, id);
CREATE INDEX topics_by_date ON topics (date_added, id);
CREATE VIRTUAL TABLE topics_fts USING fts5 (
    search_text, content = 'topics', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER topics_fts_insert AFTER INSERT ON topics BEGIN
    INSERT INTO topics_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER topics_fts_update AFTER UPDATE OF search_text ON topics BEGIN
    INSERT INTO topics_fts (topics_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO topics_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER topics_fts_delete AFTER DELETE ON topics BEGIN
    INSERT INTO topics_fts (topics_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
