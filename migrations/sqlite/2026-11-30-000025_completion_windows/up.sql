-- The weeks in which requesters answer comments that require action (decisions N4). Empty if their
-- requests are never recalled for want of an answer.
ALTER TABLE approval_procedures ADD COLUMN completion_weeks INTEGER CHECK (completion_weeks BETWEEN 1 AND 12);

-- The completion window of a comment, since it was written or last reopened: its weeks and its last day,
-- `answer_by`, which are empty without one. `answer_calendar_version` is the row version of the calendar
-- by which the last day was computed. The window ends with the resolution of the comment, or with the
-- first answer of the requester at `answered_on`. `answer_reminders` is the number of reminders of the
-- last day.
ALTER TABLE state_comments ADD COLUMN completion_weeks INTEGER CHECK (completion_weeks BETWEEN 1 AND 12);
ALTER TABLE state_comments ADD COLUMN answer_by DATE;
ALTER TABLE state_comments ADD COLUMN answer_calendar_version BIGINT;
ALTER TABLE state_comments ADD COLUMN answered_on TEXT;
ALTER TABLE state_comments ADD COLUMN answer_reminders INTEGER NOT NULL DEFAULT 0;

-- Finds the open windows, of which there are few: those that are over, those with a reminder, and those
-- that were computed by an earlier version of the calendar.
CREATE INDEX state_comments_open_windows
ON state_comments (answer_by, request_id, completion_weeks, answer_reminders)
WHERE answer_by IS NOT NULL AND answered_on IS NULL AND resolved_on IS NULL;

-- The times in which a comment that requires action was unresolved, up to a resolution after which it was
-- reopened. The last one is in the columns of the comment. A server of an earlier version removes them
-- with the comment.
CREATE TABLE demand_pauses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comment_id BIGINT NOT NULL REFERENCES state_comments (id) ON DELETE CASCADE,
    request_id BIGINT NOT NULL REFERENCES data_requests (id) ON DELETE CASCADE,
    began_on TEXT NOT NULL,
    ended_on TEXT NOT NULL
);
CREATE INDEX demand_pauses_by_request ON demand_pauses (request_id);
CREATE INDEX demand_pauses_by_comment ON demand_pauses (comment_id);
