-- Requests: their content, documents, rounds and letters.

-- `status_tab` is the tab of the overall status; Denied contains recalled requests, too. The
-- columns of labels repeat names of other rows, so that a list is one index read. `procedure_id` is
-- the procedure that the chain of stages was copied from: its template makes the letter.
-- `content_version` is the number of the last version of the content. `decided_on` is the time of
-- the final decision.
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
CREATE INDEX data_requests_by_date ON data_requests (date_created, id);
CREATE INDEX data_requests_by_status ON data_requests (status_tab, date_created, id);
CREATE INDEX data_requests_by_owner ON data_requests (owner_id, date_created, id);
CREATE INDEX data_requests_by_owner_and_status ON data_requests (owner_id, status_tab, date_created, id);
CREATE INDEX data_requests_by_committee ON data_requests (committee_id);
CREATE INDEX data_requests_by_procedure ON data_requests (procedure_id, decided_on, id);
CREATE INDEX data_requests_by_decision ON data_requests (decided_on, id) WHERE decided_on IS NOT NULL;
CREATE INDEX data_requests_by_title ON data_requests (title_sort_key, id);
CREATE VIRTUAL TABLE data_requests_fts USING fts5 (
    search_text, content = 'data_requests', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER data_requests_fts_insert AFTER INSERT ON data_requests BEGIN
    INSERT INTO data_requests_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_requests_fts_update AFTER UPDATE OF search_text ON data_requests BEGIN
    INSERT INTO data_requests_fts (data_requests_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO data_requests_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER data_requests_fts_delete AFTER DELETE ON data_requests BEGIN
    INSERT INTO data_requests_fts (data_requests_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- A reference follows from the id. Searches of three digits and more look up these digits
-- (`reference_digits` of the domain).
CREATE VIRTUAL TABLE data_request_references_fts USING fts5 (
    digits, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER data_request_references_fts_insert AFTER INSERT ON data_requests BEGIN
    INSERT INTO data_request_references_fts (rowid, digits)
    VALUES (new.id, printf('%0*d', max(6, length(new.id) + 2), new.id));
END;
CREATE TRIGGER data_request_references_fts_delete AFTER DELETE ON data_requests BEGIN
    DELETE FROM data_request_references_fts WHERE rowid = old.id;
END;

-- The answers that no list shows. Each request has one row. Without them, the rows that lists read
-- and decisions write stay short.
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

CREATE TABLE request_purposes (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    purpose_id BIGINT NOT NULL REFERENCES purposes (id),
    position INTEGER NOT NULL,
    purpose_description TEXT,
    PRIMARY KEY (request_id, purpose_id)
);
CREATE INDEX request_purposes_by_purpose ON request_purposes (purpose_id);

CREATE TABLE requested_datasets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    dataset_description TEXT NOT NULL,
    release_date DATE
);
CREATE INDEX requested_datasets_by_request ON requested_datasets (request_id);
CREATE INDEX requested_datasets_by_source ON requested_datasets (data_source_id);

-- `revision_id` is the revision of the variable when it was requested.
CREATE TABLE dataset_variables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dataset_id BIGINT NOT NULL REFERENCES requested_datasets (id),
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    is_distinct BOOLEAN NOT NULL,
    revision_id BIGINT REFERENCES dictionary_revisions (id),
    UNIQUE (dataset_id, variable_id)
);
CREATE INDEX dataset_variables_by_variable ON dataset_variables (variable_id);
CREATE INDEX dataset_variables_by_revision ON dataset_variables (revision_id);

-- Devices, staff and documents of a submitted request keep their rows when they are deleted or
-- replaced, for the versions that name them.
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

-- `gone_on` and `gone_why` say that the file was removed on purpose: its SHA-256 stays, and `name`,
-- the file name that the uploader gave it, does not. `is_protected` marks a PDF that opens without
-- a password and is protected against changes.
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
-- Finds the documents of identity whose retention period has ended.
CREATE INDEX request_documents_of_identity ON request_documents (uploaded_on, id)
    WHERE kind = 'StaffIdentification' AND gone_on IS NULL;
CREATE TRIGGER documents_that_are_gone_stay_gone BEFORE UPDATE ON request_documents
WHEN OLD.gone_on IS NOT NULL AND (NEW.gone_on IS NULL OR NEW.gone_why IS NOT OLD.gone_why OR NEW.sha256 IS NOT OLD.sha256) BEGIN
    SELECT RAISE(ABORT, 'a document that is gone stays gone');
END;

-- Files of a submission that is not committed yet. The commit deletes the row; a row that is a day
-- old belongs to an interrupted submission, and its file is deleted.
CREATE TABLE uploads (
    file_key TEXT NOT NULL PRIMARY KEY,
    begun_on TEXT NOT NULL
);
CREATE INDEX uploads_by_time ON uploads (begun_on);

-- The first round begins with the submission, every other one with a resubmission and its note to
-- the reviewers. `sources` are the data sources when the round ended by a denial or recall: if they
-- differ in the next round, approvals do not carry over.
CREATE TABLE request_rounds (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    started_by BIGINT NOT NULL REFERENCES users (id),
    started_on TEXT NOT NULL,
    note TEXT,
    sources TEXT,
    PRIMARY KEY (request_id, round)
);

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

-- The final text of approval letters. A letter is written once and never altered.
CREATE TABLE approval_letters (
    request_id BIGINT NOT NULL PRIMARY KEY REFERENCES data_requests (id),
    number BIGINT NOT NULL UNIQUE,
    made_on TEXT NOT NULL,
    heading TEXT NOT NULL,
    body TEXT NOT NULL
);

-- The number of the last letter. A sequence would leave gaps when a transaction is rolled back.
CREATE TABLE approval_letter_numbers (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last BIGINT NOT NULL
);

INSERT INTO approval_letter_numbers (id, last) VALUES (1, 0);
