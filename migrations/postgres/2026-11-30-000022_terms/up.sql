-- The term of the requests that follow a procedure (decisions N3). Both columns are empty without
-- one.
ALTER TABLE approval_procedures ADD COLUMN term_unit TEXT CHECK (term_unit IN ('weeks', 'months'));
ALTER TABLE approval_procedures ADD COLUMN term_count INTEGER CHECK (term_count BETWEEN 1 AND 260);

-- The terms of requests, one for each round, from `started_on`, which is the time of the submission
-- or resubmission. `is_running` is true until the request is decided or recalled. `due_soon_on` is
-- the first day on which the term is due soon, and `expected_by` its last day. Both are empty before
-- they are known, because a pause defers them, and after the end. `calendar_version` is the row
-- version of the calendar by which they were computed. The columns of the extension are empty
-- without one.
CREATE TABLE request_terms (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    term_unit TEXT NOT NULL CHECK (term_unit IN ('weeks', 'months')),
    term_count INTEGER NOT NULL CHECK (term_count BETWEEN 1 AND 260),
    started_on TIMESTAMPTZ NOT NULL,
    is_running BOOLEAN NOT NULL,
    extension_count INTEGER CHECK (extension_count >= 1),
    extension_reason TEXT,
    extended_by BIGINT REFERENCES users (id),
    extended_on TIMESTAMPTZ,
    due_soon_on DATE,
    expected_by DATE,
    calendar_version BIGINT,
    PRIMARY KEY (request_id, round)
);
CREATE UNIQUE INDEX request_terms_one_running ON request_terms (request_id) WHERE is_running;
CREATE INDEX request_terms_by_calendar ON request_terms (calendar_version, request_id) WHERE is_running;
