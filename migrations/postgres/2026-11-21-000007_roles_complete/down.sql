DROP INDEX notifications_by_user_and_role;
DROP TABLE notification_preferences;
DROP INDEX users_by_search_text;
DROP INDEX users_by_state;
DROP INDEX users_by_name;
ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users DROP COLUMN name_key;
