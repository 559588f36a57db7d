-- Gives the role that the server works by what it needs, and nothing with which the record of acts could be altered: docs/operating/GRANTS.md.
-- Run it as the role that owns the database, after each `aditus migrate` that applied something:
--
--     psql --set=role=aditus_server --file=grants.sql 'postgres://aditus_owner@…/aditus'
--
-- Tables are those of the first schema of the search path, where Aditus has them.
\set ON_ERROR_STOP on
BEGIN;
SELECT current_schema() AS schema \gset

GRANT USAGE ON SCHEMA :"schema" TO :"role";
REVOKE CREATE ON SCHEMA :"schema" FROM PUBLIC, :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA :"schema" FROM PUBLIC, :"role";
REVOKE ALL ON ALL SEQUENCES IN SCHEMA :"schema" FROM PUBLIC, :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA :"schema" TO :"role";
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA :"schema" TO :"role";

-- What stays: it is added to, and nothing else.
REVOKE UPDATE, DELETE ON audit_entries, audit_leaves, audit_tree, audit_checkpoints, audit_log_keys FROM :"role";
-- Texts beside entries may be erased, and are never altered. What waits for the log is taken out when it is in it.
REVOKE UPDATE ON audit_values, audit_pending FROM :"role";
-- Which migrations were applied is for those who apply them.
REVOKE INSERT, UPDATE, DELETE ON __diesel_schema_migrations FROM :"role";
COMMIT;
