//! Repository of sealed values.

use aditus_application::ports::{SealedPlace, StoreError};
use aditus_application::sealed_values::{SealedValue, SealedValues};
use aditus_domain::ids::DataSourceId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, missing};
use crate::schema::{audit_log_keys, audit_log_secrets, data_sources, idempotency_keys, outbox_messages};
use crate::transaction::WriteTransaction;

impl SealedValues for WriteTransaction {
    fn places(&mut self) -> Result<Vec<SealedPlace>, StoreError> {
        self.run(|connection| {
            let keys: Vec<String> = audit_log_secrets::table
                .inner_join(audit_log_keys::table)
                .select(audit_log_keys::verifier_key)
                .load(connection)?;
            let mut places: Vec<SealedPlace> = keys.into_iter().map(SealedPlace::LogKey).collect();
            let answers: Vec<Vec<u8>> = idempotency_keys::table
                .filter(idempotency_keys::sealed_answer.is_not_null())
                .select(idempotency_keys::key_hash)
                .load(connection)?;
            for key_hash in answers {
                let key_hash = <[u8; 32]>::try_from(key_hash);
                let key_hash = key_hash.map_err(|_| missing("idempotency key")())?;
                places.push(SealedPlace::StoredResponse(key_hash));
            }
            let sources: Vec<i64> = data_sources::table
                .filter(data_sources::db_password.is_not_null())
                .select(data_sources::id)
                .load(connection)?;
            let sources = sources.into_iter().map(DataSourceId);
            places.extend(sources.map(SealedPlace::SourcePassword));
            let messages: Vec<String> = outbox_messages::table
                .filter(outbox_messages::finished_on.is_null())
                .filter(outbox_messages::sealed.is_not_null())
                .select(outbox_messages::reference)
                .load(connection)?;
            places.extend(messages.into_iter().map(SealedPlace::Message));
            Ok(places)
        })
    }

    fn at(&mut self, place: &SealedPlace) -> Result<Option<SealedValue>, StoreError> {
        self.run(|connection| {
            let sealed = sealed_at(connection, place)?;
            Ok(sealed.map(|sealed| SealedValue {
                place: place.clone(),
                sealed,
            }))
        })
    }

    fn replace(&mut self, value: &SealedValue, sealed: &[u8]) -> Result<(), StoreError> {
        let was = value.sealed.as_slice();
        self.run(|connection| {
            match &value.place {
                SealedPlace::LogKey(verifier_key) => {
                    let key = audit_log_keys::table
                        .filter(audit_log_keys::verifier_key.eq(verifier_key))
                        .select(audit_log_keys::id);
                    diesel::update(
                        audit_log_secrets::table
                            .filter(audit_log_secrets::key_id.eq_any(key))
                            .filter(audit_log_secrets::sealed.eq(was)),
                    )
                    .set(audit_log_secrets::sealed.eq(sealed))
                    .execute(connection)?
                }
                SealedPlace::StoredResponse(key_hash) => diesel::update(
                    idempotency_keys::table
                        .find(key_hash.as_slice())
                        .filter(idempotency_keys::sealed_answer.eq(was)),
                )
                .set(idempotency_keys::sealed_answer.eq(Some(sealed)))
                .execute(connection)?,
                SealedPlace::SourcePassword(source) => diesel::update(
                    data_sources::table
                        .find(source.0)
                        .filter(data_sources::db_password.eq(was)),
                )
                .set(data_sources::db_password.eq(Some(sealed)))
                .execute(connection)?,
                SealedPlace::Message(reference) => diesel::update(
                    outbox_messages::table
                        .filter(outbox_messages::reference.eq(reference))
                        .filter(outbox_messages::finished_on.is_null())
                        .filter(outbox_messages::sealed.eq(was)),
                )
                .set(outbox_messages::sealed.eq(Some(sealed)))
                .execute(connection)?,
            };
            Ok(())
        })
    }
}

fn sealed_at(connection: &mut AnyConnection, place: &SealedPlace) -> DbResult<Option<Vec<u8>>> {
    let found = match place {
        SealedPlace::LogKey(verifier_key) => audit_log_secrets::table
            .inner_join(audit_log_keys::table)
            .filter(audit_log_keys::verifier_key.eq(verifier_key))
            .select(audit_log_secrets::sealed)
            .first::<Vec<u8>>(connection)
            .optional()?
            .map(Some),
        SealedPlace::StoredResponse(key_hash) => idempotency_keys::table
            .find(key_hash.as_slice())
            .select(idempotency_keys::sealed_answer)
            .first::<Option<Vec<u8>>>(connection)
            .optional()?,
        SealedPlace::SourcePassword(source) => data_sources::table
            .find(source.0)
            .select(data_sources::db_password)
            .first::<Option<Vec<u8>>>(connection)
            .optional()?,
        SealedPlace::Message(reference) => outbox_messages::table
            .filter(outbox_messages::reference.eq(reference))
            .filter(outbox_messages::finished_on.is_null())
            .select(outbox_messages::sealed)
            .first::<Option<Vec<u8>>>(connection)
            .optional()?,
    };
    Ok(found.flatten())
}
