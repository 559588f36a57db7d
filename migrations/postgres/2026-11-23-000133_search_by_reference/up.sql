-- References follow from ids. A search for one reads the ids, and no longer the lists of "req" and "000", which hold every request.
-- Searches of three digits and more are looked for in these digits, which `reference_digits` of the domain describes.
CREATE FUNCTION reference_digits(id BIGINT) RETURNS TEXT LANGUAGE SQL IMMUTABLE PARALLEL SAFE STRICT
    RETURN lpad(id::TEXT, greatest(6, length(id::TEXT) + 2), '0');
CREATE INDEX data_requests_by_reference_digits ON data_requests USING gin (reference_digits(id) gin_trgm_ops) WITH (fastupdate = off);

-- The lines of the references, in the midst or at the beginning, and that of the id, at the end.
UPDATE data_requests SET search_text = replace(
    E'\n' || search_text || E'\n',
    E'\n  req' || lpad(id::TEXT, greatest(6, length(id::TEXT)), '0') || E'\n  dac00' || id || E'\n',
    E'\n'
);
UPDATE data_requests SET search_text = substr(
    search_text,
    2,
    length(search_text) - 2 - CASE WHEN search_text LIKE E'%\n  ' || id || E'\n' THEN length(id::TEXT) + 3 ELSE 0 END
);
