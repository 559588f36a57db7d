-- Key of the Unicode collation algorithm for the activity, as 000160 has it for other names. The program fills it in after migrating.
ALTER TABLE stages ADD COLUMN sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
