-- The schema of this version on SQLite, for reading only. Written by `just schema`; the
-- migrations contain the comments.

CREATE TABLE approval_letter_numbers (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last BIGINT NOT NULL
);

CREATE TABLE approval_letters (
    request_id BIGINT NOT NULL PRIMARY KEY REFERENCES data_requests (id),
    number BIGINT NOT NULL UNIQUE,
    made_on TEXT NOT NULL,
    heading TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE approval_procedures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    is_default BOOLEAN NOT NULL,
    name_key TEXT NOT NULL DEFAULT '',
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    drawing_version BIGINT NOT NULL DEFAULT 1,
    letter_version BIGINT NOT NULL DEFAULT 1,
    letter_heading TEXT,
    letter_body TEXT,
    sort_key TEXT NOT NULL DEFAULT ''
, term_unit TEXT CHECK (term_unit IN ('weeks', 'months')), term_count INTEGER CHECK (term_count BETWEEN 1 AND 260), completion_weeks INTEGER CHECK (completion_weeks BETWEEN 1 AND 12));
CREATE UNIQUE INDEX approval_procedures_one_default ON approval_procedures (is_default) WHERE is_default;

CREATE TABLE assigned_role_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assigned_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    status_id BIGINT NOT NULL REFERENCES role_statuses (id),
    changed_by BIGINT REFERENCES users (id),
    reason TEXT,
    changed_on TEXT NOT NULL
);
CREATE INDEX assigned_role_statuses_by_role ON assigned_role_statuses (assigned_role_id, id);

CREATE TABLE assigned_roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    status_id BIGINT NOT NULL REFERENCES role_statuses (id),
    created_on TEXT NOT NULL,
    UNIQUE (user_id, org_role_id)
);
CREATE INDEX assigned_roles_by_org_role ON assigned_roles (org_role_id, status_id);

CREATE TABLE audit_checkpoints (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    size BIGINT NOT NULL,
    root BLOB NOT NULL,
    signed_at TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX audit_checkpoints_by_size ON audit_checkpoints (size, id);
CREATE TRIGGER audit_checkpoints_are_not_altered BEFORE UPDATE ON audit_checkpoints BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_removed BEFORE DELETE ON audit_checkpoints BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_are_not_replaced BEFORE INSERT ON audit_checkpoints
WHEN EXISTS (SELECT 1 FROM audit_checkpoints WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_checkpoints_never_fork BEFORE INSERT ON audit_checkpoints
WHEN EXISTS (SELECT 1 FROM audit_checkpoints WHERE size > NEW.size OR (size = NEW.size AND root <> NEW.root)) BEGIN
    SELECT RAISE(ABORT, 'a checkpoint of the log never contradicts an earlier one');
END;

CREATE TABLE audit_counts (
    entry_id INTEGER PRIMARY KEY,
    user_id BIGINT NOT NULL,
    act BLOB NOT NULL,
    hour TEXT NOT NULL,
    times BIGINT NOT NULL,
    last_at TEXT NOT NULL,
    UNIQUE (user_id, hour, act)
);

CREATE TABLE audit_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    user_id BIGINT,
    concerns_id BIGINT,
    request_id BIGINT,
    canonical TEXT NOT NULL
);
CREATE INDEX audit_entries_by_concerned ON audit_entries (concerns_id, at, id) WHERE concerns_id IS NOT NULL;
CREATE INDEX audit_entries_by_concerned_and_kind ON audit_entries (concerns_id, kind, at, id) WHERE concerns_id IS NOT NULL;
CREATE INDEX audit_entries_by_kind ON audit_entries (kind, at, id);
CREATE INDEX audit_entries_by_request ON audit_entries (request_id, at, id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_by_user_and_kind ON audit_entries (user_id, kind, at, id) WHERE user_id IS NOT NULL;
CREATE TRIGGER audit_entries_are_not_altered BEFORE UPDATE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never altered');
END;
CREATE TRIGGER audit_entries_are_not_removed BEFORE DELETE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never removed');
END;
CREATE TRIGGER audit_entries_are_not_replaced BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'an entry of the record is never altered');
END;

CREATE TABLE audit_leaves (
    leaf_index INTEGER PRIMARY KEY,
    entry_id BIGINT NOT NULL UNIQUE
);
CREATE TRIGGER audit_leaves_are_not_altered BEFORE UPDATE ON audit_leaves BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_leaves_are_not_removed BEFORE DELETE ON audit_leaves BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_leaves_are_not_replaced BEFORE INSERT ON audit_leaves
WHEN EXISTS (SELECT 1 FROM audit_leaves WHERE leaf_index = NEW.leaf_index)
    OR EXISTS (SELECT 1 FROM audit_leaves WHERE entry_id = NEW.entry_id) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_leaves_have_no_gap BEFORE INSERT ON audit_leaves
WHEN NEW.leaf_index <> (SELECT coalesce(max(leaf_index) + 1, 0) FROM audit_leaves) BEGIN
    SELECT RAISE(ABORT, 'leaves of the log follow one another');
END;

CREATE TABLE audit_log_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    verifier_key TEXT NOT NULL UNIQUE,
    made_at TEXT NOT NULL
);
CREATE TRIGGER audit_log_keys_are_not_altered BEFORE UPDATE ON audit_log_keys BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_removed BEFORE DELETE ON audit_log_keys BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_log_keys_are_not_replaced BEFORE INSERT ON audit_log_keys
WHEN EXISTS (SELECT 1 FROM audit_log_keys WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM audit_log_keys WHERE verifier_key = NEW.verifier_key) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

CREATE TABLE audit_log_secrets (
    key_id INTEGER PRIMARY KEY REFERENCES audit_log_keys (id),
    sealed BLOB NOT NULL
);

CREATE TABLE audit_pending (
    entry_id INTEGER PRIMARY KEY,
    mac BLOB NOT NULL DEFAULT x''
);

