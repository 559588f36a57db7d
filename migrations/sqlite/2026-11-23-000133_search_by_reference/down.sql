UPDATE data_requests SET search_text =
    search_text || char(10) || '  req' || printf('%06d', id) || char(10) || '  dac00' || id || char(10) || '  ' || id;
DROP TRIGGER data_request_references_fts_insert;
DROP TRIGGER data_request_references_fts_delete;
DROP TABLE data_request_references_fts;
