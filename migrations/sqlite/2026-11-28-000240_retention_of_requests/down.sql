DROP INDEX notifications_by_age;
DROP INDEX request_documents_by_staff;
DROP INDEX state_comments_by_state;
DROP INDEX request_bindings_by_state;
DROP INDEX request_edges_by_next_state;
DROP INDEX request_edges_by_current_state;
DROP INDEX request_history_by_state;

DROP TRIGGER request_versions_are_not_removed;
CREATE TRIGGER request_versions_are_not_removed BEFORE DELETE ON request_versions BEGIN
    SELECT RAISE(ABORT, 'a version of a request is never removed');
END;
