-- Reference data that requests choose from, edited by Super Users. Inactive rows are not offered.
-- The first three lists have some dozen rows and need no index; a country has thousands of
-- facilities.

CREATE TABLE purposes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL UNIQUE,
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

CREATE TABLE equipment_types (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    equipment_type TEXT NOT NULL UNIQUE,
    active BOOLEAN NOT NULL DEFAULT TRUE,
    search_text TEXT NOT NULL DEFAULT '',
    row_version BIGINT NOT NULL DEFAULT 1,
    sort_key TEXT NOT NULL DEFAULT ''
);

-- Regions contain districts, and districts contain facilities.
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
CREATE INDEX facilities_by_parent ON facilities (parent_id, sort_key, id);
CREATE INDEX facilities_by_name ON facilities (sort_key, id);
CREATE INDEX facilities_by_level ON facilities (level, sort_key, id);
CREATE INDEX facilities_by_active ON facilities (active, sort_key, id);
CREATE VIRTUAL TABLE facilities_fts USING fts5 (
    search_text, content = 'facilities', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER facilities_fts_insert AFTER INSERT ON facilities BEGIN
    INSERT INTO facilities_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER facilities_fts_update AFTER UPDATE OF search_text ON facilities BEGIN
    INSERT INTO facilities_fts (facilities_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO facilities_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER facilities_fts_delete AFTER DELETE ON facilities BEGIN
    INSERT INTO facilities_fts (facilities_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

-- Requests name facilities as they were called at the time.
CREATE TABLE former_facility_names (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    facility_id BIGINT NOT NULL REFERENCES facilities (id),
    label TEXT NOT NULL,
    UNIQUE (facility_id, label)
);

-- Every installation begins with these. Ethics committees and facilities are added by the provider.
-- Purpose 3 asks for a description.
INSERT INTO purposes (id, purpose, search_text, sort_key) VALUES
    (1, 'Research', '  research', '4d334f332b4d2f39010c01dc0b'),
    (2, 'Continuity of care', '  continuity  of  care', '2f4745513b45533b515b044735042f2b4d33011601dc15'),
    (3, 'Other', '  other', '475139334d010901dc08'),
    (4, 'Disease surveillance and outbreak response', '  disease  surveillance  and  outbreak  response', '313b4f332b4f33044f534d55333b41412b452f33042b4531044753512d4d332b3f044d334f4947454f3301250d01dc2d'),
    (5, 'Programme monitoring and evaluation', '  programme  monitoring  and  evaluation', '494d47374d2b434333044347453b51474d3b4537042b45310433552b41532b513b474501250601dc26'),
    (6, 'Health policy and planning', '  health  policy  and  planning', '39332b415139044947413b2f5b042b45310449412b45453b4537011e01dc1d'),
    (7, 'Quality improvement', '  quality  improvement', '4b532b413b515b043b43494d47553343334551011701dc16'),
    (8, 'Education and training', '  education  and  training', '3331532f2b513b4745042b453104514d2b3b453b4537011a01dc19'),
    (9, 'Health systems audit', '  health  systems  audit', '39332b415139044f5b4f5133434f042b53313b51011801dc17');
INSERT INTO equipment_types (id, equipment_type, search_text, sort_key) VALUES
    (1, 'Laptop', '  laptop', '412b49514749010a01dc09'),
    (2, 'Desktop computer', '  desktop  computer', '31334f3f514749042f4743495351334d011401dc13'),
    (3, 'Server', '  server', '4f334d55334d010a01dc09'),
    (4, 'Virtual machine', '  virtual  machine', '553b4d51532b4104432b2f393b4533011301dc12'),
    (5, 'External drive', '  external  drive', '335951334d452b4104314d3b5533011201dc11'),
    (6, 'USB flash drive', '  usb  flash  drive', '534f2d0435412b4f3904314d3b5533011301dcdcdc10'),
    (7, 'Tablet', '  tablet', '512b2d413351010a01dc09'),
    (8, 'Mobile phone', '  mobile  phone', '43472d3b4133044939474533011001dc0f'),
    (9, 'Network storage', '  network  storage', '45335157474d3f044f51474d2b3733011301dc12'),
    (10, 'Other', '  other', '475139334d010901dc08');
