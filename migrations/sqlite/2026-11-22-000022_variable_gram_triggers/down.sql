DROP TRIGGER variables_grams_fts_insert;
DROP TRIGGER variables_grams_fts_update;
DROP TRIGGER variables_grams_fts_delete;
CREATE TRIGGER variables_grams_fts_insert AFTER INSERT ON variables BEGIN
    INSERT INTO variables_grams_fts (rowid, search_grams) VALUES (new.id, new.search_grams);
END;
CREATE TRIGGER variables_grams_fts_update AFTER UPDATE OF search_grams ON variables BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams) VALUES ('delete', old.id, old.search_grams);
    INSERT INTO variables_grams_fts (rowid, search_grams) VALUES (new.id, new.search_grams);
END;
CREATE TRIGGER variables_grams_fts_delete AFTER DELETE ON variables BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams) VALUES ('delete', old.id, old.search_grams);
END;
