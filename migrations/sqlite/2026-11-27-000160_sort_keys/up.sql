-- Sort keys of names: keys of the Unicode collation algorithm in hexadecimal digits, compared byte by byte. SQL cannot make them: rows
-- that were there before get them as soon as the program has migrated.
ALTER TABLE organisations ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
CREATE INDEX organisations_by_sort_key ON organisations (sort_key, id);
ALTER TABLE approval_procedures ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE stage_types ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE purposes ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE ethics_committees ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE equipment_types ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
-- Sources are looked up by `name_key`, without regard to case, and sorted by `source_key`.
ALTER TABLE data_sources ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE INDEX data_sources_by_name_key ON data_sources (name_key, id);

-- The same for tables and variables. `sort_key`, `table_sort_key` and `name_sort_key` are folded: names are found by their beginnings in
-- them, which a key of the algorithm cannot serve.
ALTER TABLE dictionary_tables ADD COLUMN name_order TEXT NOT NULL DEFAULT '';
ALTER TABLE variables ADD COLUMN table_order TEXT NOT NULL DEFAULT '';
ALTER TABLE variables ADD COLUMN name_order TEXT NOT NULL DEFAULT '';
CREATE INDEX dictionary_tables_in_order ON dictionary_tables (publish, name_order, id);
CREATE INDEX dictionary_tables_of_source_in_order ON dictionary_tables (data_source_id, publish, name_order, id);
DROP INDEX dictionary_tables_by_source;
CREATE INDEX variables_in_order_of_tables ON variables (published, table_order, table_id, id);
CREATE INDEX variables_in_order_of_names ON variables (published, name_order, id);
CREATE INDEX variables_of_table_in_order_of_names ON variables (table_id, name_order, id);
DROP INDEX variables_of_table_by_name;
-- Finds the variables that have no sort key yet.
CREATE INDEX variables_without_order ON variables (id) WHERE name_order = '';

-- Keys that were made by folding are made anew.
UPDATE users SET name_key = '';
UPDATE facilities SET sort_key = '';
UPDATE topics SET sort_key = '';
UPDATE data_source_versions SET message_key = '';
-- A revision is never altered once it has its keys.
DROP TRIGGER dictionary_revisions_are_not_altered;
UPDATE dictionary_revisions SET name_key = '';
CREATE TRIGGER dictionary_revisions_are_not_altered BEFORE UPDATE ON dictionary_revisions WHEN old.name_key <> '' BEGIN
    SELECT RAISE(ABORT, 'a revision of the dictionary is never altered');
END;
CREATE INDEX dictionary_revisions_without_keys ON dictionary_revisions (id) WHERE name_key = '';

-- Names are looked up with the micro sign as the Greek letter. Of records that differ in nothing else, each keeps its key.
UPDATE dictionary_tables SET tbl_key = replace(tbl_key, char(181), char(956))
    WHERE instr(tbl_key, char(181)) > 0 AND NOT EXISTS (
        SELECT 1 FROM dictionary_tables AS other WHERE other.id <> dictionary_tables.id AND other.data_source_id = dictionary_tables.data_source_id
            AND replace(other.tbl_key, char(181), char(956)) = replace(dictionary_tables.tbl_key, char(181), char(956))
    );
UPDATE variables SET column_key = replace(column_key, char(181), char(956))
    WHERE instr(column_key, char(181)) > 0 AND NOT EXISTS (
        SELECT 1 FROM variables AS other WHERE other.id <> variables.id AND other.table_id = variables.table_id
            AND replace(other.column_key, char(181), char(956)) = replace(variables.column_key, char(181), char(956))
    );
UPDATE topics SET topic_key = replace(topic_key, char(181), char(956))
    WHERE instr(topic_key, char(181)) > 0 AND NOT EXISTS (
        SELECT 1 FROM topics AS other WHERE other.id <> topics.id AND replace(other.topic_key, char(181), char(956)) = replace(topics.topic_key, char(181), char(956))
    );
UPDATE dependencies SET tbl_key = replace(tbl_key, char(181), char(956)), column_key = replace(column_key, char(181), char(956))
    WHERE (instr(tbl_key, char(181)) > 0 OR instr(column_key, char(181)) > 0) AND NOT EXISTS (
        SELECT 1 FROM dependencies AS other WHERE other.id <> dependencies.id AND other.variable_id = dependencies.variable_id
            AND replace(other.tbl_key, char(181), char(956)) = replace(dependencies.tbl_key, char(181), char(956))
            AND replace(other.column_key, char(181), char(956)) = replace(dependencies.column_key, char(181), char(956))
    );
