DROP TABLE digest_entries;
ALTER TABLE notification_preferences DROP COLUMN digest;
