-- What organisations are found by (1 §5.2; 3 §2.5): the folded name, written with each save. SQL cannot fold: names that were
-- there before are folded by the program as soon as the migrations are done, and until then the text is empty.
ALTER TABLE organisations ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
-- Without `fastupdate`, for a search would otherwise read all of what is not merged into the index yet.
CREATE INDEX organisations_by_search_text ON organisations USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);
