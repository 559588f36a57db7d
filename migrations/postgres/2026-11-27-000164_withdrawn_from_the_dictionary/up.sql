-- What was published before and is not any more: a draft may name it to the person who picked it.
ALTER TABLE data_sources ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE variables ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
