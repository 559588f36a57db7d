-- Notifications are listed by when they were written; what was restored or imported comes later and has higher ids.
CREATE INDEX notifications_by_user_and_time ON notifications (user_id, authored_on, id);
CREATE INDEX notifications_by_user_reading_and_time ON notifications (user_id, is_read, authored_on, id);
DROP INDEX notifications_by_user_and_reading;
