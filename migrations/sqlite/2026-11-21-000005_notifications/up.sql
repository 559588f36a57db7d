-- What people are told, in the product and by mail (1 §3).
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
CREATE INDEX notifications_by_user_and_reading ON notifications (user_id, is_read, id);
CREATE INDEX notifications_by_request ON notifications (request_id);

-- A mail is sealed, and wiped when it is finished. While a worker has it, `due_on` is the end of that worker's lease.
CREATE TABLE outbox_mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sealed BLOB,
    queued_on TEXT NOT NULL,
    useless_after TEXT,
    due_on TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    finished_on TEXT,
    error TEXT,
    CHECK ((sealed IS NULL) = (finished_on IS NOT NULL))
);
CREATE INDEX outbox_mails_due ON outbox_mails (due_on, id) WHERE finished_on IS NULL;
