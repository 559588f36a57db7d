DROP TABLE procedure_changes;
DROP TABLE next_stages;
DROP TABLE stages;
DROP TABLE approval_procedures;
DROP TABLE stage_types;
