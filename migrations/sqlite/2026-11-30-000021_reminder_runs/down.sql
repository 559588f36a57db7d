ALTER TABLE installation DROP COLUMN reminders_ran_on;
