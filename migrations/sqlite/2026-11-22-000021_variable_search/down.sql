DROP TRIGGER variables_grams_fts_delete;
DROP TRIGGER variables_grams_fts_update;
DROP TRIGGER variables_grams_fts_insert;
DROP TABLE variables_grams_fts;
DROP INDEX variables_without_grams;
ALTER TABLE variables DROP COLUMN search_grams;
ALTER TABLE variables DROP COLUMN search_name;
