ALTER TABLE users DROP COLUMN phone_is_proven;
ALTER TABLE users DROP COLUMN phone_claimed_on;
ALTER TABLE users DROP COLUMN phone;
ALTER TABLE users RENAME COLUMN phone_key TO phone;
