DELETE FROM audit_taken_over WHERE kind LIKE 'states_of_%';
