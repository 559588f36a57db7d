DROP TABLE organisation_roles;
DROP TABLE organisations;
DROP TABLE role_statuses;
DROP TABLE roles;
