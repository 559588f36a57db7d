DROP TABLE outbox_messages;
DROP TABLE notification_preferences;
DROP TABLE notifications;
