-- What was there before the record gets an entry that says how it was (P1). A server does it while it serves; of each kind, what was looked
-- at last is kept here, and nothing before it is looked at again.
CREATE TABLE audit_taken_over (
    kind TEXT NOT NULL PRIMARY KEY,
    last_id BIGINT NOT NULL
);
INSERT INTO audit_taken_over (kind, last_id) VALUES
    ('organisations', 0), ('accounts', 0), ('roles', 0), ('procedures', 0), ('data_sources', 0), ('data_requests', 0);
