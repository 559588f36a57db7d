-- The installation as a whole, in one row. `demonstration` is empty unless this is a demonstration:
-- 'begun' while its invented data is written, 'complete' afterwards. `trial` is filled and emptied
-- to find out whether there is disk space left.
CREATE TABLE installation (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    demonstration TEXT CHECK (demonstration IN ('begun', 'complete')),
    trial BYTEA
);

INSERT INTO installation (id) VALUES (1);
