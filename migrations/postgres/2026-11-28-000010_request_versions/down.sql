DROP TABLE request_version_values;
DROP TABLE request_versions;
DROP FUNCTION refuse_removal_of_version();
DROP FUNCTION refuse_change_of_version();
