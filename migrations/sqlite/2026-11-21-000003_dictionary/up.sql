-- The data dictionary (3 §3). Columns that end in `_key` are folded for look-up and order; `search_text` is what a keyword
-- is looked for in. Both are written with the change that alters them.
CREATE TABLE data_sources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL UNIQUE,
    source_key TEXT NOT NULL,
    description TEXT NOT NULL,
    db_type TEXT NOT NULL,
    dbms TEXT NOT NULL,
    db_host TEXT,
    db_username TEXT,
    db_password BLOB,
    has_aggregate_data BOOLEAN NOT NULL,
    publish BOOLEAN NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX data_sources_by_name ON data_sources (publish, source_key, id);
-- Any three characters in a row are a token: "contains" is an index read.
CREATE VIRTUAL TABLE data_sources_fts USING fts5 (
    search_text, content = 'data_sources', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER data_sources_fts_insert AFTER INSERT ON data_sources BEGIN
    INSERT INTO data_sources_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_sources_fts_update AFTER UPDATE OF search_text ON data_sources BEGIN
    INSERT INTO data_sources_fts (data_sources_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_sources_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_sources_fts_delete AFTER DELETE ON data_sources BEGIN
    INSERT INTO data_sources_fts (data_sources_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

CREATE TABLE data_custodians (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    broker BOOLEAN NOT NULL,
    UNIQUE (data_source_id, org_role_id)
);
CREATE INDEX data_custodians_by_org_role ON data_custodians (org_role_id);

CREATE TABLE table_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
);

-- `variables_count` is kept up to date, so that the number of variables of a source is a sum over its tables.
CREATE TABLE dictionary_tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    table_type_id BIGINT NOT NULL REFERENCES table_types (id),
    tbl_name TEXT NOT NULL,
    tbl_key TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    tbl_description TEXT NOT NULL,
    icon TEXT NOT NULL,
    entity_name TEXT NOT NULL,
    in_poc BOOLEAN NOT NULL DEFAULT FALSE,
    in_emc BOOLEAN NOT NULL DEFAULT FALSE,
    poc_earliest_record DATE,
    emc_earliest_record DATE,
    poc_latest_record DATE,
    emc_latest_record DATE,
    poc_total_records BIGINT,
    emc_total_records BIGINT,
    poc_valid_records BIGINT,
    emc_valid_records BIGINT,
    publish BOOLEAN NOT NULL,
    variables_count INTEGER NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL,
    UNIQUE (data_source_id, tbl_key)
);
CREATE INDEX dictionary_tables_by_name ON dictionary_tables (publish, sort_key, id);
CREATE INDEX dictionary_tables_by_source ON dictionary_tables (data_source_id, publish, sort_key, id);
CREATE INDEX dictionary_tables_by_type ON dictionary_tables (table_type_id);
-- Any three characters in a row are a token: "contains" is an index read.
CREATE VIRTUAL TABLE dictionary_tables_fts USING fts5 (
    search_text, content = 'dictionary_tables', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER dictionary_tables_fts_insert AFTER INSERT ON dictionary_tables BEGIN
    INSERT INTO dictionary_tables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER dictionary_tables_fts_update AFTER UPDATE OF search_text ON dictionary_tables BEGIN
    INSERT INTO dictionary_tables_fts (dictionary_tables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO dictionary_tables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER dictionary_tables_fts_delete AFTER DELETE ON dictionary_tables BEGIN
    INSERT INTO dictionary_tables_fts (dictionary_tables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- `data_source_id`, `published` and `table_sort_key` repeat what table and source say, so that every page of variables is
-- one walk along an index.
CREATE TABLE variables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id BIGINT NOT NULL REFERENCES dictionary_tables (id),
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    published BOOLEAN NOT NULL,
    ids_column_name TEXT NOT NULL,
    column_key TEXT NOT NULL,
    var_name TEXT NOT NULL,
    data_type TEXT NOT NULL CHECK (data_type IN
        ('Text', 'Number', 'Decimal', 'Binary', 'Date', 'Boolean', 'Datetime', 'JSON', 'Blob', 'XML')),
    meaning TEXT NOT NULL,
    date_introduced DATE,
    "range" TEXT,
    old_var_name TEXT,
    reference TEXT,
    derived BOOLEAN NOT NULL,
    usage TEXT NOT NULL CHECK (usage IN ('Analytical', 'Metadata')),
    is_primary BOOLEAN NOT NULL,
    is_foreign BOOLEAN NOT NULL,
    value_count BIGINT,
    is_identifiable BOOLEAN NOT NULL,
    is_analytical BOOLEAN NOT NULL,
    enumerated BOOLEAN NOT NULL,
    table_sort_key TEXT NOT NULL,
    name_sort_key TEXT NOT NULL,
    data_type_sort_key TEXT NOT NULL,
    meaning_sort_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    UNIQUE (table_id, column_key)
);
CREATE INDEX variables_in_order ON variables (published, table_id, id);
CREATE INDEX variables_of_source_in_order ON variables (data_source_id, published, table_id, id);
CREATE INDEX variables_by_table_name ON variables (published, table_sort_key, table_id, id);
CREATE INDEX variables_by_name ON variables (published, name_sort_key, id);
CREATE INDEX variables_by_data_type ON variables (published, data_type_sort_key, id);
CREATE INDEX variables_by_meaning ON variables (published, meaning_sort_key, id);
-- Any three characters in a row are a token: "contains" is an index read.
CREATE VIRTUAL TABLE variables_fts USING fts5 (
    search_text, content = 'variables', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER variables_fts_insert AFTER INSERT ON variables BEGIN
    INSERT INTO variables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER variables_fts_update AFTER UPDATE OF search_text ON variables BEGIN
    INSERT INTO variables_fts (variables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO variables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER variables_fts_delete AFTER DELETE ON variables BEGIN
    INSERT INTO variables_fts (variables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

CREATE TABLE synonyms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    synonym TEXT NOT NULL,
    UNIQUE (variable_id, synonym)
);

CREATE TABLE input_values (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    value TEXT NOT NULL,
    UNIQUE (variable_id, value)
);

-- A dependency is known by names until the variable it names is there, for it may come with a later import.
CREATE TABLE dependencies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    tbl_key TEXT NOT NULL,
    column_key TEXT NOT NULL,
    depend_on BIGINT REFERENCES variables (id),
    UNIQUE (variable_id, tbl_key, column_key)
);
CREATE INDEX dependencies_by_depend_on ON dependencies (depend_on);
CREATE INDEX dependencies_unresolved ON dependencies (variable_id) WHERE depend_on IS NULL;

CREATE TABLE timeline_of_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    change_date DATE,
    comment TEXT,
    CHECK (change_date IS NOT NULL OR comment IS NOT NULL)
);
CREATE INDEX timeline_of_changes_by_variable ON timeline_of_changes (variable_id, id);

CREATE TABLE variable_metadata (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    key TEXT NOT NULL,
    val_type TEXT NOT NULL,
    value TEXT NOT NULL
);
CREATE INDEX variable_metadata_by_variable ON variable_metadata (variable_id, id);
