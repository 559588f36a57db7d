-- What a variable is found and ranked by (2 §2): `search_name` is its name in the form of `search_text`, and `search_grams` has
-- every character and every two characters in a row that `search_text` has, for searches that are too short for an index of
-- three. Both are written with the change that alters them, and for rows that were there before when the server starts.
ALTER TABLE variables ADD COLUMN search_name TEXT NOT NULL DEFAULT '';
ALTER TABLE variables ADD COLUMN search_grams TEXT NOT NULL DEFAULT '';
CREATE INDEX variables_without_grams ON variables (id) WHERE search_grams = '';
CREATE INDEX variables_by_search_grams ON variables USING gin (string_to_array(search_grams, ' ')) WITH (fastupdate = off);

-- Rows of the OMOP Common Data Model name no date of introduction; that of their import was written instead. They are known by
-- what is kept of them: the column is the name, and the range is the column type with whether a value is required.
UPDATE variables SET date_introduced = NULL
WHERE date_introduced IS NOT NULL AND var_name = ids_column_name
  AND ("range" LIKE '%, required' OR "range" LIKE '%, optional')
  AND ("range" LIKE 'integer%' OR "range" LIKE 'bigint%' OR "range" LIKE 'varchar%' OR "range" LIKE 'float%'
       OR "range" LIKE 'numeric%' OR "range" LIKE 'date%' OR "range" LIKE 'timestamp%' OR "range" LIKE 'text%'
       OR "range" LIKE 'clob%');
