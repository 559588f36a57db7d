-- Dictionaries of REDCap are imported, too. An import keeps whether unknown columns are left aside, and whether a source that it adds is
-- published.
ALTER TABLE dictionary_imports DROP CONSTRAINT dictionary_imports_format_check;
ALTER TABLE dictionary_imports ADD CONSTRAINT dictionary_imports_format_check CHECK (format IN ('aditus', 'omop', 'redcap'));
ALTER TABLE dictionary_imports ADD COLUMN leave_unknown BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE dictionary_imports ADD COLUMN publish BOOLEAN NOT NULL DEFAULT FALSE;
