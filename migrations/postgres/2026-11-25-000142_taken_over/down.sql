DROP TABLE audit_taken_over;
