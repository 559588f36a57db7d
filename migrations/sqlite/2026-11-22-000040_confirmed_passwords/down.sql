ALTER TABLE sessions DROP COLUMN password_given_on;
