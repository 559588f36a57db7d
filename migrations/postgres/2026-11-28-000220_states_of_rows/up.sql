-- Entries say what is stored of accounts and records of the administration. A server adds an entry for each row of which none says it yet;
-- of each kind, the row that was looked at last is kept here.
INSERT INTO audit_taken_over (kind, last_id) VALUES
    ('states_of_organisations', 0), ('states_of_accounts', 0), ('states_of_procedures', 0), ('states_of_data_sources', 0),
    ('states_of_stage_types', 0), ('states_of_ethics_committees', 0), ('states_of_purposes', 0), ('states_of_equipment_types', 0);

-- An installation that begins with this schema has no account from before: each has entries of its own.
UPDATE audit_taken_over SET last_id = 9223372036854775807
WHERE kind = 'states_of_accounts' AND NOT EXISTS (SELECT 1 FROM users);
