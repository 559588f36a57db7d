-- Both are written with the entry that they refer to, by the same statement or its trigger, and an entry is never removed: there is nothing to
-- check, and each check locks the entry's row, which writes it once more.
ALTER TABLE audit_values DROP CONSTRAINT audit_values_entry_id_fkey;
ALTER TABLE audit_pending DROP CONSTRAINT audit_pending_entry_id_fkey;
