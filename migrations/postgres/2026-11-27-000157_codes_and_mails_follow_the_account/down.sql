DROP INDEX outbox_messages_codes;
ALTER TABLE outbox_messages DROP COLUMN account_role_id;
ALTER TABLE outbox_messages DROP COLUMN account_id;
ALTER TABLE outbox_messages DROP COLUMN code_user_id;
DROP INDEX one_time_codes_out;
ALTER TABLE one_time_codes DROP COLUMN user_id;
