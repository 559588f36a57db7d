DROP TABLE outbox_mails;
DROP TABLE notifications;
