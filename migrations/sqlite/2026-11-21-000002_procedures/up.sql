-- Approval procedures: stages, and links from one to the next (3 §3). An invalid procedure can be saved, so nothing here
-- keeps its graph sound (decisions C1).
CREATE TABLE stage_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    built_in BOOLEAN NOT NULL
);

CREATE TABLE approval_procedures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    is_default BOOLEAN NOT NULL
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
    icon TEXT NOT NULL
);
CREATE INDEX stages_by_procedure ON stages (procedure_id, stage_order, id);

CREATE TABLE next_stages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    current_stage_id BIGINT NOT NULL REFERENCES stages (id),
    next_stage_id BIGINT NOT NULL REFERENCES stages (id)
);
CREATE INDEX next_stages_by_current ON next_stages (current_stage_id);
CREATE INDEX next_stages_by_next ON next_stages (next_stage_id);

INSERT INTO stage_types (name, built_in) VALUES ('Initial', TRUE), ('Junction', TRUE), ('Terminal', TRUE);
