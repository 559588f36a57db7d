DELETE FROM dictionary_import_remarks WHERE import_id IN (SELECT id FROM dictionary_imports WHERE format = 'redcap');
DELETE FROM dictionary_import_parts WHERE import_id IN (SELECT id FROM dictionary_imports WHERE format = 'redcap');
DELETE FROM dictionary_imports WHERE format = 'redcap';
CREATE TABLE dictionary_imports_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    data_source_id BIGINT REFERENCES data_sources (id) ON DELETE SET NULL,
    source_added BOOLEAN NOT NULL DEFAULT FALSE,
    format TEXT NOT NULL CHECK (format IN ('aditus', 'omop')),
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
    held_until TEXT NOT NULL
);
CREATE TABLE dictionary_import_parts_anew (
    import_id BIGINT NOT NULL REFERENCES dictionary_imports_anew (id),
    file TEXT NOT NULL CHECK (file IN ('tables', 'variables')),
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (import_id, file, number)
);
CREATE TABLE dictionary_import_remarks_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id BIGINT NOT NULL REFERENCES dictionary_imports_anew (id),
    kind TEXT NOT NULL CHECK (kind IN ('refused', 'note')),
    file TEXT NOT NULL CHECK (file IN ('tables', 'variables')),
    line BIGINT NOT NULL,
    text TEXT NOT NULL
);
INSERT INTO dictionary_imports_anew (id, source, source_key, search_text, data_source_id, source_added, format, started_by, started_on, ended_on, state, is_cancel_asked,
        tables_read, tables_added, tables_changed, tables_refused, variables_read, variables_added, variables_changed, variables_refused,
        rows_to_store, rows_stored, takeovers, message, holder, held_until)
    SELECT id, source, source_key, search_text, data_source_id, source_added, format, started_by, started_on, ended_on, state, is_cancel_asked,
        tables_read, tables_added, tables_changed, tables_refused, variables_read, variables_added, variables_changed, variables_refused,
        rows_to_store, rows_stored, takeovers, message, holder, held_until
    FROM dictionary_imports ORDER BY id;
INSERT INTO dictionary_import_parts_anew SELECT import_id, file, number, content FROM dictionary_import_parts;
INSERT INTO dictionary_import_remarks_anew SELECT id, import_id, kind, file, line, text FROM dictionary_import_remarks ORDER BY id;
-- The record of acts names imports by their ids: one that was swept is not given again.
DELETE FROM sqlite_sequence WHERE name = 'dictionary_imports_anew';
INSERT INTO sqlite_sequence (name, seq) SELECT 'dictionary_imports_anew', seq FROM sqlite_sequence WHERE name = 'dictionary_imports';
DROP TABLE dictionary_import_remarks;
DROP TABLE dictionary_import_parts;
DROP TABLE dictionary_imports;
ALTER TABLE dictionary_imports_anew RENAME TO dictionary_imports;
ALTER TABLE dictionary_import_parts_anew RENAME TO dictionary_import_parts;
ALTER TABLE dictionary_import_remarks_anew RENAME TO dictionary_import_remarks;
-- One import at a time into a source.
CREATE UNIQUE INDEX dictionary_imports_open ON dictionary_imports (source_key) WHERE state IN ('comparing', 'storing');
CREATE INDEX dictionary_imports_by_source ON dictionary_imports (data_source_id);
CREATE INDEX dictionary_imports_by_person ON dictionary_imports (started_by);
CREATE INDEX dictionary_imports_by_end ON dictionary_imports (ended_on);
CREATE INDEX dictionary_import_remarks_by_import ON dictionary_import_remarks (import_id, id);
