-- Second factors of accounts. Secrets are encrypted, and recovery codes are keyed hashes of 32 bytes
-- each, one after the other. An account without a row has no second factor, and never signed in
-- while its roles needed one.
CREATE TABLE second_factors (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    app_secret BLOB,
    app_added_on TEXT,
    app_last_used_on TEXT,
    app_last_step BIGINT,
    set_up_secret BLOB,
    set_up_begun_on TEXT,
    recovery_key BLOB,
    recovery_hashes BLOB,
    recovery_made_on TEXT,
    required_since TEXT,
    version BIGINT NOT NULL,
    CHECK ((app_secret IS NULL) = (app_added_on IS NULL) AND (app_secret IS NULL) = (app_last_step IS NULL)),
    CHECK ((set_up_secret IS NULL) = (set_up_begun_on IS NULL)),
    CHECK (
        (recovery_key IS NULL) = (recovery_hashes IS NULL)
        AND (recovery_key IS NULL) = (recovery_made_on IS NULL)
    )
);

-- Sign-ins that wait for the second factor. The token itself is not stored. A sign-in that was
-- completed or ended has no row.
CREATE TABLE pending_sign_ins (
    token_hash BLOB NOT NULL PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    step TEXT NOT NULL CHECK (step IN ('enter_code', 'set_up')),
    begun_on TEXT NOT NULL,
    wrong_entries INTEGER NOT NULL CHECK (wrong_entries BETWEEN 0 AND 255)
);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);
CREATE INDEX pending_sign_ins_by_beginning ON pending_sign_ins (begun_on);
