DELETE FROM dictionary_import_remarks WHERE import_id IN (SELECT id FROM dictionary_imports WHERE format = 'redcap');
DELETE FROM dictionary_import_parts WHERE import_id IN (SELECT id FROM dictionary_imports WHERE format = 'redcap');
DELETE FROM dictionary_imports WHERE format = 'redcap';
ALTER TABLE dictionary_imports DROP COLUMN publish;
ALTER TABLE dictionary_imports DROP COLUMN leave_unknown;
ALTER TABLE dictionary_imports DROP CONSTRAINT dictionary_imports_format_check;
ALTER TABLE dictionary_imports ADD CONSTRAINT dictionary_imports_format_check CHECK (format IN ('aditus', 'omop'));
