CREATE TABLE dataset_variables_without_ids (
    dataset_id BIGINT NOT NULL REFERENCES requested_datasets (id),
    variable_id BIGINT NOT NULL REFERENCES variables (id),
    is_distinct BOOLEAN NOT NULL,
    PRIMARY KEY (dataset_id, variable_id)
);
INSERT INTO dataset_variables_without_ids (dataset_id, variable_id, is_distinct)
    SELECT dataset_id, variable_id, is_distinct FROM dataset_variables;
DROP TABLE dataset_variables;
ALTER TABLE dataset_variables_without_ids RENAME TO dataset_variables;
CREATE INDEX dataset_variables_by_variable ON dataset_variables (variable_id);
