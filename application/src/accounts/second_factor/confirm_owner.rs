//! Confirms that the owner of an account changes its second factor: by the password, entered in the
//! last minutes, or by a code of the present factor (decisions C15).
//!
//! Wrong codes count like wrong passwords that confirm an action, and never block signing in.

use aditus_domain::accounts::second_factor::{CodeCheck, FactorCode, FactorCodeError};
use aditus_domain::audit::Act;
use thiserror::Error;

use super::notice;
use super::redeem::redeem;
use crate::access::{AccessError, Caller};
use crate::accounts::confirm_password::wrong_entry_counters;
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, SealError, StoreError};

/// The code that confirms a change, and the origin of the call. There is no `Debug`: the code must
/// not reach a log.
#[derive(Clone)]
pub struct Confirmation {
    /// A code of the present factor. Empty if the password was confirmed instead.
    pub code: String,
    /// The network address of the caller.
    pub address: String,
}

/// Errors of confirming a change.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed first, because no code was entered.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The text is no code.
    #[error(transparent)]
    Malformed(#[from] FactorCodeError),
    /// The code is wrong, or was already used. The failure has been counted and committed.
    #[error("This code is wrong, or was already used.")]
    Wrong,
    /// This person made too many wrong entries.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The stored secret cannot be opened.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Post, Store;
        Malformed(_) => Invalid, reason: InvalidFields, field: "current_code";
        Wrong => Invalid, reason: CodeWrong, field: "current_code";
        Seal(_) => Internal, reason: Internal;
    }
}

may_conflict!(Error);

/// Returns `Ok` if the caller confirmed the password or enters a right code. The code is used up,
/// in a transaction of its own.
pub(in crate::accounts) fn execute(
    ports: &Ports,
    caller: &Caller,
    confirmation: &Confirmation,
) -> Result<(), Error> {
    match FactorCode::parse(&confirmation.code) {
        Err(FactorCodeError::Missing) => Ok(caller.require_password(ports.clock.now())?),
        Err(malformed) => Err(malformed.into()),
        Ok(code) => retry_conflicts(|| enter(ports, caller, &code, &confirmation.address)),
    }
}

fn enter(ports: &Ports, caller: &Caller, code: &FactorCode, address: &str) -> Result<(), Error> {
    let (user, now) = (caller.user, ports.clock.now());
    let counters = wrong_entry_counters(ports.keys.as_ref(), user, address);
    let mut transaction = ports.database.begin()?;
    let events = transaction.limited_events();
    events.lock_exclusive(&counters)?;
    for counter in &counters {
        limits::check(ports, events, counter, now)?;
    }
    let mut stored = transaction.second_factors().of_user(user)?;
    if redeem(ports, user, &mut stored.factor, code, now)? != CodeCheck::Right {
        for counter in &counters {
            limits::note(ports, transaction.limited_events(), counter, "", now)?;
        }
        let act = Act::SecondFactorRefused { user };
        let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
        transaction.commit(recorded)?;
        return Err(Error::Wrong);
    }
    transaction.limited_events().forget(&counters[0])?;
    transaction.second_factors().save(&stored)?;
    let mut acts = vec![Act::SecondFactorConfirmed { user }];
    if let FactorCode::Recovery(_) = code {
        let left = stored.factor.recovery_codes_left();
        let account = transaction.accounts().by_id(user)?.ok_or(AccessError::Role)?;
        notice::queue_recovery_code_used(ports, transaction.as_mut(), &account, left, now)?;
        let left = i64::try_from(left).unwrap_or(i64::MAX);
        acts.push(Act::RecoveryCodeUsed { user, left });
    }
    let recorded = audit::record_all(ports, transaction.as_mut(), caller, acts)?;
    transaction.commit(recorded)?;
    Ok(())
}
