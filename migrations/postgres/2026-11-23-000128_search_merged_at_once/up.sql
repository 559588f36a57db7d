-- How much the search indexes keep back before they merge it is a setting of each connection now: little for what people save, and all of
-- one part of an import.
ALTER INDEX variables_by_search_text RESET (gin_pending_list_limit);
ALTER INDEX variables_by_search_grams RESET (gin_pending_list_limit);
-- Grams are compared by their bytes, a third faster than by the rules of a language.
ALTER TABLE variables ALTER COLUMN search_grams TYPE TEXT COLLATE "C";
