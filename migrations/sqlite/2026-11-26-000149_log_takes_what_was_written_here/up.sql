-- An entry waits for the log with a MAC that only the server can make, which writes it here itself: the log takes no other entry.
DROP TRIGGER audit_entries_wait_for_the_log;
ALTER TABLE audit_pending ADD COLUMN mac BLOB NOT NULL DEFAULT x'';
