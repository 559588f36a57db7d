-- Old messages are found by when they were queued.
CREATE INDEX outbox_messages_by_age ON outbox_messages (queued_on);
