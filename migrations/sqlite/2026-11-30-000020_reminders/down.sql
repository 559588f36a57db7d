ALTER TABLE state_comments DROP COLUMN reopened_on;
ALTER TABLE state_comments DROP COLUMN reminders;
DROP INDEX request_states_by_reminder;
ALTER TABLE request_states DROP COLUMN escalated_on;
ALTER TABLE request_states DROP COLUMN reminded_on;
ALTER TABLE request_states DROP COLUMN reminded;
