-- What procedures, stages and their types are found and sorted by (3 §2.7): folded texts, written with each save. SQL cannot
-- fold: what was there before is folded by the program as soon as the migrations are done, and until then the text is empty.
-- Nothing indexes them: a provider has few procedures, and what is searched are some dozen rows.
ALTER TABLE stage_types ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE approval_procedures ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE approval_procedures ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE stages ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX stages_by_type ON stages (stage_type_id);
