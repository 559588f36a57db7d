//! An organisation is offered a role, which its people can ask for from then on: `POST users/org_roles/` (1 §7.2; 3 §2.6, §5).

use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::roles::{OfferChange, Role};
use thiserror::Error;

use super::authority;
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Which role at which organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The organisation.
    pub organisation: Option<OrganisationId>,
    /// The id of the role.
    pub role: Option<i64>,
}

/// The organisation role.
pub type Answer = OrganisationRoleId;

/// Why the organisation does not offer the role.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User (3 §6).
    #[error(transparent)]
    Access(#[from] AccessError),
    /// No organisation was chosen.
    #[error("Please select the Organisation!")]
    NoOrganisation,
    /// No role was chosen, or there is none with this id.
    #[error("Please select the Role!")]
    NoRole,
    /// No organisation has this id.
    #[error("Organisation not found.")]
    NotFound,
    /// The organisation has this role.
    #[error("The organisation has this role already.")]
    Already,
    /// The organisation has this role, and it is deactivated.
    #[error("The organisation has this role already, but it is deactivated. Activate it again.")]
    Deactivated,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::NoOrganisation | Self::NoRole => Kind::Invalid,
            Self::NotFound => Kind::NotFound,
            Self::Already | Self::Deactivated => Kind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::NoOrganisation => vec![("org".to_owned(), self.to_string())],
            Self::NoRole => vec![("role".to_owned(), self.to_string())],
            _ => Vec::new(),
        }
    }
}

/// Has an organisation offer a role.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let organisation = command.organisation.ok_or(Error::NoOrganisation)?;
    let role = command
        .role
        .and_then(|id| Role::from_id(id).ok())
        .filter(|role| role.is_granted())
        .ok_or(Error::NoRole)?;
    let mut transaction = ports.database.begin()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    if transaction.organisations().by_id(organisation)?.is_none() {
        return Err(Error::NotFound);
    }
    if let Some(known) = transaction.organisations().role_of(organisation, role)? {
        return Err(if known.active {
            Error::Already
        } else {
            Error::Deactivated
        });
    }
    let offered = transaction
        .organisations()
        .offer_role(organisation, role)
        .map_err(|error| match error {
            StoreError::Duplicate(_) => Error::Already,
            other => other.into(),
        })?;
    let first = OfferChange::first(offered, Some(caller.user), ports.clock.now());
    transaction.organisations().note_role(&first)?;
    transaction.commit()?;
    Ok(offered)
}
