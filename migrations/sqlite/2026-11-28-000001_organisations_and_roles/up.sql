-- Organisations, the roles of the product, and the roles that each organisation offers.
--
-- Conventions of this schema:
-- * A column that ends in `_key` or `_order` is derived from another one, for lookup or sorting.
--   Sort keys are keys of the Unicode collation algorithm in hexadecimal digits; they are compared
--   byte by byte.
-- * `search_text` and `keywords` hold the folded text that a keyword is looked up in.
-- * Derived columns are computed by the program and written in the statement that changes their
--   source. `aditus check --deep` compares them.
-- * `row_version` counts the saves of a row that several people edit. A save names the version that
--   it was made from.
-- * Searches use FTS5 with trigrams, so "contains" is an index lookup. The triggers of a table keep
--   its index.
-- * Timestamps are text (`adapters/storage/src/times.rs`).

-- The ids are those of `Role::id` in the domain, which also ranks the roles.
CREATE TABLE roles (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE role_statuses (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- `name_key` and `domain_key` identify an organisation without regard to case. `search_text` is the
-- folded name, which guests search; `keywords` are all fields, which Super Users search.
CREATE TABLE organisations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    domain TEXT,
    description TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    country TEXT NOT NULL,
    abbreviation TEXT,
    name_key TEXT NOT NULL DEFAULT '',
    domain_key TEXT,
    search_text TEXT NOT NULL DEFAULT '',
    keywords TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT '',
    description_sort_key TEXT NOT NULL DEFAULT '',
    country_sort_key TEXT NOT NULL DEFAULT '',
    abbreviation_sort_key TEXT NOT NULL DEFAULT ''
);
CREATE INDEX organisations_by_name_key ON organisations (name_key, id);
CREATE INDEX organisations_by_domain_key ON organisations (domain_key);
CREATE INDEX organisations_by_sort_key ON organisations (sort_key, id);
CREATE VIRTUAL TABLE organisations_fts USING fts5 (
    search_text, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER organisations_fts_insert AFTER INSERT ON organisations BEGIN
    INSERT INTO organisations_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER organisations_fts_update AFTER UPDATE OF search_text ON organisations BEGIN
    INSERT INTO organisations_fts (organisations_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO organisations_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER organisations_fts_delete AFTER DELETE ON organisations BEGIN
    INSERT INTO organisations_fts (organisations_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE VIRTUAL TABLE organisations_keywords_fts USING fts5 (
    keywords, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER organisations_keywords_fts_insert AFTER INSERT ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (rowid, keywords) VALUES (new.id, new.keywords);
END;
CREATE TRIGGER organisations_keywords_fts_update AFTER UPDATE OF keywords ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (organisations_keywords_fts, rowid, keywords) VALUES ('delete', old.id, old.keywords);
    INSERT INTO organisations_keywords_fts (rowid, keywords) VALUES (new.id, new.keywords);
END;
CREATE TRIGGER organisations_keywords_fts_delete AFTER DELETE ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (organisations_keywords_fts, rowid, keywords) VALUES ('delete', old.id, old.keywords);
END;

CREATE TABLE organisation_roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organisation_id BIGINT NOT NULL REFERENCES organisations (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    active BOOLEAN NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (organisation_id, role_id)
);
CREATE INDEX organisation_roles_by_role ON organisation_roles (role_id);

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

-- Organisation 6 holds the people whose own organisation is not registered. Ids 1 to 5 stay unused;
-- other organisations begin at 7.
INSERT INTO organisations
    (id, name, description, active, country, name_key, search_text, keywords, sort_key, description_sort_key, country_sort_key,
     abbreviation_sort_key)
VALUES (
    6,
    'Data Requester',
    'People whose own organisation is not registered.',
    TRUE,
    '',
    'data requester',
    '  data  requester',
    '  data  requester' || char(10) || '  people  whose  own  organisation  is  not  registered.',
    '312b512b044d334b53334f51334d011201dcc2dc0c',
    '493347494133045739474f330447574504474d372b453b4f2b513b4745043b4f04454751044d33373b4f51334d33310801251301dc33',
    '0101',
    '0101'
);
INSERT INTO organisation_roles (organisation_id, role_id, active) VALUES (6, 10, TRUE);
