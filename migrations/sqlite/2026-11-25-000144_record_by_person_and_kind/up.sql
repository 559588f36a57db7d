-- What one person did of one kind, and what is about one person of one kind, whatever else they did.
CREATE INDEX audit_entries_by_user_and_kind ON audit_entries (user_id, kind, at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_by_concerned_and_kind ON audit_entries (concerns_id, kind, at, id) WHERE concerns_id IS NOT NULL;