CREATE TABLE audit_tree (
    level BIGINT NOT NULL,
    place BIGINT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, place)
) WITHOUT ROWID;
CREATE TRIGGER audit_tree_is_not_altered BEFORE UPDATE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_removed BEFORE DELETE ON audit_tree BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;
CREATE TRIGGER audit_tree_is_not_replaced BEFORE INSERT ON audit_tree
WHEN EXISTS (SELECT 1 FROM audit_tree WHERE level = NEW.level AND place = NEW.place) BEGIN
    SELECT RAISE(ABORT, 'the log is never altered');
END;

CREATE TABLE audit_values (
    entry_id BIGINT NOT NULL,
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (entry_id, commitment)
) WITHOUT ROWID;
CREATE TRIGGER audit_values_are_not_altered BEFORE UPDATE ON audit_values BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;
CREATE TRIGGER audit_values_are_not_replaced BEFORE INSERT ON audit_values
WHEN EXISTS (SELECT 1 FROM audit_values WHERE entry_id = NEW.entry_id AND commitment = NEW.commitment) BEGIN
    SELECT RAISE(ABORT, 'what an entry of the record commits to is never altered');
END;

CREATE TABLE audit_witnesses (
    name TEXT PRIMARY KEY,
    next_at TEXT NOT NULL,
    failures BIGINT NOT NULL,
    agreed_size BIGINT,
    agreed_note TEXT,
    agreed_at TEXT,
    trouble TEXT CHECK (trouble IN ('unreachable', 'refuses', 'disagrees')),
    trouble_told TEXT,
    trouble_since TEXT
);

CREATE TABLE calendar_feeds (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    token_hash BLOB NOT NULL UNIQUE,
    made_on TEXT NOT NULL
);

CREATE TABLE calendars (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    working_days TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1
);

CREATE TABLE ceremonies (
    challenge BLOB NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL
        CHECK (purpose IN ('sign_in', 'second_factor', 'enrolment', 'confirmation', 'decision')),
    user_id BIGINT REFERENCES users (id),
    nonce BLOB NOT NULL,
    begun_on TEXT NOT NULL
);
CREATE INDEX ceremonies_by_beginning ON ceremonies (begun_on);
CREATE INDEX ceremonies_by_user ON ceremonies (user_id);

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

CREATE TABLE comment_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comment_id BIGINT NOT NULL REFERENCES state_comments (id),
    author_id BIGINT NOT NULL REFERENCES users (id),
    author_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    reply TEXT NOT NULL,
    created_on TEXT NOT NULL
);
CREATE INDEX comment_replies_by_comment ON comment_replies (comment_id, id);

CREATE TABLE contact_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('Email', 'Phone')),
    old_value TEXT NOT NULL,
    new_value TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    made_on TEXT NOT NULL
);
CREATE INDEX contact_changes_by_old_value ON contact_changes (kind, old_value);
CREATE INDEX contact_changes_by_time ON contact_changes (made_on);
CREATE INDEX contact_changes_by_user ON contact_changes (user_id, kind, id);

CREATE TABLE data_custodians (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    broker BOOLEAN NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (data_source_id, org_role_id)
);
CREATE INDEX data_custodians_by_org_role ON data_custodians (org_role_id);

CREATE TABLE data_handling_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    equipment_name TEXT NOT NULL,
    equipment_type_id BIGINT NOT NULL REFERENCES equipment_types (id),
    serial_number TEXT NOT NULL,
    used_by TEXT NOT NULL,
    organisation TEXT NOT NULL,
    usage_from DATE NOT NULL,
    usage_to DATE NOT NULL,
    deleted_on TEXT
);
CREATE INDEX data_handling_devices_by_request ON data_handling_devices (request_id);
CREATE INDEX data_handling_devices_by_type ON data_handling_devices (equipment_type_id);

CREATE TABLE data_request_feedback (
    request_id BIGINT NOT NULL PRIMARY KEY REFERENCES data_requests (id),
    data_request_process_experience TEXT NOT NULL,
    would_recommend_others TEXT NOT NULL,
    reasonable_response_timeframe BOOLEAN NOT NULL,
    study_questions_answered_by_request BOOLEAN NOT NULL,
    expectations_met TEXT NOT NULL,
    improvement_suggestion TEXT NOT NULL,
    would_you_come_back TEXT NOT NULL,
    additional_feedback TEXT,
    date_created TEXT NOT NULL,
    title_sort_key TEXT NOT NULL DEFAULT ''
);
CREATE INDEX data_request_feedback_by_date ON data_request_feedback (date_created, request_id);

CREATE VIRTUAL TABLE data_request_references_fts USING fts5 (
    digits, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE data_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id BIGINT NOT NULL REFERENCES users (id),
    requester_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    organisation_id BIGINT NOT NULL REFERENCES organisations (id),
    title TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('Approved', 'Denied', 'Recalled', 'Pending')),
    status_tab TEXT NOT NULL CHECK (status_tab IN ('Approved', 'Denied', 'Pending')),
    round INTEGER NOT NULL CHECK (round >= 1),
    content_digest BLOB NOT NULL,
    date_created TEXT NOT NULL,
    submitted_on TEXT NOT NULL,
    needed_on DATE NOT NULL,
    protocol_ref_num TEXT NOT NULL,
    committee_id BIGINT NOT NULL REFERENCES ethics_committees (id),
    ethics_approval_letter BOOLEAN NOT NULL,
    additional_ethics_committee_name TEXT,
    exempted BOOLEAN NOT NULL,
    department TEXT,
    purpose_labels TEXT NOT NULL,
    source_labels TEXT NOT NULL,
    waiting_for TEXT NOT NULL,
    waiting_since TEXT,
    last_responded_on TEXT,
    has_feedback BOOLEAN NOT NULL,
    search_text TEXT NOT NULL,
    version BIGINT NOT NULL,
    content_version INTEGER NOT NULL DEFAULT 1,
    procedure_id BIGINT REFERENCES approval_procedures (id),
    title_sort_key TEXT NOT NULL DEFAULT '',
    decided_on TEXT
);
CREATE INDEX data_requests_by_committee ON data_requests (committee_id);
CREATE INDEX data_requests_by_date ON data_requests (date_created, id);
CREATE INDEX data_requests_by_decision ON data_requests (decided_on, id) WHERE decided_on IS NOT NULL;
CREATE INDEX data_requests_by_owner ON data_requests (owner_id, date_created, id);
CREATE INDEX data_requests_by_owner_and_status ON data_requests (owner_id, status_tab, date_created, id);
CREATE INDEX data_requests_by_procedure ON data_requests (procedure_id, decided_on, id);
CREATE INDEX data_requests_by_status ON data_requests (status_tab, date_created, id);
CREATE INDEX data_requests_by_title ON data_requests (title_sort_key, id);
CREATE TRIGGER data_request_references_fts_delete AFTER DELETE ON data_requests BEGIN
    DELETE FROM data_request_references_fts WHERE rowid = old.id;
