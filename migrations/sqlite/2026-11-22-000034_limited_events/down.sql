CREATE TABLE sign_in_failures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    failed_at TEXT NOT NULL
);
CREATE INDEX sign_in_failures_by_account ON sign_in_failures (account, failed_at);
CREATE INDEX sign_in_failures_by_address ON sign_in_failures (address, failed_at);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);

DROP TABLE limited_events;
