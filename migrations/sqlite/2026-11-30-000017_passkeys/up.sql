-- Passkeys of accounts. `handle` names the account to authenticators; all passkeys of an account have
-- the same. `record` is what verifies a signature, with the signature counter; only the verifier reads
-- it. `version` grows with each use. A passkey that was removed has no row.
CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    handle BLOB NOT NULL,
    name TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    algorithm BIGINT NOT NULL,
    record TEXT NOT NULL,
    added_on TEXT NOT NULL,
    last_used_on TEXT,
    version BIGINT NOT NULL
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges that were sent to a browser and wait for the response of a passkey. `user_id` is empty
-- while it is not known whose passkey signs in. A ceremony whose response came has no row.
CREATE TABLE ceremonies (
    challenge BLOB NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL
        CHECK (purpose IN ('sign_in', 'second_factor', 'enrolment', 'confirmation', 'decision')),
    user_id BIGINT REFERENCES users (id),
    nonce BLOB NOT NULL,
    begun_on TEXT NOT NULL
);
CREATE INDEX ceremonies_by_user ON ceremonies (user_id);
CREATE INDEX ceremonies_by_beginning ON ceremonies (begun_on);
