DROP TABLE audit_values;
DROP TABLE audit_entries;
