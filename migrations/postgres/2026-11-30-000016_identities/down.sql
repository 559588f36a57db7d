DROP INDEX pending_sign_ins_by_identity;
ALTER TABLE pending_sign_ins DROP COLUMN provider_sid;
ALTER TABLE pending_sign_ins DROP COLUMN identity_id;
DROP INDEX sessions_by_identity;
ALTER TABLE sessions DROP COLUMN provider_sid;
ALTER TABLE sessions DROP COLUMN identity_id;
DROP TABLE proven_identities;
DROP TABLE provider_sign_ins;
DROP TABLE identities;
