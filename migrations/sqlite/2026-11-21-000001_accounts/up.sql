-- Organisations, the roles they offer, people, what they hold, and how they sign in (1 §3, 3 §3).
CREATE TABLE organisations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    domain TEXT,
    description TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    country TEXT NOT NULL,
    abbreviation TEXT
);

-- A role's id is its rank; the lowest among those a person may use is selected at sign in.
CREATE TABLE roles (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE role_statuses (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE organisation_roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organisation_id BIGINT NOT NULL REFERENCES organisations (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    active BOOLEAN NOT NULL,
    UNIQUE (organisation_id, role_id)
);
CREATE INDEX organisation_roles_by_role ON organisation_roles (role_id);

-- `email_key` is the address in lower case: two accounts never share it.
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fname TEXT NOT NULL,
    middle_name TEXT,
    sname TEXT NOT NULL,
    phone TEXT NOT NULL UNIQUE,
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
    CHECK ((org_email IS NULL) = (email_key IS NULL))
);
CREATE INDEX users_by_organisation ON users (organisation_id);

CREATE TABLE assigned_roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    status_id BIGINT NOT NULL REFERENCES role_statuses (id),
    created_on TEXT NOT NULL,
    UNIQUE (user_id, org_role_id)
);
CREATE INDEX assigned_roles_by_org_role ON assigned_roles (org_role_id, status_id);

-- The life of an assigned role: a line for each status it had, the latest last.
CREATE TABLE assigned_role_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assigned_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    status_id BIGINT NOT NULL REFERENCES role_statuses (id),
    changed_by BIGINT REFERENCES users (id),
    reason TEXT,
    changed_on TEXT NOT NULL
);
CREATE INDEX assigned_role_statuses_by_role ON assigned_role_statuses (assigned_role_id, id);

-- The hash of a session's token is kept, never the token (decisions A2).
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    token_hash BLOB NOT NULL UNIQUE,
    selected_role_id BIGINT REFERENCES assigned_roles (id),
    user_agent TEXT NOT NULL,
    created_on TEXT NOT NULL,
    last_used_on TEXT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_last_use ON sessions (last_used_on);
CREATE INDEX sessions_by_beginning ON sessions (created_on);

-- The hash of a code is kept, never the code (decisions A3).
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
    CHECK ((spent_how IS NULL) = (spent_at IS NULL))
);
CREATE INDEX one_time_codes_by_subject ON one_time_codes (purpose, subject, id);
CREATE INDEX one_time_codes_by_issue ON one_time_codes (issued_at);

CREATE TABLE sign_in_failures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    failed_at TEXT NOT NULL
);
CREATE INDEX sign_in_failures_by_account ON sign_in_failures (account, failed_at);
CREATE INDEX sign_in_failures_by_address ON sign_in_failures (address, failed_at);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);

INSERT INTO roles (id, name) VALUES
    (1, 'Super User'),
    (2, 'Admin'),
    (3, 'Data Custodian'),
    (4, 'Data Officer'),
    (5, 'Data Access Approver'),
    (6, 'Data Access Reviewer'),
    (7, 'Data Security Approver'),
    (8, 'Data Security Reviewer'),
    (9, 'Data Analyst'),
    (10, 'Data Requester'),
    (11, 'Org User');

INSERT INTO role_statuses (id, name) VALUES
    (1, 'Pending'),
    (2, 'Activated'),
    (3, 'Rejected'),
    (4, 'Deactivated'),
    (5, 'Revoked');

-- The organisation of those whose own is not registered has the id 6. Ids 1 to 5 stay free; others begin at 7.
INSERT INTO organisations (id, name, domain, description, active, country, abbreviation) VALUES
    (6, 'Data Requester', NULL, 'People whose own organisation is not registered.', TRUE, '', NULL);

INSERT INTO organisation_roles (organisation_id, role_id, active) VALUES (6, 10, TRUE);
