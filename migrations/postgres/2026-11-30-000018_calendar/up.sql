-- The calendar of the installation, which is its only row. `working_days` has the ISO numbers of the
-- weekdays from Monday, which is 1. `time_zone` is a name of the IANA database.
CREATE TABLE calendars (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    working_days TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1
);
INSERT INTO calendars (id, working_days, time_zone) VALUES (1, '1,2,3,4,5', 'UTC');

-- The holidays of the calendar.
CREATE TABLE holidays (
    day DATE NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
);
