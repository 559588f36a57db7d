-- Reference data that a Super User keeps (RD1): what is not active is not offered, and `row_version` counts the saves. `search_text`
-- and `sort_key` are folded, written with each save. SQL cannot fold: what was there before is folded by the program as soon as the
-- migrations are done. The three lists have some dozen rows, and nothing indexes them; a country has thousands of facilities.
ALTER TABLE purposes ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE purposes ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE purposes ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE ethics_committees ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE ethics_committees ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE ethics_committees ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE equipment_types ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE equipment_types ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE equipment_types ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE facilities ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE facilities ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE facilities ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE facilities ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;

-- Whether requests refer to an entry.
CREATE INDEX data_requests_by_committee ON data_requests (committee_id);
CREATE INDEX request_purposes_by_purpose ON request_purposes (purpose_id);
CREATE INDEX data_handling_devices_by_type ON data_handling_devices (equipment_type_id);

-- The names that places had: requests name facilities by what they were called.
CREATE TABLE former_facility_names (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    facility_id BIGINT NOT NULL REFERENCES facilities (id),
    label TEXT NOT NULL,
    UNIQUE (facility_id, label)
);

-- Earlier versions brought invented ethics committees and facilities along. They leave an installation that nobody has used yet; one
-- with requests or drafts keeps them, and so does whoever gave the rows other names.
CREATE TEMPORARY TABLE invented_rows (id BIGINT NOT NULL, label TEXT NOT NULL, level TEXT NOT NULL);
INSERT INTO invented_rows (id, label, level) VALUES
    (1, 'National Health Research Ethics Committee of Halvania', 'Committee'),
    (2, 'Halvania National Council for Science and Technology', 'Committee'),
    (3, 'Halden University Institutional Review Board', 'Committee'),
    (4, 'Ormeda Teaching Hospital Research Ethics Committee', 'Committee'),
    (5, 'Velden College of Health Sciences Ethics Board', 'Committee'),
    (6, 'Karrow Medical Research Institute Review Board', 'Committee'),
    (7, 'Sable Bay School of Public Health Ethics Committee', 'Committee'),
    (8, 'Institutional Review Board of the applicant''s organisation', 'Committee'),
    (9, 'Other accredited ethics committee', 'Committee'),
    (1, 'Northern Highlands', 'Region'),
    (2, 'Lake Region', 'Region'),
    (3, 'Coastal Plains', 'Region'),
    (4, 'Eastern Valleys', 'Region'),
    (5, 'Amberfell', 'District'),
    (6, 'Karrow', 'District'),
    (7, 'Tessil', 'District'),
    (8, 'Ormeda', 'District'),
    (9, 'Luwenna', 'District'),
    (10, 'Sable Bay', 'District'),
    (11, 'Port Halden', 'District'),
    (12, 'Mirrin', 'District'),
    (13, 'Dunmarsh', 'District'),
    (14, 'Velden', 'District'),
    (15, 'Orrisvale', 'District'),
    (16, 'Kestrel Hills', 'District'),
    (17, 'Amberfell District Hospital', 'Facility'),
    (18, 'Stonebridge Health Centre', 'Facility'),
    (19, 'Upper Fell Clinic', 'Facility'),
    (20, 'Karrow Regional Referral Hospital', 'Facility'),
    (21, 'Pinewatch Health Centre', 'Facility'),
    (22, 'Greymoor Clinic', 'Facility'),
    (23, 'Tessil District Hospital', 'Facility'),
    (24, 'Highmeadow Health Centre', 'Facility'),
    (25, 'Larkspur Clinic', 'Facility'),
    (26, 'Ormeda Teaching Hospital', 'Facility'),
    (27, 'Reedwater Health Centre', 'Facility'),
    (28, 'Fishers Landing Clinic', 'Facility'),
    (29, 'Luwenna District Hospital', 'Facility'),
    (30, 'Heronsgate Health Centre', 'Facility'),
    (31, 'Willow Point Clinic', 'Facility'),
    (32, 'Sable Bay District Hospital', 'Facility'),
    (33, 'Blackwater Health Centre', 'Facility'),
    (34, 'Island View Clinic', 'Facility'),
    (35, 'Halden University Hospital', 'Facility'),
    (36, 'Harbour Road Health Centre', 'Facility'),
    (37, 'Lighthouse Clinic', 'Facility'),
    (38, 'Mirrin District Hospital', 'Facility'),
    (39, 'Saltmarsh Health Centre', 'Facility'),
    (40, 'Palm Grove Clinic', 'Facility'),
    (41, 'Dunmarsh District Hospital', 'Facility'),
    (42, 'Tidewater Health Centre', 'Facility'),
    (43, 'Sandy Cove Clinic', 'Facility'),
    (44, 'Velden Regional Referral Hospital', 'Facility'),
    (45, 'Millbrook Health Centre', 'Facility'),
    (46, 'Orchard Lane Clinic', 'Facility'),
    (47, 'Orrisvale District Hospital', 'Facility'),
    (48, 'Copperfield Health Centre', 'Facility'),
    (49, 'Two Rivers Clinic', 'Facility'),
    (50, 'Kestrel Hills District Hospital', 'Facility'),
    (51, 'Eaglesrest Health Centre', 'Facility'),
    (52, 'Valley Gate Clinic', 'Facility');
DELETE FROM invented_rows WHERE EXISTS (SELECT 1 FROM data_requests) OR EXISTS (SELECT 1 FROM request_drafts);
DELETE FROM ethics_committees WHERE EXISTS (
    SELECT 1 FROM invented_rows i WHERE i.level = 'Committee' AND i.id = ethics_committees.id AND i.label = ethics_committees.irb_name
);
-- From the bottom of the tree, so that a place stays in which somebody has put another one.
DELETE FROM facilities WHERE level = 'Facility' AND EXISTS (
    SELECT 1 FROM invented_rows i WHERE i.level = 'Facility' AND i.id = facilities.id AND i.label = facilities.label
);
DELETE FROM facilities WHERE level = 'District' AND EXISTS (
    SELECT 1 FROM invented_rows i WHERE i.level = 'District' AND i.id = facilities.id AND i.label = facilities.label
) AND id NOT IN (SELECT parent_id FROM facilities WHERE parent_id IS NOT NULL);
DELETE FROM facilities WHERE level = 'Region' AND EXISTS (
    SELECT 1 FROM invented_rows i WHERE i.level = 'Region' AND i.id = facilities.id AND i.label = facilities.label
) AND id NOT IN (SELECT parent_id FROM facilities WHERE parent_id IS NOT NULL);
DROP TABLE invented_rows;

DROP INDEX facilities_by_parent;
CREATE INDEX facilities_by_parent ON facilities (parent_id, sort_key, id);
CREATE INDEX facilities_by_name ON facilities (sort_key, id);
CREATE INDEX facilities_by_level ON facilities (level, sort_key, id);
CREATE INDEX facilities_by_active ON facilities (active, sort_key, id);
CREATE VIRTUAL TABLE facilities_fts USING fts5 (
    search_text, content = 'facilities', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO facilities_fts (rowid, search_text) SELECT id, search_text FROM facilities;
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
