//! Repository of identities at providers that are linked to accounts.

use aditus_application::accounts::identities::{Identities, LinkedIdentity, NewIdentity, ProviderSession};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::identity::{Identity, ProviderId};
use aditus_domain::ids::{IdentityId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::account_lock::{lock, lock_for_addition};
use crate::connection::AnyConnection;
use crate::dialect::first_locked;
use crate::error::{DbResult, unreadable};
use crate::prepared::{Prepare, columns_of};
use crate::schema::identities;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = identities)]
struct IdentityRow {
    id: i64,
    user_id: i64,
    provider: String,
    issuer: String,
    subject: String,
    linked_on: Timestamp,
    last_used_on: Option<Timestamp>,
}

impl IdentityRow {
    fn linked(self) -> DbResult<LinkedIdentity> {
        Ok(LinkedIdentity {
            id: IdentityId(self.id),
            user: UserId(self.user_id),
            provider: provider(&self.provider)?,
            identity: identity(&self.issuer, &self.subject)?,
            linked_on: self.linked_on.0,
            last_used_on: self.last_used_on.map(|at| at.0),
        })
    }
}

/// Reads the stored name of a provider.
pub(super) fn provider(name: &str) -> DbResult<ProviderId> {
    ProviderId::parse(name).map_err(unreadable("name of a provider"))
}

/// Reads a stored issuer and subject.
pub(super) fn identity(issuer: &str, subject: &str) -> DbResult<Identity> {
    Identity::new(issuer, subject).map_err(unreadable("identity at a provider"))
}

/// Reads the columns of a session or pending sign-in, of which the identity is linked.
pub(super) fn provider_session(identity: Option<i64>, sid: Option<String>) -> Option<ProviderSession> {
    identity.map(|identity| ProviderSession {
        identity: IdentityId(identity),
        sid,
    })
}

/// Reads the identities of an account, the oldest first.
pub(super) fn of_user(connection: &mut AnyConnection, user: UserId) -> DbResult<Vec<LinkedIdentity>> {
    let rows: Vec<IdentityRow> = identities::table
        .filter(identities::user_id.eq(user.0))
        .order((identities::linked_on, identities::id))
        .select(IdentityRow::as_select())
        .load(connection)?;
    rows.into_iter().map(IdentityRow::linked).collect()
}

impl Identities for WriteTransaction {
    fn add(&mut self, new: &NewIdentity) -> Result<IdentityId, StoreError> {
        self.run(|connection| {
            lock_for_addition(connection, new.user)?;
            let id = diesel::insert_into(identities::table)
                .values((
                    identities::user_id.eq(new.user.0),
                    identities::provider.eq(new.provider.as_str()),
                    identities::issuer.eq(new.identity.issuer()),
                    identities::subject.eq(new.identity.subject()),
                    identities::linked_on.eq(Timestamp::from(new.linked_on)),
                ))
                .returning(identities::id)
                .get_result(connection)?;
            Ok(IdentityId(id))
        })
    }

    fn by_identity(&mut self, identity: &Identity) -> Result<Option<LinkedIdentity>, StoreError> {
        self.run(|connection| {
            let linked = identities::table
                .filter(identities::issuer.eq(identity.issuer()))
                .filter(identities::subject.eq(identity.subject()))
                .select(columns_of::<IdentityRow>());
            // Nobody unlinks the identity until the sign-in with it is committed.
            let row: Option<IdentityRow> = first_locked!(connection, linked).optional()?;
            row.map(IdentityRow::linked).transpose()
        })
    }

    fn of_user(&mut self, user: UserId) -> Result<Vec<LinkedIdentity>, StoreError> {
        self.run(|connection| {
            lock(connection, user)?;
            of_user(connection, user)
        })
    }

    fn set_used(&mut self, id: IdentityId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(identities::table.find(id.0))
                .set(identities::last_used_on.eq(Timestamp::from(at)))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn remove(&mut self, user: UserId, id: IdentityId) -> Result<bool, StoreError> {
        self.run(|connection| {
            lock(connection, user)?;
            // The foreign key of pending sign-ins ends those with this identity.
            let own = identities::table
                .filter(identities::id.eq(id.0))
                .filter(identities::user_id.eq(user.0));
            Ok(diesel::delete(own).execute(connection)? > 0)
        })
    }
}
