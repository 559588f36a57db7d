DROP INDEX variables_of_source_by_id;
