//! Repository of idempotency keys.

use aditus_application::idempotency::{
    Claim, IdempotencyKeys, NewClaim, StoredCall, StoredCalls, StoredResponse,
};
use aditus_application::ports::StoreError;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::commit_hooks::{CommitHook, Phase};
use crate::connection::AnyConnection;
use crate::dialect::per_backend;
use crate::error::{DbResult, missing};
use crate::prepared::Prepare;
use crate::read_session::ReadSession;
use crate::schema::idempotency_keys as keys;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = keys)]
struct KeyRow {
    holder: Vec<u8>,
    claimed_at: Timestamp,
    is_carried_out: bool,
    body_hash: Option<Vec<u8>>,
    status: Option<i32>,
    sealed_answer: Option<Vec<u8>>,
}

impl KeyRow {
    fn read(self, key_hash: &[u8; 32]) -> DbResult<StoredCall> {
        let unsound = missing("idempotency key");
        let answer = match (self.body_hash, self.status, self.sealed_answer) {
            (Some(body_hash), Some(status), Some(sealed)) => Some((body_hash, status, sealed)),
            _ => None,
        };
        let read = || {
            let answer = match answer {
                Some((body_hash, status, sealed)) => Some(StoredResponse {
                    body_hash: body_hash.try_into().ok()?,
                    status: u16::try_from(status).ok()?,
                    sealed,
                }),
                None => None,
            };
            Some(StoredCall {
                claim: Claim {
                    key_hash: *key_hash,
                    holder: self.holder.try_into().ok()?,
                },
                claimed_at: self.claimed_at.0,
                is_carried_out: self.is_carried_out,
                answer,
            })
        };
        read().ok_or_else(unsound)
    }
}

fn find(connection: &mut AnyConnection, key_hash: &[u8; 32]) -> DbResult<Option<StoredCall>> {
    keys::table
        .find(key_hash.as_slice())
        .select(KeyRow::as_select())
        .first(connection)
        .optional()?
        .map(|row: KeyRow| row.read(key_hash))
        .transpose()
}

/// Commit hook that marks the call as carried out. The row stays locked until the commit, so that
/// the claim cannot be taken over in between.
#[derive(Default)]
struct Mark(Option<Claim>);

impl CommitHook for Mark {
    fn phase(&self) -> Phase {
        Phase::Last
    }

    fn run(&mut self, connection: &mut AnyConnection) -> DbResult<()> {
        self.0.take().map_or(Ok(()), |claim| mark(connection, &claim))
    }
}

impl WriteTransaction {
    pub(crate) fn mark_carried_out_at_commit(&mut self, claim: Claim) {
        self.at_commit(|mark: &mut Mark| mark.0 = Some(claim));
    }
}

/// Marks the call as carried out. Returns a conflict if the claim was taken over.
fn mark(connection: &mut AnyConnection, claim: &Claim) -> DbResult<()> {
    let marked = diesel::update(keys::table)
        .filter(keys::key_hash.eq(claim.key_hash.as_slice()))
        .filter(keys::holder.eq(claim.holder.as_slice()))
        .set(keys::is_carried_out.eq(true))
        .prepared()
        .execute(connection)?;
    if marked == 0 {
        return Err(StoreError::Conflict.into());
    }
    Ok(())
}

impl StoredCalls for WriteTransaction {
    fn find(&mut self, key_hash: &[u8; 32]) -> Result<Option<StoredCall>, StoreError> {
        self.run(|connection| find(connection, key_hash))
    }
}

impl StoredCalls for ReadSession {
    fn find(&mut self, key_hash: &[u8; 32]) -> Result<Option<StoredCall>, StoreError> {
        self.run(|connection| find(connection, key_hash))
    }
}

impl IdempotencyKeys for WriteTransaction {
    fn claim(&mut self, new: &NewClaim) -> Result<bool, StoreError> {
        self.run(|connection| {
            let row = (
                keys::key_hash.eq(new.claim.key_hash.as_slice()),
                keys::caller_hash.eq(new.caller_hash.as_slice()),
                keys::holder.eq(new.claim.holder.as_slice()),
                keys::claimed_at.eq(Timestamp::from(new.at)),
            );
            let claimed = per_backend!(connection, c => diesel::insert_into(keys::table)
                .values(row)
                .on_conflict(keys::key_hash)
                .do_nothing()
                .execute(c))?;
            Ok(claimed == 1)
        })
    }

    fn take_over(&mut self, dead: &StoredCall, new: &NewClaim) -> Result<bool, StoreError> {
        self.run(|connection| {
            let taken = diesel::update(keys::table)
                .filter(keys::key_hash.eq(dead.claim.key_hash.as_slice()))
                .filter(keys::holder.eq(dead.claim.holder.as_slice()))
                .filter(keys::is_carried_out.eq(dead.is_carried_out))
                .set((
                    keys::caller_hash.eq(new.caller_hash.as_slice()),
                    keys::holder.eq(new.claim.holder.as_slice()),
                    keys::claimed_at.eq(Timestamp::from(new.at)),
                    keys::is_carried_out.eq(false),
                    keys::body_hash.eq(None::<Vec<u8>>),
                    keys::status.eq(None::<i32>),
                    keys::sealed_answer.eq(None::<Vec<u8>>),
                ))
                .prepared()
                .execute(connection)?;
            Ok(taken == 1)
        })
    }

    fn count(&mut self, caller_hash: &[u8; 32]) -> Result<u64, StoreError> {
        self.run(|connection| {
            let number: i64 = keys::table
                .filter(keys::caller_hash.eq(caller_hash.as_slice()))
                .count()
                .get_result(connection)?;
            Ok(number.unsigned_abs())
        })
    }

    fn finish(&mut self, claim: &Claim, answer: &StoredResponse) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(keys::table)
                .filter(keys::key_hash.eq(claim.key_hash.as_slice()))
                .filter(keys::holder.eq(claim.holder.as_slice()))
                .set((
                    keys::body_hash.eq(Some(answer.body_hash.as_slice())),
                    keys::status.eq(Some(i32::from(answer.status))),
                    keys::sealed_answer.eq(Some(answer.sealed.as_slice())),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn release(&mut self, claim: &Claim, even_carried_out: bool) -> Result<(), StoreError> {
        self.run(|connection| {
            let held = keys::table
                .filter(keys::key_hash.eq(claim.key_hash.as_slice()))
                .filter(keys::holder.eq(claim.holder.as_slice()))
                // If `even_carried_out` is false, this matches only rows in which `is_carried_out`
                // is false.
                .filter(keys::is_carried_out.le(even_carried_out));
            diesel::delete(held).execute(connection)?;
            Ok(())
        })
    }

    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = keys::table.filter(keys::claimed_at.lt(Timestamp::from(before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
