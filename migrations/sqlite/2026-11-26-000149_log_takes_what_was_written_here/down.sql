ALTER TABLE audit_pending DROP COLUMN mac;
CREATE TRIGGER audit_entries_wait_for_the_log AFTER INSERT ON audit_entries BEGIN
    INSERT INTO audit_pending (entry_id) VALUES (NEW.id);
END;
