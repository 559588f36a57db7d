-- Each save of what several people edit counts, so that a save can name the state that it was made from.
ALTER TABLE stage_types ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE approval_procedures ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE stages ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE next_stages ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE organisations ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE organisation_roles ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE data_sources ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE data_custodians ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE data_source_versions ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE topics ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
