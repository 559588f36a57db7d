-- Sort keys of the other texts that lists are sorted by, as 000160 has them for names. The program fills them in after migrating.
ALTER TABLE users ADD COLUMN designation_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN department_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN description_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN country_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN abbreviation_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE data_sources ADD COLUMN dbms_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE table_types ADD COLUMN sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE dictionary_tables ADD COLUMN entity_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE dictionary_tables ADD COLUMN description_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE dictionary_imports ADD COLUMN source_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE data_request_feedback ADD COLUMN title_sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE variables ADD COLUMN column_order TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX data_sources_in_order_of_dbms ON data_sources (dbms_sort_key, id);
DROP INDEX data_sources_by_dbms;
-- Finds the variables that lack a sort key: those without the one of 000160 lack this one, too.
DROP INDEX variables_without_order;
CREATE INDEX variables_without_order ON variables (id) WHERE column_order = '';

-- Addresses and domains are sorted as they are looked up: folded, and compared byte by byte, as SQLite compares them.
ALTER TABLE users ALTER COLUMN email_key TYPE TEXT COLLATE "C";
ALTER TABLE organisations ALTER COLUMN domain_key TYPE TEXT COLLATE "C";

-- Columns in revisions get a sort key in place of a folded name. A revision is never altered once it has its keys.
DROP TRIGGER dictionary_revisions_stay ON dictionary_revisions;
UPDATE dictionary_revisions SET name_key = '' WHERE name_key <> '';
CREATE TRIGGER dictionary_revisions_stay BEFORE UPDATE OR DELETE ON dictionary_revisions
    FOR EACH ROW WHEN (OLD.name_key <> '') EXECUTE FUNCTION refuse_change_of_revision();
