ALTER TABLE dataset_variables DROP COLUMN revision_id;
DROP TABLE records_without_revision;
DROP TABLE version_revisions;
DROP TABLE present_revisions;
DROP TABLE dictionary_revisions;
DROP FUNCTION refuse_change_of_revision();
