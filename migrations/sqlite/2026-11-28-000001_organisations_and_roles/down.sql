DROP TABLE organisation_roles;
DROP TABLE organisations_keywords_fts;
DROP TABLE organisations_fts;
DROP TABLE organisations;
DROP TABLE role_statuses;
DROP TABLE roles;
