DROP INDEX request_states_by_calendar;
DROP INDEX request_states_by_role_and_due_date;
DROP INDEX request_states_by_due_date;
ALTER TABLE request_states DROP COLUMN calendar_version;
ALTER TABLE request_states DROP COLUMN due_on;
ALTER TABLE request_states DROP COLUMN due_soon_on;
ALTER TABLE request_states DROP COLUMN target;
ALTER TABLE stages DROP COLUMN target;
