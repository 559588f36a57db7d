-- A variable that was there before its grams has none until the server has started, and is not in their index until then. FTS5 takes
-- the removal of a row that the index does not have for corruption: only what has grams goes in, and comes out again.
DROP TRIGGER variables_grams_fts_insert;
DROP TRIGGER variables_grams_fts_update;
DROP TRIGGER variables_grams_fts_delete;
INSERT INTO variables_grams_fts (variables_grams_fts) VALUES ('delete-all');
INSERT INTO variables_grams_fts (rowid, search_grams) SELECT id, search_grams FROM variables WHERE search_grams <> '';
CREATE TRIGGER variables_grams_fts_insert AFTER INSERT ON variables WHEN new.search_grams <> '' BEGIN
    INSERT INTO variables_grams_fts (rowid, search_grams) VALUES (new.id, new.search_grams);
END;
CREATE TRIGGER variables_grams_fts_update AFTER UPDATE OF search_grams ON variables BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams)
    SELECT 'delete', old.id, old.search_grams WHERE old.search_grams <> '';
    INSERT INTO variables_grams_fts (rowid, search_grams)
    SELECT new.id, new.search_grams WHERE new.search_grams <> '';
END;
CREATE TRIGGER variables_grams_fts_delete AFTER DELETE ON variables WHEN old.search_grams <> '' BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams) VALUES ('delete', old.id, old.search_grams);
END;
