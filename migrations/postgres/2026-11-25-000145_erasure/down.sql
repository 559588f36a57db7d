DROP TRIGGER request_version_values_are_not_altered ON request_version_values;
DROP TRIGGER documents_that_are_gone_stay_gone ON request_documents;
DROP FUNCTION refuse_return_of_document();
ALTER TABLE request_documents DROP COLUMN gone_why;
ALTER TABLE request_documents DROP COLUMN gone_on;
DROP TRIGGER erased_accounts_stay_erased ON users;
DROP FUNCTION refuse_life_of_erased_account();
ALTER TABLE users DROP COLUMN erased_on;
