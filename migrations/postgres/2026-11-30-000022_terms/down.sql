DROP TABLE request_terms;
ALTER TABLE approval_procedures DROP COLUMN term_count;
ALTER TABLE approval_procedures DROP COLUMN term_unit;
