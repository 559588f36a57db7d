DROP TABLE audit_witnesses;
