-- The procedure that the chain of a request is a copy of: its letter is made of the template that the procedure has on the day of the
-- approval. Of requests that are here already nobody knows it.
ALTER TABLE data_requests ADD COLUMN procedure_id BIGINT REFERENCES approval_procedures (id);
CREATE INDEX data_requests_by_procedure ON data_requests (procedure_id);

-- Approval letters, in their own words. A letter is made once and never altered.
CREATE TABLE approval_letters (
    request_id BIGINT NOT NULL PRIMARY KEY REFERENCES data_requests (id),
    number BIGINT NOT NULL UNIQUE,
    made_on TEXT NOT NULL,
    heading TEXT NOT NULL,
    body TEXT NOT NULL
);

-- The number of the last letter. A sequence would leave numbers out where a transaction is dropped.
CREATE TABLE approval_letter_numbers (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last BIGINT NOT NULL
);
INSERT INTO approval_letter_numbers (id, last) VALUES (1, 0);
