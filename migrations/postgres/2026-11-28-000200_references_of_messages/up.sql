-- The reference of a message identifies it to mail servers and gateways. Its content is sealed for it: it opens in no other row.
ALTER TABLE outbox_messages ADD COLUMN reference TEXT NOT NULL DEFAULT '';
UPDATE outbox_messages SET reference = replace(gen_random_uuid()::text, '-', '');
