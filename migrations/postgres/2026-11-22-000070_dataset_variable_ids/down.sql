ALTER TABLE dataset_variables DROP CONSTRAINT dataset_variables_dataset_id_variable_id_key;
ALTER TABLE dataset_variables DROP COLUMN id;
ALTER TABLE dataset_variables ADD PRIMARY KEY (dataset_id, variable_id);
