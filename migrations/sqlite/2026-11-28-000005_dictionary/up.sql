-- The data dictionary: data sources with their tables and variables, topics, and the history of all
-- of them.

-- `source_key` is the sort key of the name, and `name_key` identifies a source without regard to
-- case. A source that was published before is `withdrawn`: drafts may still show its name to the
-- people who chose it.
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
    search_text TEXT NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1,
    name_key TEXT NOT NULL DEFAULT '',
    withdrawn BOOLEAN NOT NULL DEFAULT FALSE,
    dbms_sort_key TEXT NOT NULL DEFAULT ''
);
CREATE INDEX data_sources_by_name ON data_sources (publish, source_key, id);
CREATE INDEX data_sources_by_key ON data_sources (source_key, id);
CREATE INDEX data_sources_by_name_key ON data_sources (name_key, id);
CREATE INDEX data_sources_by_type ON data_sources (db_type, id);
CREATE INDEX data_sources_in_order_of_dbms ON data_sources (dbms_sort_key, id);
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
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (data_source_id, org_role_id)
);
CREATE INDEX data_custodians_by_org_role ON data_custodians (org_role_id);

CREATE TABLE table_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    sort_key TEXT NOT NULL DEFAULT ''
);

-- `sort_key` is the folded name, for lookups by prefix; `name_order` is the sort key of the name.
-- `variables_count` makes the number of variables of a source a sum over its tables.
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
    row_version BIGINT NOT NULL DEFAULT 1,
    name_order TEXT NOT NULL DEFAULT '',
    entity_sort_key TEXT NOT NULL DEFAULT '',
    description_sort_key TEXT NOT NULL DEFAULT '',
    UNIQUE (data_source_id, tbl_key)
);
CREATE INDEX dictionary_tables_by_name ON dictionary_tables (publish, sort_key, id);
CREATE INDEX dictionary_tables_in_order ON dictionary_tables (publish, name_order, id);
CREATE INDEX dictionary_tables_of_source_in_order ON dictionary_tables (data_source_id, publish, name_order, id);
CREATE INDEX dictionary_tables_by_type ON dictionary_tables (table_type_id);
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

-- `data_source_id`, `published`, `table_sort_key` and `table_order` repeat values of table and
-- source, so that every page of variables is one walk along an index. `table_sort_key` and
-- `name_sort_key` are folded names, for lookups by prefix; columns that end in `_order` are sort
-- keys. The names of data types sort as their sort keys would, so `data_type` has none.
-- `search_name` is the name in the form of `search_text`, for ranking. `search_grams` has every
-- character and every pair of adjacent characters of `search_text`, for searches of less than three
-- characters. A variable that was published before is `withdrawn`, as a source is.
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
    meaning_sort_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    search_name TEXT NOT NULL DEFAULT '',
    search_grams TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    table_order TEXT NOT NULL DEFAULT '',
    name_order TEXT NOT NULL DEFAULT '',
    withdrawn BOOLEAN NOT NULL DEFAULT FALSE,
    column_order TEXT NOT NULL DEFAULT '',
    UNIQUE (table_id, column_key)
);
CREATE INDEX variables_in_order ON variables (published, table_id, id);
CREATE INDEX variables_of_source_in_order ON variables (data_source_id, published, table_id, id);
CREATE INDEX variables_by_table_name ON variables (published, table_sort_key, table_id, id);
CREATE INDEX variables_by_name ON variables (published, name_sort_key, id);
CREATE INDEX variables_by_data_type ON variables (published, data_type, id);
CREATE INDEX variables_by_meaning ON variables (published, meaning_sort_key, id);
CREATE INDEX variables_in_order_of_tables ON variables (published, table_order, table_id, id);
CREATE INDEX variables_in_order_of_names ON variables (published, name_order, id);
CREATE INDEX variables_of_table_in_order ON variables (table_id, id);
CREATE INDEX variables_of_table_in_order_of_names ON variables (table_id, name_order, id);
-- Finds the lowest and the highest id of a source.
CREATE INDEX variables_of_source_by_id ON variables (data_source_id, id);
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
-- The index of pairs only knows the rows of each pair, neither positions nor counts.
CREATE VIRTUAL TABLE variables_grams_fts USING fts5 (
    search_grams, content = 'variables', content_rowid = 'id', tokenize = 'ascii', detail = none, columnsize = 0
);
CREATE TRIGGER variables_grams_fts_insert AFTER INSERT ON variables WHEN new.search_grams <> '' BEGIN
    INSERT INTO variables_grams_fts (rowid, search_grams) VALUES (new.id, new.search_grams);
END;
CREATE TRIGGER variables_grams_fts_update AFTER UPDATE OF search_grams ON variables BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams)
    SELECT 'delete', old.id, old.search_grams WHERE old.search_grams <> '';
    INSERT INTO variables_grams_fts (rowid, search_grams)
    SELECT new.id, new.search_grams WHERE new.search_grams <> '';
