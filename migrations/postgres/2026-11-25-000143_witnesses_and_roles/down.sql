DROP FUNCTION merge_search_index(regclass);
DROP TABLE audit_witnesses;
