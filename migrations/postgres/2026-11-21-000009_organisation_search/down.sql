DROP INDEX organisations_by_search_text;
ALTER TABLE organisations DROP COLUMN search_text;
