ALTER TABLE variables ALTER COLUMN search_grams TYPE TEXT COLLATE "default";
ALTER INDEX variables_by_search_text SET (gin_pending_list_limit = 64);
ALTER INDEX variables_by_search_grams SET (gin_pending_list_limit = 64);
