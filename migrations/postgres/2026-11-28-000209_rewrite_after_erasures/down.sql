-- Nothing was done.
SELECT 1;
