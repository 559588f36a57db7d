-- Dependencies that wait for the variable they name, found by its names when it comes.
CREATE INDEX dependencies_waiting ON dependencies (tbl_key, column_key) WHERE depend_on IS NULL;
