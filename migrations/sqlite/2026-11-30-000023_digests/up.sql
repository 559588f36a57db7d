-- The digest with which the emails of a kind come (decisions N6). Empty: each comes immediately, or
-- never if `by_mail` is false.
ALTER TABLE notification_preferences ADD COLUMN digest TEXT CHECK (digest IN ('daily', 'weekly'));

-- Notifications that wait for a digest. `delivery` follows the choice of the person: what waits while
-- it is changed to `immediately` is sent with the next run. `link` begins with a slash.
CREATE TABLE digest_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    kind TEXT NOT NULL,
    request_id BIGINT REFERENCES data_requests (id),
    message TEXT NOT NULL,
    action TEXT NOT NULL,
    link TEXT NOT NULL,
    delivery TEXT NOT NULL CHECK (delivery IN ('immediately', 'daily', 'weekly')),
    created_on TEXT NOT NULL
);
-- Finds what is due.
CREATE INDEX digest_entries_by_delivery ON digest_entries (delivery, created_on, user_id);
CREATE INDEX digest_entries_by_user ON digest_entries (user_id, kind);
CREATE INDEX digest_entries_by_request ON digest_entries (request_id);
