ALTER TABLE audit_values ADD FOREIGN KEY (entry_id) REFERENCES audit_entries (id);
ALTER TABLE audit_pending ADD FOREIGN KEY (entry_id) REFERENCES audit_entries (id);