END;
CREATE TRIGGER variables_grams_fts_delete AFTER DELETE ON variables WHEN old.search_grams <> '' BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams) VALUES ('delete', old.id, old.search_grams);
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

-- A dependency names a variable by its table and column. `depend_on` is set as soon as that
-- variable exists, which may come with a later import.
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
CREATE INDEX dependencies_waiting ON dependencies (tbl_key, column_key) WHERE depend_on IS NULL;

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

-- `topic_key` identifies a topic without regard to case.
CREATE TABLE topics (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    topic_key TEXT NOT NULL UNIQUE,
    sort_key TEXT NOT NULL,
    description TEXT NOT NULL,
    description_key TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    date_added TEXT NOT NULL,
    search_text TEXT NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX topics_by_name ON topics (sort_key, id);
CREATE INDEX topics_by_description ON topics (description_key, id);
CREATE INDEX topics_by_active ON topics (active, id);
CREATE INDEX topics_by_date ON topics (date_added, id);
CREATE VIRTUAL TABLE topics_fts USING fts5 (
    search_text, content = 'topics', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER topics_fts_insert AFTER INSERT ON topics BEGIN
    INSERT INTO topics_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER topics_fts_update AFTER UPDATE OF search_text ON topics BEGIN
    INSERT INTO topics_fts (topics_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO topics_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER topics_fts_delete AFTER DELETE ON topics BEGIN
    INSERT INTO topics_fts (topics_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- The tables of a topic. The position on the map of the topic is a fraction of its width and
-- height.
CREATE TABLE topic_tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic_id BIGINT NOT NULL REFERENCES topics (id),
    table_id BIGINT NOT NULL REFERENCES dictionary_tables (id),
    assigned_on TEXT NOT NULL,
    pos_x DOUBLE NOT NULL,
    pos_y DOUBLE NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (topic_id, table_id)
);
CREATE INDEX topic_tables_by_table ON topic_tables (table_id);

CREATE TABLE data_source_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    date_created TEXT NOT NULL,
    message TEXT NOT NULL,
    message_key TEXT NOT NULL,
    commited_by BIGINT NOT NULL REFERENCES assigned_roles (id),
    search_text TEXT NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX data_source_versions_by_source ON data_source_versions (data_source_id);
CREATE INDEX data_source_versions_by_date ON data_source_versions (date_created, id);
CREATE INDEX data_source_versions_by_message ON data_source_versions (message_key, id);
CREATE INDEX data_source_versions_by_committer ON data_source_versions (commited_by);
CREATE VIRTUAL TABLE data_source_versions_fts USING fts5 (
    search_text, content = 'data_source_versions', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER data_source_versions_fts_insert AFTER INSERT ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_source_versions_fts_update AFTER UPDATE OF search_text ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (data_source_versions_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_source_versions_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_source_versions_fts_delete AFTER DELETE ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (data_source_versions_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- A revision is a whole table or variable in canonical JSON. Every change that alters its content
-- adds one; revisions are never altered or removed once their keys are written. `record_id` and
-- `table_id` are no foreign keys, because revisions outlive deleted rows.
CREATE TABLE dictionary_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    record TEXT NOT NULL CHECK (record IN ('table', 'variable')),
    record_id BIGINT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'removed')),
    author_id BIGINT REFERENCES users (id),
    created_on TEXT NOT NULL,
    table_id BIGINT NOT NULL,
    content TEXT NOT NULL,
    column_key TEXT NOT NULL,
    name_key TEXT NOT NULL,
    data_type TEXT NOT NULL,
    meaning_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    UNIQUE (record, record_id, number)
);
CREATE INDEX dictionary_revisions_by_author ON dictionary_revisions (author_id);
CREATE TRIGGER dictionary_revisions_are_not_altered BEFORE UPDATE ON dictionary_revisions BEGIN
    SELECT RAISE(ABORT, 'a revision of the dictionary is never altered');
END;
CREATE TRIGGER dictionary_revisions_are_not_removed BEFORE DELETE ON dictionary_revisions BEGIN
    SELECT RAISE(ABORT, 'a revision of the dictionary is never removed');
END;

-- The current revision of each table and variable. It is not a column of theirs, because each
-- update of such a row writes many indexes.
CREATE TABLE present_revisions (
    record TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    revision_id BIGINT NOT NULL REFERENCES dictionary_revisions (id),
    PRIMARY KEY (record, record_id)
);
CREATE INDEX present_revisions_by_revision ON present_revisions (revision_id);

-- The content of a version of a data source: its variables, and the tables that they belong to.
CREATE TABLE version_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id BIGINT NOT NULL REFERENCES data_source_versions (id),
    record TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    revision_id BIGINT NOT NULL REFERENCES dictionary_revisions (id),
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (version_id, record, record_id)
);
CREATE INDEX version_revisions_by_revision ON version_revisions (revision_id);
