DROP TABLE topic_tables;
DROP INDEX variables_of_table_by_name;
DROP INDEX variables_of_table_in_order;
ALTER TABLE variables DROP COLUMN row_version;
ALTER TABLE dictionary_tables DROP COLUMN row_version;
