-- A code is sent before news that were queued earlier, however many they are.
CREATE INDEX outbox_messages_useless_later ON outbox_messages (channel, due_on, id)
    WHERE finished_on IS NULL AND useless_after IS NOT NULL;
