-- The dictionary in time. A revision is a table or a variable as a whole, in canonical JSON; there is one for each change that makes it
-- read differently. Neither `record_id` nor `table_id` refers to a row: revisions outlive what was deleted. The columns that end in
-- `_key`, the data type and `search_text` are what variables of a version are sorted and found by.
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

-- The present revision of each table and variable. It stands apart from their rows, whose many indexes would be written again for it.
CREATE TABLE present_revisions (
    record TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    revision_id BIGINT NOT NULL REFERENCES dictionary_revisions (id),
    PRIMARY KEY (record, record_id)
);
CREATE INDEX present_revisions_by_revision ON present_revisions (revision_id);

-- What a version of a data source holds: variables (3 §2.11), and the tables that they are of.
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

-- Tables and variables that were here before revisions were kept. Each gets its first one at the next start, and leaves this list. What
-- was committed before then holds nothing, because nobody knows what it was.
CREATE TABLE records_without_revision (
    record TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    PRIMARY KEY (record, record_id)
);
INSERT INTO records_without_revision (record, record_id) SELECT 'table', id FROM dictionary_tables;
INSERT INTO records_without_revision (record, record_id) SELECT 'variable', id FROM variables;

-- What was asked for: the revision of a variable when a request was submitted, or when an edit added it to one. Requests that are here
-- already are given the first revisions of their variables at the next start.
ALTER TABLE dataset_variables ADD COLUMN revision_id BIGINT REFERENCES dictionary_revisions (id);
CREATE INDEX dataset_variables_by_revision ON dataset_variables (revision_id);

-- A revision is never altered or removed.
CREATE TRIGGER dictionary_revisions_are_not_altered BEFORE UPDATE ON dictionary_revisions BEGIN
    SELECT RAISE(ABORT, 'a revision of the dictionary is never altered');
END;
CREATE TRIGGER dictionary_revisions_are_not_removed BEFORE DELETE ON dictionary_revisions BEGIN
    SELECT RAISE(ABORT, 'a revision of the dictionary is never removed');
END;
