-- Calendar feeds of people: each has a secret address, whose token is not stored. `made_on` is the time
-- at which the address was made. A feed that was switched off has no row.
CREATE TABLE calendar_feeds (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    token_hash BLOB NOT NULL UNIQUE,
    made_on TEXT NOT NULL
);
