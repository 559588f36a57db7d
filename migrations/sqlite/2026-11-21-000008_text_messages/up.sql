-- The outbox holds text messages beside mails (decisions A4). Each channel has a worker of its own, so that one whose next
-- station is down holds up nothing of the other.
ALTER TABLE outbox_mails RENAME TO outbox_messages;
ALTER TABLE outbox_messages ADD COLUMN channel TEXT NOT NULL DEFAULT 'mail' CHECK (channel IN ('mail', 'text'));
DROP INDEX outbox_mails_due;
CREATE INDEX outbox_messages_due ON outbox_messages (channel, due_on, id) WHERE finished_on IS NULL;
