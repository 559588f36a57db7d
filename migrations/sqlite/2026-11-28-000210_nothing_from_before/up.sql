-- An installation that begins with this schema has nothing from before the record: none of its accounts, roles and requests is taken over
-- into it, and one without an entry is named at once.
UPDATE audit_taken_over SET last_id = 9223372036854775807
WHERE kind IN ('accounts', 'roles', 'data_requests') AND NOT EXISTS (SELECT 1 FROM users);
