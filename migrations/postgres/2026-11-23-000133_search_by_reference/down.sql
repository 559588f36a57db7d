UPDATE data_requests SET search_text = search_text
    || E'\n  req' || lpad(id::TEXT, greatest(6, length(id::TEXT)), '0') || E'\n  dac00' || id || E'\n  ' || id;
DROP INDEX data_requests_by_reference_digits;
DROP FUNCTION reference_digits;