END;
CREATE TRIGGER data_request_references_fts_insert AFTER INSERT ON data_requests BEGIN
    INSERT INTO data_request_references_fts (rowid, digits)
    VALUES (new.id, printf('%0*d', max(6, length(new.id) + 2), new.id));
END;
CREATE TRIGGER data_requests_fts_delete AFTER DELETE ON data_requests BEGIN
    INSERT INTO data_requests_fts (data_requests_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER data_requests_fts_insert AFTER INSERT ON data_requests BEGIN
    INSERT INTO data_requests_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_requests_fts_update AFTER UPDATE OF search_text ON data_requests BEGIN
    INSERT INTO data_requests_fts (data_requests_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_requests_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE data_requests_fts USING fts5 (
    search_text, content = 'data_requests', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

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
CREATE INDEX data_source_versions_by_committer ON data_source_versions (commited_by);
CREATE INDEX data_source_versions_by_date ON data_source_versions (date_created, id);
CREATE INDEX data_source_versions_by_message ON data_source_versions (message_key, id);
CREATE INDEX data_source_versions_by_source ON data_source_versions (data_source_id);
CREATE TRIGGER data_source_versions_fts_delete AFTER DELETE ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (data_source_versions_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER data_source_versions_fts_insert AFTER INSERT ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_source_versions_fts_update AFTER UPDATE OF search_text ON data_source_versions BEGIN
    INSERT INTO data_source_versions_fts (data_source_versions_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_source_versions_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE data_source_versions_fts USING fts5 (
    search_text, content = 'data_source_versions', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

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
CREATE INDEX data_sources_by_key ON data_sources (source_key, id);
CREATE INDEX data_sources_by_name ON data_sources (publish, source_key, id);
CREATE INDEX data_sources_by_name_key ON data_sources (name_key, id);
CREATE INDEX data_sources_by_type ON data_sources (db_type, id);
CREATE INDEX data_sources_in_order_of_dbms ON data_sources (dbms_sort_key, id);
CREATE TRIGGER data_sources_fts_delete AFTER DELETE ON data_sources BEGIN
    INSERT INTO data_sources_fts (data_sources_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER data_sources_fts_insert AFTER INSERT ON data_sources BEGIN
    INSERT INTO data_sources_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_sources_fts_update AFTER UPDATE OF search_text ON data_sources BEGIN
    INSERT INTO data_sources_fts (data_sources_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_sources_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE data_sources_fts USING fts5 (
    search_text, content = 'data_sources', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE dataset_variables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dataset_id BIGINT NOT NULL REFERENCES requested_datasets (id),
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    is_distinct BOOLEAN NOT NULL,
    revision_id BIGINT REFERENCES dictionary_revisions (id),
    UNIQUE (dataset_id, variable_id)
);
CREATE INDEX dataset_variables_by_revision ON dataset_variables (revision_id);
CREATE INDEX dataset_variables_by_variable ON dataset_variables (variable_id);

CREATE TABLE demand_pauses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comment_id BIGINT NOT NULL REFERENCES state_comments (id) ON DELETE CASCADE,
    request_id BIGINT NOT NULL REFERENCES data_requests (id) ON DELETE CASCADE,
    began_on TEXT NOT NULL,
    ended_on TEXT NOT NULL
);
CREATE INDEX demand_pauses_by_comment ON demand_pauses (comment_id);
CREATE INDEX demand_pauses_by_request ON demand_pauses (request_id);

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

CREATE TABLE dictionary_import_parts (
    import_id BIGINT NOT NULL REFERENCES dictionary_imports (id),
    file TEXT NOT NULL CHECK (file IN ('tables', 'variables')),
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (import_id, file, number)
);

CREATE TABLE dictionary_import_remarks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id BIGINT NOT NULL REFERENCES dictionary_imports (id),
    kind TEXT NOT NULL CHECK (kind IN ('refused', 'note')),
    file TEXT NOT NULL CHECK (file IN ('tables', 'variables')),
    line BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX dictionary_import_remarks_by_import ON dictionary_import_remarks (import_id, id);

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
CREATE INDEX dictionary_imports_by_end ON dictionary_imports (ended_on);
CREATE INDEX dictionary_imports_by_person ON dictionary_imports (started_by);
CREATE INDEX dictionary_imports_by_source ON dictionary_imports (data_source_id);
CREATE UNIQUE INDEX dictionary_imports_open ON dictionary_imports (source_key) WHERE state IN ('comparing', 'storing');

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
CREATE INDEX dictionary_tables_by_type ON dictionary_tables (table_type_id);
CREATE INDEX dictionary_tables_in_order ON dictionary_tables (publish, name_order, id);
CREATE INDEX dictionary_tables_of_source_in_order ON dictionary_tables (data_source_id, publish, name_order, id);
CREATE TRIGGER dictionary_tables_fts_delete AFTER DELETE ON dictionary_tables BEGIN
    INSERT INTO dictionary_tables_fts (dictionary_tables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER dictionary_tables_fts_insert AFTER INSERT ON dictionary_tables BEGIN
    INSERT INTO dictionary_tables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER dictionary_tables_fts_update AFTER UPDATE OF search_text ON dictionary_tables BEGIN
    INSERT INTO dictionary_tables_fts (dictionary_tables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO dictionary_tables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE dictionary_tables_fts USING fts5 (
    search_text, content = 'dictionary_tables', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE digest_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    kind TEXT NOT NULL,
    request_id BIGINT REFERENCES data_requests (id),
    message TEXT NOT NULL,
    action TEXT NOT NULL,
    link TEXT NOT NULL,
    delivery TEXT NOT NULL CHECK (delivery IN ('immediately', 'daily', 'weekly')),
    created_on TEXT NOT NULL
);
CREATE INDEX digest_entries_by_delivery ON digest_entries (delivery, created_on, user_id);
CREATE INDEX digest_entries_by_request ON digest_entries (request_id);
CREATE INDEX digest_entries_by_user ON digest_entries (user_id, kind);

CREATE TABLE draft_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    draft_id BIGINT NOT NULL REFERENCES request_drafts (id),
    file_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    file_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 BLOB NOT NULL,
    unnamed_since TEXT,
    is_protected BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX draft_files_by_draft ON draft_files (draft_id);
CREATE INDEX draft_files_unnamed ON draft_files (unnamed_since);

CREATE TABLE equipment_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    equipment_type TEXT NOT NULL UNIQUE,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
);

CREATE TABLE ethics_committees (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    irb_name TEXT NOT NULL UNIQUE,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
);

CREATE TABLE facilities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id BIGINT REFERENCES facilities (id),
    level TEXT NOT NULL CHECK (level IN ('Region', 'District', 'Facility')),
    label TEXT NOT NULL,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    sort_key TEXT NOT NULL DEFAULT '',
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    CHECK ((level = 'Region') = (parent_id IS NULL))
);
CREATE INDEX facilities_by_active ON facilities (active, sort_key, id);
CREATE INDEX facilities_by_level ON facilities (level, sort_key, id);
CREATE INDEX facilities_by_name ON facilities (sort_key, id);
CREATE INDEX facilities_by_parent ON facilities (parent_id, sort_key, id);
CREATE TRIGGER facilities_fts_delete AFTER DELETE ON facilities BEGIN
    INSERT INTO facilities_fts (facilities_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER facilities_fts_insert AFTER INSERT ON facilities BEGIN
    INSERT INTO facilities_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER facilities_fts_update AFTER UPDATE OF search_text ON facilities BEGIN
    INSERT INTO facilities_fts (facilities_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO facilities_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE facilities_fts USING fts5 (
    search_text, content = 'facilities', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE former_facility_names (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    facility_id BIGINT NOT NULL REFERENCES facilities (id),
    label TEXT NOT NULL,
    UNIQUE (facility_id, label)
);

CREATE TABLE holidays (
    day DATE NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
);

CREATE TABLE idempotency_keys (
    key_hash BLOB NOT NULL PRIMARY KEY,
    caller_hash BLOB NOT NULL,
    holder BLOB NOT NULL,
    claimed_at TEXT NOT NULL,
    is_carried_out BOOLEAN NOT NULL DEFAULT FALSE,
    body_hash BLOB,
    status INTEGER,
    sealed_answer BLOB
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
CREATE INDEX idempotency_keys_by_caller ON idempotency_keys (caller_hash);

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

CREATE TABLE input_values (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    value TEXT NOT NULL,
    UNIQUE (variable_id, value)
);

CREATE TABLE installation (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    demonstration TEXT CHECK (demonstration IN ('begun', 'complete')),
    trial BLOB
, reminders_ran_on TEXT);

CREATE TABLE limited_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    limit_name TEXT NOT NULL,
    subject BLOB NOT NULL,
    detail BLOB NOT NULL,
    happened_at TEXT NOT NULL,
    counts_until TEXT NOT NULL
);
CREATE INDEX limited_events_by_end ON limited_events (counts_until);
CREATE INDEX limited_events_by_subject ON limited_events (subject, limit_name, happened_at);

CREATE TABLE next_stages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    current_stage_id BIGINT NOT NULL REFERENCES stages (id),
    next_stage_id BIGINT NOT NULL REFERENCES stages (id),
    row_version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX next_stages_by_current ON next_stages (current_stage_id);
CREATE INDEX next_stages_by_next ON next_stages (next_stage_id);

CREATE TABLE notification_preferences (
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    by_mail BOOLEAN NOT NULL, digest TEXT CHECK (digest IN ('daily', 'weekly')),
    PRIMARY KEY (user_id, kind)
);

CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    request_id BIGINT REFERENCES data_requests (id),
    authored_on TEXT NOT NULL,
    is_read BOOLEAN NOT NULL
);
CREATE INDEX notifications_by_age ON notifications (authored_on);
CREATE INDEX notifications_by_request ON notifications (request_id);
CREATE INDEX notifications_by_user ON notifications (user_id, id);
CREATE INDEX notifications_by_user_and_role ON notifications (user_id, role_id, is_read);
CREATE INDEX notifications_by_user_and_time ON notifications (user_id, authored_on, id);
CREATE INDEX notifications_by_user_reading_and_time ON notifications (user_id, is_read, authored_on, id);

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
CREATE INDEX one_time_codes_by_issue ON one_time_codes (issued_at);
CREATE INDEX one_time_codes_by_subject ON one_time_codes (purpose, subject, id);
CREATE INDEX one_time_codes_out ON one_time_codes (user_id) WHERE spent_how IS NULL;

CREATE TABLE organisation_role_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    active BOOLEAN NOT NULL,
    changed_by BIGINT REFERENCES users (id),
    reason TEXT,
    changed_on TEXT NOT NULL
);
CREATE INDEX organisation_role_statuses_by_role ON organisation_role_statuses (org_role_id, id);

CREATE TABLE organisation_roles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organisation_id BIGINT NOT NULL REFERENCES organisations (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    active BOOLEAN NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (organisation_id, role_id)
);
CREATE INDEX organisation_roles_by_role ON organisation_roles (role_id);

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
CREATE INDEX organisations_by_domain_key ON organisations (domain_key);
CREATE INDEX organisations_by_name_key ON organisations (name_key, id);
CREATE INDEX organisations_by_sort_key ON organisations (sort_key, id);
CREATE TRIGGER organisations_fts_delete AFTER DELETE ON organisations BEGIN
    INSERT INTO organisations_fts (organisations_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER organisations_fts_insert AFTER INSERT ON organisations BEGIN
    INSERT INTO organisations_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER organisations_fts_update AFTER UPDATE OF search_text ON organisations BEGIN
    INSERT INTO organisations_fts (organisations_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO organisations_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER organisations_keywords_fts_delete AFTER DELETE ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (organisations_keywords_fts, rowid, keywords) VALUES ('delete', old.id, old.keywords);
END;
CREATE TRIGGER organisations_keywords_fts_insert AFTER INSERT ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (rowid, keywords) VALUES (new.id, new.keywords);
END;
CREATE TRIGGER organisations_keywords_fts_update AFTER UPDATE OF keywords ON organisations BEGIN
    INSERT INTO organisations_keywords_fts (organisations_keywords_fts, rowid, keywords) VALUES ('delete', old.id, old.keywords);
    INSERT INTO organisations_keywords_fts (rowid, keywords) VALUES (new.id, new.keywords);
END;

CREATE VIRTUAL TABLE organisations_fts USING fts5 (
    search_text, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE VIRTUAL TABLE organisations_keywords_fts USING fts5 (
    keywords, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE outbox_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sealed BLOB,
    queued_on TEXT NOT NULL,
    useless_after TEXT,
    due_on TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    finished_on TEXT,
    error TEXT,
    channel TEXT NOT NULL DEFAULT 'mail' CHECK (channel IN ('mail', 'text')),
    code_user_id BIGINT,
    account_id BIGINT,
    account_role_id BIGINT,
    reference TEXT NOT NULL DEFAULT '',
    CHECK ((sealed IS NULL) = (finished_on IS NOT NULL))
);
CREATE INDEX outbox_messages_by_age ON outbox_messages (queued_on);
CREATE INDEX outbox_messages_codes ON outbox_messages (code_user_id) WHERE finished_on IS NULL AND code_user_id IS NOT NULL;
CREATE INDEX outbox_messages_due ON outbox_messages (channel, due_on, id) WHERE finished_on IS NULL;
CREATE INDEX outbox_messages_useless_later ON outbox_messages (channel, due_on, id)
    WHERE finished_on IS NULL AND useless_after IS NOT NULL;

CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    handle BLOB NOT NULL,
    name TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    algorithm BIGINT NOT NULL,
    record TEXT NOT NULL,
    added_on TEXT NOT NULL,
    last_used_on TEXT,
    version BIGINT NOT NULL
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE pending_sign_ins (
    token_hash BLOB NOT NULL PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    step TEXT NOT NULL CHECK (step IN ('enter_code', 'set_up')),
    begun_on TEXT NOT NULL,
    wrong_entries INTEGER NOT NULL CHECK (wrong_entries BETWEEN 0 AND 255)
, identity_id BIGINT REFERENCES identities (id) ON DELETE CASCADE, provider_sid TEXT);
CREATE INDEX pending_sign_ins_by_beginning ON pending_sign_ins (begun_on);
CREATE INDEX pending_sign_ins_by_identity ON pending_sign_ins (identity_id);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);

CREATE TABLE present_revisions (
    record TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    revision_id BIGINT NOT NULL REFERENCES dictionary_revisions (id),
    PRIMARY KEY (record, record_id)
);
CREATE INDEX present_revisions_by_revision ON present_revisions (revision_id);

CREATE TABLE procedure_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    procedure_id BIGINT NOT NULL,
    procedure_name TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    changed_on TEXT NOT NULL,
    lines TEXT NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX procedure_changes_by_author ON procedure_changes (author_id);
CREATE INDEX procedure_changes_by_procedure ON procedure_changes (procedure_id, changed_on, id);
CREATE INDEX procedure_changes_by_time ON procedure_changes (changed_on, id);

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

CREATE TABLE provider_sign_ins (
    state_hash BLOB NOT NULL PRIMARY KEY,
    browser_hash BLOB NOT NULL,
    provider TEXT NOT NULL,
    begun_on TEXT NOT NULL
);
CREATE INDEX provider_sign_ins_by_beginning ON provider_sign_ins (begun_on);

CREATE TABLE purposes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL UNIQUE,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
);

CREATE TABLE request_answers (
    request_id BIGINT NOT NULL PRIMARY KEY REFERENCES data_requests (id),
    data_format TEXT NOT NULL,
    direct_access_from DATE,
    direct_access_to DATE,
    no_date_limit BOOLEAN NOT NULL,
    principal_fname TEXT NOT NULL,
    principal_sname TEXT NOT NULL,
    principal_email TEXT NOT NULL,
    principal_phone TEXT NOT NULL,
    principal_occupation TEXT NOT NULL,
    principal_institution TEXT NOT NULL,
    is_principal BOOLEAN NOT NULL,
    dataset_description TEXT NOT NULL,
    facility_filter TEXT NOT NULL,
    date_range_start DATE,
    date_range_end DATE
);

CREATE TABLE request_bindings (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    own_state_id BIGINT NOT NULL REFERENCES request_states (id),
    own_state TEXT NOT NULL CHECK (own_state IN ('Unattended', 'Incoming', 'Approved', 'Denied', 'Halted', 'Recalled')),
    answered BOOLEAN NOT NULL,
    status_tab TEXT NOT NULL CHECK (status_tab IN ('Approved', 'Denied', 'Pending')),
    date_created TEXT NOT NULL,
    PRIMARY KEY (request_id, org_role_id)
);
CREATE INDEX request_bindings_by_answered ON request_bindings (org_role_id, answered, date_created, request_id);
CREATE INDEX request_bindings_by_date ON request_bindings (org_role_id, date_created, request_id);
CREATE INDEX request_bindings_by_own_state
    ON request_bindings (org_role_id, own_state, status_tab, date_created, request_id);
CREATE INDEX request_bindings_by_state ON request_bindings (own_state_id);
CREATE INDEX request_bindings_by_status ON request_bindings (org_role_id, status_tab, date_created, request_id);

CREATE TABLE request_counts (
    scope TEXT NOT NULL CHECK (scope IN ('Owner', 'OrgRole', 'Everything')),
    scope_id BIGINT NOT NULL,
    tab TEXT NOT NULL CHECK (tab IN ('Incoming', 'Pending', 'Approved', 'Denied', 'All', 'History')),
    slot INTEGER NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (scope, scope_id, tab, slot)
);

CREATE TABLE request_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    kind TEXT NOT NULL,
    staff_id BIGINT REFERENCES staff_shared (id),
    file_key TEXT NOT NULL UNIQUE,
    file_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    uploaded_on TEXT NOT NULL,
    sha256 BLOB NOT NULL,
    deleted_on TEXT,
    gone_on TEXT,
    gone_why TEXT CHECK (gone_why IN ('Erased', 'Retention')),
    is_protected BOOLEAN NOT NULL DEFAULT FALSE,
    name TEXT
);
CREATE INDEX request_documents_by_request ON request_documents (request_id);
CREATE INDEX request_documents_by_staff ON request_documents (staff_id);
CREATE INDEX request_documents_of_identity ON request_documents (uploaded_on, id)
    WHERE kind = 'StaffIdentification' AND gone_on IS NULL;
CREATE TRIGGER documents_that_are_gone_stay_gone BEFORE UPDATE ON request_documents
WHEN OLD.gone_on IS NOT NULL AND (NEW.gone_on IS NULL OR NEW.gone_why IS NOT OLD.gone_why OR NEW.sha256 IS NOT OLD.sha256) BEGIN
    SELECT RAISE(ABORT, 'a document that is gone stays gone');
END;

CREATE TABLE request_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id BIGINT NOT NULL REFERENCES users (id),
    version BIGINT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    created_on TEXT NOT NULL,
    changed_on TEXT NOT NULL,
    told_on TEXT
);
CREATE INDEX request_drafts_by_owner ON request_drafts (owner_id, changed_on);
CREATE INDEX request_drafts_by_time ON request_drafts (changed_on);

CREATE TABLE request_edges (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    current_state BIGINT NOT NULL REFERENCES request_states (id),
    next_state BIGINT NOT NULL REFERENCES request_states (id),
    PRIMARY KEY (request_id, current_state, next_state)
);
CREATE INDEX request_edges_by_current_state ON request_edges (current_state);
CREATE INDEX request_edges_by_next_state ON request_edges (next_state);

CREATE TABLE request_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    state_id BIGINT NOT NULL REFERENCES request_states (id),
    state TEXT NOT NULL CHECK (state IN ('Unattended', 'Incoming', 'Approved', 'Denied', 'Halted', 'Recalled')),
    happened_on TEXT NOT NULL,
    user_id BIGINT REFERENCES users (id),
    assigned_role_id BIGINT REFERENCES assigned_roles (id),
    org_role_id BIGINT REFERENCES organisation_roles (id),
    reason TEXT,
    recommendation TEXT,
    version INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX request_history_by_request ON request_history (request_id, id);
CREATE INDEX request_history_by_state ON request_history (state_id);

CREATE TABLE request_purposes (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    purpose_id BIGINT NOT NULL REFERENCES purposes (id),
    position INTEGER NOT NULL,
    purpose_description TEXT,
    PRIMARY KEY (request_id, purpose_id)
);
CREATE INDEX request_purposes_by_purpose ON request_purposes (purpose_id);

CREATE TABLE request_rounds (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    started_by BIGINT NOT NULL REFERENCES users (id),
    started_on TEXT NOT NULL,
    note TEXT,
    sources TEXT,
    PRIMARY KEY (request_id, round)
);

CREATE TABLE request_states (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    state TEXT NOT NULL CHECK (state IN ('Unattended', 'Incoming', 'Approved', 'Denied', 'Halted', 'Recalled')),
    stage_type TEXT NOT NULL CHECK (stage_type IN ('Initial', 'Junction', 'Terminal')),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    org_role_id BIGINT NOT NULL REFERENCES organisation_roles (id),
    stage_order INTEGER NOT NULL,
    stage_activity TEXT NOT NULL,
    branch_level INTEGER NOT NULL,
    pos_x DOUBLE NOT NULL,
    pos_y DOUBLE NOT NULL,
    icon TEXT NOT NULL,
    created_on TEXT NOT NULL,
    unattended_since TEXT,
    responded_on TEXT,
    answered_by BIGINT REFERENCES users (id),
    answered_in_role BIGINT REFERENCES assigned_roles (id),
    answered_for BIGINT REFERENCES organisation_roles (id),
    reason TEXT,
    recommendation TEXT, target INTEGER CHECK (target BETWEEN 1 AND 250), due_soon_on DATE, due_on DATE, calendar_version BIGINT, reminded TEXT CHECK (reminded IN ('due_soon', 'overdue')), reminded_on DATE, escalated_on DATE,
    UNIQUE (request_id, number)
);
CREATE INDEX request_states_by_calendar ON request_states (calendar_version, id)
WHERE state = 'Unattended' AND target IS NOT NULL;
CREATE INDEX request_states_by_due_date ON request_states (request_id, due_on) WHERE due_on IS NOT NULL;
CREATE INDEX request_states_by_reminder
ON request_states (due_soon_on, request_id, due_on, reminded, reminded_on, escalated_on)
WHERE due_soon_on IS NOT NULL;
CREATE INDEX request_states_by_role_and_due_date ON request_states (org_role_id, due_on, request_id)
WHERE due_on IS NOT NULL;

CREATE TABLE request_terms (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    term_unit TEXT NOT NULL CHECK (term_unit IN ('weeks', 'months')),
    term_count INTEGER NOT NULL CHECK (term_count BETWEEN 1 AND 260),
    started_on TEXT NOT NULL,
    is_running BOOLEAN NOT NULL,
    extension_count INTEGER CHECK (extension_count >= 1),
    extension_reason TEXT,
    extended_by BIGINT REFERENCES users (id),
    extended_on TEXT,
    due_soon_on DATE,
    expected_by DATE,
    calendar_version BIGINT,
    PRIMARY KEY (request_id, round)
);
CREATE INDEX request_terms_by_calendar ON request_terms (calendar_version, request_id) WHERE is_running;
CREATE UNIQUE INDEX request_terms_one_running ON request_terms (request_id) WHERE is_running;

CREATE TABLE request_version_values (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (request_id, commitment)
);
CREATE TRIGGER request_version_values_are_not_altered BEFORE UPDATE ON request_version_values BEGIN
    SELECT RAISE(ABORT, 'what a version of a request commits to is never altered');
END;

CREATE TABLE request_versions (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    canonical TEXT NOT NULL,
    digest BLOB NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    author_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    created_on TEXT NOT NULL,
    section TEXT,
    comment_id BIGINT REFERENCES state_comments (id),
    PRIMARY KEY (request_id, number)
);
CREATE INDEX request_versions_by_comment ON request_versions (comment_id);
CREATE TRIGGER request_versions_are_not_altered BEFORE UPDATE ON request_versions BEGIN
    SELECT RAISE(ABORT, 'a version of a request is never altered');
END;
CREATE TRIGGER request_versions_are_not_removed BEFORE DELETE ON request_versions
WHEN NOT EXISTS (SELECT 1 FROM audit_entries WHERE request_id = OLD.request_id AND kind = 'request.removed') BEGIN
    SELECT RAISE(ABORT, 'a version of a request is never removed');
END;

CREATE TABLE requested_datasets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    dataset_description TEXT NOT NULL,
    release_date DATE
);
CREATE INDEX requested_datasets_by_request ON requested_datasets (request_id);
CREATE INDEX requested_datasets_by_source ON requested_datasets (data_source_id);

CREATE TABLE role_statuses (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE roles (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

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

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    token_hash BLOB NOT NULL UNIQUE,
    selected_role_id BIGINT REFERENCES assigned_roles (id),
    user_agent TEXT NOT NULL,
    created_on TEXT NOT NULL,
    last_used_on TEXT NOT NULL,
    password_given_on TEXT
, identity_id BIGINT, provider_sid TEXT);
CREATE INDEX sessions_by_beginning ON sessions (created_on);
CREATE INDEX sessions_by_identity ON sessions (identity_id);
CREATE INDEX sessions_by_last_use ON sessions (last_used_on);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE staff_shared (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    first_name TEXT NOT NULL,
    surname TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT NOT NULL,
    identification_type TEXT NOT NULL,
    identification_number TEXT NOT NULL,
    position_in_organisation TEXT NOT NULL,
    confidentiality_protocols BOOLEAN NOT NULL,
    deleted_on TEXT
);
CREATE INDEX staff_shared_by_request ON staff_shared (request_id);

CREATE TABLE stage_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    built_in BOOLEAN NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
);

CREATE TABLE stages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    procedure_id BIGINT NOT NULL REFERENCES approval_procedures (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    stage_type_id BIGINT NOT NULL REFERENCES stage_types (id),
    stage_order INTEGER NOT NULL,
    stage_activity TEXT NOT NULL,
    branch_level INTEGER NOT NULL,
    pos_x DOUBLE NOT NULL,
    pos_y DOUBLE NOT NULL,
    icon TEXT NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
, target INTEGER CHECK (target BETWEEN 1 AND 250));
CREATE INDEX stages_by_procedure ON stages (procedure_id, stage_order, id);
CREATE INDEX stages_by_type ON stages (stage_type_id);

CREATE TABLE state_comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    state_id BIGINT NOT NULL REFERENCES request_states (id),
    author_id BIGINT NOT NULL REFERENCES users (id),
    author_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    section TEXT NOT NULL,
    comment TEXT NOT NULL,
    action_required BOOLEAN NOT NULL,
    created_on TEXT NOT NULL,
    resolved_on TEXT,
    resolved_by BIGINT REFERENCES users (id),
    version INTEGER NOT NULL DEFAULT 1,
    round INTEGER NOT NULL DEFAULT 1, reminders INTEGER NOT NULL DEFAULT 0, reopened_on TEXT, completion_weeks INTEGER CHECK (completion_weeks BETWEEN 1 AND 12), answer_by DATE, answer_calendar_version BIGINT, answered_on TEXT, answer_reminders INTEGER NOT NULL DEFAULT 0,
    CHECK ((resolved_on IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX state_comments_by_request ON state_comments (request_id, id);
CREATE INDEX state_comments_by_state ON state_comments (state_id);
CREATE INDEX state_comments_open_demands ON state_comments (created_on, request_id)
    WHERE action_required AND resolved_on IS NULL;
CREATE INDEX state_comments_open_windows
ON state_comments (answer_by, request_id, completion_weeks, answer_reminders)
WHERE answer_by IS NOT NULL AND answered_on IS NULL AND resolved_on IS NULL;

CREATE TABLE synonyms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    synonym TEXT NOT NULL,
    UNIQUE (variable_id, synonym)
);

CREATE TABLE table_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    sort_key TEXT NOT NULL DEFAULT ''
);

CREATE TABLE timeline_of_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    change_date DATE,
    comment TEXT,
    CHECK (change_date IS NOT NULL OR comment IS NOT NULL)
);
CREATE INDEX timeline_of_changes_by_variable ON timeline_of_changes (variable_id, id);

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
CREATE INDEX topics_by_active ON topics (active, id);
CREATE INDEX topics_by_date ON topics (date_added, id);
CREATE INDEX topics_by_description ON topics (description_key, id);
CREATE INDEX topics_by_name ON topics (sort_key, id);
CREATE TRIGGER topics_fts_delete AFTER DELETE ON topics BEGIN
    INSERT INTO topics_fts (topics_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER topics_fts_insert AFTER INSERT ON topics BEGIN
    INSERT INTO topics_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER topics_fts_update AFTER UPDATE OF search_text ON topics BEGIN
    INSERT INTO topics_fts (topics_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO topics_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE topics_fts USING fts5 (
    search_text, content = 'topics', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE untrusted_proxies (
    address TEXT NOT NULL PRIMARY KEY,
    seen_on TEXT NOT NULL
);

CREATE TABLE uploads (
    file_key TEXT NOT NULL PRIMARY KEY,
    begun_on TEXT NOT NULL
);
CREATE INDEX uploads_by_time ON uploads (begun_on);

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
CREATE INDEX users_by_name ON users (organisation_id, name_key, id);
CREATE INDEX users_by_organisation ON users (organisation_id);
CREATE INDEX users_by_state ON users (organisation_id, state);
CREATE TRIGGER erased_accounts_stay_erased BEFORE UPDATE ON users
WHEN OLD.erased_on IS NOT NULL AND (
    NEW.erased_on IS NULL OR NEW.state <> 'Disabled' OR NEW.org_email IS NOT NULL OR NEW.phone <> ''
    OR NEW.fname <> OLD.fname OR NEW.sname <> OLD.sname OR NEW.password_hash <> OLD.password_hash
) BEGIN
    SELECT RAISE(ABORT, 'an account that was erased stays erased');
END;
CREATE TRIGGER users_fts_delete AFTER DELETE ON users BEGIN
    INSERT INTO users_fts (users_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER users_fts_insert AFTER INSERT ON users BEGIN
    INSERT INTO users_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER users_fts_update AFTER UPDATE OF search_text ON users BEGIN
    INSERT INTO users_fts (users_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO users_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;

CREATE VIRTUAL TABLE users_fts USING fts5 (
    search_text, content = 'users', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE variable_metadata (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    key TEXT NOT NULL,
    val_type TEXT NOT NULL,
    value TEXT NOT NULL
);
CREATE INDEX variable_metadata_by_variable ON variable_metadata (variable_id, id);

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
CREATE INDEX variables_by_data_type ON variables (published, data_type, id);
CREATE INDEX variables_by_meaning ON variables (published, meaning_sort_key, id);
CREATE INDEX variables_by_name ON variables (published, name_sort_key, id);
CREATE INDEX variables_by_table_name ON variables (published, table_sort_key, table_id, id);
CREATE INDEX variables_in_order ON variables (published, table_id, id);
CREATE INDEX variables_in_order_of_names ON variables (published, name_order, id);
CREATE INDEX variables_in_order_of_tables ON variables (published, table_order, table_id, id);
CREATE INDEX variables_of_source_by_id ON variables (data_source_id, id);
CREATE INDEX variables_of_source_in_order ON variables (data_source_id, published, table_id, id);
CREATE INDEX variables_of_table_in_order ON variables (table_id, id);
CREATE INDEX variables_of_table_in_order_of_names ON variables (table_id, name_order, id);
CREATE TRIGGER variables_fts_delete AFTER DELETE ON variables BEGIN
    INSERT INTO variables_fts (variables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER variables_fts_insert AFTER INSERT ON variables BEGIN
    INSERT INTO variables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER variables_fts_update AFTER UPDATE OF search_text ON variables BEGIN
    INSERT INTO variables_fts (variables_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO variables_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER variables_grams_fts_delete AFTER DELETE ON variables WHEN old.search_grams <> '' BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams) VALUES ('delete', old.id, old.search_grams);
END;
CREATE TRIGGER variables_grams_fts_insert AFTER INSERT ON variables WHEN new.search_grams <> '' BEGIN
    INSERT INTO variables_grams_fts (rowid, search_grams) VALUES (new.id, new.search_grams);
END;
CREATE TRIGGER variables_grams_fts_update AFTER UPDATE OF search_grams ON variables BEGIN
    INSERT INTO variables_grams_fts (variables_grams_fts, rowid, search_grams)
    SELECT 'delete', old.id, old.search_grams WHERE old.search_grams <> '';
    INSERT INTO variables_grams_fts (rowid, search_grams)
    SELECT new.id, new.search_grams WHERE new.search_grams <> '';
END;

CREATE VIRTUAL TABLE variables_fts USING fts5 (
    search_text, content = 'variables', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE VIRTUAL TABLE variables_grams_fts USING fts5 (
    search_grams, content = 'variables', content_rowid = 'id', tokenize = 'ascii', detail = none, columnsize = 0
);

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
