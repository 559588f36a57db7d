ALTER TABLE audit_pending DROP COLUMN mac;
CREATE FUNCTION have_entry_wait_for_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_pending (entry_id) VALUES (NEW.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER audit_entries_wait_for_the_log AFTER INSERT ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION have_entry_wait_for_the_log();
