ALTER TABLE outbox_messages DROP COLUMN reference;
