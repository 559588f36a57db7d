ALTER TABLE audit_leaves ADD FOREIGN KEY (entry_id) REFERENCES audit_entries (id);
