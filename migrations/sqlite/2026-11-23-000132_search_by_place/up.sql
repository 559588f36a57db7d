-- The search index of SQLite answers in the order of the ids by itself, and a search stops where it has found enough.
-- Where the variables of a source begin and end.
CREATE INDEX variables_of_source_by_id ON variables (data_source_id, id);
