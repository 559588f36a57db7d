DROP TRIGGER organisations_fts_delete;
DROP TRIGGER organisations_fts_update;
DROP TRIGGER organisations_fts_insert;
DROP TABLE organisations_fts;
ALTER TABLE organisations DROP COLUMN search_text;
