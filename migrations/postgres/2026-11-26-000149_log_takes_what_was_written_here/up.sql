-- An entry waits for the log with a MAC that only the server can make, which writes it here itself: the log takes no other entry.
DROP TRIGGER audit_entries_wait_for_the_log ON audit_entries;
DROP FUNCTION have_entry_wait_for_the_log();
ALTER TABLE audit_pending ADD COLUMN mac BYTEA NOT NULL DEFAULT '';
