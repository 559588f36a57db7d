-- SQLite has kept what requests are found by apart from them from the beginning.
SELECT 1;
