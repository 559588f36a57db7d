DROP INDEX variables_by_search_grams;
DROP INDEX variables_without_grams;
ALTER TABLE variables DROP COLUMN search_grams;
ALTER TABLE variables DROP COLUMN search_name;
