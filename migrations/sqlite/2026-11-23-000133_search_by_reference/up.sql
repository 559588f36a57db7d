-- References follow from ids. A search for one reads the ids, and no longer the lists of "req" and "000", which hold every request.
-- `reference_digits` of the domain says which digits these are; searches of three digits and more are looked for in them.
CREATE VIRTUAL TABLE data_request_references_fts USING fts5 (
    digits, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER data_request_references_fts_insert AFTER INSERT ON data_requests BEGIN
    INSERT INTO data_request_references_fts (rowid, digits)
    VALUES (new.id, printf('%0*d', max(6, length(new.id) + 2), new.id));
END;
CREATE TRIGGER data_request_references_fts_delete AFTER DELETE ON data_requests BEGIN
    DELETE FROM data_request_references_fts WHERE rowid = old.id;
END;
INSERT INTO data_request_references_fts (rowid, digits)
SELECT id, printf('%0*d', max(6, length(id) + 2), id) FROM data_requests;

-- The lines of the references, in the midst or at the beginning, and that of the id, at the end.
UPDATE data_requests SET search_text = replace(
    char(10) || search_text || char(10),
    char(10) || '  req' || printf('%06d', id) || char(10) || '  dac00' || id || char(10),
    char(10)
);
UPDATE data_requests SET search_text = substr(
    search_text, 2, length(search_text) - 2 - iif(search_text LIKE '%' || char(10) || '  ' || id || char(10), length(id) + 3, 0)
);
