//! Unlinks an identity from the caller's account: `DELETE users/identities/{identity_id}/`.

use aditus_domain::accounts::identity::may_unlink;
use aditus_domain::audit::{Act, Personal};
use aditus_domain::ids::IdentityId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::providers::label_of;
use super::{notice, required};
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// Errors of unlinking an identity.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed first, or the account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The account has no such identity.
    #[error("This sign-in isn't linked to your account.")]
    NotFound,
    /// No other way to sign in would remain.
    #[error("This is your only way to sign in. Link another one first.")]
    LastWayIn,
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
        forwards Access, Limit, Post, Store;
        NotFound => NotFound, reason: IdentityNotFound;
        LastWayIn => Conflict, reason: LastWayIn;
    }
}

may_conflict!(Error);

/// Unlinks the identity, and mails the owner. Sessions stay. Refused if no other way to sign in
/// would remain.
pub fn execute(ports: &Ports, caller: &Caller, id: IdentityId) -> Result<(), Error> {
    caller.require_password(ports.clock.now())?;
    retry_conflicts(|| attempt(ports, caller, id))
}

fn attempt(ports: &Ports, caller: &Caller, id: IdentityId) -> Result<(), Error> {
    let user = caller.user;
    let detail = ports.database.read()?.accounts().user(user)?;
    let detail = detail.ok_or(AccessError::Role)?;
    let may_use_password = required::provider_of(ports, &detail).is_none();
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let account = transaction.accounts().by_id(user)?.ok_or(AccessError::Role)?;
    let linked = transaction.identities().of_user(user)?;
    let identities = linked.len();
    let unlinked = linked.into_iter().find(|identity| identity.id == id);
    let unlinked = unlinked.ok_or(Error::NotFound)?;
    if !may_unlink(identities, may_use_password) {
        return Err(Error::LastWayIn);
    }
    if !transaction.identities().remove(user, id)? {
        return Err(Error::NotFound);
    }
    let label = label_of(ports, &unlinked.provider, unlinked.identity.issuer());
    notice::queue_unlinked(ports, transaction.as_mut(), &account, &label, ports.clock.now())?;
    let act = Act::IdentityUnlinked {
        user,
        identity: id,
        provider: Personal::new(unlinked.provider.as_str()),
    };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}
