DELETE FROM outbox_messages WHERE channel <> 'mail';
DROP INDEX outbox_messages_due;
ALTER TABLE outbox_messages DROP COLUMN channel;
ALTER TABLE outbox_messages RENAME TO outbox_mails;
CREATE INDEX outbox_mails_due ON outbox_mails (due_on, id) WHERE finished_on IS NULL;
