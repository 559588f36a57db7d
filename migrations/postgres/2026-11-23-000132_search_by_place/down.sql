DROP INDEX variables_of_source_by_id;
DROP INDEX variables_by_search_text;
DROP INDEX variables_by_search_grams;
CREATE INDEX variables_by_search_text ON variables USING gin (search_text gin_trgm_ops);
CREATE INDEX variables_by_search_grams ON variables USING gin (string_to_array(search_grams, ' '));
