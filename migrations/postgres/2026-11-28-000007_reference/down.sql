DROP TABLE former_facility_names;
DROP TABLE facilities;
DROP TABLE equipment_types;
DROP TABLE ethics_committees;
DROP TABLE purposes;
