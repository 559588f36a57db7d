-- Imports of the data dictionary.

-- `holder` is the process that runs the import, and `held_until` the end of its lease, which it
-- renews with each step. Another process takes over an import whose lease has ended. Nothing in the
-- dictionary changes before the state is 'storing'; from then on the import is finished.
-- `leave_unknown` ignores unknown columns, and `publish` publishes a source that the import adds.
CREATE TABLE dictionary_imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    data_source_id BIGINT REFERENCES data_sources (id) ON DELETE SET NULL,
    source_added BOOLEAN NOT NULL DEFAULT FALSE,
    format TEXT NOT NULL CHECK (format IN ('aditus', 'omop', 'redcap')),
    leave_unknown BOOLEAN NOT NULL DEFAULT FALSE,
    publish BOOLEAN NOT NULL DEFAULT FALSE,
    started_by BIGINT REFERENCES users (id),
    started_on TEXT NOT NULL,
    ended_on TEXT,
    state TEXT NOT NULL CHECK (state IN ('comparing', 'storing', 'done', 'cancelled', 'failed', 'broken_off')),
    is_cancel_asked BOOLEAN NOT NULL DEFAULT FALSE,
    tables_read BIGINT NOT NULL DEFAULT 0,
    tables_added BIGINT NOT NULL DEFAULT 0,
    tables_changed BIGINT NOT NULL DEFAULT 0,
    tables_refused BIGINT NOT NULL DEFAULT 0,
    variables_read BIGINT NOT NULL DEFAULT 0,
    variables_added BIGINT NOT NULL DEFAULT 0,
    variables_changed BIGINT NOT NULL DEFAULT 0,
    variables_refused BIGINT NOT NULL DEFAULT 0,
    rows_to_store BIGINT NOT NULL DEFAULT 0,
    rows_stored BIGINT NOT NULL DEFAULT 0,
    takeovers BIGINT NOT NULL DEFAULT 0,
    message TEXT,
    holder BLOB NOT NULL,
    held_until TEXT NOT NULL,
    source_sort_key TEXT NOT NULL DEFAULT ''
);
-- At most one running import per source.
CREATE UNIQUE INDEX dictionary_imports_open ON dictionary_imports (source_key) WHERE state IN ('comparing', 'storing');
CREATE INDEX dictionary_imports_by_source ON dictionary_imports (data_source_id);
CREATE INDEX dictionary_imports_by_person ON dictionary_imports (started_by);
CREATE INDEX dictionary_imports_by_end ON dictionary_imports (ended_on);

-- The files of imports that are not finished, in parts of one mebibyte.
CREATE TABLE dictionary_import_parts (
    import_id BIGINT NOT NULL REFERENCES dictionary_imports (id),
    file TEXT NOT NULL CHECK (file IN ('tables', 'variables')),
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (import_id, file, number)
);

-- The first lines that were rejected, or stored with a part left out.
CREATE TABLE dictionary_import_remarks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id BIGINT NOT NULL REFERENCES dictionary_imports (id),
    kind TEXT NOT NULL CHECK (kind IN ('refused', 'note')),
    file TEXT NOT NULL CHECK (file IN ('tables', 'variables')),
    line BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX dictionary_import_remarks_by_import ON dictionary_import_remarks (import_id, id);
