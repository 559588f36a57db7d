-- A number that nobody proved gives way after a week: the account keeps showing it, and is no longer found by it.
ALTER TABLE users RENAME COLUMN phone TO phone_key;
ALTER TABLE users ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone_claimed_on TEXT;
ALTER TABLE users ADD COLUMN phone_is_proven BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE users SET phone = phone_key, phone_claimed_on = created_on;
