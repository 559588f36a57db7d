-- What organisations are found by (1 §5.2; 3 §2.5): the folded name, written with each save. SQL cannot fold: names that were
-- there before are folded by the program as soon as the migrations are done, and until then the text is empty.
ALTER TABLE organisations ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE VIRTUAL TABLE organisations_fts USING fts5 (
    search_text, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO organisations_fts (rowid, search_text) SELECT id, search_text FROM organisations;
CREATE TRIGGER organisations_fts_insert AFTER INSERT ON organisations BEGIN
    INSERT INTO organisations_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER organisations_fts_update AFTER UPDATE OF search_text ON organisations BEGIN
    INSERT INTO organisations_fts (organisations_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO organisations_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER organisations_fts_delete AFTER DELETE ON organisations BEGIN
    INSERT INTO organisations_fts (organisations_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
