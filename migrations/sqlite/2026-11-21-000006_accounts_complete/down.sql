DROP TABLE clicks;
DROP INDEX organisations_by_domain_key;
DROP INDEX organisations_by_name_key;
ALTER TABLE organisations DROP COLUMN domain_key;
ALTER TABLE organisations DROP COLUMN name_key;
