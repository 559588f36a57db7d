DROP TABLE topics_fts;
DROP TABLE topics;
DROP TABLE data_source_versions_fts;
DROP TABLE data_source_versions;
DROP INDEX data_sources_by_dbms;
DROP INDEX data_sources_by_type;
DROP INDEX data_sources_by_key;
