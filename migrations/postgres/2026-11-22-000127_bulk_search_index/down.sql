ALTER INDEX variables_by_search_text SET (fastupdate = off);
ALTER INDEX variables_by_search_text RESET (gin_pending_list_limit);
ALTER INDEX variables_by_search_grams SET (fastupdate = off);
ALTER INDEX variables_by_search_grams RESET (gin_pending_list_limit);
