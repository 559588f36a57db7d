-- Finished requests are removed when they were kept for long enough. Their versions are removed with them, and never otherwise: the audit log
-- has an entry for the removal first, and entries are never removed.
DROP TRIGGER request_versions_are_not_removed;
CREATE TRIGGER request_versions_are_not_removed BEFORE DELETE ON request_versions
WHEN NOT EXISTS (SELECT 1 FROM audit_entries WHERE request_id = OLD.request_id AND kind = 'request.removed') BEGIN
    SELECT RAISE(ABORT, 'a version of a request is never removed');
END;

-- A row that others may refer to is only deleted quickly where an index finds those.
CREATE INDEX request_history_by_state ON request_history (state_id);
CREATE INDEX request_edges_by_current_state ON request_edges (current_state);
CREATE INDEX request_edges_by_next_state ON request_edges (next_state);
CREATE INDEX request_bindings_by_state ON request_bindings (own_state_id);
CREATE INDEX state_comments_by_state ON state_comments (state_id);
CREATE INDEX request_documents_by_staff ON request_documents (staff_id);

-- Finds the notifications that were kept for long enough.
CREATE INDEX notifications_by_age ON notifications (authored_on);
