-- What is counted against limits, whatever it is (decisions A3, A12). Failed sign-ins were counted for themselves before.
CREATE TABLE limited_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    limit_name TEXT NOT NULL,
    subject BLOB NOT NULL,
    detail BLOB NOT NULL,
    happened_at TEXT NOT NULL,
    counts_until TEXT NOT NULL
);
CREATE INDEX limited_events_by_subject ON limited_events (subject, limit_name, happened_at);
CREATE INDEX limited_events_by_end ON limited_events (counts_until);

DROP TABLE sign_in_failures;
