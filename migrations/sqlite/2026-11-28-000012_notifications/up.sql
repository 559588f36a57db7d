-- Notifications, and the outbox of emails and text messages.

CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    request_id BIGINT REFERENCES data_requests (id),
    authored_on TEXT NOT NULL,
    is_read BOOLEAN NOT NULL
);
CREATE INDEX notifications_by_user ON notifications (user_id, id);
CREATE INDEX notifications_by_request ON notifications (request_id);
CREATE INDEX notifications_by_user_and_role ON notifications (user_id, role_id, is_read);
-- Lists are sorted by time: restored or imported notifications are older than their ids.
CREATE INDEX notifications_by_user_and_time ON notifications (user_id, authored_on, id);
CREATE INDEX notifications_by_user_reading_and_time ON notifications (user_id, is_read, authored_on, id);
-- Finds the notifications whose retention period has ended.
CREATE INDEX notifications_by_age ON notifications (authored_on);

-- Kinds without a row are sent.
CREATE TABLE notification_preferences (
    user_id BIGINT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    by_mail BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, kind)
);

-- `sealed` is the encrypted message, bound to its `reference`, and is cleared once the message is
-- finished. `due_on` is the end of the lease while a worker sends it. Each channel has a worker of
-- its own, so that an outage of one does not delay the other. `code_user_id` is the account whose
-- changes make the code in the message void. `account_id` and `account_role_id` are the account
-- that an email is for, and the role that the person held: it goes to the address of that account
-- when it is sent. Neither needs a foreign key, because accounts are never deleted.
CREATE TABLE outbox_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sealed BLOB,
    queued_on TEXT NOT NULL,
    useless_after TEXT,
    due_on TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    finished_on TEXT,
    error TEXT,
    channel TEXT NOT NULL DEFAULT 'mail' CHECK (channel IN ('mail', 'text')),
    code_user_id BIGINT,
    account_id BIGINT,
    account_role_id BIGINT,
    reference TEXT NOT NULL DEFAULT '',
    CHECK ((sealed IS NULL) = (finished_on IS NOT NULL))
);
CREATE INDEX outbox_messages_due ON outbox_messages (channel, due_on, id) WHERE finished_on IS NULL;
-- Finds the codes, which are sent before messages that were queued earlier.
CREATE INDEX outbox_messages_useless_later ON outbox_messages (channel, due_on, id)
    WHERE finished_on IS NULL AND useless_after IS NOT NULL;
CREATE INDEX outbox_messages_codes ON outbox_messages (code_user_id) WHERE finished_on IS NULL AND code_user_id IS NOT NULL;
CREATE INDEX outbox_messages_by_age ON outbox_messages (queued_on);
