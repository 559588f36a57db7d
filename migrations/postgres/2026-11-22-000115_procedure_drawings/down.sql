ALTER TABLE approval_procedures DROP COLUMN letter_body;
ALTER TABLE approval_procedures DROP COLUMN letter_heading;
ALTER TABLE approval_procedures DROP COLUMN letter_version;
ALTER TABLE approval_procedures DROP COLUMN drawing_version;
