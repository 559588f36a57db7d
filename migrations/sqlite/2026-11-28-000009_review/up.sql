-- The review of requests: stages, decisions, counters and comments.

-- The procedure as it was at submission, and the state of each of its stages.
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
CREATE INDEX request_edges_by_current_state ON request_edges (current_state);
CREATE INDEX request_edges_by_next_state ON request_edges (next_state);

-- The decisions of all rounds. Rows are only added. `version` is the version of the content that
-- was decided on.
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

-- One row per organisation role that decides on a request. It grants access to the request, and
-- says which tab of that role it is on.
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
CREATE INDEX request_bindings_by_state ON request_bindings (own_state_id);

-- The counters of the badges. A counter is the sum of its slots. A request always counts in the
-- same slot, so that decisions on different requests seldom wait for the lock of the same row.
CREATE TABLE request_counts (
    scope TEXT NOT NULL CHECK (scope IN ('Owner', 'OrgRole', 'Everything')),
    scope_id BIGINT NOT NULL,
    tab TEXT NOT NULL CHECK (tab IN ('Incoming', 'Pending', 'Approved', 'Denied', 'All', 'History')),
    slot INTEGER NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (scope, scope_id, tab, slot)
);

-- `version` is the version of the content that the comment is about.
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
    round INTEGER NOT NULL DEFAULT 1,
    CHECK ((resolved_on IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX state_comments_by_request ON state_comments (request_id, id);
CREATE INDEX state_comments_by_state ON state_comments (state_id);
-- Finds the open comments of the last 48 hours, which block decisions.
CREATE INDEX state_comments_open_demands ON state_comments (created_on, request_id)
    WHERE action_required AND resolved_on IS NULL;

CREATE TABLE comment_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comment_id BIGINT NOT NULL REFERENCES state_comments (id),
    author_id BIGINT NOT NULL REFERENCES users (id),
    author_role_id BIGINT NOT NULL REFERENCES assigned_roles (id),
    reply TEXT NOT NULL,
    created_on TEXT NOT NULL
);
CREATE INDEX comment_replies_by_comment ON comment_replies (comment_id, id);
