-- SQLite alone replaces a row without a trigger: here ON CONFLICT DO UPDATE is an UPDATE, which is refused. What entries commit to may be
-- erased row by row; of all tables of the record, theirs could still be emptied at once.
CREATE TRIGGER audit_values_are_not_truncated BEFORE TRUNCATE ON audit_values
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
