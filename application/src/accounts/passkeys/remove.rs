//! Removes a passkey of the caller: `POST users/passkeys/{passkey_id}/remove/` (decisions C15, O6).

use aditus_domain::accounts::second_factor::SecondFactor;
use aditus_domain::audit::Act;
use aditus_domain::ids::PasskeyId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::notice;
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::accounts::second_factor::confirm_owner::{self, Confirmation};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// Errors of removing a passkey.
#[derive(Debug, Error)]
pub enum Error {
    /// The account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Neither the password nor the present factor confirms the change.
    #[error(transparent)]
    Confirmation(#[from] confirm_owner::Error),
    /// The account has no such passkey.
    #[error("You don't have this passkey any more.")]
    NotFound,
    /// It is the last factor, and the caller's roles need one.
    #[error(
        "Your role needs a second factor, and this is your only one. Add another passkey or an authenticator app first."
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
        NotFound => NotFound, reason: PasskeyNotFound;
        Required => Conflict, reason: SecondFactorRequired;
    }
}

may_conflict!(Error);

/// Removes the passkey, and mails the owner. Sessions stay. The recovery codes are removed with the
/// last factor, which stays while the caller's roles need one.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    id: PasskeyId,
    confirmation: &Confirmation,
) -> Result<(), Error> {
    {
        // Checked before a code is used up.
        let mut views = ports.database.read()?;
        let own = views.accounts().passkeys(caller.user)?;
        if !own.iter().any(|stored| stored.id == id) {
            return Err(Error::NotFound);
        }
        require_other_factor(ports, caller, views.accounts().second_factor(caller.user)?)?;
    }
    confirm_owner::execute(ports, caller, confirmation)?;
    retry_conflicts(|| attempt(ports, caller, id))
}

fn attempt(ports: &Ports, caller: &Caller, id: PasskeyId) -> Result<(), Error> {
    let (user, now) = (caller.user, ports.clock.now());
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let account = transaction.accounts().by_id(user)?.ok_or(AccessError::Role)?;
    let mut stored = transaction.second_factors().of_user(user)?;
    let own = transaction.passkeys().of_user(user)?;
    let removed = own.into_iter().find(|stored| stored.id == id);
    let removed = removed.ok_or(Error::NotFound)?;
    require_other_factor(ports, caller, stored.factor.clone())?;
    if !transaction.passkeys().remove(user, id)? {
        return Err(Error::NotFound);
    }
    stored.factor.remove_passkey();
    // Saved in any case: a concurrent removal of the other factor would leave none.
    transaction.second_factors().save(&stored)?;
    let name = &removed.passkey.name;
    notice::queue_removed(ports, transaction.as_mut(), &account, name, now)?;
    let act = Act::PasskeyRemoved { user, passkey: id };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

/// Refuses to remove the only factor of a person whose roles need one.
fn require_other_factor(ports: &Ports, caller: &Caller, mut factor: SecondFactor) -> Result<(), Error> {
    let roles = caller.roles.iter().map(|held| held.role);
    factor.remove_passkey();
    if !factor.is_active() && ports.settings.second_factor_required_for.includes(roles) {
        return Err(Error::Required);
    }
    Ok(())
}
