DROP INDEX organisations_by_keywords;
ALTER TABLE organisations DROP COLUMN keywords;
DROP INDEX organisation_role_statuses_by_role;
DROP TABLE organisation_role_statuses;
