-- A variable of a dataset is changed and removed by itself, by an id of its own.
CREATE TABLE dataset_variables_with_ids (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dataset_id BIGINT NOT NULL REFERENCES requested_datasets (id),
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    is_distinct BOOLEAN NOT NULL,
    UNIQUE (dataset_id, variable_id)
);
INSERT INTO dataset_variables_with_ids (dataset_id, variable_id, is_distinct)
    SELECT dataset_id, variable_id, is_distinct FROM dataset_variables ORDER BY dataset_id, variable_id;
DROP TABLE dataset_variables;
ALTER TABLE dataset_variables_with_ids RENAME TO dataset_variables;
CREATE INDEX dataset_variables_by_variable ON dataset_variables (variable_id);
