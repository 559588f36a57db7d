-- Accounts, the roles that people hold, and how they sign in.

-- `email_key` is the address in lower case and `phone_key` the number that an account is found by.
-- A number that was not proven within a week is released: the account still shows `phone`, and
-- `phone_key` no longer finds it. An erased account keeps its row, because requests and decisions
-- refer to it, but no personal data. Its state is Disabled.
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fname TEXT NOT NULL,
    middle_name TEXT,
    sname TEXT NOT NULL,
    phone_key TEXT NOT NULL UNIQUE,
    org_email TEXT,
    email_key TEXT UNIQUE,
    designation TEXT NOT NULL,
    department TEXT NOT NULL,
    organisation_id BIGINT NOT NULL REFERENCES organisations (id),
    tentative_organization TEXT,
    password_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Pending', 'Active', 'Disabled')),
    email_is_verified BOOLEAN NOT NULL,
    created_on TEXT NOT NULL,
    version BIGINT NOT NULL,
    name_key TEXT NOT NULL DEFAULT '',
    search_text TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    phone_claimed_on TEXT,
    phone_is_proven BOOLEAN NOT NULL DEFAULT FALSE,
    erased_on TEXT,
    designation_sort_key TEXT NOT NULL DEFAULT '',
    department_sort_key TEXT NOT NULL DEFAULT '',
    CHECK ((org_email IS NULL) = (email_key IS NULL))
);
CREATE INDEX users_by_organisation ON users (organisation_id);
CREATE INDEX users_by_name ON users (organisation_id, name_key, id);
CREATE INDEX users_by_state ON users (organisation_id, state);
CREATE VIRTUAL TABLE users_fts USING fts5 (
    search_text, content = 'users', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER users_fts_insert AFTER INSERT ON users BEGIN
    INSERT INTO users_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER users_fts_update AFTER UPDATE OF search_text ON users BEGIN
    INSERT INTO users_fts (users_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO users_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER users_fts_delete AFTER DELETE ON users BEGIN
    INSERT INTO users_fts (users_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER erased_accounts_stay_erased BEFORE UPDATE ON users
WHEN OLD.erased_on IS NOT NULL AND (
    NEW.erased_on IS NULL OR NEW.state <> 'Disabled' OR NEW.org_email IS NOT NULL OR NEW.phone <> ''
    OR NEW.fname <> OLD.fname OR NEW.sname <> OLD.sname OR NEW.password_hash <> OLD.password_hash
) BEGIN
    SELECT RAISE(ABORT, 'an account that was erased stays erased');
END;

CREATE TABLE assigned_roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    status_id BIGINT NOT NULL REFERENCES role_statuses (id),
    created_on TEXT NOT NULL,
    UNIQUE (user_id, org_role_id)
);
CREATE INDEX assigned_roles_by_org_role ON assigned_roles (org_role_id, status_id);

-- The history of an assigned role: one row per status, the latest last.
CREATE TABLE assigned_role_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assigned_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    status_id BIGINT NOT NULL REFERENCES role_statuses (id),
    changed_by BIGINT REFERENCES users (id),
    reason TEXT,
    changed_on TEXT NOT NULL
);
CREATE INDEX assigned_role_statuses_by_role ON assigned_role_statuses (assigned_role_id, id);

-- The history of a role that an organisation offers: one row per change, the latest last.
CREATE TABLE organisation_role_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    active BOOLEAN NOT NULL,
    changed_by BIGINT REFERENCES users (id),
    reason TEXT,
    changed_on TEXT NOT NULL
);
CREATE INDEX organisation_role_statuses_by_role ON organisation_role_statuses (org_role_id, id);

-- The token itself is not stored. `password_given_on` is the last re-authentication in this
-- session.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    token_hash BLOB NOT NULL UNIQUE,
    selected_role_id BIGINT REFERENCES assigned_roles (id),
    user_agent TEXT NOT NULL,
    created_on TEXT NOT NULL,
    last_used_on TEXT NOT NULL,
    password_given_on TEXT
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_last_use ON sessions (last_used_on);
CREATE INDEX sessions_by_beginning ON sessions (created_on);

-- The code itself is not stored. A code is void once the account or role that it was sent for
-- changes; `user_id` finds the codes of an account, and needs no foreign key because accounts are
-- never deleted.
CREATE TABLE one_time_codes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL
        CHECK (purpose IN ('SignUp', 'ForgotPassword', 'EmailChange', 'PhoneChange', 'Decision')),
    subject TEXT NOT NULL,
    code_hash BLOB NOT NULL,
    context TEXT NOT NULL,
    issued_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    wrong_entries INTEGER NOT NULL CHECK (wrong_entries BETWEEN 0 AND 255),
    spent_how TEXT CHECK (spent_how IN ('Redeemed', 'Voided')),
    spent_at TEXT,
    version BIGINT NOT NULL,
    user_id BIGINT,
    CHECK ((spent_how IS NULL) = (spent_at IS NULL))
);
CREATE INDEX one_time_codes_by_subject ON one_time_codes (purpose, subject, id);
CREATE INDEX one_time_codes_by_issue ON one_time_codes (issued_at);
CREATE INDEX one_time_codes_out ON one_time_codes (user_id) WHERE spent_how IS NULL;

-- Changes of email addresses and phone numbers that can still be undone by the link that was sent.
-- The token itself is not stored. A change that was undone or can no longer be undone has no row.
CREATE TABLE contact_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('Email', 'Phone')),
    old_value TEXT NOT NULL,
    new_value TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    made_on TEXT NOT NULL
);
CREATE INDEX contact_changes_by_user ON contact_changes (user_id, kind, id);
CREATE INDEX contact_changes_by_old_value ON contact_changes (kind, old_value);
CREATE INDEX contact_changes_by_time ON contact_changes (made_on);

-- Events that count against rate limits, such as failed attempts to sign in.
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

-- Addresses that sent a forwarding header without being configured as a trusted proxy. The
-- configuration probably leaves them out.
CREATE TABLE untrusted_proxies (
    address TEXT NOT NULL PRIMARY KEY,
    seen_on TEXT NOT NULL
);

-- Clicks of visitors who consented. The address is truncated.
CREATE TABLE clicks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cookie_id TEXT NOT NULL,
    address TEXT NOT NULL,
    done_at TEXT NOT NULL,
    action TEXT NOT NULL,
    page TEXT NOT NULL,
    object TEXT NOT NULL,
    received_on TEXT NOT NULL
);
CREATE INDEX clicks_by_receipt ON clicks (received_on);
