-- Approval procedures: their stages and the links between them. An invalid procedure can be saved,
-- so no constraint checks the graph. A provider has few procedures; their searches need no index.

CREATE TABLE stage_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    built_in BOOLEAN NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
);

-- The drawing (stages and links) and the template of the approval letter are edited on their own,
-- so each has a version of its own. A procedure without a template uses the one that ships with the
-- product.
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
);
CREATE UNIQUE INDEX approval_procedures_one_default ON approval_procedures (is_default) WHERE is_default;

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
);
CREATE INDEX stages_by_procedure ON stages (procedure_id, stage_order, id);
CREATE INDEX stages_by_type ON stages (stage_type_id);

CREATE TABLE next_stages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    current_stage_id BIGINT NOT NULL REFERENCES stages (id),
    next_stage_id BIGINT NOT NULL REFERENCES stages (id),
    row_version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX next_stages_by_current ON next_stages (current_stage_id);
CREATE INDEX next_stages_by_next ON next_stages (next_stage_id);

-- The history of procedures. A row outlives its procedure, so `procedure_id` is no foreign key and
-- `procedure_name` is the name after the change. `lines` is a JSON list of texts.
CREATE TABLE procedure_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    procedure_id BIGINT NOT NULL,
    procedure_name TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    changed_on TEXT NOT NULL,
    lines TEXT NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX procedure_changes_by_procedure ON procedure_changes (procedure_id, changed_on, id);
CREATE INDEX procedure_changes_by_time ON procedure_changes (changed_on, id);
CREATE INDEX procedure_changes_by_author ON procedure_changes (author_id);

INSERT INTO stage_types (name, built_in, search_text, sort_key) VALUES
    ('Initial', TRUE, '  initial', '3b453b513b2b41010b01dc0a'),
    ('Junction', TRUE, '  junction', '3d53452f513b4745010c01dc0b'),
    ('Terminal', TRUE, '  terminal', '51334d433b452b41010c01dc0b');
