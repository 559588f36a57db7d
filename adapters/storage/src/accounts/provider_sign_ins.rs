//! Repositories of sign-ins that are on their way through a provider, and of proven identities that
//! belong to no account yet.

use aditus_application::accounts::identities::{
    ProvenIdentities, ProviderSignIns, StoredProvenIdentity, StoredProviderSignIn,
};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::identity::{Claims, ProvenIdentity, ProviderSignIn};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::identities::{identity, provider};
use crate::error::missing;
use crate::prepared::columns_of;
use crate::schema::{proven_identities, provider_sign_ins};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

impl ProviderSignIns for WriteTransaction {
    fn add(&mut self, new: &StoredProviderSignIn) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(provider_sign_ins::table)
                .values((
                    provider_sign_ins::state_hash.eq(new.state_hash.as_slice()),
                    provider_sign_ins::browser_hash.eq(new.browser_hash.as_slice()),
                    provider_sign_ins::provider.eq(new.sign_in.provider.as_str()),
                    provider_sign_ins::begun_on.eq(Timestamp::from(new.sign_in.begun_on)),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn take(&mut self, state_hash: &[u8; 32]) -> Result<Option<StoredProviderSignIn>, StoreError> {
        self.run(|connection| {
            let taken = diesel::delete(provider_sign_ins::table.find(state_hash.as_slice()))
                .returning((
                    provider_sign_ins::browser_hash,
                    provider_sign_ins::provider,
                    provider_sign_ins::begun_on,
                ))
                .get_result::<(Vec<u8>, String, Timestamp)>(connection)
                .optional()?;
            let Some((browser_hash, name, begun_on)) = taken else {
                return Ok(None);
            };
            let browser_hash = <[u8; 32]>::try_from(browser_hash);
            Ok(Some(StoredProviderSignIn {
                state_hash: *state_hash,
                browser_hash: browser_hash.map_err(|_| missing("hash of a browser")())?,
                sign_in: ProviderSignIn {
                    provider: provider(&name)?,
                    begun_on: begun_on.0,
                },
            }))
        })
    }

    fn delete_expired(&mut self, begun_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = provider_sign_ins::table
                .filter(provider_sign_ins::begun_on.lt(Timestamp::from(begun_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = proven_identities)]
struct ProvenRow {
    provider: String,
    issuer: String,
    subject: String,
    fname: String,
    sname: String,
    email: String,
    proven_on: Timestamp,
}

impl ProvenIdentities for WriteTransaction {
    fn add(&mut self, new: &StoredProvenIdentity) -> Result<(), StoreError> {
        let proven = &new.proven;
        self.run(|connection| {
            diesel::insert_into(proven_identities::table)
                .values((
                    proven_identities::token_hash.eq(new.token_hash.as_slice()),
                    proven_identities::provider.eq(proven.provider.as_str()),
                    proven_identities::issuer.eq(proven.identity.issuer()),
                    proven_identities::subject.eq(proven.identity.subject()),
                    proven_identities::fname.eq(&proven.claims.fname),
                    proven_identities::sname.eq(&proven.claims.sname),
                    proven_identities::email.eq(&proven.claims.email),
                    proven_identities::proven_on.eq(Timestamp::from(proven.proven_on)),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn take(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredProvenIdentity>, StoreError> {
        self.run(|connection| {
            let taken = diesel::delete(proven_identities::table.find(token_hash.as_slice()))
                .returning(columns_of::<ProvenRow>())
                .get_result::<ProvenRow>(connection)
                .optional()?;
            let Some(row) = taken else {
                return Ok(None);
            };
            Ok(Some(StoredProvenIdentity {
                token_hash: *token_hash,
                proven: ProvenIdentity {
                    provider: provider(&row.provider)?,
                    identity: identity(&row.issuer, &row.subject)?,
                    claims: Claims {
                        fname: row.fname,
                        sname: row.sname,
                        email: row.email,
                    },
                    proven_on: row.proven_on.0,
                },
            }))
        })
    }

    fn delete_expired(&mut self, proven_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = proven_identities::table
                .filter(proven_identities::proven_on.lt(Timestamp::from(proven_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
