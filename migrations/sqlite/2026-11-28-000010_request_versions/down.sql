DROP TABLE request_version_values;
DROP TABLE request_versions;
