//! An organisation role is activated or deactivated: `PATCH users/org-roles/{id}/update-status/` (3 §2.6, §4, §5, §8).
//!
//! The specification says that there are the two, and not what they mean. Deactivated, a role is not offered: nobody can
//! request it, be assigned or granted it, and a submission finds none (decisions C5). Those who hold it keep it, but cannot use
//! it from the next call on, whatever session is open; they are told, as with a role that is withdrawn from one person.
//! Nothing of theirs is lost: with the activation they hold it as before, and are told again. Requests for the role wait. A
//! Data Request whose turn it is at the role stays where it is, and is decided there once the role is activated again.
//!
//! An organisation may lose its Admin so: Super Users serve it then. The role by which the last Super User works stays, and
//! nobody deactivates the one by which they work themselves.

use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::review::{Remark, RemarkError};
use aditus_domain::roles::{OfferChange, OfferChangeError, Role};
use thiserror::Error;

use super::authority;
use super::news::organisation_name;
use super::offering::{Fate, LockOut, lock_out, lost_of, tell_users, users_of};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::notifications::tell::TellError;
use crate::ports::{Ports, StoreError};
use crate::review::vacancy;
use crate::row_versions::{RowVersion, Stale, Versioned, advance};

/// What is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Activate or deactivate.
    pub status: Option<bool>,
    /// Why.
    pub reason: String,
}

/// Why the status stays as it is.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User (3 §6).
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Nothing was chosen.
    #[error("Please select a valid status")]
    NoStatus,
    /// No reason was given.
    #[error("Please enter the reason.")]
    NoReason,
    /// The reason cannot be stored.
    #[error(transparent)]
    Reason(#[from] RemarkError),
    /// No organisation role has this id.
    #[error("Organisation role not found.")]
    NotFound,
    /// Somebody else has changed it since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// It is so already.
    #[error(transparent)]
    Change(#[from] OfferChangeError),
    /// Nobody could administer any more, or not the caller.
    #[error(transparent)]
    LockOut(#[from] LockOut),
    /// Somebody could not be told.
    #[error(transparent)]
    Tell(#[from] TellError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::NoStatus | Self::NoReason | Self::Reason(_) => Kind::Invalid,
            Self::NotFound => Kind::NotFound,
            Self::Stale(_) | Self::Change(_) => Kind::Conflict,
            Self::LockOut(error) => error.kind(),
            Self::Tell(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::NoStatus => vec![("status".to_owned(), self.to_string())],
            Self::Stale(stale) => stale.fields(),
            Self::NoReason | Self::Reason(_) => vec![("reason".to_owned(), self.to_string())],
            _ => Vec::new(),
        }
    }
}

/// Changes the status, with a line of history, and tells those who hold the role.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    caller.require(Role::SuperUser)?;
    let status = command.status.ok_or(Error::NoStatus)?;
    let reason = Remark::parse(&command.reason)?.ok_or(Error::NoReason)?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    transaction.roles().take_turns()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    let role = transaction
        .organisations()
        .role_by_id(command.org_role)?
        .ok_or(Error::NotFound)?;
    let changed = Versioned::OrganisationRole(role.id);
    advance::<Error>(transaction.as_mut(), changed, command.seen)?;
    let why = reason.as_str().to_owned();
    let change = OfferChange::to(status, (role.id, role.active), Some(caller.user), why, now)?;
    let before = users_of(transaction.as_mut(), &[role])?;
    transaction.organisations().change_role(&change)?;
    if let Some(lock_out) = lock_out(transaction.as_mut(), caller)? {
        return Err(lock_out.into());
    }
    let (users, fate) = if status {
        (users_of(transaction.as_mut(), &[role])?, Fate::Restored)
    } else {
        vacancy::tell_lost(ports, transaction.as_mut(), &lost_of(&[role], &before), now)?;
        (before, Fate::Withdrawn(reason.as_str()))
    };
    let organisation = organisation_name(transaction.as_mut(), role.organisation)?;
    tell_users(ports, transaction.as_mut(), &organisation, &users, fate, now)?;
    transaction.commit()?;
    Ok(())
}
