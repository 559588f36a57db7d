//! Makes new recovery codes: `POST users/second-factor/recovery-codes/` (decisions C15).

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::confirm_owner::{self, Confirmation};
use super::notice;
use super::remove;
use super::set_up_steps::make_recovery_codes;
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::audit;
use crate::failure::failure;
use crate::limits;
use crate::ports::{Ports, SealError, StoreError};

/// Errors of making new recovery codes.
#[derive(Debug, Error)]
pub enum Error {
    /// The second factor cannot be changed.
    #[error(transparent)]
    Change(#[from] remove::Error),
    /// The key of the codes could not be sealed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Change, Store;
        Seal(_) => Internal, reason: Internal;
    }
}

may_conflict!(Error);

/// Returns ten new recovery codes, which are shown once. The earlier ones are void. Mails the
/// owner.
pub fn execute(ports: &Ports, caller: &Caller, confirmation: &Confirmation) -> Result<Vec<String>, Error> {
    confirm_owner::execute(ports, caller, confirmation).map_err(remove::Error::from)?;
    retry_conflicts(|| {
        let (user, now) = (caller.user, ports.clock.now());
        let mut transaction = ports.database.begin()?;
        limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller).map_err(remove::Error::from)?;
        let account = transaction.accounts().by_id(user)?;
        let account = account.ok_or(remove::Error::Access(AccessError::Role))?;
        let mut stored = transaction.second_factors().of_user(user)?;
        if !stored.factor.is_active() {
            return Err(remove::Error::None.into());
        }
        let codes = make_recovery_codes(ports, user, &mut stored.factor, now)?;
        transaction.second_factors().save(&stored)?;
        notice::queue_new_recovery_codes(ports, transaction.as_mut(), &account, now)
            .map_err(remove::Error::from)?;
        let act = Act::RecoveryCodesMade { user };
        let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
        transaction.commit(recorded)?;
        Ok(codes)
    })
}
