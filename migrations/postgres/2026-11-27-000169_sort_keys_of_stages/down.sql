ALTER TABLE stages DROP COLUMN sort_key;
