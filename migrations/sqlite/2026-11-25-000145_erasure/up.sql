-- An account that was erased keeps its row, because requests and decisions refer to it, and nothing in it says whose it was. Its state is
-- Disabled: so the version before reads it, which knows no erasure.
ALTER TABLE users ADD COLUMN erased_on TEXT;
CREATE TRIGGER erased_accounts_stay_erased BEFORE UPDATE ON users
WHEN OLD.erased_on IS NOT NULL AND (
    NEW.erased_on IS NULL OR NEW.state <> 'Disabled' OR NEW.org_email IS NOT NULL OR NEW.phone <> ''
    OR NEW.fname <> OLD.fname OR NEW.sname <> OLD.sname OR NEW.password_hash <> OLD.password_hash
) BEGIN
    SELECT RAISE(ABORT, 'an account that was erased stays erased');
END;

-- A document of which the file was removed on purpose. What it was is still known by its SHA-256, which versions name.
ALTER TABLE request_documents ADD COLUMN gone_on TEXT;
ALTER TABLE request_documents ADD COLUMN gone_why TEXT CHECK (gone_why IN ('Erased', 'Retention'));
CREATE TRIGGER documents_that_are_gone_stay_gone BEFORE UPDATE ON request_documents
WHEN OLD.gone_on IS NOT NULL AND (NEW.gone_on IS NULL OR NEW.gone_why IS NOT OLD.gone_why OR NEW.sha256 IS NOT OLD.sha256) BEGIN
    SELECT RAISE(ABORT, 'a document that is gone stays gone');
END;

-- What versions commit to can be erased, as it can beside entries of the record, and is never altered.
CREATE TRIGGER request_version_values_are_not_altered BEFORE UPDATE ON request_version_values BEGIN
    SELECT RAISE(ABORT, 'what a version of a request commits to is never altered');
END;
