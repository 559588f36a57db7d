-- An account that was erased keeps its row, because requests and decisions refer to it, and nothing in it says whose it was. Its state is
-- Disabled: so the version before reads it, which knows no erasure.
ALTER TABLE users ADD COLUMN erased_on TIMESTAMPTZ;
CREATE FUNCTION refuse_life_of_erased_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an account that was erased stays erased';
END
$$;
CREATE TRIGGER erased_accounts_stay_erased BEFORE UPDATE ON users
    FOR EACH ROW WHEN (OLD.erased_on IS NOT NULL AND (
        NEW.erased_on IS NULL OR NEW.state <> 'Disabled' OR NEW.org_email IS NOT NULL OR NEW.phone <> ''
        OR NEW.fname <> OLD.fname OR NEW.sname <> OLD.sname OR NEW.password_hash <> OLD.password_hash
    )) EXECUTE FUNCTION refuse_life_of_erased_account();

-- A document of which the file was removed on purpose. What it was is still known by its SHA-256, which versions name.
ALTER TABLE request_documents ADD COLUMN gone_on TIMESTAMPTZ;
ALTER TABLE request_documents ADD COLUMN gone_why TEXT CHECK (gone_why IN ('Erased', 'Retention'));
CREATE FUNCTION refuse_return_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a document that is gone stays gone';
END
$$;
CREATE TRIGGER documents_that_are_gone_stay_gone BEFORE UPDATE ON request_documents
    FOR EACH ROW WHEN (OLD.gone_on IS NOT NULL AND (
        NEW.gone_on IS NULL OR NEW.gone_why IS DISTINCT FROM OLD.gone_why OR NEW.sha256 IS DISTINCT FROM OLD.sha256
    )) EXECUTE FUNCTION refuse_return_of_document();

-- What versions commit to can be erased, as it can beside entries of the record, and is never altered.
CREATE TRIGGER request_version_values_are_not_altered BEFORE UPDATE ON request_version_values
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
