-- Finds the comments that block decisions: of those that are open, the ones of the last 48 hours.
CREATE INDEX state_comments_open_demands ON state_comments (created_on, request_id)
    WHERE action_required AND resolved_on IS NULL;
