-- What people are found and sorted by in the lists of administrators (3 §2.3). Both are folded, and written with each save;
-- accounts that were there before are folded as well as SQL can.
ALTER TABLE users ADD COLUMN name_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE users SET
    name_key = lower(fname || ' ' || coalesce(middle_name || ' ', '') || sname),
    search_text = '  ' || replace(lower(fname || ' ' || coalesce(middle_name || ' ', '') || sname), ' ', '  ')
        || coalesce(chr(10) || '  ' || lower(org_email), '')
        || chr(10) || '  ' || phone
        || chr(10) || '  ' || replace(lower(designation), ' ', '  ')
        || chr(10) || '  ' || replace(lower(department), ' ', '  ')
        || coalesce(chr(10) || '  ' || replace(lower(tentative_organization), ' ', '  '), '');
CREATE INDEX users_by_name ON users (organisation_id, name_key, id);
CREATE INDEX users_by_state ON users (organisation_id, state);
-- Any three characters in a row are indexed: "contains" is an index read.
-- Without `fastupdate`, for a search would otherwise read all of what is not merged into the index yet.
CREATE INDEX users_by_search_text ON users USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);

-- Which mails a person wants. Kinds that are not listed are wanted.
CREATE TABLE notification_preferences (
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    by_mail BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, kind)
);
CREATE INDEX notifications_by_user_and_role ON notifications (user_id, role_id, is_read);
