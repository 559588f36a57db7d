-- Calls that were sent with an Idempotency-Key, and their responses. Caller, route and key are
-- keyed hashes; responses are encrypted.
CREATE TABLE idempotency_keys (
    key_hash BLOB NOT NULL PRIMARY KEY,
    caller_hash BLOB NOT NULL,
    holder BLOB NOT NULL,
    claimed_at TEXT NOT NULL,
    is_carried_out BOOLEAN NOT NULL DEFAULT FALSE,
    body_hash BLOB,
    status INTEGER,
    sealed_answer BLOB
);
CREATE INDEX idempotency_keys_by_caller ON idempotency_keys (caller_hash);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
