-- Identities at OpenID Connect providers that are linked to accounts. Only `issuer` and `subject`
-- identify a person; `provider` is the name in the configuration with which the identity was linked.
CREATE TABLE identities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    linked_on TEXT NOT NULL,
    last_used_on TEXT,
    UNIQUE (issuer, subject)
);
CREATE INDEX identities_by_user ON identities (user_id);

-- Sign-ins that are on their way through a provider. Neither the state nor the cookie of the browser
-- is stored. A sign-in that came back has no row.
CREATE TABLE provider_sign_ins (
    state_hash BLOB NOT NULL PRIMARY KEY,
    browser_hash BLOB NOT NULL,
    provider TEXT NOT NULL,
    begun_on TEXT NOT NULL
);
CREATE INDEX provider_sign_ins_by_beginning ON provider_sign_ins (begun_on);

-- Identities that were proven at a provider and belong to no account yet, with the details for the
-- registration form. The token itself is not stored. An identity that was linked has no row.
CREATE TABLE proven_identities (
    token_hash BLOB NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    fname TEXT NOT NULL,
    sname TEXT NOT NULL,
    email TEXT NOT NULL,
    proven_on TEXT NOT NULL
);
CREATE INDEX proven_identities_by_time ON proven_identities (proven_on);

-- The identity with which a session began, and the session at the provider. Both are empty after a
-- sign-in with the password. `identity_id` needs no foreign key: a session goes on when its identity
-- is unlinked, and still did not begin with the password. Ids are never used again.
ALTER TABLE sessions ADD COLUMN identity_id BIGINT;
ALTER TABLE sessions ADD COLUMN provider_sid TEXT;
CREATE INDEX sessions_by_identity ON sessions (identity_id);

-- The same for sign-ins that wait for the second factor. These end when their identity is unlinked.
ALTER TABLE pending_sign_ins ADD COLUMN identity_id BIGINT REFERENCES identities (id) ON DELETE CASCADE;
ALTER TABLE pending_sign_ins ADD COLUMN provider_sid TEXT;
CREATE INDEX pending_sign_ins_by_identity ON pending_sign_ins (identity_id);
