DROP TRIGGER audit_entries_wait_for_the_log;
DROP TABLE audit_log_secrets;
DROP TABLE audit_log_keys;
DROP TABLE audit_checkpoints;
DROP TABLE audit_tree;
DROP TABLE audit_leaves;
DROP TABLE audit_pending;
