-- SQLite alone keeps images of erased rows in free pages until its file is rewritten.
SELECT 1;
