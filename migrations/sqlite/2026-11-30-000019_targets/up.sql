-- The number of working days in which a stage should be decided.
ALTER TABLE stages ADD COLUMN target INTEGER CHECK (target BETWEEN 1 AND 250);

-- The due date of a stage whose turn it is. `due_soon_on` is the first day on which the stage is due
-- soon, and `due_on` the last day in time. Both are empty before they are known: a pause defers them.
-- `calendar_version` is the row version of the calendar by which they were computed.
ALTER TABLE request_states ADD COLUMN target INTEGER CHECK (target BETWEEN 1 AND 250);
ALTER TABLE request_states ADD COLUMN due_soon_on DATE;
ALTER TABLE request_states ADD COLUMN due_on DATE;
ALTER TABLE request_states ADD COLUMN calendar_version BIGINT;

CREATE INDEX request_states_by_due_date ON request_states (request_id, due_on) WHERE due_on IS NOT NULL;
CREATE INDEX request_states_by_role_and_due_date ON request_states (org_role_id, due_on, request_id)
WHERE due_on IS NOT NULL;
CREATE INDEX request_states_by_calendar ON request_states (calendar_version, id)
WHERE state = 'Unattended' AND target IS NOT NULL;
