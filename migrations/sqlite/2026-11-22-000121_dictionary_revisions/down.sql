DROP INDEX dataset_variables_by_revision;
CREATE TABLE dataset_variables_without_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dataset_id BIGINT NOT NULL REFERENCES requested_datasets (id),
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    is_distinct BOOLEAN NOT NULL,
    UNIQUE (dataset_id, variable_id)
);
INSERT INTO dataset_variables_without_revisions (id, dataset_id, variable_id, is_distinct)
    SELECT id, dataset_id, variable_id, is_distinct FROM dataset_variables;
DROP TABLE dataset_variables;
ALTER TABLE dataset_variables_without_revisions RENAME TO dataset_variables;
CREATE INDEX dataset_variables_by_variable ON dataset_variables (variable_id);
DROP TABLE records_without_revision;
DROP TABLE version_revisions;
DROP TABLE present_revisions;
DROP TABLE dictionary_revisions;
