//! Removes the caller's authenticator app: `POST users/second-factor/remove/` (decisions C15).

use aditus_domain::accounts::second_factor::SecondFactor;
use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::confirm_owner::{self, Confirmation};
use super::notice;
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// Errors of changing one's own second factor.
#[derive(Debug, Error)]
pub enum Error {
    /// The account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Neither the password nor the present factor confirms the change.
    #[error(transparent)]
    Confirmation(#[from] confirm_owner::Error),
    /// The account has no second factor.
    #[error("You have no second factor. Set up an authenticator app first.")]
    None,
    /// The account has passkeys, but no app.
    #[error("You have no authenticator app.")]
    NoApp,
    /// The caller's roles need a second factor.
    #[error(
        "Your role needs a second factor. To use another app, set that one up: it replaces the present one."
    )]
    Required,
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Confirmation, Limit, Post, Store;
        None | NoApp => Conflict, reason: NoSecondFactor;
        Required => Conflict, reason: SecondFactorRequired;
    }
}

may_conflict!(Error);

/// Refuses to remove the only factor of a person who needs one.
const fn require_other_factor(factor: &SecondFactor) -> Result<(), Error> {
    if factor.passkeys == 0 {
        Err(Error::Required)
    } else {
        Ok(())
    }
}

/// Removes the authenticator app, and mails the owner. Sessions stay, and recovery codes stay while a
/// passkey remains. Without one this is refused while the caller's roles need a second factor.
pub fn execute(ports: &Ports, caller: &Caller, confirmation: &Confirmation) -> Result<(), Error> {
    let roles = caller.roles.iter().map(|held| held.role);
    let required = ports.settings.second_factor_required_for.includes(roles);
    if required {
        // Checked before a code is used up.
        let factor = ports.database.read()?.accounts().second_factor(caller.user)?;
        require_other_factor(&factor)?;
    }
    confirm_owner::execute(ports, caller, confirmation)?;
    retry_conflicts(|| {
        let (user, now) = (caller.user, ports.clock.now());
        let mut transaction = ports.database.begin()?;
        limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
        let account = transaction.accounts().by_id(user)?.ok_or(AccessError::Role)?;
        let mut stored = transaction.second_factors().of_user(user)?;
        if required {
            require_other_factor(&stored.factor)?;
        }
        if !stored.factor.remove_app() {
            return Err(if stored.factor.is_active() {
                Error::NoApp
            } else {
                Error::None
            });
        }
        transaction.second_factors().save(&stored)?;
        notice::queue_removed(ports, transaction.as_mut(), &account, stored.factor.passkeys, now)?;
        let act = Act::SecondFactorRemoved { user };
        let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
        transaction.commit(recorded)?;
        Ok(())
    })
}
