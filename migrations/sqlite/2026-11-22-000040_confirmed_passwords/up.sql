-- When the owner of a session last gave the password again in it (decisions C15).
ALTER TABLE sessions ADD COLUMN password_given_on TEXT;
