DROP TABLE procedure_changes;
