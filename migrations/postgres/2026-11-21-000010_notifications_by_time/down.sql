CREATE INDEX notifications_by_user_and_reading ON notifications (user_id, is_read, id);
DROP INDEX notifications_by_user_reading_and_time;
DROP INDEX notifications_by_user_and_time;
