-- Sort keys of the other texts that lists are sorted by, as 000160 has them for names. The program fills them in after migrating.
ALTER TABLE users ADD COLUMN designation_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN department_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN description_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN country_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN abbreviation_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE data_sources ADD COLUMN dbms_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE table_types ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_tables ADD COLUMN entity_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_tables ADD COLUMN description_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_imports ADD COLUMN source_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE data_request_feedback ADD COLUMN title_sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE variables ADD COLUMN column_order TEXT NOT NULL DEFAULT '';
CREATE INDEX data_sources_in_order_of_dbms ON data_sources (dbms_sort_key, id);
DROP INDEX data_sources_by_dbms;
-- Finds the variables that lack a sort key: those without the one of 000160 lack this one, too.
DROP INDEX variables_without_order;
CREATE INDEX variables_without_order ON variables (id) WHERE column_order = '';

-- Columns in revisions get a sort key in place of a folded name. A revision is never altered once it has its keys.
DROP TRIGGER dictionary_revisions_are_not_altered;
UPDATE dictionary_revisions SET name_key = '' WHERE name_key <> '';
CREATE TRIGGER dictionary_revisions_are_not_altered BEFORE UPDATE ON dictionary_revisions WHEN old.name_key <> '' BEGIN
    SELECT RAISE(ABORT, 'a revision of the dictionary is never altered');
END;
