-- Grants the database role of the server the rights that it needs, and none that can alter the
-- record of acts (docs/operating/GRANTS.md). Run it as the owner of the database, after each
-- `aditus migrate` that applied a migration:
--
--     psql --set=role=aditus_server --file=grants.sql 'postgres://aditus_owner@…/aditus'
--
-- It applies to the first schema of the search path, in which Aditus creates its tables.
\set ON_ERROR_STOP on
BEGIN;
SELECT current_schema() AS schema \gset

GRANT USAGE ON SCHEMA :"schema" TO :"role";
REVOKE CREATE ON SCHEMA :"schema" FROM PUBLIC, :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA :"schema" FROM PUBLIC, :"role";
REVOKE ALL ON ALL SEQUENCES IN SCHEMA :"schema" FROM PUBLIC, :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA :"schema" TO :"role";
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA :"schema" TO :"role";

-- Append-only tables.
REVOKE UPDATE, DELETE ON audit_entries, audit_leaves, audit_tree, audit_checkpoints, audit_log_keys FROM :"role";
-- Rows are deleted but never changed: texts beside entries when they are erased, and pending entries
-- once they are in the log.
REVOKE UPDATE ON audit_values, audit_pending FROM :"role";
-- Only the owner applies migrations.
REVOKE INSERT, UPDATE, DELETE ON __diesel_schema_migrations FROM :"role";
COMMIT;
