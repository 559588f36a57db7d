//! Repository of sign-ins that wait for the second factor.

use aditus_application::accounts::second_factor::{PendingSignIns, StoredPendingSignIn};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::second_factor::{PendingSignIn, PendingStep};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::identities::provider_session;
use crate::error::{DbError, unreadable};
use crate::prepared::Prepare;
use crate::schema::pending_sign_ins;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// Account, step, beginning, wrong entries, identity, and the provider's session.
type PendingColumns = (i64, String, Timestamp, i32, Option<i64>, Option<String>);

impl PendingSignIns for WriteTransaction {
    fn add(&mut self, new: &StoredPendingSignIn) -> Result<(), StoreError> {
        let provider = new.provider.as_ref();
        self.run(|connection| {
            diesel::insert_into(pending_sign_ins::table)
                .values((
                    pending_sign_ins::token_hash.eq(new.token_hash.as_slice()),
                    pending_sign_ins::user_id.eq(new.user.0),
                    pending_sign_ins::step.eq(new.pending.step.name()),
                    pending_sign_ins::begun_on.eq(Timestamp::from(new.pending.begun_on)),
                    pending_sign_ins::wrong_entries.eq(i32::from(new.pending.wrong_entries)),
                    pending_sign_ins::identity_id.eq(provider.map(|session| session.identity.0)),
                    pending_sign_ins::provider_sid.eq(provider.and_then(|session| session.sid.as_deref())),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredPendingSignIn>, StoreError> {
        self.run(|connection| {
            let row = pending_sign_ins::table
                .find(token_hash.as_slice())
                .select((
                    pending_sign_ins::user_id,
                    pending_sign_ins::step,
                    pending_sign_ins::begun_on,
                    pending_sign_ins::wrong_entries,
                    pending_sign_ins::identity_id,
                    pending_sign_ins::provider_sid,
                ))
                .first::<PendingColumns>(connection)
                .optional()?;
            let Some((user, step, begun_on, wrong_entries, identity, sid)) = row else {
                return Ok(None);
            };
            Ok(Some(StoredPendingSignIn {
                token_hash: *token_hash,
                user: UserId(user),
                provider: provider_session(identity, sid),
                pending: PendingSignIn {
                    step: PendingStep::parse(&step).map_err(unreadable("step of a sign-in"))?,
                    begun_on: begun_on.0,
                    wrong_entries: wrong_entries
                        .try_into()
                        .map_err(unreadable("number of wrong entries"))?,
                },
            }))
        })
    }

    fn count_wrong_entry(&mut self, stored: &StoredPendingSignIn) -> Result<(), StoreError> {
        self.run(|connection| {
            let entries = i32::from(stored.pending.wrong_entries);
            let unchanged = pending_sign_ins::table
                .filter(pending_sign_ins::token_hash.eq(stored.token_hash.as_slice()))
                .filter(pending_sign_ins::wrong_entries.eq(entries - 1));
            let counted = diesel::update(unchanged)
                .set(pending_sign_ins::wrong_entries.eq(entries))
                .prepared()
                .execute(connection)?;
            if counted == 0 {
                Err(DbError::Store(StoreError::Conflict))
            } else {
                Ok(())
            }
        })
    }

    fn end(&mut self, token_hash: &[u8; 32]) -> Result<bool, StoreError> {
        self.run(|connection| {
            let ended = pending_sign_ins::table.find(token_hash.as_slice());
            Ok(diesel::delete(ended).execute(connection)? > 0)
        })
    }

    fn end_all(&mut self, user: UserId) -> Result<(), StoreError> {
        self.run(|connection| {
            let ended = pending_sign_ins::table.filter(pending_sign_ins::user_id.eq(user.0));
            diesel::delete(ended).execute(connection)?;
            Ok(())
        })
    }

    fn delete_expired(&mut self, begun_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old =
                pending_sign_ins::table.filter(pending_sign_ins::begun_on.lt(Timestamp::from(begun_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
