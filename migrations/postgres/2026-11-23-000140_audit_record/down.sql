DROP TABLE audit_values;
DROP TABLE audit_entries;
DROP FUNCTION refuse_change_of_record;
