DROP INDEX stages_by_type;
ALTER TABLE stages DROP COLUMN search_text;
ALTER TABLE approval_procedures DROP COLUMN search_text;
ALTER TABLE approval_procedures DROP COLUMN name_key;
ALTER TABLE stage_types DROP COLUMN search_text;
