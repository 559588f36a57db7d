DROP INDEX notifications_by_age;
DROP INDEX request_documents_by_staff;
DROP INDEX state_comments_by_state;
DROP INDEX request_bindings_by_state;
DROP INDEX request_edges_by_next_state;
DROP INDEX request_edges_by_current_state;
DROP INDEX request_history_by_state;

DROP TRIGGER request_versions_are_not_removed ON request_versions;
DROP TRIGGER request_versions_are_not_altered ON request_versions;
DROP FUNCTION refuse_removal_of_version;
CREATE TRIGGER request_versions_stay BEFORE UPDATE OR DELETE ON request_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
