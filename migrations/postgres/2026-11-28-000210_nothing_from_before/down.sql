UPDATE audit_taken_over SET last_id = 0 WHERE last_id = 9223372036854775807;
