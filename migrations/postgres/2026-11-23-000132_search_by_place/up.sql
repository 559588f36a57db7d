-- A search begins with the first variables and stops where it has found enough. To that end both search indexes also know in which place a
-- variable is: 2,048 ids in a row. A common word is looked for in a few of them, and a rare one anywhere, as before.
DROP INDEX variables_by_search_text;
DROP INDEX variables_by_search_grams;
CREATE INDEX variables_by_search_text ON variables USING gin (search_text gin_trgm_ops, (ARRAY[id >> 11]));
CREATE INDEX variables_by_search_grams ON variables USING gin (string_to_array(search_grams, ' '), (ARRAY[id >> 11]));
-- Where the variables of a source begin and end.
CREATE INDEX variables_of_source_by_id ON variables (data_source_id, id);
