-- The time at which a server last looked for reminders that are due, and sent them.
ALTER TABLE installation ADD COLUMN reminders_ran_on TIMESTAMPTZ;
