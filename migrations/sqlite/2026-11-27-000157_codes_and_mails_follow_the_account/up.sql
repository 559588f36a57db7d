-- A code is void when the account or role that it was sent for changes, and a message with it is not sent any more. A mail follows
-- the account that it is for: its address, its state and the role that the person held.
-- Accounts are never deleted, so that no foreign keys are needed: messages to many are queued while accounts change.
ALTER TABLE one_time_codes ADD COLUMN user_id BIGINT;
CREATE INDEX one_time_codes_out ON one_time_codes (user_id) WHERE spent_how IS NULL;
ALTER TABLE outbox_messages ADD COLUMN code_user_id BIGINT;
ALTER TABLE outbox_messages ADD COLUMN account_id BIGINT;
ALTER TABLE outbox_messages ADD COLUMN account_role_id BIGINT;
CREATE INDEX outbox_messages_codes ON outbox_messages (code_user_id) WHERE finished_on IS NULL AND code_user_id IS NOT NULL;
