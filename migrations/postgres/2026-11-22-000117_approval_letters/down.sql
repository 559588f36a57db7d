DROP TABLE approval_letter_numbers;
DROP TABLE approval_letters;
DROP INDEX data_requests_by_procedure;
ALTER TABLE data_requests DROP COLUMN procedure_id;
