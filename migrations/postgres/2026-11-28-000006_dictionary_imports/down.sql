DROP TABLE dictionary_import_remarks;
DROP TABLE dictionary_import_parts;
DROP TABLE dictionary_imports;
