-- What the database as a whole is; one row. `demonstration` is empty where people work with it, 'begun' while invented data is
-- written, and 'complete' after that. `trial` is written to and emptied again to find out whether there is room for more.
CREATE TABLE installation (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    demonstration TEXT CHECK (demonstration IN ('begun', 'complete')),
    trial BYTEA
);
-- Demonstrations of before are known by an account that only they have: no address of a real person ends in .example.
INSERT INTO installation (id, demonstration)
SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM users WHERE email_key = 'super-user@aditus.example') THEN 'complete' END;
