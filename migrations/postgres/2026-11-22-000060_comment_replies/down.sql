DROP TABLE comment_replies;
ALTER TABLE state_comments DROP COLUMN round;
