ALTER TABLE variables DROP COLUMN withdrawn;
ALTER TABLE data_sources DROP COLUMN withdrawn;
