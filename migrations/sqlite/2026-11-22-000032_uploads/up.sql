-- Files that are put into the file store for a submission that is not committed yet. The commit takes them off this list; what is
-- still on it a day later belongs to a submission that broke off, and is swept.
CREATE TABLE uploads (
    file_key TEXT NOT NULL PRIMARY KEY,
    begun_on TEXT NOT NULL
);
CREATE INDEX uploads_by_time ON uploads (begun_on);
