DROP INDEX outbox_messages_by_age;
