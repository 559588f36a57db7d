-- SQLite alone keeps an index of its own with triggers; here a row is in the index whatever it holds.
SELECT 1;
