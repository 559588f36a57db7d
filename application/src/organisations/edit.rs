//! An organisation is changed: `PUT users/organizations/{org_id}/` (3 §2.5, §4, §5, §7).
//!
//! The specification says that an organisation is active or not, and not what that means. One that is inactive takes no part:
//! nobody registers at it, its domain vouches for no address, and none of its roles is offered, as if each were deactivated
//! ([`crate::roles::update_status`]). Its people keep their accounts and what they hold, but cannot use it until the organisation is
//! active again, and are told of both. Two organisations keep their names and stay active, because they are found by them: the
//! one of those whose own is not registered, and the provider.

use aditus_domain::form::FormFaults;
use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, RawOrganisation};
use aditus_domain::roles::Role;
use thiserror::Error;

pub use super::clash::Clash;
use super::clash::{find, stored};
use super::{NewOrganisation, Organisation};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::notifications::tell::TellError;
use crate::ports::{Ports, StoreError};
use crate::review::vacancy;
use crate::roles::authority;
use crate::roles::offering::{Fate, LockOut, lock_out, lost_of, tell_users, users_of};
use crate::row_versions::{RowVersion, Stale, Versioned, advance};

/// Which organisation, and what it is to be.
#[derive(Debug, Clone)]
pub struct Command {
    /// The organisation.
    pub organisation: OrganisationId,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The form. What may be left out stays as it is where it is.
    pub form: RawOrganisation,
}

/// Why an organisation keeps its name and stays active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fixed {
    /// It is organisation 6 (1 §5.2).
    #[error(
        "This organisation stands for those that are not registered. It keeps its name and stays active."
    )]
    Fallback,
    /// It is the one that is configured (decisions C5).
    #[error(
        "The configuration of the server names this organisation as the provider. It keeps its name and stays active."
    )]
    Provider,
}

/// Why the organisation stays as it is.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User (3 §6).
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something is wrong with the form.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// No organisation has this id.
    #[error("Organisation not found.")]
    NotFound,
    /// The field of this name stays as it is.
    #[error("{1}")]
    Fixed(&'static str, Fixed),
    /// Somebody else has saved it since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// Another organisation has the name or the domain.
    #[error(transparent)]
    Clash(#[from] Clash),
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
            Self::Form(_) => Kind::Invalid,
            Self::NotFound => Kind::NotFound,
            Self::Stale(_) | Self::Fixed(..) | Self::Clash(_) => Kind::Conflict,
            Self::LockOut(error) => error.kind(),
            Self::Tell(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Form(faults) => faults.by_field(),
            Self::Stale(stale) => stale.fields(),
            Self::Fixed(field, _) => vec![((*field).to_owned(), self.to_string())],
            Self::Clash(clash) => vec![(clash.field().to_owned(), clash.to_string())],
            Self::LockOut(_) => vec![("active".to_owned(), self.to_string())],
            Self::Access(_) | Self::NotFound | Self::Tell(_) | Self::Store(_) => Vec::new(),
        }
    }
}

/// Changes the organisation; where that ends or restores roles, tells those who hold them.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    caller.require(Role::SuperUser)?;
    let form = command.form.check()?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    transaction.roles().take_turns()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    let known = transaction
        .organisations()
        .by_id(command.organisation)?
        .ok_or(Error::NotFound)?;
    let changed = Versioned::Organisation(known.id);
    advance::<Error>(transaction.as_mut(), changed, command.seen)?;
    let wanted = stored(form, Some(&known));
    if let Some(fixed) = fixed(ports, &known, &wanted) {
        return Err(fixed);
    }
    if let Some(clash) = find(transaction.as_mut(), &wanted, Some(&known))? {
        return Err(clash.into());
    }
    if wanted.active == known.active {
        transaction.organisations().save(known.id, &wanted)?;
    } else {
        let roles = transaction.organisations().roles_of(known.id)?;
        let before = users_of(transaction.as_mut(), &roles)?;
        transaction.organisations().save(known.id, &wanted)?;
        if let Some(lock_out) = lock_out(transaction.as_mut(), caller)? {
            return Err(lock_out.into());
        }
        let (users, fate) = if wanted.active {
            (users_of(transaction.as_mut(), &roles)?, Fate::Restored)
        } else {
            vacancy::tell_lost(ports, transaction.as_mut(), &lost_of(&roles, &before), now)?;
            (before, Fate::Withdrawn("The organisation is no longer active."))
        };
        tell_users(ports, transaction.as_mut(), &wanted.name, &users, fate, now)?;
    }
    transaction.commit()?;
    Ok(())
}

/// What the organisation cannot be, if it is one of the two that others find by their names.
fn fixed(ports: &Ports, known: &Organisation, wanted: &NewOrganisation) -> Option<Error> {
    let why = if known.id == DATA_REQUESTER_ORGANISATION {
        Fixed::Fallback
    } else if known.name == ports.settings.provider_organisation {
        Fixed::Provider
    } else {
        return None;
    };
    if wanted.name != known.name {
        return Some(Error::Fixed("name", why));
    }
    (known.active && !wanted.active).then_some(Error::Fixed("active", why))
}
