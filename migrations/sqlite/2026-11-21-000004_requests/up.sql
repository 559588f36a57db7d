-- Reference data of the wizard (2 §3). The ids are fixed where they are written out below; purpose 3 is "Other".
CREATE TABLE purposes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL UNIQUE
);

CREATE TABLE ethics_committees (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    irb_name TEXT NOT NULL UNIQUE
);

CREATE TABLE equipment_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    equipment_type TEXT NOT NULL UNIQUE
);

CREATE TABLE facilities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id BIGINT REFERENCES facilities (id),
    level TEXT NOT NULL CHECK (level IN ('Region', 'District', 'Facility')),
    label TEXT NOT NULL,
    CHECK ((level = 'Region') = (parent_id IS NULL))
);
CREATE INDEX facilities_by_parent ON facilities (parent_id);

-- `status_tab` is the tab that the overall status leads to: Denied holds recalled requests too (decisions C12). The
-- label columns and `search_text` are written with the change that alters them, so that a list is one index read.
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
    date_range_end DATE,
    purpose_labels TEXT NOT NULL,
    source_labels TEXT NOT NULL,
    waiting_for TEXT NOT NULL,
    waiting_since TEXT,
    last_responded_on TEXT,
    has_feedback BOOLEAN NOT NULL,
    search_text TEXT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX data_requests_by_date ON data_requests (date_created, id);
CREATE INDEX data_requests_by_status ON data_requests (status_tab, date_created, id);
CREATE INDEX data_requests_by_owner ON data_requests (owner_id, date_created, id);
CREATE INDEX data_requests_by_owner_and_status ON data_requests (owner_id, status_tab, date_created, id);

-- Any three characters in a row are a token: "contains" is an index read for searches of three characters and more.
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

CREATE TABLE request_purposes (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    purpose_id BIGINT NOT NULL REFERENCES purposes (id),
    position INTEGER NOT NULL,
    purpose_description TEXT,
    PRIMARY KEY (request_id, purpose_id)
);

CREATE TABLE requested_datasets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    data_source_id BIGINT NOT NULL REFERENCES data_sources (id),
    dataset_description TEXT NOT NULL,
    release_date DATE
);
CREATE INDEX requested_datasets_by_request ON requested_datasets (request_id);
CREATE INDEX requested_datasets_by_source ON requested_datasets (data_source_id);

CREATE TABLE dataset_variables (
    dataset_id BIGINT NOT NULL REFERENCES requested_datasets (id),
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    is_distinct BOOLEAN NOT NULL,
    PRIMARY KEY (dataset_id, variable_id)
);
CREATE INDEX dataset_variables_by_variable ON dataset_variables (variable_id);

CREATE TABLE data_handling_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    equipment_name TEXT NOT NULL,
    equipment_type_id BIGINT NOT NULL REFERENCES equipment_types (id),
    serial_number TEXT NOT NULL,
    used_by TEXT NOT NULL,
    organisation TEXT NOT NULL,
    usage_from DATE NOT NULL,
    usage_to DATE NOT NULL
);
CREATE INDEX data_handling_devices_by_request ON data_handling_devices (request_id);

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
    confidentiality_protocols BOOLEAN NOT NULL
);
CREATE INDEX staff_shared_by_request ON staff_shared (request_id);

CREATE TABLE request_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    kind TEXT NOT NULL,
    staff_id BIGINT REFERENCES staff_shared (id),
    file_key TEXT NOT NULL UNIQUE,
    file_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    uploaded_on TEXT NOT NULL
);
CREATE INDEX request_documents_by_request ON request_documents (request_id);

-- The procedure as it was at submission (decisions C3), and where each stage stands.
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
    recommendation TEXT,
    UNIQUE (request_id, number)
);

CREATE TABLE request_edges (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    current_state BIGINT NOT NULL REFERENCES request_states (id),
    next_state BIGINT NOT NULL REFERENCES request_states (id),
    PRIMARY KEY (request_id, current_state, next_state)
);

-- All rounds; lines are only ever added (decisions C11).
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
    recommendation TEXT
);
CREATE INDEX request_history_by_request ON request_history (request_id, id);

-- One row for each organisation role that decides on a request: who may read it, and on which of their tabs it stands.
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
CREATE INDEX request_bindings_by_date ON request_bindings (org_role_id, date_created, request_id);
CREATE INDEX request_bindings_by_own_state
    ON request_bindings (org_role_id, own_state, status_tab, date_created, request_id);
CREATE INDEX request_bindings_by_status ON request_bindings (org_role_id, status_tab, date_created, request_id);
CREATE INDEX request_bindings_by_answered ON request_bindings (org_role_id, answered, date_created, request_id);

-- The numbers on the badges. A counter is the sum of its slots; a request always counts in the same slot, so that
-- decisions on different requests seldom wait for each other's counter.
CREATE TABLE request_counts (
    scope TEXT NOT NULL CHECK (scope IN ('Owner', 'OrgRole', 'Everything')),
    scope_id BIGINT NOT NULL,
    tab TEXT NOT NULL CHECK (tab IN ('Incoming', 'Pending', 'Approved', 'Denied', 'All', 'History')),
    slot INTEGER NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (scope, scope_id, tab, slot)
);

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
    CHECK ((resolved_on IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX state_comments_by_request ON state_comments (request_id, id);

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
    date_created TEXT NOT NULL
);
CREATE INDEX data_request_feedback_by_date ON data_request_feedback (date_created, request_id);

-- What every installation begins with. Ethics committees and facilities are the deployer's.
INSERT INTO purposes (id, purpose) VALUES
    (1, 'Research'),
    (2, 'Continuity of care'),
    (3, 'Other'),
    (4, 'Disease surveillance and outbreak response'),
    (5, 'Programme monitoring and evaluation'),
    (6, 'Health policy and planning'),
    (7, 'Quality improvement'),
    (8, 'Education and training'),
    (9, 'Health systems audit');

INSERT INTO equipment_types (id, equipment_type) VALUES
    (1, 'Laptop'),
    (2, 'Desktop computer'),
    (3, 'Server'),
    (4, 'Virtual machine'),
    (5, 'External drive'),
    (6, 'USB flash drive'),
    (7, 'Tablet'),
    (8, 'Mobile phone'),
    (9, 'Network storage'),
    (10, 'Other');
