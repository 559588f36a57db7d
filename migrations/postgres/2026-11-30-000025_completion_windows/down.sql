DROP TABLE demand_pauses;
DROP INDEX state_comments_open_windows;
ALTER TABLE state_comments DROP COLUMN answer_reminders;
ALTER TABLE state_comments DROP COLUMN answered_on;
ALTER TABLE state_comments DROP COLUMN answer_calendar_version;
ALTER TABLE state_comments DROP COLUMN answer_by;
ALTER TABLE state_comments DROP COLUMN completion_weeks;
ALTER TABLE approval_procedures DROP COLUMN completion_weeks;
