-- What organisations are found by, whatever the case: their name, and the domain of their addresses (1 §5.2; decisions A8).
ALTER TABLE organisations ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN domain_key TEXT;
UPDATE organisations SET
    name_key = lower(trim(name)),
    domain_key = nullif(rtrim(replace(replace(replace(lower(trim(domain)), 'https://', ''), 'http://', ''), 'www.', ''), '/'), '');
CREATE INDEX organisations_by_name_key ON organisations (name_key, id);
CREATE INDEX organisations_by_domain_key ON organisations (domain_key);

-- Clicks of visitors who agreed, from a truncated address (1 §3; decisions A11).
CREATE TABLE clicks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cookie_id TEXT NOT NULL,
    address TEXT NOT NULL,
    done_at TEXT NOT NULL,
    action TEXT NOT NULL,
    page TEXT NOT NULL,
    object TEXT NOT NULL,
    received_on TEXT NOT NULL
);
CREATE INDEX clicks_by_receipt ON clicks (received_on);
