-- Sources and variables that were published before and are not any more: a draft may name them to the person who picked them.
ALTER TABLE data_sources ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE variables ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
