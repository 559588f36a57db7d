DROP TRIGGER request_version_values_are_not_altered;
DROP TRIGGER documents_that_are_gone_stay_gone;
ALTER TABLE request_documents DROP COLUMN gone_why;
ALTER TABLE request_documents DROP COLUMN gone_on;
DROP TRIGGER erased_accounts_stay_erased;
ALTER TABLE users DROP COLUMN erased_on;
