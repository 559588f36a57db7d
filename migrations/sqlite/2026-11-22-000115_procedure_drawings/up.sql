-- The stages and links of a procedure are edited as a drawing and its letter's template as a text: each has a version of its own, so that
-- a save can name the state that it was made from. A procedure without a template has the one that ships with the product.
ALTER TABLE approval_procedures ADD COLUMN drawing_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE approval_procedures ADD COLUMN letter_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE approval_procedures ADD COLUMN letter_heading TEXT;
ALTER TABLE approval_procedures ADD COLUMN letter_body TEXT;
