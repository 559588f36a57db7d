//! Repository of sealed values.

use aditus_application::ports::{SealedPlace, StoreError};
use aditus_application::sealed_values::{SealedValue, SealedValues};
use aditus_domain::ids::{DataSourceId, UserId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, missing};
use crate::schema::{
    audit_log_keys, audit_log_secrets, data_sources, idempotency_keys, outbox_messages, second_factors,
};
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
            places.extend(places_of_second_factors(connection)?);
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
                SealedPlace::AppSecret(user) => diesel::update(
                    second_factors::table
                        .find(user.0)
                        .filter(second_factors::app_secret.eq(was)),
                )
                .set((
                    second_factors::app_secret.eq(Some(sealed)),
                    second_factors::version.eq(second_factors::version + 1),
                ))
                .execute(connection)?,
                SealedPlace::AppSetUp(user) => diesel::update(
                    second_factors::table
                        .find(user.0)
                        .filter(second_factors::set_up_secret.eq(was)),
                )
                .set((
                    second_factors::set_up_secret.eq(Some(sealed)),
                    second_factors::version.eq(second_factors::version + 1),
                ))
                .execute(connection)?,
                SealedPlace::RecoveryKey(user) => diesel::update(
                    second_factors::table
                        .find(user.0)
                        .filter(second_factors::recovery_key.eq(was)),
                )
                .set((
                    second_factors::recovery_key.eq(Some(sealed)),
                    second_factors::version.eq(second_factors::version + 1),
                ))
                .execute(connection)?,
            };
            Ok(())
        })
    }
}

/// Returns the sealed values of second factors. Each account has up to three.
fn places_of_second_factors(connection: &mut AnyConnection) -> DbResult<Vec<SealedPlace>> {
    let rows: Vec<(i64, bool, bool, bool)> = second_factors::table
        .select((
            second_factors::user_id,
            second_factors::app_secret.is_not_null(),
            second_factors::set_up_secret.is_not_null(),
            second_factors::recovery_key.is_not_null(),
        ))
        .load(connection)?;
    let of_row = |(user, app, set_up, recovery): (i64, bool, bool, bool)| {
        let user = UserId(user);
        [
            app.then_some(SealedPlace::AppSecret(user)),
            set_up.then_some(SealedPlace::AppSetUp(user)),
            recovery.then_some(SealedPlace::RecoveryKey(user)),
        ]
    };
    Ok(rows.into_iter().flat_map(of_row).flatten().collect())
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
        SealedPlace::AppSecret(user) => second_factors::table
            .find(user.0)
            .select(second_factors::app_secret)
            .first::<Option<Vec<u8>>>(connection)
            .optional()?,
        SealedPlace::AppSetUp(user) => second_factors::table
            .find(user.0)
            .select(second_factors::set_up_secret)
            .first::<Option<Vec<u8>>>(connection)
            .optional()?,
        SealedPlace::RecoveryKey(user) => second_factors::table
            .find(user.0)
            .select(second_factors::recovery_key)
            .first::<Option<Vec<u8>>>(connection)
            .optional()?,
    };
    Ok(found.flatten())
}
