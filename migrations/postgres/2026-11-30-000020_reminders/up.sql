-- The reminders of a stage since its turn came (decisions N5). `reminded` is the last reminder of the
-- people who can decide, which was sent on `reminded_on`; the Admins were notified on `escalated_on`.
ALTER TABLE request_states ADD COLUMN reminded TEXT CHECK (reminded IN ('due_soon', 'overdue'));
ALTER TABLE request_states ADD COLUMN reminded_on DATE;
ALTER TABLE request_states ADD COLUMN escalated_on DATE;

-- Contains all columns that the search for reminders reads, so that it reads no row of the table.
CREATE INDEX request_states_by_reminder
ON request_states (due_soon_on, request_id, due_on, reminded, reminded_on, escalated_on)
WHERE due_soon_on IS NOT NULL;

-- The number of reminders of an unresolved comment that requires action. They count from `reopened_on`
-- if the comment was reopened.
ALTER TABLE state_comments ADD COLUMN reminders INTEGER NOT NULL DEFAULT 0;
ALTER TABLE state_comments ADD COLUMN reopened_on TIMESTAMPTZ;
